/// \file The derivative of attention.hpp: backwards through output = softmax(scale·QKᵀ)·V.
#pragma once

#include "attention_scale/attention/attention.hpp"

namespace attention_scale {

/// Of L = Σ output∘dOutput.
template <std::floating_point S>
struct AttentionGradient {
  Matrix<S> queries;  ///< ∂L/∂Q [n×d_k] = ∂L/∂(QKᵀ)·K
  Matrix<S> keys;     ///< ∂L/∂K [m×d_k] = (∂L/∂(QKᵀ))ᵀ·Q
  Matrix<S> values;   ///< ∂L/∂V [m×d_v] = weightsᵀ·dOutput
  Matrix<S> scores;  ///< ∂L/∂(QKᵀ) [n×m] = scale · J_row (dOutput·Vᵀ)_row, 0 where masked
};

/// Where to write: row-major memory of the caller, of the shapes above. None is null.
template <std::floating_point S>
struct AttentionGradientOutputs {
  S* queries = nullptr;
  S* keys = nullptr;
  S* values = nullptr;
  S* scores = nullptr;
};

/// Gradients at the arguments of `attention`, for an upstream gradient `d_output` [n×d_v].
/// Each row goes through softmax_jacobian_product, which keeps the digits where softmax saturates.
/// A masked key takes no part, however large its value.
/// \throws as attention does, and Error(kShape) unless d_output is n×d_v.
template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const AttentionGradientOutputs<S>& into);

/// The same, with the results in matrices of their own.
template <std::floating_point S>
AttentionGradient<S> attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                                        const AttentionOptions& options = {});

}  // namespace attention_scale
