#include "attention_scale/layers/decoder.hpp"

#include "core/instantiate.hpp"
#include "layers/sublayers.hpp"

namespace attention_scale {
namespace {

constexpr AttentionNames kCrossNames{.context = "memory",
                                     .mask = "memoryMask",
                                     .padding = "memoryPadding",
                                     .parameters = {.wq = "cq",
                                                    .wk = "ck",
                                                    .wv = "cv",
                                                    .wo = "co",
                                                    .bq = "cbq",
                                                    .bk = "cbk",
                                                    .bv = "cbv",
                                                    .bo = "cbo"}};

}  // namespace

template <std::floating_point S>
void decoder_layer(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                   const DecoderLayerParameters<Parameter<S>>& parameters,
                   const LayerOptions& options, const DecoderMasks& masks,
                   DecoderLayerCache<S>& cache, const DecoderSquares<S>& squares) {
  residual<S>(x, parameters.norm1, {"gamma1", "beta1"}, options, cache.after_attention,
              [&](const MatrixIn<S>& input) -> const Matrix<S>& {
                multi_head_attention<S>(input, input, parameters.attention, options.heads,
                                        masks.own, cache.attention, squares.own, {.context = "x"});
                return cache.attention.output;
              });
  residual<S>(cache.after_attention.output(options.norm), parameters.norm2, {"gamma2", "beta2"},
              options, cache.after_cross, [&](const MatrixIn<S>& input) -> const Matrix<S>& {
                multi_head_attention<S>(input, memory, parameters.cross, options.heads,
                                        masks.memory, cache.cross, squares.memory, kCrossNames);
                return cache.cross.output;
              });
  residual<S>(cache.after_cross.output(options.norm), parameters.norm3, {"gamma3", "beta3"},
              options, cache.after_feed_forward, [&](const MatrixIn<S>& input) -> const Matrix<S>& {
                feed_forward<S>(input, parameters.feed_forward, options.activation,
                                cache.feed_forward);
                return cache.feed_forward.output;
              });
}

template <std::floating_point S>
void decoder_layer_gradient(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                            const DecoderLayerParameters<Parameter<S>>& parameters,
                            const LayerOptions& options, const DecoderMasks& masks,
                            const DecoderLayerCache<S>& cache, const MatrixIn<S>& d_output,
                            const DecoderLayerParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x,
                            MatrixOut<S> d_memory, MatrixOut<S> d_cross_queries) {
  Matrix<S> d_after_cross = Matrix<S>::Zero(x.rows(), x.cols());
  residual_gradient<S>(
      parameters.norm3, options, cache.after_feed_forward, d_output, gradients.norm3, d_after_cross,
      [&](const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        const MatrixIn<S> input = sublayer_input<S>(cache.after_cross.output(options.norm),
                                                    options.norm, cache.after_feed_forward);
        feed_forward_gradient<S>(input, parameters.feed_forward, options.activation,
                                 cache.feed_forward, d_result, gradients.feed_forward, d_input);
      });
  Matrix<S> d_after_attention = Matrix<S>::Zero(x.rows(), x.cols());
  residual_gradient<S>(
      parameters.norm2, options, cache.after_cross, d_after_cross, gradients.norm2,
      d_after_attention, [&](const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        const MatrixIn<S> input = sublayer_input<S>(cache.after_attention.output(options.norm),
                                                    options.norm, cache.after_cross);
        multi_head_attention_gradient<S>(input, memory, parameters.cross, options.heads,
                                         masks.memory, cache.cross, d_result, gradients.cross,
                                         d_input, d_memory, d_cross_queries);
      });
  residual_gradient<S>(
      parameters.norm1, options, cache.after_attention, d_after_attention, gradients.norm1, d_x,
      [&](const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        const MatrixIn<S> input = sublayer_input<S>(x, options.norm, cache.after_attention);
        multi_head_attention_gradient<S>(input, input, parameters.attention, options.heads,
                                         masks.own, cache.attention, d_result, gradients.attention,
                                         d_input, d_input);
      });
}

template <std::floating_point S>
const Matrix<S>& decoder(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                         std::span<const DecoderLayerParameters<Parameter<S>>> layers,
                         const LayerOptions& options, const DecoderMasks& masks,
                         std::vector<DecoderLayerCache<S>>& caches,
                         const DecoderSquares<S>& squares) {
  check::not_empty_list("layers", layers.size(), "at least one layer");
  caches.resize(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const MatrixIn<S> input = i > 0 ? MatrixIn<S>(caches[i - 1].output(options.norm)) : x;
    decoder_layer<S>(input, memory, layers[i], options, masks, caches[i],
                     i + 1 == layers.size() ? squares : DecoderSquares<S>{});
  }
  return caches.back().output(options.norm);
}

template <std::floating_point S>
void decoder_gradient(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                      std::span<const DecoderLayerParameters<Parameter<S>>> layers,
                      const LayerOptions& options, const DecoderMasks& masks,
                      std::span<const DecoderLayerCache<S>> caches, const MatrixIn<S>& d_output,
                      std::span<const DecoderLayerParameters<MatrixOut<S>>> gradients,
                      MatrixOut<S> d_x, MatrixOut<S> d_memory, MatrixOut<S> d_cross_queries) {
  Matrix<S> upstream = d_output;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const MatrixIn<S> input = i > 0 ? MatrixIn<S>(caches[i - 1].output(options.norm)) : x;
    Matrix<S> d_input = Matrix<S>::Zero(x.rows(), x.cols());
    decoder_layer_gradient<S>(input, memory, layers[i], options, masks, caches[i], upstream,
                              gradients[i], d_input, d_memory,
                              i + 1 == layers.size() ? d_cross_queries : MatrixOut<S>{});
    upstream.swap(d_input);
  }
  if (d_x.wanted()) {
    d_x += upstream;
  }
}

ATTENTION_SCALE_INSTANTIATE(decoder_layer);
ATTENTION_SCALE_INSTANTIATE(decoder_layer_gradient);
ATTENTION_SCALE_INSTANTIATE(decoder);
ATTENTION_SCALE_INSTANTIATE(decoder_gradient);

}  // namespace attention_scale
