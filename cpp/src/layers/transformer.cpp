#include "attention_scale/layers/transformer.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"

#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

template <std::floating_point S>
using Norm = LayerNormParameters<Parameter<S>>;

/// What the sublayer reads: x, or with kPre the normalised x.
template <std::floating_point S>
MatrixIn<S> sublayer_input(const MatrixIn<S>& x, NormPlace place, const ResidualCache<S>& cache) {
  return place == NormPlace::kPre ? MatrixIn<S>(cache.norm.output) : x;
}

/// `sublayer` computes `result`, of the shape of x, from its input.
template <std::floating_point S, typename Sublayer>
void residual(const MatrixIn<S>& x, const Norm<S>& norm, const LayerOptions& options,
              ResidualCache<S>& cache, const Matrix<S>& result, Sublayer sublayer) {
  const bool pre = options.norm == NormPlace::kPre;
  if (pre) {
    layer_norm<S>(x, norm, options.epsilon, cache.norm);
  }
  sublayer(sublayer_input<S>(x, options.norm, cache));
  check::both_fit(result.cols() == x.cols(), "the input of the layer", x, "what is added to it",
                  result, "the same number of columns");
  assign(cache.sum, x + result);
  if (pre) {
    check::no_overflow<S>("the sum of a residual connection", cache.sum);
  } else {
    layer_norm<S>(cache.sum, norm, options.epsilon, cache.norm);
  }
}

/// `sublayer` adds from the gradient of its result to that of its input, its third argument; the
/// first is its input.
template <std::floating_point S, typename Sublayer>
void residual_gradient(const MatrixIn<S>& x, const Norm<S>& norm, const LayerOptions& options,
                       const ResidualCache<S>& cache, const MatrixIn<S>& d_output,
                       const LayerNormParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x,
                       Sublayer sublayer) {
  const MatrixIn<S> input = sublayer_input<S>(x, options.norm, cache);
  Matrix<S> between = Matrix<S>::Zero(d_output.rows(), d_output.cols());
  if (options.norm == NormPlace::kPre) {
    sublayer(input, d_output, between);
    layer_norm_gradient<S>(norm, cache.norm, between, gradients, d_x);
    if (d_x.wanted()) {
      d_x += d_output;
    }
  } else {
    layer_norm_gradient<S>(norm, cache.norm, d_output, gradients, between);
    sublayer(input, between, d_x);
    if (d_x.wanted()) {
      d_x += between;
    }
  }
}

/// Adds the gradients of layer `i`.
template <std::floating_point S>
void layer_gradient(const LayerStack<S>& stack, std::size_t i, const MatrixIn<S>& x,
                    const MatrixIn<S>& memory, const MatrixIn<S>& d_output,
                    const LayerParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x,
                    MatrixOut<S> d_memory, MatrixOut<S> d_cross_queries) {
  const LayerParameters<Parameter<S>>& parameters = stack.layers[i];
  const LayerOptions& options = stack.options;
  const LayerMasks& masks = stack.masks;
  const LayerCache<S>& cache = stack.caches[i];
  const Matrix<S>& after_attention = cache.after_attention.output(options.norm);
  const Matrix<S>& words =
      parameters.has_cross ? cache.after_cross.output(options.norm) : after_attention;
  Matrix<S> d_words = Matrix<S>::Zero(x.rows(), x.cols());
  residual_gradient<S>(
      words, parameters.feed_forward_norm, options, cache.after_feed_forward, d_output,
      gradients.feed_forward_norm, d_words,
      [&](const MatrixIn<S>& input, const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        feed_forward_gradient<S>(input, parameters.feed_forward, options.activation,
                                 cache.feed_forward, d_result, gradients.feed_forward, d_input);
      });
  if (parameters.has_cross) {
    Matrix<S> d_after_attention = Matrix<S>::Zero(x.rows(), x.cols());
    residual_gradient<S>(
        after_attention, parameters.cross_norm, options, cache.after_cross, d_words,
        gradients.cross_norm, d_after_attention,
        [&](const MatrixIn<S>& input, const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
          multi_head_attention_gradient<S>(input, memory, parameters.cross, options.heads,
                                           masks.cross, cache.cross, d_result, gradients.cross,
                                           d_input, d_memory, d_cross_queries);
        });
    d_words.swap(d_after_attention);
  }
  residual_gradient<S>(
      x, parameters.attention_norm, options, cache.after_attention, d_words,
      gradients.attention_norm, d_x,
      [&](const MatrixIn<S>& input, const MatrixIn<S>& d_result, MatrixOut<S> d_input) {
        multi_head_attention_gradient<S>(input, input, parameters.attention, options.heads,
                                         masks.attention, cache.attention, d_result,
                                         gradients.attention, d_input, d_input);
      });
}

}  // namespace

