/// \file A linear map of every row, and its derivative.
#pragma once

#include "attention_scale/layers/parameter.hpp"

#include <string_view>

namespace attention_scale {

/// The names of the arguments, for errors.
struct LinearNames {
  std::string_view x = "x";
  std::string_view weight = "weight";
  std::string_view bias = "bias";
};

/// output [r×b] = x·weight + bias, for x [r×a], weight [a×b] and bias [1×b], which may be absent.
/// \throws Error(kShape) where shapes do not fit or are empty; Error(kDomain) on entries that are
/// not finite, and where the product overflows.
template <std::floating_point S>
void linear(const MatrixIn<S>& x, const Parameter<S>& weight, const Parameter<S>& bias,
            const LinearNames& names, Matrix<S>& output);

/// Adds the gradients of L = Σ output∘d_output:
///   ∂L/∂weight = xᵀ·d_output,  ∂L/∂bias = Σ of the rows of d_output,  ∂L/∂x = d_output·weightᵀ.
template <std::floating_point S>
void linear_gradient(const MatrixIn<S>& x, const Parameter<S>& weight, const MatrixIn<S>& d_output,
                     MatrixOut<S> d_weight, MatrixOut<S> d_bias, MatrixOut<S> d_x);

}  // namespace attention_scale
