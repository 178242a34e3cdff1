/// \file The calls about attention that the first screen does not need: its gradient, softmax and
/// its Jacobian, and random numbers.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/random/random.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace attention_scale::bindings {

/// How a rule for scores crosses, wherever one does.
using RuleMembers =
    Members<Member<"queryKeyNorm=", &ScoreRule::query_key_norm>,
            Member<"lengthFactor=", &ScoreRule::length_factor>,
            Member<"softCap=", &ScoreRule::soft_cap>,
            Member<"softCapOrder=0(before-mask|after-mask)", &ScoreRule::soft_cap_order>,
            Member<"offByOne!", &ScoreRule::off_by_one>, Member<"sink=", &ScoreRule::sink>>;

/// The rule for scores of a call. Those of the first screen have none.
using Rule = Struct<ScoreRule, RuleMembers>;

/// A causal mask with a corner: TypeScript makes it of `mask` and `causal`.
using CausalCorner = Number<"causal=0(none|upper-left|lower-right)", CausalMask>;
/// n×m, added to the logits. It does not decide on the precision, so that it is double in both.
using Bias = Input<"bias">;

/// A rule with the bias of a call, which `memory` holds.
inline ScoreRule with_bias(ScoreRule rule, const Bias& bias, Matrix<double>& memory) {
  if (bias.given()) {
    memory = bias.matrix();
    rule.bias = &memory;
  }
  return rule;
}

/// The options of a call with n queries and m keys. The mask is one beside the causal one.
inline AttentionOptions ruled_options(Scale scale, CausalCorner causal, MaskMatrix mask, Index n,
                                      Index m) {
  AttentionOptions options{.scale = scale};
  options.mask.causal_offset = causal_offset(causal, n, m);
  if (mask.given()) {
    options.mask.matrix = mask.matrix().cast<bool>();
  }
  return options;
}

/// Attention under a rule, where one is given.
template <typename S>
void ruled_attention(Input<"queries", S> queries, Input<"keys", S> keys, Input<"values", S> values,
                     Scale scale, CausalCorner causal, MaskMatrix mask, Bias bias, Rule rule,
                     Output<"scores", S> scores, Output<"logits", S> logits,
                     Output<"weights", S> weights, Output<"output", S> output) {
  const Index n = queries.rows();
  const Index m = keys.rows();
  Matrix<double> memory;
  const ScoreRule given_rule = with_bias(rule, bias, memory);
  const bool ruled = given_rule != ScoreRule{};
  const int squares = ruled ? 4 : scores.wanted() + logits.wanted() + weights.wanted();
  if (squares > 0) {
    scores.check_shape(n, m, static_cast<std::size_t>(squares) * sizeof(S));
  }
  const AttentionOutputs<S> into{.scores = scores.make(n, m),
                                 .logits = logits.make(n, m),
                                 .weights = weights.make(n, m),
                                 .output = output.make(n, values.cols())};
  const AttentionOptions options = ruled_options(scale, causal, mask, n, m);
  if (ruled) {
    attention_scale::ruled_attention<S>(queries, keys, values, options, given_rule, into);
  } else {
    attention_scale::attention<S>(queries, keys, values, options, into);
  }
}

template <typename S>
void attention_gradient(Input<"queries", S> q, Input<"keys", S> k, Input<"values", S> v,
                        Input<"dOutput", S> d_output, Scale scale, CausalCorner causal,
                        MaskMatrix mask, Bias bias, Rule rule, Output<"queries", S> d_queries,
                        Output<"keys", S> d_keys, Output<"values", S> d_values,
                        Output<"scores", S> d_scores, Output<"bias", S> d_bias,
                        Output<"sink", S> d_sink) {
  const Index n = q.rows();
  const Index m = k.rows();
  Matrix<double> memory;
  const ScoreRule given_rule = with_bias(rule, bias, memory);
  if (given_rule != ScoreRule{}) {
    d_scores.check_shape(n, m, 4 * sizeof(S));
  }
  const AttentionOptions options = ruled_options(scale, causal, mask, n, m);
  Matrix<S> of_sink(1, 1);
  AttentionGradientOutputs<S> into{.queries = d_queries.make(n, q.cols()),
                                   .keys = d_keys.make(m, k.cols()),
                                   .values = d_values.make(v.rows(), v.cols()),
                                   .scores = d_scores.make(n, m),
                                   .bias = d_bias.make(n, m)};
  if (d_sink.wanted()) {
    into.sink.rebind(of_sink);
  }
  attention_scale::attention_gradient<S>(q, k, v, d_output, options, given_rule, into);
  if (d_sink.wanted()) {
    d_sink.put(of_sink(0, 0));
  }
}

/// Softmax of each row. Where the caller has given a list, which is one row, the result is a list.
template <typename S>
void softmax(Input<"logits", S> logits, Number<"list", bool> list, Output<"result", S> result) {
  const MatrixOut<S> weights =
      list ? MatrixOut<S>(result.make_list(logits.size()).data(), logits.rows(), logits.cols())
           : result.make(logits.rows(), logits.cols());
  attention_scale::softmax<S>(logits, weights);
}

template <typename S>
void softmax_jacobian(List<"logits", S> logits, Output<"result", S> result) {
  result.check_shape(logits.size(), logits.size());
  result.put(attention_scale::softmax_jacobian<S>(logits));
}

template <typename S>
void softmax_jacobian_product(List<"logits", S> logits, List<"upstream", S> upstream,
                              Output<"result", S> result) {
  check::same_size("logits", logits.size(), "upstream", upstream.size());
  check::finite<S>("upstream", upstream);
  const Matrix<S> weights = attention_scale::softmax<S>(logits);
  const Vector<S> product =
      attention_scale::softmax_jacobian_product<S>(weights.row(0).transpose(), upstream);
  check::no_overflow<S>("upstream", product.transpose());
  result.put(product);
}

/// A seed or a list of seeds: RandomState(5) is not RandomState([5]). Before them stands 1 for a
/// list, otherwise 0.
using Seeds = ArrayField<"seed", std::uint32_t, "{seed}">;

inline RandomState random_state(Seeds seeds) {
  const auto words = seeds.span();
  return words.size() == 2 && words[0] == 0
             ? RandomState(words[1])
             : RandomState(words.subspan(std::min<std::size_t>(1, words.size())));
}

inline void random_normal(Seeds seeds, Number<"rows", Index> rows, Number<"cols", Index> cols,
                          Number<"mean=0"> mean, Number<"std=1"> std, Output<"result"> result) {
  check::within("rows", rows, 0, kMostEntries);
  check::within("cols", cols, 0, kMostEntries);
  check::within("std", std, 0, std::numeric_limits<double>::max());
  RandomState state = random_state(seeds);
  state.normal(entries_of(result.make(rows, cols)), mean, std);
}

/// The packet instructions that Eigen uses, such as "SSE, SSE2".
inline std::string simd_instructions() { return Eigen::SimdInstructionSetsInUse(); }

}  // namespace attention_scale::bindings
