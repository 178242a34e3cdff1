/// \file The feed-forward network of a layer, Vaswani et al. (2017), section 3.3, its activations,
/// and the derivatives of both.
#pragma once

#include "attention_scale/layers/linear.hpp"

namespace attention_scale {

enum class Activation {
  kRelu,  ///< max(x, 0)
  kGelu,  ///< x·Φ(x), Φ the distribution function of the normal law, by erfc: Hendrycks, Gimpel
          ///< (2016)
};

template <typename Store>
struct FeedForwardParameters {
  Store w1{};  ///< [d×f]
  Store b1{};  ///< [1×f], may be absent
  Store w2{};  ///< [f×d]
  Store b2{};  ///< [1×d], may be absent
};

template <std::floating_point S>
struct FeedForwardCache {
  Matrix<S> inner;   ///< x·w1 + b1 [r×f]
  Matrix<S> hidden;  ///< activation(inner) [r×f]
  Matrix<S> output;  ///< hidden·w2 + b2 [r×d]
};

/// activation(x·w1 + b1)·w2 + b2 for x [r×d]. \throws as linear does.
template <std::floating_point S>
void feed_forward(const MatrixIn<S>& x, const FeedForwardParameters<Parameter<S>>& parameters,
                  Activation activation, FeedForwardCache<S>& cache);

/// Adds the gradients of L = Σ output∘d_output.
template <std::floating_point S>
void feed_forward_gradient(const MatrixIn<S>& x,
                           const FeedForwardParameters<Parameter<S>>& parameters,
                           Activation activation, const FeedForwardCache<S>& cache,
                           const MatrixIn<S>& d_output,
                           const FeedForwardParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x);

}  // namespace attention_scale
