/// \file The calls about layers: multi-head attention, a layer of the encoder and of the decoder,
/// their gradients, positions, and the experiment on depth. A stack is one call for each layer, so
/// that the workspace holds the parameters of one alone.
///
/// The gradient of a stack calls the layers forward first, which keep what backward needs
/// (kept_layers), and then their gradients from the last layer to the first. No code of the caller
/// runs in between.
#pragma once

#include "attention_scale/experiments/depth_sampling.hpp"
#include "attention_scale/layers/positions.hpp"
#include "attention_scale/layers/transformer.hpp"
#include "field_groups.hpp"
#include "kernels/gemm.hpp"
#include "seed_fields.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using AttentionNames = Names<"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo">;
using EncoderNames = Names<"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo", "w1", "b1", "w2", "b2",
                           "gamma1", "beta1", "gamma2", "beta2">;
using DecoderNames = Names<"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo", "cq", "ck", "cv", "co",
                           "cbq", "cbk", "cbv", "cbo", "w1", "b1", "w2", "b2", "gamma1", "beta1",
                           "gamma2", "beta2", "gamma3", "beta3">;

/// The squares of the heads, [h·n×m] each, then the matrices of a MultiHeadCache.
using AttentionResults =
    Names<"scores", "logits", "weights", "queries", "keys", "values", "concatenated", "attended">;
using CrossResults = Names<"crossScores", "crossLogits", "crossWeights", "crossQueries",
                           "crossKeys", "crossValues", "crossConcatenated", "crossAttended">;
/// Residual sums, layer normalisations, and the feed-forward network.
using EncoderResults =
    Names<"added1", "normalized1", "hidden", "feedForward", "added2", "normalized2">;
using DecoderResults = Names<"added1", "normalized1", "added2", "normalized2", "hidden",
                             "feedForward", "added3", "normalized3">;

using Heads = Number<"heads", Index>;
using LayerScale = Number<"scale">;  ///< NaN: 1/√d_k
/// The three rules of a mask; a matrix has 1 where the key takes part.
using CausalRule = Number<"causal", bool>;
using MaskRule = Input<"mask", std::uint8_t>;
using PaddingRule = Input<"padding", std::uint8_t>;
using MemoryMaskRule = Input<"memoryMask", std::uint8_t>;
using MemoryPaddingRule = Input<"memoryPadding", std::uint8_t>;
using Pre = Number<"norm", NormPlace>;
using ActivationName = Number<"activation", Activation>;
using Epsilon = Number<"epsilon">;

inline HeadOptions head_options(Heads heads, LayerScale scale) {
  HeadOptions options{.heads = heads};
  if (!std::isnan(scale)) {
    options.scale = scale;
  }
  return options;
}

inline LayerOptions layer_options(Heads heads, LayerScale scale, Pre norm,
                                  ActivationName activation, Epsilon epsilon) {
  return {.heads = head_options(heads, scale),
          .norm = norm,
          .activation = activation,
          .epsilon = epsilon};
}

inline SequenceMask sequence_mask(bool causal, const ArrayView<const std::uint8_t>& matrix,
                                  const ArrayView<const std::uint8_t>& padding) {
  SequenceMask mask{.causal = causal};
  if (matrix.given()) {
    mask.matrix = matrix.matrix().cast<bool>();
  }
  if (padding.given()) {
    mask.padding = padding.matrix().cast<bool>();
  }
  return mask;
}

template <typename List, typename S>
HeadSquares<S> squares_of(const Outputs<List, S>& results) {
  return {.scores = results[0], .logits = results[1], .weights = results[2]};
}

template <typename List, typename S>
void put_attention(const Outputs<List, S>& results, const MultiHeadCache<S>& cache) {
  results.put(3, cache.queries, cache.keys, cache.values, cache.concatenated, cache.output);
}

/// Whether the parameters are in memory of hold_parameter().
using Held = Number<"held", bool>;

/// Copies of parameters that stay in the engine's memory, by their address: matrices packed for
/// products, lists as they are.
template <typename S>
std::map<Address, Vector<S>>& held_parameters() {
  static std::map<Address, Vector<S>> held;
  return held;
}

template <typename S>
void hold_parameter(Input<"parameter", S> parameter, Output<"address", std::uint32_t> address) {
  const auto matrix = parameter.matrix();
  check::finite<S>("the parameter", matrix);
  Vector<S> copy = matrix.rows() > 1
                       ? simd::pack_right(simd::Factor<S>::of(matrix), matrix.rows(), matrix.cols())
                       : Vector<S>(parameter.vector());
  const auto place = reinterpret_cast<Address>(copy.data());
  held_parameters<S>().emplace(place, std::move(copy));
  address.put({static_cast<std::uint32_t>(place)});
}

