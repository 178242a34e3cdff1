/// \file The calls about layers: multi-head attention, a stack of layers of the encoder or of the
/// decoder, their gradients, positions, and the experiment on depth. The parameters of layers are
/// lists of arrays, in the order of each(); a bias that is absent has no entries.
#pragma once

#include "attention_calls.hpp"
#include "attention_scale/experiments/depth_sampling.hpp"
#include "attention_scale/layers/positions.hpp"
#include "attention_scale/layers/transformer.hpp"
#include "date_calls.hpp"
#include "kernels/gemm.hpp"
#include "sampling_calls.hpp"

#include <map>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using Heads = Number<"heads", Index>;
/// The three rules of a mask; a matrix has 1 where the key takes part.
using PaddingList = List<"padding", std::uint8_t>;
using MemoryMask = Input<"memoryMask", std::uint8_t>;
using MemoryPadding = List<"memoryPadding", std::uint8_t>;
using NormName = Number<"norm=0(post|pre)", NormPlace>;
using ActivationName = Number<"activation=0(relu|gelu)", Activation>;
using Epsilon = Number<"epsilon=1e-5">;

inline SequenceMask sequence_mask(bool causal, const ArrayView<std::uint8_t>& matrix,
                                  const ArrayView<std::uint8_t>& padding) {
  SequenceMask mask{.causal = causal};
  if (matrix.given()) {
    mask.matrix = matrix.matrix().cast<bool>();
  }
  if (padding.given()) {
    mask.padding = padding.matrix().cast<bool>();
  }
  return mask;
}

/// Memory for the squares of each head, [h·n×m] each.
template <typename S>
HeadSquares<S> squares_of(const Outputs<"results", S>& results, std::size_t first, Index heads,
                          Index n, Index m) {
  check::within("heads", heads, 1, kMostEntries);
  check_size("scores", std::int64_t{heads} * n, m, 3 * sizeof(S));
  return {.scores = results[first].make(heads * n, m),
          .logits = results[first + 1].make(heads * n, m),
          .weights = results[first + 2].make(heads * n, m)};
}

/// Behind the squares; returns the number of the next result.
template <typename S>
std::size_t put_all(const Outputs<"results", S>& results, std::size_t next,
                    std::initializer_list<const Matrix<S>*> matrices) {
  for (const Matrix<S>* matrix : matrices) {
    results[next++].put(*matrix);
  }
  return next;
}

template <typename S>
std::size_t put_attention(const Outputs<"results", S>& results, std::size_t first,
                          const MultiHeadCache<S>& cache) {
  return put_all<S>(
      results, first + 3,
      {&cache.queries, &cache.keys, &cache.values, &cache.concatenated, &cache.output});
}

/// The arrays from number `next` on as the parameters of `layer`. `held`: they are in memory of
/// hold_parameter().
template <typename S, typename Layer>
Layer parameters_of(const Inputs<"parameters", S>& arrays, std::size_t& next, Layer layer,
                    bool held = false) {
  layer.each([&](const char*, Parameter<S>& parameter) {
    const ArrayView<S> view = arrays[next++];
    parameter = Parameter<S>(view.data(), view.rows(), view.cols(), held && view.rows() > 1);
  });
  return layer;
}

/// Zeros, to which the core adds, of the shape of an argument.
template <typename S>
MatrixOut<S> zeros(const Room<S>& room, const ArrayView<S>& like) {
  MatrixOut<S> matrix = room.make(like.rows(), like.cols());
  matrix.setZero();
  return matrix;
}

