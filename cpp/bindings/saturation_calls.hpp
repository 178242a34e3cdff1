/// \file The calls about saturation and lost digits.
#pragma once

#include "attention_scale/attention/ruled_attention.hpp"
#include "attention_scale/experiments/output_loss.hpp"
#include "attention_scale/experiments/reduced_precision.hpp"
#include "attention_scale/experiments/saturation.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "first_calls.hpp"

namespace attention_scale::bindings {

inline void jacobian_norms(List<"logits"> logits, Output<"frobenius"> frobenius,
                           Output<"spectral"> spectral) {
  const JacobianNorms result = attention_scale::jacobian_norms(logits.vector());
  frobenius.put(result.frobenius);
  spectral.put(result.spectral);
}

inline void softmax_central_difference(List<"logits"> logits, List<"direction"> direction,
                                       Number<"step"> step, Output<"result"> result) {
  result.put(
      attention_scale::softmax_central_difference(logits.vector(), direction.vector(), step));
}

/// Each result [scales].
inline void saturation(List<"logits"> logits, List<"scales"> scales, Output<"spread"> spread,
                       Output<"entropy"> entropy, Output<"peak"> peak,
                       Output<"frobenius"> frobenius, Output<"spectral"> spectral) {
  const Saturation result = attention_scale::saturation(logits.vector(), scales.span());
  spread.put(result.spread);
  entropy.put(result.entropy);
  peak.put(result.peak);
  frobenius.put(result.frobenius);
  spectral.put(result.spectral);
}

/// result [scales].
inline void passed_norms(List<"logits"> logits, List<"upstream"> upstream, List<"scales"> scales,
                         Output<"result"> result) {
  result.put(attention_scale::passed_norms(logits.vector(), upstream.vector(), scales.span()));
}

/// Each result [queries].
inline void query_gradients(Input<"queries"> queries, Input<"keys"> keys, Scale scale,
                            Output<"peak"> peak, Output<"entropy"> entropy,
                            Output<"jacobian"> jacobian, Output<"gradient"> gradient) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows());
  const RuleStatistics result =
      attention_scale::rule_statistics(queries.matrix(), keys.matrix(), {.scale = scale}, {});
  peak.put(result.peak);
  entropy.put(result.entropy);
  jacobian.put(result.slope);
  gradient.put(result.gradient);
}

using PrecisionOptions =
    Struct<ReducedPrecisionOptions, "precision(double|float|half|bfloat16)",
           "accumulate=0(same|float)", "place=0(scores|queries|keys|both)", "size=1">;

/// logits, exact and difference [n×m].
inline void reduced_scores(Input<"queries"> queries, Input<"keys"> keys, PrecisionOptions options,
                           Output<"logits"> logits, Output<"exact"> exact,
                           Output<"difference"> difference, Output<"overflowed"> overflowed,
                           Output<"largestDifference"> largest_difference,
                           Output<"largestRelative"> largest_relative) {
  logits.check_shape(queries.rows(), keys.rows());
  const ReducedScores result =
      attention_scale::reduced_scores(queries.matrix(), keys.matrix(), options.value());
  logits.put(result.logits);
  exact.put(result.exact);
  difference.put(result.difference);
  overflowed.put(static_cast<double>(result.overflowed));
  largest_difference.put(result.largest_difference);
  largest_relative.put(result.largest_relative);
}

/// `target` is the row of `values` to which the outputs are pulled, and has no effect on the other
/// losses.
inline void output_loss(Number<"loss(sum|squares|target)", OutputLoss> kind, Input<"output"> output,
                        Input<"values"> values, Number<"target="> target, Output<"loss"> loss,
                        Output<"dOutput"> d_output) {
  const Index row = kind == OutputLoss::kTarget ? converted<Index>("target", target) : 0;
  const LossGradient result =
      attention_scale::output_loss(kind, output.matrix(), values.matrix(), row);
  loss.put(result.loss);
  d_output.put(result.d_output);
}

}  // namespace attention_scale::bindings