template <std::floating_point S>
const Matrix<S>& LayerStack<S>::output_of(std::size_t i) const {
  check::fit(i < caches.size() && caches[i].output(options.norm).size() > 0,
             {"The layers have computed nothing; forward must be called first."});
  return caches[i].output(options.norm);
}

template <std::floating_point S>
void LayerStack<S>::pass(std::size_t i, const MatrixIn<S>& x, const MatrixIn<S>& memory,
                         const LayerSquares<S>& squares) {
  check::within("layer", static_cast<Index>(i), 0, std::ssize(layers) - 1);
  caches.resize(layers.size());
  const auto layer = named(layers[i]);
  LayerCache<S>& cache = caches[i];
  residual<S>(input_of(i, x), layer.attention_norm, options, cache.after_attention,
              cache.attention.output, [&](const MatrixIn<S>& input) {
                multi_head_attention<S>(input, input, layer.attention, options.heads,
                                        masks.attention, cache.attention, squares.attention);
              });
  const Matrix<S>* words = &cache.after_attention.output(options.norm);
  if (layer.has_cross) {
    residual<S>(*words, layer.cross_norm, options, cache.after_cross, cache.cross.output,
                [&](const MatrixIn<S>& input) {
                  multi_head_attention<S>(input, memory, layer.cross, options.heads, masks.cross,
                                          cache.cross, squares.cross);
                });
    words = &cache.after_cross.output(options.norm);
  }
  residual<S>(*words, layer.feed_forward_norm, options, cache.after_feed_forward,
              cache.feed_forward.output, [&](const MatrixIn<S>& input) {
                feed_forward<S>(input, layer.feed_forward, options.activation, cache.feed_forward);
              });
}

template <std::floating_point S>
const Matrix<S>& LayerStack<S>::forward(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                                        std::span<const LayerSquares<S>> squares) {
  check::not_empty_list("layers", layers.size(), "at least one layer");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    try {
      pass(i, x, memory, i < squares.size() ? squares[i] : LayerSquares<S>{});
    } catch (const Error& error) {
      throw Error(error.code(), {"layers[", i, "]: ", error.what()});
    }
  }
  return output();
}

template <std::floating_point S>
void LayerStack<S>::backward(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                             const MatrixIn<S>& d_output,
                             std::span<const LayerParameters<MatrixOut<S>>> gradients,
                             MatrixOut<S> d_x, MatrixOut<S> d_memory,
                             MatrixOut<S> d_cross_queries) const {
  check::has_shape("dOutput", d_output, output().rows(), output().cols(),
                   "it must have the shape of the output,");
  check_as_many_layers("the gradients", gradients.size());
  check::has_shape("x", x, d_output.rows(), d_output.cols(), check::kAfterThisPass);
  check::result("the gradient of x", d_x, x.rows(), x.cols());
  Matrix<S> upstream = d_output;
  for (std::size_t i = layers.size(); i-- > 0;) {
    Matrix<S> d_input = Matrix<S>::Zero(x.rows(), x.cols());
    layer_gradient<S>(*this, i, input_of(i, x), memory, upstream, gradients[i], d_input, d_memory,
                      i + 1 == layers.size() ? d_cross_queries : MatrixOut<S>{});
    upstream.swap(d_input);
  }
  if (d_x.wanted()) {
    d_x += upstream;
  }
}

