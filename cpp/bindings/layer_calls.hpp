/// \file The calls about layers: multi-head attention, a stack of layers of the encoder or of the
/// decoder, their gradients, positions, and the experiment on depth. The parameters of layers are
/// lists of arrays, in the order of each(); a bias that is absent has no entries.
#pragma once

#include "attention_calls.hpp"
#include "attention_scale/experiments/depth_sampling.hpp"
#include "attention_scale/layers/transformer.hpp"
#include "experiment_calls.hpp"
#include "kernels/gemm.hpp"
#include "training_calls.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using Heads = Number<"heads", Index>;
/// The three rules of a mask; a matrix has 1 where the key takes part.
using PaddingList = List<"padding", std::uint8_t>;
using MemoryMask = Input<"memoryMask", std::uint8_t>;
using MemoryPadding = List<"memoryPadding", std::uint8_t>;

inline void set_mask(SequenceMask& mask, const ArrayView<std::uint8_t>& matrix,
                     const ArrayView<std::uint8_t>& padding) {
  if (matrix.given()) {
    mask.matrix = matrix.matrix().cast<bool>();
  }
  if (padding.given()) {
    mask.padding = padding.matrix().cast<bool>();
  }
}

/// Memory for the squares of each head, [h·n×m] each.
template <typename S>
HeadSquares<S> squares_of(Index heads, Index n, Index m) {
  check::within("heads", heads, 1, kMostEntries);
  const Index rows = check::checked_count("the rows of the scores", {heads, n});
  check_size("scores", rows, m, 3 * sizeof(S));
  const auto take = [&] {
    const auto bytes = static_cast<std::size_t>(rows * m) * sizeof(S);
    return MatrixOut<S>(reinterpret_cast<S*>(result_memory().take(bytes)), rows, m);
  };
  return {.scores = take(), .logits = take(), .weights = take()};
}

/// Puts the squares of each head, and its columns of what the heads have side by side. Heads that
/// share keys and values have them each.
template <typename S, typename Matrices>
void put_heads(const Matrices& results, std::size_t& next, Index heads, Index key_heads,
               const HeadSquares<S>& squares, const MultiHeadCache<S>& cache) {
  for (Index head = 0; head < heads; ++head) {
    for (const auto* square : {&squares.scores, &squares.logits, &squares.weights}) {
      const Index n = square->rows() / heads;
      results[next].refer(square->row_data(head * n), n, square->cols());
      ++next;
    }
    const auto put = [&](const Matrix<S>& all, Index of_heads) {
      const Index width = all.cols() / of_heads;
      results[next].put(all.middleCols(head * of_heads / heads * width, width));
      ++next;
    };
    put(cache.queries, heads);
    put(cache.keys, key_heads);
    put(cache.values, key_heads);
    put(cache.concatenated, heads);
  }
}

/// The arrays from number `next` on as the parameters of `layer`.
template <typename S, typename Layer>
Layer parameters_of(const Inputs<"parameters", S>& arrays, std::size_t& next, Layer layer) {
  layer.each([&](const ParameterKind&, Parameter<S>& parameter) {
    const ArrayView<S> view = arrays[next];
    parameter = Parameter<S>(view.data(), view.rows(), view.cols());
    ++next;
  });
  return layer;
}

/// Zeros, to which the core adds, of the shape of an argument.
template <typename S>
MatrixOut<S> zeros(const Result<S>& result, const ArrayView<S>& like) {
  MatrixOut<S> matrix = result.make(like.rows(), like.cols());
  matrix.setZero();
  return matrix;
}

/// Memory for the gradients of the parameters that are given.
template <typename S, typename Layer>
Layer gradients_of(const Inputs<"parameters", S>& arrays, const Outputs<"gradients", S>& results,
                   std::size_t& next, Layer layer) {
  layer.each([&](const ParameterKind&, MatrixOut<S>& gradient) {
    const ArrayView<S> view = arrays[next];
    if (view.size() > 0) {
      gradient.rebind(zeros(results[next], view));
    }
    ++next;
  });
  return layer;
}

/// No result of finite arguments is infinite: the gradients of the core are not checked there,
/// where a training loop would pay for it.
template <std::floating_point S, typename Layer>
void check_gradients(Layer& gradients) {
  gradients.each([&](const ParameterKind&, MatrixOut<S>& gradient) {
    check::no_overflow<S>("the gradient of the layer", gradient);
  });
}

