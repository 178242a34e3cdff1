/// \file Softmax by rows: y_j = exp(x_j) / Σ_l exp(x_l), and its derivative ∂y/∂x = diag(y) − yyᵀ,
/// as a matrix and as a product without the matrix.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// Softmax of every row of `logits` [n×m] into `weights` [n×m]; the two may be the same memory.
/// The row's maximum is subtracted first, so that no exponential overflows: exact for entries of
/// any size. In single precision exponentials below 2^−100 become 0. A logit of −∞ gets weight 0; a
/// row of only −∞ (every key masked) gets the zero row, not NaN. \throws Error(kShape) when empty
/// or where the shapes differ, Error(kDomain) on NaN or +∞.
template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights);

template <std::floating_point S>
Matrix<S> softmax(const MatrixIn<S>& logits) {
  Matrix<S> weights(logits.rows(), logits.cols());
  softmax<S>(logits, weights);
  return weights;
}

/// The Jacobian of softmax at `logits` [n]: the symmetric n×n matrix with y_i(1 − y_i) on the
/// diagonal and −y_i y_j elsewhere, y = softmax(logits). Every row sums to 0. 1 − y_i of the
/// largest weight is summed from the others: where softmax saturates the difference would lose all
/// digits. \throws as softmax does.
template <std::floating_point S>
Matrix<S> softmax_jacobian(const VectorIn<S>& logits);

/// J g for one row, without the matrix: y∘(g − ⟨g, y⟩), with y = `weights` [n] and g = `upstream`
/// [n]. The inner product is taken relative to g at the largest weight, for the same reason as
/// above. A zero row of weights gives zeros. \throws Error(kShape) when empty, and where the
/// lengths differ.
template <std::floating_point S>
Vector<S> softmax_jacobian_product(const VectorIn<S>& weights, const VectorIn<S>& upstream);

/// Norms of the Jacobian.
struct JacobianNorms {
  double frobenius = 0;  ///< √Σ J_ij²
  double spectral = 0;   ///< the largest eigenvalue: at most ½, where two keys share all weight
};

/// The norms of the Jacobian of softmax at `logits` [n]. \throws as softmax does.
JacobianNorms jacobian_norms(const VectorIn<double>& logits);

/// (softmax(x + h·g) − softmax(x − h·g)) / 2h: the numerical check of J g, for logits x [n], a
/// direction g [n] and a step h. \throws as softmax does, Error(kShape) where the lengths differ,
/// Error(kDomain) unless h > 0 and g is finite.
Vector<double> softmax_central_difference(const VectorIn<double>& logits,
                                          const VectorIn<double>& direction, double step);

}  // namespace attention_scale