template <std::floating_point S>
void LayerStack<S>::clip(double most,
                         std::span<const LayerParameters<MatrixOut<S>>> parameters) const {
  check_as_many_layers("the parameters", parameters.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    clip_scores<S>(most, caches[i].attention, true, options.heads, masks.attention,
                   parameters[i].attention);
    if (layers[i].has_cross) {
      clip_scores<S>(most, caches[i].cross, false, options.heads, masks.cross, parameters[i].cross);
    }
  }
}

template <std::floating_point S>
void LayerStack<S>::check_as_many_layers(std::string_view name, std::size_t size) const {
  check::same_size("the layers", std::ssize(layers), "the caches of the last pass",
                   std::ssize(caches));
  check::same_size("the layers", std::ssize(layers), name, static_cast<Index>(size));
}

template struct LayerStack<double>;
template struct LayerStack<float>;

template <std::floating_point S>
void draw_parameter(RandomState& state, Initialisation initialisation, const ParameterKind& kind,
                    MatrixOut<S> parameter) {
  switch (kind.role) {
    case ParameterRole::kAttentionBias:
    case ParameterRole::kHiddenBias:
    case ParameterRole::kOutputBias:
    case ParameterRole::kShift:
      parameter.setZero();
      return;
    case ParameterRole::kGain:
      parameter.setOnes();
      return;
    default:
      break;
  }
  check::not_empty(kind.name, parameter.rows(), parameter.cols());
  Matrix<double> draws(parameter.rows(), parameter.cols());
  if (kind.role == ParameterRole::kEmbedding) {
    state.normal(entries_of(draws));
  } else if (initialisation == Initialisation::kNormal) {
    state.normal(entries_of(draws), 0, 0.02);
  } else {
    const bool projection = kind.role == ParameterRole::kQueries ||
                            kind.role == ParameterRole::kKeys ||
                            kind.role == ParameterRole::kValues;
    const bool packed = projection && initialisation == Initialisation::kPacked;
    const Index rows = packed ? 3 * parameter.rows() : parameter.rows();
    const double std = std::sqrt(2.0 / static_cast<double>(rows + parameter.cols()));
    draw_entries(state, EntryLaw::kUniform, std, entries_of(draws));
  }
  parameter.noalias() = draws.cast<S>();
}

std::pair<Index, Index> parameter_shape(ParameterRole role, Index d, Index f) {
  constexpr Index kMost = std::numeric_limits<Index>::max();
  check::within("dim", d, 1, kMost);
  check::within("hidden", f, 1, kMost);
  switch (role) {
    case ParameterRole::kHidden:
      return {d, f};
    case ParameterRole::kOutput:
      return {f, d};
    case ParameterRole::kHiddenBias:
      return {1, f};
    case ParameterRole::kOutputBias:
    case ParameterRole::kGain:
    case ParameterRole::kShift:
      return {1, d};
    case ParameterRole::kAttentionBias:
      return {0, 0};
    default:
      return {d, d};
  }
}

template <std::floating_point S>
LayerParameters<Matrix<S>> draw_layer(RandomState& state, Initialisation initialisation, Index d,
                                      Index f, bool has_cross) {
  LayerParameters<Matrix<S>> layer{.has_cross = has_cross};
  layer.each([&](const ParameterKind& kind, Matrix<S>& parameter) {
    if (kind.role != ParameterRole::kHiddenBias && kind.role != ParameterRole::kOutputBias) {
      const auto [rows, cols] = parameter_shape(kind.role, d, f);
      parameter.resize(rows, cols);
      draw_parameter<S>(state, initialisation, kind, parameter);
    }
  });
  return layer;
}

ATTENTION_SCALE_INSTANTIATE(draw_parameter);
ATTENTION_SCALE_INSTANTIATE(draw_layer);

Matrix<double> positions(Index rows, Index cols) {
  check::not_empty("the positions", rows, cols);
  Matrix<double> result(rows, cols);
  for (Index col = 0; col < cols; ++col) {
    const double share = static_cast<double>(col - col % 2) / static_cast<double>(cols);
    const double wavelength = std::pow(10000.0, share);
    for (Index row = 0; row < rows; ++row) {
      const double angle = static_cast<double>(row) / wavelength;
      result(row, col) = col % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return result;
}

}  // namespace attention_scale
