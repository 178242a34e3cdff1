/// \file The decoder of Vaswani et al. (2017), section 3.1: a layer, a stack of layers, and their
/// derivatives.
#pragma once

#include "attention_scale/layers/residual.hpp"

#include <span>
#include <vector>

namespace attention_scale {

template <typename Store>
struct DecoderLayerParameters {
  AttentionParameters<Store> attention{};  ///< of the words on each other
  AttentionParameters<Store> cross{};      ///< of the words on the memory
  FeedForwardParameters<Store> feed_forward{};
  LayerNormParameters<Store> norm1{};  ///< of the attention
  LayerNormParameters<Store> norm2{};  ///< of the cross-attention
  LayerNormParameters<Store> norm3{};  ///< of the feed-forward network

  /// Calls visit(name, parameter) for each parameter.
  template <typename Visit>
  void each(Visit visit) {
    attention.each(visit);
    visit("cq", cross.wq), visit("ck", cross.wk), visit("cv", cross.wv), visit("co", cross.wo);
    visit("cbq", cross.bq), visit("cbk", cross.bk), visit("cbv", cross.bv), visit("cbo", cross.bo);
    visit("w1", feed_forward.w1), visit("b1", feed_forward.b1);
    visit("w2", feed_forward.w2), visit("b2", feed_forward.b2);
    visit("gamma1", norm1.gamma), visit("beta1", norm1.beta);
    visit("gamma2", norm2.gamma), visit("beta2", norm2.beta);
    visit("gamma3", norm3.gamma), visit("beta3", norm3.beta);
  }
};

/// The masks of the two attentions. A decoder that generates words has a causal mask for its own.
struct DecoderMasks {
  SequenceMask own{.causal = true};
  SequenceMask memory{};
};

template <std::floating_point S>
struct DecoderLayerCache {
  MultiHeadCache<S> attention;
  ResidualCache<S> after_attention;
  MultiHeadCache<S> cross;
  ResidualCache<S> after_cross;
  FeedForwardCache<S> feed_forward;
  ResidualCache<S> after_feed_forward;

  [[nodiscard]] const Matrix<S>& output(NormPlace place) const {
    return after_feed_forward.output(place);
  }
};

/// Memory for the squares of both attentions.
template <std::floating_point S>
struct DecoderSquares {
  HeadSquares<S> own{};
  HeadSquares<S> memory{};
};

/// A layer for x [b·n×d] and `memory` [b·m×d_memory], the encoder's output; its output is in the
/// cache. \throws as multi_head_attention, layer_norm and linear do.
template <std::floating_point S>
void decoder_layer(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                   const DecoderLayerParameters<Parameter<S>>& parameters,
                   const LayerOptions& options, const DecoderMasks& masks,
                   DecoderLayerCache<S>& cache, const DecoderSquares<S>& squares = {});

/// Adds the gradients of L = Σ output∘d_output. `d_cross_queries`, where wanted, becomes the
/// gradient of the queries of the cross-attention.
template <std::floating_point S>
void decoder_layer_gradient(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                            const DecoderLayerParameters<Parameter<S>>& parameters,
                            const LayerOptions& options, const DecoderMasks& masks,
                            const DecoderLayerCache<S>& cache, const MatrixIn<S>& d_output,
                            const DecoderLayerParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x,
                            MatrixOut<S> d_memory, MatrixOut<S> d_cross_queries = {});

/// The layers one after the other; `caches` gets one for each. The output and the squares are those
/// of the last.
template <std::floating_point S>
const Matrix<S>& decoder(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                         std::span<const DecoderLayerParameters<Parameter<S>>> layers,
                         const LayerOptions& options, const DecoderMasks& masks,
                         std::vector<DecoderLayerCache<S>>& caches,
                         const DecoderSquares<S>& squares = {});

/// Adds the gradients of L = Σ output∘d_output, those of layer i to gradients[i], those of the
/// memory summed over the layers. `d_cross_queries` is of the last layer.
template <std::floating_point S>
void decoder_gradient(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                      std::span<const DecoderLayerParameters<Parameter<S>>> layers,
                      const LayerOptions& options, const DecoderMasks& masks,
                      std::span<const DecoderLayerCache<S>> caches, const MatrixIn<S>& d_output,
                      std::span<const DecoderLayerParameters<MatrixOut<S>>> gradients,
                      MatrixOut<S> d_x, MatrixOut<S> d_memory, MatrixOut<S> d_cross_queries = {});

}  // namespace attention_scale