template <typename S>
void check_upstream(const ArrayView<S>& d_output, Index rows, Index cols) {
  check::has_shape("dOutput", d_output.matrix(), rows, cols,
                   "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output.matrix());
}

/// `context` is not given for self-attention. Where dOutput is given, also the gradients.
template <typename S>
void multi_head_attention(Input<"x", S> x, Input<"context", S> context,
                          Inputs<"parameters", S> parameters, Input<"dOutput", S> d_output,
                          Heads heads, Number<"keyHeads="> key_heads, Scale scale,
                          CausalCorner causal, MaskMatrix mask, PaddingList padding, Bias bias,
                          Rule rule, List<"sinks"> sinks, Outputs<"heads", S> of_heads,
                          Output<"concatenated", S> concatenated, Output<"output", S> output,
                          Outputs<"gradients", S> gradients, Output<"x", S> d_x,
                          Output<"context", S> d_context, Output<"bias", S> d_bias,
                          Output<"sink", S> d_sink) {
  const bool self = !context.given();
  const ArrayView<S>& others = self ? static_cast<const ArrayView<S>&>(x) : context;
  Matrix<double> memory;
  HeadOptions options{.heads = heads, .scale = scale, .rule = with_bias(rule, bias, memory)};
  if (!std::isnan(key_heads)) {
    options.key_heads = converted<Index>("keyHeads", key_heads);
  }
  if (sinks.given()) {
    check::not_empty_list("sink", sinks.span().size());
    options.sinks.assign(sinks.span().begin(), sinks.span().end());
  }
  SequenceMask rules{.causal = causal, .names = {self ? "x" : "context", "mask", "padding"}};
  set_mask(rules, mask, padding);
  std::size_t next = 0;
  const auto layer = named(parameters_of<S>(parameters, next, AttentionParameters<Parameter<S>>{}));
  next = 0;
  MultiHeadCache<S> cache;
  const HeadSquares<S> squares =
      of_heads.wanted() ? squares_of<S>(heads, x.rows(), others.rows()) : HeadSquares<S>{};
  attention_scale::multi_head_attention<S>(x, others, layer, options, rules, cache, squares);
  if (of_heads.wanted()) {
    of_heads.begin(static_cast<std::size_t>(check::checked_count("the matrices", {7, heads})));
    put_heads(of_heads, next, heads, options.key_heads.value_or(heads), squares, cache);
  }
  concatenated.put(cache.concatenated);
  output.put(cache.output);
  if (!d_output.given()) {
    return;
  }
  check_upstream<S>(d_output, cache.output.rows(), cache.output.cols());
  gradients.begin(parameters.size());
  next = 0;
  auto into = gradients_of<S>(parameters, gradients, next, AttentionParameters<MatrixOut<S>>{});
  const MatrixOut<S> of_x = zeros(d_x, x);
  const MatrixOut<S> of_context = self ? of_x : zeros(d_context, context);
  LogitGradients<S> of_logits{.bias = d_bias.make(x.rows(), others.rows())};
  of_logits.bias.setZero();
  Matrix<S> of_sinks = Matrix<S>::Zero(1, options.heads);
  of_logits.sinks.rebind(of_sinks);
  attention_scale::multi_head_attention_gradient<S>(
      x, others, layer, options, rules, cache, d_output, into, of_x, of_context, {}, of_logits);
  check::no_overflow<S>("the gradient of bias", of_logits.bias);
  check::no_overflow<S>("the gradient of sink", of_sinks);
  d_sink.put(Vector<S>(of_sinks.transpose()));
  check_gradients<S>(into);
  check::no_overflow<S>("the gradient of x", of_x);
  check::no_overflow<S>("the gradient of context", of_context);
}

/// The arrays as the parameters of so many layers, of a decoder where `cross`.
template <typename S>
std::vector<LayerParameters<Parameter<S>>> layers_of(const Inputs<"parameters", S>& parameters,
                                                     Index count, bool cross) {
  check::within("layers", count, 1, std::ssize(parameters));
  std::vector<LayerParameters<Parameter<S>>> layers(static_cast<std::size_t>(count));
  std::size_t next = 0;
  for (auto& layer : layers) {
    layer = parameters_of<S>(parameters, next, LayerParameters<Parameter<S>>{.has_cross = cross});
  }
  return layers;
}

/// Layers whose parameters stay in the engine's memory: matrices packed for products, lists as they
/// are.
template <typename S>
struct HeldLayers {
  std::vector<Vector<S>> memory;
  std::vector<LayerParameters<Parameter<S>>> layers;
};

/// The layers that are held, by the address of their first parameter.
template <typename S>
std::map<Address, HeldLayers<S>>& held_layers() {
  static std::map<Address, HeldLayers<S>> held;
  return held;
}

using LayerCount = Number<"layers", Index>;
using NormMember = Member<"norm=0(post|pre)", &LayerOptions::norm>;
using ActivationMember = Member<"activation=0(relu|gelu)", &LayerOptions::activation>;

template <typename S>
void hold_layers(Inputs<"parameters", S> parameters, LayerCount count, Number<"cross", bool> cross,
                 Output<"result"> address) {
  HeldLayers<S> held{.memory = {}, .layers = layers_of<S>(parameters, count, cross)};
  for (std::size_t i = 0; i < held.layers.size(); ++i) {
    held.layers[i].each([&](const ParameterKind& kind, Parameter<S>& parameter) {
      if (parameter.given()) {
        const auto matrix = parameter.matrix();
        const bool packed = matrix.rows() > 1;
        check::finite<S>("layers[" + std::to_string(i) + "]." + kind.name, matrix);
        held.memory.push_back(packed ? simd::pack_right<S>(matrix) : Vector<S>(matrix.transpose()));
        parameter = Parameter<S>(held.memory.back().data(), matrix.rows(), matrix.cols(), packed);
      }
    });
  }
  check::not_empty_list("the parameters of the layers", held.memory.size(), "at least one matrix");
  const auto place = reinterpret_cast<Address>(held.memory.front().data());
  held_layers<S>().emplace(place, std::move(held));
  address.put(static_cast<double>(place));
}

/// Frees what hold_layers() returned, in whichever precision it is.
inline void release_layers(Number<"address", Address> address) {
  held_layers<double>().erase(address);
  held_layers<float>().erase(address);
}

/// The output of the last layer, and all matrices of each layer: those of its attention, of its
/// cross-attention, and sums, normalisations and the feed-forward network. Where dOutput is given,
/// the gradients. The layers are a decoder's where a memory is
/// given; `held`: what hold_layers() returned for them, or 0.
template <typename S>
void stack(Input<"x", S> x, Input<"memory", S> memory, Inputs<"parameters", S> parameters,
           Input<"dOutput", S> d_output, LayerCount count, Number<"held", Address> held,
           Heads heads, Scale scale, Causal causal, MaskMatrix mask, PaddingList padding,
           MemoryMask memory_mask, MemoryPadding memory_padding,
           Struct<LayerOptions, NormMember, ActivationMember,
                  Member<"epsilon=1e-5", &LayerOptions::epsilon>>
               options,
           Outputs<"layers", S> of_layers, Output<"output", S> output,
           Outputs<"gradients", S> gradients, Output<"x", S> d_x, Output<"memory", S> d_memory) {
  const bool cross = memory.given();
  const auto layers =
      held == 0 ? layers_of<S>(parameters, count, cross) : held_layers<S>().at(held).layers;
  LayerStack<S> stack{.layers = layers, .options = options};
  stack.options.heads = {.heads = heads, .scale = scale};
  stack.masks.attention.causal = causal ? CausalMask::kUpperLeft : CausalMask::kNone;
  set_mask(stack.masks.attention, mask, padding);
  set_mask(stack.masks.cross, memory_mask, memory_padding);
  std::vector<LayerSquares<S>> squares;
  while (of_layers.wanted() && squares.size() < layers.size()) {
    squares.push_back(
        {.attention = squares_of<S>(heads, x.rows(), x.rows()),
         .cross = cross ? squares_of<S>(heads, x.rows(), memory.rows()) : HeadSquares<S>{}});
  }
  output.put(stack.forward(x, memory, squares));
  std::size_t next = 0;
  const std::int64_t matrices_of_heads = std::int64_t{cross ? 14 : 7} * heads;
  const std::int64_t other_matrices = cross ? 12 : 8;
  of_layers.begin(static_cast<std::size_t>(check::checked_count(
      "the matrices of the layers", {std::ssize(squares), matrices_of_heads + other_matrices})));
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto put = [&](const Matrix<S>& matrix) {
      of_layers[next].put(matrix);
      ++next;
    };
    const auto put_attention = [&](const HeadSquares<S>& of_heads,
                                   const MultiHeadCache<S>& attention) {
      put_heads(of_layers, next, heads, heads, of_heads, attention);
      put(attention.concatenated);
      put(attention.output);
    };
    const auto put_sum = [&](const ResidualCache<S>& residual) {
      put(residual.sum);
      put(residual.norm.output);
    };
    const LayerCache<S>& cache = stack.caches[i];
    put_attention(squares[i].attention, cache.attention);
    if (cross) {
      put_attention(squares[i].cross, cache.cross);
    }
    put_sum(cache.after_attention);
    if (cross) {
      put_sum(cache.after_cross);
    }
    put(cache.feed_forward.hidden);
    put(cache.feed_forward.output);
    put_sum(cache.after_feed_forward);
  }
  if (!d_output.given()) {
    return;
  }
  check_upstream<S>(d_output, x.rows(), x.cols());
  gradients.begin(parameters.size());
  std::vector<LayerParameters<MatrixOut<S>>> into;
  next = 0;
  while (into.size() < layers.size()) {
    into.push_back(gradients_of<S>(parameters, gradients, next,
                                   LayerParameters<MatrixOut<S>>{.has_cross = cross}));
  }
  const MatrixOut<S> of_words = zeros(d_x, x);
  const MatrixOut<S> of_memory = zeros(d_memory, memory);
  stack.backward(x, memory, d_output, into, of_words, of_memory);
  for (auto& layer : into) {
    check_gradients<S>(layer);
  }
  check::no_overflow<S>("the gradient of x", of_words);
  check::no_overflow<S>("the gradient of memory", of_memory);
}

