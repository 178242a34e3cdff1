/// \file Softmax by rows: y_j = exp(x_j) / Σ_l exp(x_l), and its derivative ∂y/∂x = diag(y) − yyᵀ,
/// as a matrix and as a product without the matrix; entropy and peak of rows of weights, and the
/// steps that compute one weight from the scores of its row.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <vector>

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

/// Each list has one entry for each row of the weights.
struct RowStatistics {
  /// −Σ w ln w in nats, 0 ln 0 = 0: from 0 (one key takes all) to ln m.
  std::vector<double> entropy;
  std::vector<double> peak;       ///< the largest weight
  std::vector<Index> peak_index;  ///< its column, the first where several are equal
  std::vector<double> trace;      ///< Σ w(1 − w), the trace of the Jacobian of softmax
};

/// Measures of every row of `weights` [n×m]. In place of 1 − w of the largest weight stands the sum
/// of the others, also in the logarithm of one above ½, log1p(−sum of the others): the small
/// entropy and trace of a nearly one-hot row keep their digits. \throws Error(kShape) when empty,
/// Error(kDomain) unless every entry lies between 0 and 1.
RowStatistics row_statistics(const MatrixIn<double>& weights);

/// The mean of such a list, summed in its order: Eigen's order, and so the last digit, depends on
/// where its memory begins. \throws Error(kShape) when empty.
double mean_of(const std::vector<double>& list);

/// The distance of each row from `before` to `after` [both n×m]: the total variation ½ Σ_j |after_j
/// − before_j|, from 0 to 1. `largest` is the row of the largest distance, the first of equal ones.
struct RowChange {
  std::vector<double> distance;
  Index largest = 0;
};

/// \throws Error(kShape) unless both have one shape, and as row_statistics does.
RowChange row_change(const MatrixIn<double>& before, const MatrixIn<double>& after);

/// The steps that compute one attention weight from the scores of its row.
struct WeightArithmetic {
  double score = 0;  ///< q·k of this query and this key
  double logit = 0;  ///< scale·score
  /// The largest logit of the row, subtracted before exp; it changes no weight.
  double largest = 0;
  double exponential = 0;  ///< exp(logit − largest)
  double sum = 0;          ///< Σ_j exp(logit_j − largest)
  double weight = 0;       ///< exponential / sum
  double slope = 0;        ///< ∂weight/∂logit = y(1 − y), 1 − y summed from the other keys
  double derivative = 0;   ///< ∂weight/∂score = scale · slope
};

/// The weight of key `index` in a row of `scores` [m] = q·k_j, for logits scale·scores.
/// \throws Error(kShape) when empty, Error(kDomain) on scores or a scale that are not finite, on an
/// index outside the row, and where scale·scores overflows.
WeightArithmetic weight_arithmetic(const VectorIn<double>& scores, double scale, Index index);

}  // namespace attention_scale
