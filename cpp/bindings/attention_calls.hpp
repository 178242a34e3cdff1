/// \file The calls about attention that the first screen does not need: its gradient, softmax and
/// its Jacobian, and random numbers.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/random/random.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace attention_scale::bindings {

template <typename S>
void attention_gradient(Input<"queries", S> q, Input<"keys", S> k, Input<"values", S> v,
                        Input<"dOutput", S> d_output, Scale scale, Causal causal, MaskMatrix mask,
                        Rule rule, Output<"queries", S> d_queries, Output<"keys", S> d_keys,
                        Output<"values", S> d_values, Output<"scores", S> d_scores) {
  const ScoreRule given_rule = rule;
  if (is_given(given_rule)) {
    d_scores.check_shape(q.rows(), k.rows(), 4 * sizeof(S));
  }
  const AttentionOptions options = attention_options(scale, causal, mask);
  const AttentionGradientOutputs<S> into{.queries = d_queries.make(q.rows(), q.cols()),
                                         .keys = d_keys.make(k.rows(), k.cols()),
                                         .values = d_values.make(v.rows(), v.cols()),
                                         .scores = d_scores.make(q.rows(), k.rows())};
  attention_scale::attention_gradient<S>(q, k, v, d_output, options, given_rule, into);
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