/// Positions of so many rows and columns, or those of `x` added to it.
inline void positions(Input<"x"> x, Number<"rows", Index> rows, Number<"cols", Index> cols,
                      Output<"result"> result) {
  if (x.given()) {
    check::finite<double>("x", x.matrix());
    result.put(Matrix<double>(x.matrix() + attention_scale::positions(x.rows(), x.cols())));
    return;
  }
  result.check_shape(rows, cols);
  result.put(attention_scale::positions(rows, cols));
}

/// The parameters of a layer in the order of each(), biases without entries. The stream is that of
/// randomNormal. W^Q is multiplied by `queryFactor`, any number whose product is finite.
inline void draw_layer(Seeds seeds, Dim dim, Hidden hidden, InitialisationName initialisation,
                       Number<"queryFactor=1"> query_factor, Number<"cross!", bool> cross,
                       Outputs<"parameters"> parameters) {
  const Index d = dim;
  const Index f = hidden_of(hidden, d);
  check::within("dim", d, 1, kMostEntries);
  check::within("hidden", f, 1, kMostEntries);
  check_size("the result", d, std::max(d, f));
  RandomState state = random_state(seeds);
  auto layer = attention_scale::draw_layer<double>(state, initialisation, d, f, cross);
  layer.attention.wq *= query_factor;
  check::no_overflow<double>("queryFactor·wq", layer.attention.wq);
  parameters.begin(cross ? 26 : 16);
  std::size_t next = 0;
  layer.each([&](const ParameterKind&, const Matrix<double>& parameter) {
    parameters[next].put(parameter);
    ++next;
  });
}

/// Each result [draws×layers].
template <typename S>
void sample_depth(
    Input<"x", S> x, Seed seed, Number<"layers", Index> layers, Hidden hidden,
    InitialisationName initialisation, Heads heads, Scale scale,
    Struct<LayerOptions, NormMember, ActivationMember> layer, From from, Count count,
    Results<Member<"spread", &DepthDraws<S>::spread>, Member<"entropy", &DepthDraws<S>::entropy>,
            Member<"peak", &DepthDraws<S>::peak>, Member<"gradient", &DepthDraws<S>::gradient>>
        results) {
  DepthSamplingOptions options{.seed = seed, .layers = layers};
  options.hidden = hidden_of(hidden, std::max<Index>(1, x.cols()));
  options.initialisation = initialisation;
  options.layer = layer;
  options.layer.heads = {.heads = heads, .scale = scale};
  results.put(attention_scale::sample_depth<S>(x, options, from, draws_of(count)));
}

}  // namespace attention_scale::bindings
