/// \file The calls of the first screen. Each reads its fields (descriptor.hpp), calls the core and
/// puts the results where they are wanted.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/weight_arithmetic.hpp"
#include "attention_scale/random/projections.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "attention_scale/softmax/row_statistics.hpp"
#include "descriptor.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace attention_scale::bindings {

using Scale = Number<"scale">;          ///< NaN: 1/√d_k
using Causal = Number<"causal", bool>;  ///< key j takes part where j ≤ query i
using MaskMatrix =
    Input<"mask", std::uint8_t>;  ///< n×m, 1 where the key takes part; not given: all
using Seed = Number<"seed", std::uint32_t>;

inline AttentionOptions attention_options(Scale scale, Causal causal, MaskMatrix mask) {
  AttentionOptions options;
  if (!std::isnan(scale)) {
    options.scale = scale;
  }
  if (mask.given()) {
    options.mask.matrix = mask.matrix().cast<bool>();
  } else if (causal) {
    options.mask.causal_offset = 0;
  }
  return options;
}

template <typename S>
void attention(Input<"queries", S> queries, Input<"keys", S> keys, Input<"values", S> values,
               Scale scale, Causal causal, MaskMatrix mask, Output<"scores", S> scores,
               Output<"logits", S> logits, Output<"weights", S> weights,
               Output<"output", S> output) {
  attention_scale::attention<S>(
      queries.matrix(), keys.matrix(), values.matrix(), attention_options(scale, causal, mask),
      {scores.matrix(), logits.matrix(), weights.matrix(), output.matrix()});
}

/// entropy, peak and peakIndex [rows].
inline void row_statistics(Input<"weights"> weights, Output<"entropy"> entropy, Output<"peak"> peak,
                           Output<"peakIndex"> peak_index) {
  const RowStatistics result = attention_scale::row_statistics(weights.matrix());
  entropy.put(result.entropy);
  peak.put(result.peak);
  peak_index.put(result.peak_index);
}

/// distance [rows]; largest is one number, the row that changed most.
inline void row_change(Input<"before"> before, Input<"after"> after, Output<"distance"> distance,
                       Output<"largest"> largest) {
  const RowChange result = attention_scale::row_change(before.matrix(), after.matrix());
  distance.put(result.distance);
  largest.put({static_cast<double>(result.largest)});
}

/// steps [8], in the order of WeightArithmetic.
inline void weight_arithmetic(Input<"scores"> scores, Scale scale, Number<"index", Index> index,
                              Output<"steps"> steps) {
  const WeightArithmetic result = attention_scale::weight_arithmetic(scores.vector(), scale, index);
  steps.put({result.score, result.logit, result.largest, result.exponential, result.sum,
             result.weight, result.slope, result.derivative});
}

/// One number.
inline void score_divisor(Number<"dim", Index> dim, Number<"exponent"> exponent,
                          Output<"divisor"> divisor) {
  divisor.put({attention_scale::score_divisor(dim, exponent)});
}

/// `words` is UTF-8, each word ended by a zero byte. vectors [words×dim].
inline void word_vectors(Input<"words", std::uint8_t> words, Seed seed, Number<"dim", Index> dim,
                         Output<"vectors"> vectors) {
  std::vector<std::string> list(1);
  for (const std::uint8_t byte : words.span()) {
    if (byte == 0) {
      list.emplace_back();
    } else {
      list.back() += static_cast<char>(byte);
    }
  }
  list.pop_back();
  vectors.put(attention_scale::word_vectors(list, seed, dim));
}

/// projected [n×columns], where `x` is [n×d]. Keeps the draws of the last seed.
inline void project(Input<"x"> x, Seed seed, Number<"projection", Projection> projection,
                    Output<"projected"> projected) {
  static std::optional<Projections> kept;
  if (!kept || kept->seed() != seed) {
    kept.emplace(seed);
  }
  projected.put(kept->project(x.matrix(), projection, projected.cols()));
}

}  // namespace attention_scale::bindings
