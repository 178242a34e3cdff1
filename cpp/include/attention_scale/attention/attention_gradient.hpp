/// \file The derivative of attention.hpp: backpropagation through output = softmax(scale·QKᵀ)·V.
#pragma once

#include "attention_scale/attention/attention.hpp"

namespace attention_scale {

/// The derivatives of L = Σ output∘dOutput.
template <typename Store>
struct AttentionGradients {
  Store queries{};  ///< ∂L/∂Q [n×d_k] = ∂L/∂(QKᵀ)·K
  Store keys{};     ///< ∂L/∂K [m×d_k] = (∂L/∂(QKᵀ))ᵀ·Q
  Store values{};   ///< ∂L/∂V [m×d_v] = weightsᵀ·dOutput
  Store scores{};   ///< ∂L/∂(QKᵀ) [n×m] = scale · J_row (dOutput·Vᵀ)_row, 0 where masked
};

/// The memory that the derivatives are written to. A derivative without memory is not written.
template <std::floating_point S>
using AttentionGradientOutputs = AttentionGradients<MatrixOut<S>>;

/// All four derivatives, in matrices of their own.
template <std::floating_point S>
using AttentionGradient = AttentionGradients<Matrix<S>>;

/// Gradients at the arguments of `attention`, for an upstream gradient `d_output` [n×d_v]. Each row
/// is multiplied with the Jacobian as in softmax_jacobian_product, which keeps its digits where
/// softmax saturates. A masked key takes no part, however large its value.
/// \throws as attention does, and Error(kShape) unless d_output is n×d_v.
template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const AttentionGradientOutputs<S>& into);

/// All four derivatives. \throws as above.
template <std::floating_point S>
AttentionGradient<S> attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                                        const AttentionOptions& options = {}) {
  AttentionGradient<S> gradient{
      Matrix<S>(queries.rows(), queries.cols()), Matrix<S>(keys.rows(), keys.cols()),
      Matrix<S>(values.rows(), values.cols()), Matrix<S>(queries.rows(), keys.rows())};
  attention_gradient<S>(queries, keys, values, d_output, options,
                        {gradient.queries, gradient.keys, gradient.values, gradient.scores});
  return gradient;
}

}  // namespace attention_scale