/// Frees what hold_parameter() returned, in whichever precision it is.
inline void release_parameter(Number<"address", Address> address) {
  held_parameters<double>().erase(address);
  held_parameters<float>().erase(address);
}

/// The number of a layer in a stack whose cache is kept; −1: it is not kept.
using Keep = Number<"keep", Index>;

/// What gives the shapes in a cache: the number of heads, then the rows and columns of every input.
using Shapes = std::vector<Index>;

template <typename List, typename S, typename... Arrays>
Shapes shapes_of(Index heads, const Inputs<List, S>& parameters, const Arrays&... arrays) {
  Shapes shapes{heads};
  for (const Array& parameter : parameters.arrays()) {
    shapes.insert(shapes.end(), {parameter.rows, parameter.cols});
  }
  (..., shapes.insert(shapes.end(), {arrays.rows(), arrays.cols()}));
  return shapes;
}

/// The caches of the layers of a stack with the shapes of their arguments, until their gradients
/// have been computed.
template <typename S>
std::vector<std::pair<LayerCache<S>, Shapes>>& kept_layers() {
  static std::vector<std::pair<LayerCache<S>, Shapes>> kept;
  return kept;
}

/// Layer 0 begins a new stack: one that was not finished is forgotten.
template <typename S>
void keep_layer(Index layer, LayerCache<S>&& cache, Shapes&& shapes) {
  if (layer == 0) {
    kept_layers<S>().clear();
  }
  if (layer >= 0) {
    kept_layers<S>().emplace_back(std::move(cache), std::move(shapes));
  }
}

/// The cache of the last layer whose gradient was not computed yet.
/// \throws Error(kLimit) where there is none for arguments of these shapes.
template <typename S>
LayerCache<S> take_layer(const Shapes& shapes) {
  auto& kept = kept_layers<S>();
  if (kept.empty() || kept.back().second != shapes) {
    throw Error(ErrorCode::kLimit, {"The layer was not computed forward before its gradient."});
  }
  LayerCache<S> cache = std::move(kept.back().first);
  kept.pop_back();
  return cache;
}

/// No result of finite arguments is infinite: the gradients of the core are not checked there,
/// where a training loop would pay for it.
template <std::floating_point S, typename Layer>
void check_gradients(Layer& gradients, std::initializer_list<MatrixOut<S>> inputs) {
  constexpr std::string_view kWhat = "the gradient of the layer";
  gradients.each(
      [&](const char*, MatrixOut<S>& gradient) { check::no_overflow<S>(kWhat, gradient); });
  for (const MatrixOut<S>& gradient : inputs) {
    check::no_overflow<S>(kWhat, gradient);
  }
}

/// `context` has no entries for self-attention.
template <typename S>
void multi_head_attention(Input<"x", S> x, Input<"context", S> context,
                          Inputs<AttentionNames, S> parameters, Heads heads, LayerScale scale,
                          CausalRule causal, MaskRule mask, PaddingRule padding,
                          Outputs<AttentionResults, S> results) {
  const bool self = context.size() == 0;
  MultiHeadCache<S> cache;
  attention_scale::AttentionNames names;
  names.context = self ? names.x : names.context;
  attention_scale::multi_head_attention<S>(
      x.matrix(), self ? x.matrix() : context.matrix(),
      parameters.as(AttentionParameters<Parameter<S>>{}), head_options(heads, scale),
      sequence_mask(causal, mask, padding), cache, squares_of(results), names);
  put_attention(results, cache);
}

