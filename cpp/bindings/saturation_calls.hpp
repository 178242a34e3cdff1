/// \file The calls about saturation and lost digits.
#pragma once

#include "attention_scale/attention/ruled_attention.hpp"
#include "attention_scale/experiments/output_loss.hpp"
#include "attention_scale/experiments/reduced_precision.hpp"
#include "attention_scale/experiments/saturation.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "first_calls.hpp"

namespace attention_scale::bindings {

/// Each result [queries].
inline void query_gradients(Input<"queries"> queries, Input<"keys"> keys, Scale scale,
                            Output<"peak"> peak, Output<"entropy"> entropy,
                            Output<"jacobian"> jacobian, Output<"gradient"> gradient) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows());
  const RuleStatistics result =
      attention_scale::rule_statistics(queries, keys, {.scale = scale}, {});
  peak.put(result.peak);
  entropy.put(result.entropy);
  jacobian.put(result.slope);
  gradient.put(result.gradient);
}

using PrecisionOptions =
    Struct<ReducedPrecisionOptions, "precision(double|float|half|bfloat16)",
           "accumulate=0(same|float)", "place=0(scores|queries|keys|both)", "size=1">;

/// logits, exact and difference [n×m].
inline void reduced_scores(
    Input<"queries"> queries, Input<"keys"> keys, PrecisionOptions options,
    Results<"logits", "exact", "difference", "overflowed", "largestDifference", "largestRelative">
        results) {
  check_size("logits", queries.rows(), keys.rows());
  results.put(attention_scale::reduced_scores(queries, keys, options));
}

/// `target` is the row of `values` to which the outputs are pulled, and has no effect on the other
/// losses.
inline void output_loss(Number<"loss(sum|squares|target)", OutputLoss> kind, Input<"output"> output,
                        Input<"values"> values, Number<"target="> target,
                        Results<"loss", "dOutput"> results) {
  const Index row = kind == OutputLoss::kTarget ? converted<Index>("target", target) : 0;
  results.put(attention_scale::output_loss(kind, output, values, row));
}

}  // namespace attention_scale::bindings
