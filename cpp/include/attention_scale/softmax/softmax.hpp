/// \file Softmax by rows: y_j = exp(x_j) / Σ_l exp(x_l). Its derivative is in
/// softmax_jacobian.hpp.
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

}  // namespace attention_scale
