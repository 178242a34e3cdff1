/// \file The derivative of softmax.hpp: ∂y/∂x = diag(y) − yyᵀ, as a matrix and as a product that
/// never builds it.
#pragma once

#include "attention_scale/matrix.hpp"

namespace attention_scale {

/// The Jacobian of softmax at `logits` [n]: the symmetric n×n matrix with y_i(1 − y_i) on the
/// diagonal and −y_i y_j elsewhere, y = softmax(logits). Every row sums to 0. 1 − y_i is summed
/// from the other weights: where softmax saturates the difference would cancel to nothing. \throws
/// as softmax does.
template <std::floating_point S>
Matrix<S> softmax_jacobian(const VectorIn<S>& logits);

/// J g for one row, without the matrix: y∘(g − ⟨g, y⟩), with y = `weights` [n] and g = `upstream`
/// [n]. The inner product is taken relative to g at the largest weight, for the same reason as
/// above. `product` [n] may be the memory of `upstream`. A zero row of weights gives zeros.
template <std::floating_point S>
void softmax_jacobian_product(const VectorIn<S>& weights, const VectorIn<S>& upstream,
                              VectorOut<S> product);

}  // namespace attention_scale
