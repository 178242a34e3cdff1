/// \file Multi-head attention, Vaswani et al. (2017), section 3.2.2, and its derivative:
///   head_i = attention(x·W_i^Q, context·W_i^K, context·W_i^V),
///   output = Concat(head_1 … head_h)·W^O.
/// W_i^Q is columns of one matrix W^Q; a head reads and writes its columns in place.
///
/// With grouped heads, Ainslie et al., "GQA" (2023), there are g heads of keys and values, a
/// divisor of h, and head i attends to those of number ⌊i·g/h⌋: one after the other h/g heads share
/// theirs.
///
/// Letters: b sequences, n words of all (rows of x), m words of their contexts, h heads, g heads of
/// keys.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/layers/position_wise.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace attention_scale {

template <typename Store>
struct AttentionParameters {
  Store wq{};  ///< [d×h·d_k]
  Store wk{};  ///< [d_context×g·d_k]
  Store wv{};  ///< [d_context×g·d_v]
  Store wo{};  ///< [h·d_v×d_out]
  Store bq{};  ///< [1×h·d_k]; each bias may be absent
  Store bk{};  ///< [1×g·d_k]
  Store bv{};  ///< [1×g·d_v]
  Store bo{};  ///< [1×d_out]

  /// Calls visit(kind, parameter) for each parameter.
  template <typename Visit>
  void each(Visit visit) {
    each_named({"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"}, visit);
  }

  /// Likewise with names of the caller, in the order above.
  template <typename Visit>
  void each_named(const std::array<const char*, 8>& names, Visit visit) {
    using Role = ParameterRole;
    visit(ParameterKind{.name = names[0], .role = Role::kQueries}, wq);
    visit(ParameterKind{.name = names[1], .role = Role::kKeys}, wk);
    visit(ParameterKind{.name = names[2], .role = Role::kValues}, wv);
    visit(ParameterKind{.name = names[3], .role = Role::kHeads}, wo);
    visit(ParameterKind{.name = names[4], .role = Role::kAttentionBias}, bq);
    visit(ParameterKind{.name = names[5], .role = Role::kAttentionBias}, bk);
    visit(ParameterKind{.name = names[6], .role = Role::kAttentionBias}, bv);
    visit(ParameterKind{.name = names[7], .role = Role::kAttentionBias}, bo);
  }
};

struct HeadOptions {
  Index heads = 1;
  /// Multiplies the scores; without a value 1/√d_k. Any finite number.
  std::optional<double> scale{};
  ScoreRule rule{};                  ///< the rule of every head; its bias is that of one sequence
  std::optional<Index> key_heads{};  ///< g; without a value h
  std::vector<double> sinks{};       ///< [h], in place of that of the rule, where there are any
};

/// Which keys take part: those that every rule with a value admits.
struct SequenceMask {
  CausalMask causal = CausalMask::kNone;   ///< within each sequence
  std::optional<BooleanMatrix> matrix{};   ///< [n×m], of one sequence
  std::optional<BooleanMatrix> padding{};  ///< [1×m], of one sequence, false for padding
  /// [b], the words of each sequence of the context, and of x in self-attention; otherwise all
  /// sequences of x have the same length. Without entries there is one sequence.
  std::vector<Index> lengths{};
  /// What errors call the context, the matrix and the padding.
  std::array<std::string_view, 3> names{"context", "mask", "padding"};
};

/// What the derivative needs, and the result.
template <std::floating_point S>
struct MultiHeadCache {
  Matrix<S> queries;       ///< x·W^Q + b^Q [n×h·d_k]
  Matrix<S> keys;          ///< [m×g·d_k]
  Matrix<S> values;        ///< [m×g·d_v]
  Matrix<S> concatenated;  ///< the outputs of the heads [n×h·d_v]
  Matrix<S> output;        ///< concatenated·W^O + b^O [n×d_out]
};

/// Memory for the squares of each head, [h·n×longest context], the heads of a sequence one below
/// the other; behind a shorter sequence they are 0. One without memory is not stored.
template <std::floating_point S>
struct HeadSquares {
  MatrixOut<S> scores{};
  MatrixOut<S> logits{};
  MatrixOut<S> weights{};
};

/// Multi-head attention of x [n×d] on `context` [m×d_context], which is x for self-attention. A
/// word all of whose keys are masked gets the zero row from every head. It is self-attention where
/// x and the context are one matrix: the same memory, shape and distance of rows. \throws
/// Error(kShape) where shapes do not fit or are empty, that of the memory for the squares among
/// them, where the columns of wq are not a multiple of the heads, those of wk and wv of the heads
/// of keys, or rows not of the sequences, where the heads are not a multiple of those of keys, or
/// the sinks not one a head; Error(kDomain) as ruled_attention and linear do.
template <std::floating_point S>
void multi_head_attention(const MatrixIn<S>& x, const MatrixIn<S>& context,
                          const AttentionParameters<Parameter<S>>& parameters,
                          const HeadOptions& options, const SequenceMask& mask,
                          MultiHeadCache<S>& cache, const HeadSquares<S>& squares = {});

/// The memory to which gradients are added beside those of parameters, where they are wanted.
template <std::floating_point S>
struct LogitGradients {
  MatrixOut<S> bias{};   ///< [n×m], the sum over the heads
  MatrixOut<S> sinks{};  ///< [1×h]
};

/// Adds the gradients of L = Σ output∘d_output. For self-attention d_x and d_context are the same
/// memory. `d_queries` [n×h·d_k], where wanted, becomes ∂L/∂(x·W^Q + b^Q). \throws as
/// multi_head_attention does, Error(kShape) where the cache is that of another shape, and
/// Error(kDomain) as attention_gradient does.
template <std::floating_point S>
void multi_head_attention_gradient(const MatrixIn<S>& x, const MatrixIn<S>& context,
                                   const AttentionParameters<Parameter<S>>& parameters,
                                   const HeadOptions& options, const SequenceMask& mask,
                                   const MultiHeadCache<S>& cache, const MatrixIn<S>& d_output,
                                   const AttentionParameters<MatrixOut<S>>& gradients,
                                   MatrixOut<S> d_x, MatrixOut<S> d_context,
                                   MatrixOut<S> d_queries = {},
                                   const LogitGradients<S>& of_logits = {});

/// QK-clip (Kimi K2, 2025) after a step, by what the pass before it has left in the cache: where
/// the largest |logit| of a head was more than `most`, its columns of W^Q and W^K are multiplied by
/// √(most/largest). Heads must have keys of their own. \throws Error(kShape) where the cache or the
/// parameters do not fit, and with grouped heads; Error(kDomain) unless most is above 0.
/// \param self whether it is self-attention
template <std::floating_point S>
void clip_scores(double most, const MultiHeadCache<S>& cache, bool self, const HeadOptions& options,
                 const SequenceMask& mask, const AttentionParameters<MatrixOut<S>>& parameters);

}  // namespace attention_scale
