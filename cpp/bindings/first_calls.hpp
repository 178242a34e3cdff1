/// \file The calls of the first screen, and fields that those of other binaries have as well. Each
/// call reads its fields (descriptor.hpp), calls the core and puts the results where they are
/// wanted.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/random/random.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "descriptor.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attention_scale::bindings {

using Scale = Number<"scale=", std::optional<double>>;  ///< none: 1/√d_k
using Causal = Number<"causal!", bool>;                 ///< key j takes part where j ≤ query i
/// n×m, 1 where the key takes part; not given: all.
using MaskMatrix = Input<"mask", std::uint8_t>;
using Seed = Number<"seed", std::uint32_t>;
using Dim = Number<"dim", Index>;

inline AttentionOptions attention_options(Scale scale, Causal causal, MaskMatrix mask) {
  AttentionOptions options{.scale = scale};
  if (mask.given()) {
    options.mask.matrix = mask.matrix().cast<bool>();
  } else if (causal) {
    options.mask.causal_offset = 0;
  }
  return options;
}

/// Attention without a rule.
template <typename S>
void attention(Input<"queries", S> queries, Input<"keys", S> keys, Input<"values", S> values,
               Scale scale, Causal causal, MaskMatrix mask, Output<"scores", S> scores,
               Output<"logits", S> logits, Output<"weights", S> weights,
               Output<"output", S> output) {
  const Index n = queries.rows();
  const Index m = keys.rows();
  const int squares = scores.wanted() + logits.wanted() + weights.wanted();
  if (squares > 0) {
    scores.check_shape(n, m, static_cast<std::size_t>(squares) * sizeof(S));
  }
  const AttentionOptions options = attention_options(scale, causal, mask);
  const AttentionOutputs<S> into{.scores = scores.make(n, m),
                                 .logits = logits.make(n, m),
                                 .weights = weights.make(n, m),
                                 .output = output.make(n, values.cols())};
  attention_scale::attention<S>(queries, keys, values, options, into);
}

inline constexpr auto* row_statistics = &returned<
    &attention_scale::row_statistics,
    Results<Member<"entropy", &RowStatistics::entropy>, Member<"peak", &RowStatistics::peak>,
            Member<"peakIndex", &RowStatistics::peak_index>>,
    Input<"weights">>;

inline constexpr auto* row_change = &returned<
    &attention_scale::row_change,
    Results<Member<"distance", &RowChange::distance>, Member<"largest", &RowChange::largest>>,
    Input<"before">, Input<"after">>;

inline constexpr auto* weight_arithmetic = &returned<
    &attention_scale::weight_arithmetic,
    Results<Member<"score", &WeightArithmetic::score>, Member<"logit", &WeightArithmetic::logit>,
            Member<"largest", &WeightArithmetic::largest>,
            Member<"exponential", &WeightArithmetic::exponential>,
            Member<"sum", &WeightArithmetic::sum>, Member<"weight", &WeightArithmetic::weight>,
            Member<"slope", &WeightArithmetic::slope>,
            Member<"derivative", &WeightArithmetic::derivative>>,
    List<"scores">, Number<"scale">, Number<"index", Index>>;

inline constexpr auto* score_divisor =
    &returned<&attention_scale::score_divisor, Output<"result">, Dim, Number<"exponent">>;

/// `utf8`: the words, each ended by a zero byte. result [words×dim].
inline void word_vectors(List<"utf8", std::uint8_t> utf8, Seed seed, Dim dim,
                         Output<"result"> result) {
  std::vector<std::string> list(1);
  for (const std::uint8_t byte : utf8.span()) {
    if (byte == 0) {
      list.emplace_back();
    } else {
      list.back() += static_cast<char>(byte);
    }
  }
  list.pop_back();
  result.put(attention_scale::word_vectors(list, seed, dim));
}

/// result [n×columns], where `x` is [n×d]. Keeps the draws of the last seed.
inline void project(Input<"x"> x, Seed seed,
                    Number<"projection(queries|keys|values)", Projection> projection,
                    Number<"columns="> columns, Output<"result"> result) {
  static std::optional<Projections> last;
  if (!last || last->seed() != seed) {
    last.emplace(seed);
  }
  const Index wanted = std::isnan(columns) ? x.cols() : converted<Index>("columns", columns);
  result.put(last->project(x, projection, wanted));
}

}  // namespace attention_scale::bindings