/// Memory for the gradients of the parameters that are given.
template <typename S, typename Layer>
Layer gradients_of(const Inputs<"parameters", S>& arrays, const Outputs<"gradients", S>& results,
                   std::size_t& next, Layer layer) {
  layer.each([&](const char*, MatrixOut<S>& gradient) {
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
  gradients.each([&](const char*, MatrixOut<S>& gradient) {
    check::no_overflow<S>("the gradient of the layer", gradient);
  });
}

template <typename S>
void check_upstream(const ArrayView<S>& d_output, Index rows, Index cols) {
  check::has_shape("dOutput", d_output.matrix(), rows, cols,
                   "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output.matrix());
}

/// Calls `run`. Before the sentence of an error stands the number of the layer.
template <typename Run>
void in_layer(std::size_t i, Run run) {
  try {
    run();
  } catch (const Error& error) {
    throw Error(error.code(), {"layers[", std::to_string(i), "]: ", error.what()});
  }
}

/// `context` is not given for self-attention.
template <typename S>
void multi_head_attention(Input<"x", S> x, Input<"context", S> context,
                          Inputs<"parameters", S> parameters, Heads heads, Scale scale,
                          Causal causal, MaskMatrix mask, PaddingList padding,
                          Outputs<"results", S> results) {
  const bool self = !context.given();
  const ArrayView<S>& others = self ? static_cast<const ArrayView<S>&>(x) : context;
  MultiHeadCache<S> cache;
  AttentionNames names;
  names.context = self ? names.x : names.context;
  std::size_t next = 0;
  results.begin(8);
  attention_scale::multi_head_attention<S>(
      x.matrix(), others.matrix(),
      parameters_of<S>(parameters, next, AttentionParameters<Parameter<S>>{}),
      {.heads = heads, .scale = scale}, sequence_mask(causal, mask, padding), cache,
      squares_of(results, 0, heads, x.rows(), others.rows()), names);
  put_attention(results, 0, cache);
}

template <typename S>
void multi_head_attention_gradient(Input<"x", S> x, Input<"context", S> context,
                                   Inputs<"parameters", S> parameters, Input<"dOutput", S> d_output,
                                   Heads heads, Scale scale, Causal causal, MaskMatrix mask,
                                   PaddingList padding, Outputs<"gradients", S> gradients,
                                   Output<"x", S> d_x, Output<"context", S> d_context) {
  const bool self = !context.given();
  const ArrayView<S>& others = self ? static_cast<const ArrayView<S>&>(x) : context;
  std::size_t next = 0;
  const auto layer = parameters_of<S>(parameters, next, AttentionParameters<Parameter<S>>{});
  const HeadOptions options{.heads = heads, .scale = scale};
  const SequenceMask rules = sequence_mask(causal, mask, padding);
  MultiHeadCache<S> cache;
  attention_scale::multi_head_attention<S>(x.matrix(), others.matrix(), layer, options, rules,
                                           cache);
  check_upstream<S>(d_output, cache.output.rows(), cache.output.cols());
  next = 0;
  gradients.begin(parameters.size());
  auto into = gradients_of<S>(parameters, gradients, next, AttentionParameters<MatrixOut<S>>{});
  const MatrixOut<S> words = zeros(d_x, x);
  const MatrixOut<S> rest = self ? words : zeros(d_context, context);
  attention_scale::multi_head_attention_gradient<S>(x.matrix(), others.matrix(), layer, options,
                                                    rules, cache, d_output.matrix(), into, words,
                                                    rest);
  check_gradients<S>(into);
  check::no_overflow<S>("the gradient of x", words);
  check::no_overflow<S>("the gradient of context", rest);
}

/// The output of the last layer. With `every`, before it all matrices of each layer: those of its
/// attention, of its cross-attention, and sums, normalisations and the feed-forward network. Where
/// dOutput is given, the gradients in their place. The layers are a decoder's where a memory is
/// given; `held`: their parameters are in memory of hold_parameter().
template <typename S>
void stack(Input<"x", S> x, Input<"memory", S> memory, Inputs<"parameters", S> parameters,
           Input<"dOutput", S> d_output, Number<"layers", Index> count, Number<"held", bool> held,
           Heads heads, Scale scale, Causal causal, MaskMatrix mask, PaddingList padding,
           MemoryMask memory_mask, MemoryPadding memory_padding, NormName norm,
           ActivationName activation, Epsilon epsilon, Number<"every", bool> every,
           Outputs<"results", S> results, Outputs<"gradients", S> gradients, Output<"x", S> d_x,
           Output<"memory", S> d_memory) {
  const LayerOptions options{.heads = {.heads = heads, .scale = scale},
                             .norm = norm,
                             .activation = activation,
                             .epsilon = epsilon};
  const LayerMasks masks{.own = sequence_mask(causal, mask, padding),
                         .memory = sequence_mask(false, memory_mask, memory_padding)};
  const bool cross = memory.given();
  const bool backward = d_output.given();
  check::within("layers", count, 1, static_cast<Index>(parameters.size()));
  std::vector<LayerParameters<Parameter<S>>> layers(static_cast<std::size_t>(Index{count}));
  std::size_t next = 0;
  for (auto& layer : layers) {
    layer =
        parameters_of<S>(parameters, next, LayerParameters<Parameter<S>>{.has_cross = cross}, held);
  }
  const auto squares = [&](bool wanted, std::size_t first, Index m) {
    return wanted ? squares_of(results, first, heads, x.rows(), m) : HeadSquares<S>{};
  };

  results.begin((every ? (cross ? 24 : 14) : 0) * layers.size() + 1);
  next = 0;
  std::vector<LayerCache<S>> caches(backward ? layers.size() : 1);
  Matrix<S> words = x.matrix();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    LayerCache<S>& cache = caches[backward ? i : 0];
    in_layer(i, [&] {
      transformer_layer<S>(words, memory.matrix(), layers[i], options, masks, cache,
                           {.own = squares(every, next, x.rows()),
                            .memory = squares(every && cross, next + 8, memory.rows())});
    });
    words = cache.output(norm);
    if (!every) {
      continue;
    }
    next = put_attention(results, next, cache.attention);
    if (cross) {
      next = put_attention(results, next, cache.cross);
    }
    next =
        put_all<S>(results, next, {&cache.after_attention.sum, &cache.after_attention.norm.output});
    if (cross) {
      next = put_all<S>(results, next, {&cache.after_cross.sum, &cache.after_cross.norm.output});
    }
    next = put_all<S>(results, next,
                      {&cache.feed_forward.hidden, &cache.feed_forward.output,
                       &cache.after_feed_forward.sum, &cache.after_feed_forward.norm.output});
  }
  results[next].put(words);
  if (!backward) {
    return;
  }

  check_upstream<S>(d_output, x.rows(), x.cols());
  gradients.begin(parameters.size());
  const MatrixOut<S> of_memory = cross ? zeros(d_memory, memory) : MatrixOut<S>();
  Matrix<S> upstream = d_output.matrix();
  // The gradients of a layer are cleared and checked beside its pass, while they are in the cache.
  for (std::size_t i = layers.size(); i-- > 0;) {
    next = i * (parameters.size() / layers.size());
    auto into = gradients_of<S>(parameters, gradients, next,
                                LayerParameters<MatrixOut<S>>{.has_cross = cross});
    Matrix<S> d_input = Matrix<S>::Zero(x.rows(), x.cols());
    transformer_layer_gradient<S>(i > 0 ? MatrixIn<S>(caches[i - 1].output(norm)) : x.matrix(),
                                  memory.matrix(), layers[i], options, masks, caches[i], upstream,
                                  into, d_input, of_memory);
    check_gradients<S>(into);
    upstream.swap(d_input);
  }
  check::no_overflow<S>("the gradient of x", upstream);
  check::no_overflow<S>("the gradient of memory", of_memory);
  d_x.put(upstream);
}

/// Copies of parameters that stay in the engine's memory, by their address: matrices packed for
/// products, lists as they are.
template <typename S>
std::map<Address, Vector<S>>& held_parameters() {
  static std::map<Address, Vector<S>> held;
  return held;
}

template <typename S>
void hold_parameter(Input<"parameter", S> parameter, Output<"address"> address) {
  const auto matrix = parameter.matrix();
  check::finite<S>("the parameter", matrix);
  Vector<S> copy = matrix.rows() > 1 ? simd::pack_right<S>(matrix) : Vector<S>(parameter.vector());
  const auto place = reinterpret_cast<Address>(copy.data());
  held_parameters<S>().emplace(place, std::move(copy));
  address.put(static_cast<double>(place));
}

/// Frees what hold_parameter() returned, in whichever precision it is.
inline void release_parameter(Number<"address", Address> address) {
  held_parameters<double>().erase(address);
  held_parameters<float>().erase(address);
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

/// The matrices of a layer: wq, wk, wv, wo, with `cross` cq, ck, cv, co, then w1 and w2. The stream
/// is that of randomNormal. W^Q is multiplied by `queryFactor`, any number whose product is finite.
inline void draw_layer(Seeds seeds, Dim dim, Hidden hidden, InitialisationName initialisation,
                       Number<"queryFactor=1"> query_factor, Number<"cross!", bool> cross,
                       Outputs<"matrices"> matrices) {
  const Index d = dim;
  const Index f = hidden_of(hidden, d);
  check::within("dim", d, 1, kMostEntries);
  check::within("hidden", f, 1, kMostEntries);
  RandomState state = random_state(seeds);
  const std::size_t squares = cross ? 8 : 4;
  matrices.begin(squares + 2);
  for (std::size_t i = 0; i < squares + 2; ++i) {
    const Room<double> room = matrices[i];
    MatrixOut<double> matrix = i < squares    ? room.make(d, d)
                               : i == squares ? room.make(d, f)
                                              : room.make(f, d);
    draw_matrix<double>(state, initialisation, i < squares && i % 4 < 3, matrix);
    if (i == 0) {
      matrix *= query_factor;
      check::no_overflow<double>("queryFactor·wq", matrix);
    }
  }
}

/// Each result [draws×layers].
template <typename S>
void sample_depth(Input<"x", S> x, Seed seed, Number<"layers", Index> layers, Hidden hidden,
                  InitialisationName initialisation, Heads heads, Scale scale, NormName norm,
                  ActivationName activation, From from, Count count,
                  ResultsOf<S, "spread", "entropy", "peak", "gradient"> results) {
  DepthSamplingOptions options{.seed = seed, .layers = layers};
  options.hidden = hidden_of(hidden, std::max<Index>(1, x.cols()));
  options.initialisation = initialisation;
  options.layer = {
      .heads = {.heads = heads, .scale = scale}, .norm = norm, .activation = activation};
  results.put(attention_scale::sample_depth<S>(x.matrix(), options, from, draws_of(count)));
}

}  // namespace attention_scale::bindings
