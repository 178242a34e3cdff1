/// \file Layer normalisation, Ba, Kiros and Hinton (2016), and its derivative.
#pragma once

#include "attention_scale/layers/linear.hpp"

namespace attention_scale {

template <typename Store>
struct LayerNormParameters {
  Store gamma{};  ///< [1×d]
  Store beta{};   ///< [1×d]
};

template <std::floating_point S>
struct LayerNormCache {
  Matrix<S> normalized;   ///< (x − mean)/√(variance + ε) by rows [r×d]
  Vector<S> inverse_std;  ///< 1/√(variance + ε) [r]
  Matrix<S> output;       ///< normalized∘γ + β [r×d]
};

/// (x − mean)/√(variance + epsilon)·γ + β for each row of x [r×d], with the variance of a
/// population (ddof 0). \throws Error(kShape) where shapes do not fit; Error(kDomain) on parameters
/// that are not finite, unless epsilon > 0, and where the variance or the result overflows.
template <std::floating_point S>
void layer_norm(const MatrixIn<S>& x, const LayerNormParameters<Parameter<S>>& parameters,
                double epsilon, LayerNormCache<S>& cache);

/// Adds the gradients. With g = d_output∘γ and y = normalized, a row of ∂L/∂x is
///   (g − mean(g) − y·mean(g∘y))/√(variance + ε).
template <std::floating_point S>
void layer_norm_gradient(const LayerNormParameters<Parameter<S>>& parameters,
                         const LayerNormCache<S>& cache, const MatrixIn<S>& d_output,
                         const LayerNormParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x);

}  // namespace attention_scale