template <typename S>
void multi_head_attention_gradient(Input<"x", S> x, Input<"context", S> context,
                                   Inputs<AttentionNames, S> parameters,
                                   Input<"dOutput", S> d_output, Heads heads, LayerScale scale,
                                   CausalRule causal, MaskRule mask, PaddingRule padding,
                                   Gradients<AttentionNames, S> gradients, Output<"dx", S> d_x,
                                   Output<"dcontext", S> d_context) {
  const bool self = context.size() == 0;
  const MatrixIn<S> words = x.matrix();
  const MatrixIn<S> others = self ? x.matrix() : context.matrix();
  const auto layer = parameters.as(AttentionParameters<Parameter<S>>{});
  const HeadOptions options = head_options(heads, scale);
  const SequenceMask rules = sequence_mask(causal, mask, padding);
  MultiHeadCache<S> cache;
  attention_scale::multi_head_attention<S>(words, others, layer, options, rules, cache);
  check::has_shape("dOutput", d_output.matrix(), cache.output.rows(), cache.output.cols(),
                   "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output.matrix());
  auto into = gradients.as(AttentionParameters<MatrixOut<S>>{}, parameters);
  d_x.check_shape(x.rows(), x.cols());
  d_x.matrix().setZero();
  if (!self) {
    d_context.check_shape(context.rows(), context.cols());
    d_context.matrix().setZero();
  }
  attention_scale::multi_head_attention_gradient<S>(words, others, layer, options, rules, cache,
                                                    d_output.matrix(), into, d_x.matrix(),
                                                    self ? d_x.matrix() : d_context.matrix());
  check_gradients<S>(into, {d_x.matrix(), self ? d_x.matrix() : d_context.matrix()});
}

/// The gradients of a layer that was computed forward with arguments of these shapes; that of the
/// memory is added to `d_memory`.
template <typename List, typename S>
void layer_gradient(Input<"x", S> x, const MatrixIn<S>& memory, Inputs<List, S> parameters,
                    bool has_cross, Input<"dOutput", S> d_output, const LayerOptions& options,
                    const LayerMasks& masks, const Shapes& shapes, Gradients<List, S> gradients,
                    Output<"dx", S> d_x, MatrixOut<S> d_memory = {}) {
  const LayerCache<S> cache = take_layer<S>(shapes);
  check::has_shape("dOutput", d_output.matrix(), x.rows(), x.cols(),
                   "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output.matrix());
  auto into = gradients.as(LayerParameters<MatrixOut<S>>{.has_cross = has_cross}, parameters);
  d_x.check_shape(x.rows(), x.cols());
  d_x.matrix().setZero();
  transformer_layer_gradient<S>(
      x.matrix(), memory, parameters.as(LayerParameters<Parameter<S>>{.has_cross = has_cross}),
      options, masks, cache, d_output.matrix(), into, d_x.matrix(), d_memory);
  check_gradients<S>(into, {d_x.matrix(), d_memory});
}

template <typename S>
void encoder_layer(Input<"x", S> x, Inputs<EncoderNames, S> parameters, Heads heads,
                   LayerScale scale, CausalRule causal, MaskRule mask, PaddingRule padding,
                   Pre norm, ActivationName activation, Epsilon epsilon, Held held, Keep keep,
                   Outputs<AttentionResults, S> attention, Outputs<EncoderResults, S> results) {
  LayerCache<S> cache;
  transformer_layer<S>(
      x.matrix(), kNoMemory<S>, parameters.as(LayerParameters<Parameter<S>>{}, held),
      layer_options(heads, scale, norm, activation, epsilon),
      {.own = sequence_mask(causal, mask, padding)}, cache, {.own = squares_of(attention)});
  put_attention(attention, cache.attention);
  results.put(0, cache.after_attention.sum, cache.after_attention.norm.output,
              cache.feed_forward.hidden, cache.feed_forward.output, cache.after_feed_forward.sum,
              cache.after_feed_forward.norm.output);
  keep_layer<S>(keep, std::move(cache), shapes_of(heads, parameters, x, mask, padding));
}

template <typename S>
void encoder_layer_gradient(Input<"x", S> x, Inputs<EncoderNames, S> parameters,
                            Input<"dOutput", S> d_output, Heads heads, LayerScale scale,
                            CausalRule causal, MaskRule mask, PaddingRule padding, Pre norm,
                            ActivationName activation, Epsilon epsilon,
                            Gradients<EncoderNames, S> gradients, Output<"dx", S> d_x) {
  layer_gradient<EncoderNames, S>(x, kNoMemory<S>, parameters, false, d_output,
                                  layer_options(heads, scale, norm, activation, epsilon),
                                  {.own = sequence_mask(causal, mask, padding)},
                                  shapes_of(heads, parameters, x, mask, padding), gradients, d_x);
}

template <typename S>
void decoder_layer(Input<"x", S> x, Input<"memory", S> memory, Inputs<DecoderNames, S> parameters,
                   Heads heads, LayerScale scale, CausalRule causal, MaskRule mask,
                   PaddingRule padding, MemoryMaskRule memory_mask,
                   MemoryPaddingRule memory_padding, Pre norm, ActivationName activation,
                   Epsilon epsilon, Held held, Keep keep, Outputs<AttentionResults, S> attention,
                   Outputs<CrossResults, S> cross, Outputs<DecoderResults, S> results) {
  LayerCache<S> cache;
  transformer_layer<S>(x.matrix(), memory.matrix(),
                       parameters.as(LayerParameters<Parameter<S>>{.has_cross = true}, held),
                       layer_options(heads, scale, norm, activation, epsilon),
                       {.own = sequence_mask(causal, mask, padding),
                        .memory = sequence_mask(false, memory_mask, memory_padding)},
                       cache, {.own = squares_of(attention), .memory = squares_of(cross)});
  put_attention(attention, cache.attention);
  put_attention(cross, cache.cross);
  results.put(0, cache.after_attention.sum, cache.after_attention.norm.output,
              cache.after_cross.sum, cache.after_cross.norm.output, cache.feed_forward.hidden,
              cache.feed_forward.output, cache.after_feed_forward.sum,
              cache.after_feed_forward.norm.output);
  keep_layer<S>(
      keep, std::move(cache),
      shapes_of(heads, parameters, x, memory, mask, padding, memory_mask, memory_padding));
}

/// `laterLayers` is ∂L/∂memory of the layers after this one, to which that of this one is added; it
/// has no entries for the last layer.
template <typename S>
void decoder_layer_gradient(Input<"x", S> x, Input<"memory", S> memory,
                            Inputs<DecoderNames, S> parameters, Input<"dOutput", S> d_output,
                            Input<"laterLayers", S> later_layers, Heads heads, LayerScale scale,
                            CausalRule causal, MaskRule mask, PaddingRule padding,
                            MemoryMaskRule memory_mask, MemoryPaddingRule memory_padding, Pre norm,
                            ActivationName activation, Epsilon epsilon,
                            Gradients<DecoderNames, S> gradients, Output<"dx", S> d_x,
                            Output<"dmemory", S> d_memory) {
  d_memory.check_shape(memory.rows(), memory.cols());
  if (later_layers.size() > 0) {
    later_layers.check_shape(memory.rows(), memory.cols());
    d_memory.matrix() = later_layers.matrix();
  } else {
    d_memory.matrix().setZero();
  }
  layer_gradient<DecoderNames, S>(
      x, memory.matrix(), parameters, true, d_output,
      layer_options(heads, scale, norm, activation, epsilon),
      {.own = sequence_mask(causal, mask, padding),
       .memory = sequence_mask(false, memory_mask, memory_padding)},
      shapes_of(heads, parameters, x, memory, mask, padding, memory_mask, memory_padding),
      gradients, d_x, d_memory.matrix());
}

/// The positions, added to `x` where it has entries.
inline void positions(Input<"x"> x, Output<"positions"> positions) {
  Matrix<double> sum = attention_scale::positions(positions.rows(), positions.cols());
  if (x.size() > 0) {
    check::finite<double>("x", x.matrix());
    x.check_shape(sum.rows(), sum.cols());
    sum += x.matrix();
  }
  positions.put(sum);
}

using DrawnNames = Names<"wq", "wk", "wv", "wo", "cq", "ck", "cv", "co", "w1", "w2">;

/// The matrices of a layer, in the order of their names; those that are not wanted are not drawn.
/// The stream is that of randomNormal. W^Q is multiplied by `queryFactor`, any number whose product
/// is finite.
inline void draw_layer(Seeds seeds, OneNumber one_number,
                       Number<"initialisation", Initialisation> initialisation,
                       Number<"queryFactor"> query_factor, Outputs<DrawnNames, double> matrices) {
  RandomState state = random_state(seeds, one_number);
  for (std::size_t i = 0; i < DrawnNames::kCount; ++i) {
    MatrixOut<double> matrix = matrices[i];
    const bool projection = i < 8 && i % 4 < 3;
    if (matrix.wanted()) {
      draw_matrix<double>(state, initialisation, projection, matrix);
    }
  }
  MatrixOut<double> queries = matrices[0];
  queries *= query_factor;
  check::no_overflow<double>("queryFactor·wq", queries);
}

/// Each result [draws×layers], for draws from number `from` on.
template <typename S>
void sample_depth(Input<"x", S> x, Number<"seed", std::uint32_t> seed,
                  Number<"layers", Index> layers, Number<"hidden", Index> hidden,
                  Number<"initialisation", Initialisation> initialisation, Heads heads,
                  LayerScale scale, Pre norm, ActivationName activation,
                  Number<"from", std::uint32_t> from, Output<"spread", S> spread,
                  Output<"entropy", S> entropy, Output<"peak", S> peak,
                  Output<"gradient", S> gradient) {
  DepthSamplingOptions options{.seed = seed, .layers = layers, .hidden = hidden};
  options.initialisation = initialisation;
  options.layer = {.heads = head_options(heads, scale), .norm = norm, .activation = activation};
  const DepthDraws<S> draws =
      attention_scale::sample_depth<S>(x.matrix(), options, from, spread.rows());
  spread.put(draws.spread);
  entropy.put(draws.entropy);
  peak.put(draws.peak);
  gradient.put(draws.gradient);
}

}  // namespace attention_scale::bindings
