/// \file The encoder of Vaswani et al. (2017), section 3.1: a layer, a stack of layers, and their
/// derivatives.
#pragma once

#include "attention_scale/layers/residual.hpp"

#include <span>
#include <vector>

namespace attention_scale {

template <typename Store>
struct EncoderLayerParameters {
  AttentionParameters<Store> attention{};
  FeedForwardParameters<Store> feed_forward{};
  LayerNormParameters<Store> norm1{};  ///< of the attention
  LayerNormParameters<Store> norm2{};  ///< of the feed-forward network

  /// Calls visit(name, parameter) for each parameter.
  template <typename Visit>
  void each(Visit visit) {
    attention.each(visit);
    visit("w1", feed_forward.w1), visit("b1", feed_forward.b1);
    visit("w2", feed_forward.w2), visit("b2", feed_forward.b2);
    visit("gamma1", norm1.gamma), visit("beta1", norm1.beta);
    visit("gamma2", norm2.gamma), visit("beta2", norm2.beta);
  }
};

template <std::floating_point S>
struct EncoderLayerCache {
  MultiHeadCache<S> attention;
  ResidualCache<S> after_attention;
  FeedForwardCache<S> feed_forward;
  ResidualCache<S> after_feed_forward;

  [[nodiscard]] const Matrix<S>& output(NormPlace place) const {
    return after_feed_forward.output(place);
  }
};

/// A layer for x [b·n×d]; its output is in the cache.
/// \throws as multi_head_attention, layer_norm and linear do.
template <std::floating_point S>
void encoder_layer(const MatrixIn<S>& x, const EncoderLayerParameters<Parameter<S>>& parameters,
                   const LayerOptions& options, const SequenceMask& mask,
                   EncoderLayerCache<S>& cache, const HeadSquares<S>& squares = {});

/// Adds the gradients of L = Σ output∘d_output.
template <std::floating_point S>
void encoder_layer_gradient(const MatrixIn<S>& x,
                            const EncoderLayerParameters<Parameter<S>>& parameters,
                            const LayerOptions& options, const SequenceMask& mask,
                            const EncoderLayerCache<S>& cache, const MatrixIn<S>& d_output,
                            const EncoderLayerParameters<MatrixOut<S>>& gradients,
                            MatrixOut<S> d_x);

/// The layers one after the other; `caches` gets one for each. The output is that of the last.
template <std::floating_point S>
const Matrix<S>& encoder(const MatrixIn<S>& x,
                         std::span<const EncoderLayerParameters<Parameter<S>>> layers,
                         const LayerOptions& options, const SequenceMask& mask,
                         std::vector<EncoderLayerCache<S>>& caches);

/// Adds the gradients of L = Σ output∘d_output, those of layer i to gradients[i].
template <std::floating_point S>
void encoder_gradient(const MatrixIn<S>& x,
                      std::span<const EncoderLayerParameters<Parameter<S>>> layers,
                      const LayerOptions& options, const SequenceMask& mask,
                      std::span<const EncoderLayerCache<S>> caches, const MatrixIn<S>& d_output,
                      std::span<const EncoderLayerParameters<MatrixOut<S>>> gradients,
                      MatrixOut<S> d_x);

}  // namespace attention_scale
