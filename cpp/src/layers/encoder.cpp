#include "attention_scale/layers/encoder.hpp"

#include "core/instantiate.hpp"
#include "layers/sublayers.hpp"

namespace attention_scale {

template <std::floating_point S>
void encoder_layer(const MatrixIn<S>& x, const EncoderLayerParameters<Parameter<S>>& parameters,
                   const LayerOptions& options, const SequenceMask& mask,
                   EncoderLayerCache<S>& cache, const HeadSquares<S>& squares) {
  residual<S>(x, parameters.norm1, {"gamma1", "beta1"}, options, cache.after_attention,
              [&](const MatrixIn<S>& input) -> const Matrix<S>& {
                multi_head_attention<S>(input, input, parameters.attention, options.heads, mask,
                                        cache.attention, squares, {.context = "x"});
                return cache.attention.output;
              });
  residual<S>(cache.after_attention.output(options.norm), parameters.norm2, {"gamma2", "beta2"},
              options, cache.after_feed_forward, [&](const MatrixIn<S>& input) -> const Matrix<S>& {
                feed_forward<S>(input, parameters.feed_forward, options.activation,
                                cache.feed_forward);
                return cache.feed_forward.output;
              });
}

template <std::floating_point S>
void encoder_layer_gradient(const MatrixIn<S>& x,
                            const EncoderLayerParameters<Parameter<S>>& parameters,
                            const LayerOptions& options, const SequenceMask& mask,
                            const EncoderLayerCache<S>& cache, const MatrixIn<S>& d_output,
                            const EncoderLayerParameters<MatrixOut<S>>& gradients,
                            MatrixOut<S> d_x) {
  Matrix<S> d_after = Matrix<S>::Zero(x.rows(), x.cols());
  residual_gradient<S>(
      parameters.norm2, options, cache.after_feed_forward, d_output, gradients.norm2, d_after,
      [&](const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        const MatrixIn<S> input = sublayer_input<S>(cache.after_attention.output(options.norm),
                                                    options.norm, cache.after_feed_forward);
        feed_forward_gradient<S>(input, parameters.feed_forward, options.activation,
                                 cache.feed_forward, d_result, gradients.feed_forward, d_input);
      });
  residual_gradient<S>(parameters.norm1, options, cache.after_attention, d_after, gradients.norm1,
                       d_x, [&](const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
                         const MatrixIn<S> input =
                             sublayer_input<S>(x, options.norm, cache.after_attention);
                         multi_head_attention_gradient<S>(
                             input, input, parameters.attention, options.heads, mask,
                             cache.attention, d_result, gradients.attention, d_input, d_input);
                       });
}

template <std::floating_point S>
const Matrix<S>& encoder(const MatrixIn<S>& x,
                         std::span<const EncoderLayerParameters<Parameter<S>>> layers,
                         const LayerOptions& options, const SequenceMask& mask,
                         std::vector<EncoderLayerCache<S>>& caches) {
  check::not_empty_list("layers", layers.size(), "at least one layer");
  caches.resize(layers.size());
  encoder_layer<S>(x, layers[0], options, mask, caches[0]);
  for (std::size_t i = 1; i < layers.size(); ++i) {
    encoder_layer<S>(caches[i - 1].output(options.norm), layers[i], options, mask, caches[i]);
  }
  return caches.back().output(options.norm);
}

template <std::floating_point S>
void encoder_gradient(const MatrixIn<S>& x,
                      std::span<const EncoderLayerParameters<Parameter<S>>> layers,
                      const LayerOptions& options, const SequenceMask& mask,
                      std::span<const EncoderLayerCache<S>> caches, const MatrixIn<S>& d_output,
                      std::span<const EncoderLayerParameters<MatrixOut<S>>> gradients,
                      MatrixOut<S> d_x) {
  Matrix<S> upstream = d_output;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const MatrixIn<S> input = i > 0 ? MatrixIn<S>(caches[i - 1].output(options.norm)) : x;
    Matrix<S> d_input = Matrix<S>::Zero(x.rows(), x.cols());
    encoder_layer_gradient<S>(input, layers[i], options, mask, caches[i], upstream, gradients[i],
                              d_input);
    upstream.swap(d_input);
  }
  if (d_x.wanted()) {
    d_x += upstream;
  }
}

ATTENTION_SCALE_INSTANTIATE(encoder_layer);
ATTENTION_SCALE_INSTANTIATE(encoder_layer_gradient);
ATTENTION_SCALE_INSTANTIATE(encoder);
ATTENTION_SCALE_INSTANTIATE(encoder_gradient);

}  // namespace attention_scale
