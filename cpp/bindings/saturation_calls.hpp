/// \file The calls about saturation and lost digits.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/query_gradient.hpp"
#include "attention_scale/experiments/output_loss.hpp"
#include "attention_scale/experiments/reduced_precision.hpp"
#include "attention_scale/experiments/saturation.hpp"
#include "attention_scale/softmax/softmax_jacobian.hpp"
#include "descriptor.hpp"

#include <cmath>

namespace attention_scale::bindings {

/// norms [2]: frobenius, spectral.
inline void jacobian_norms(Input<"logits"> logits, Output<"norms"> norms) {
  const JacobianNorms result = attention_scale::jacobian_norms(logits.vector());
  norms.put({result.frobenius, result.spectral});
}

/// difference [n].
inline void softmax_central_difference(Input<"logits"> logits, Input<"direction"> direction,
                                       Number<"step"> step, Output<"difference"> difference) {
  difference.put(
      attention_scale::softmax_central_difference(logits.vector(), direction.vector(), step));
}

/// Each result [scales].
inline void saturation(Input<"logits"> logits, Input<"scales"> scales, Output<"spread"> spread,
                       Output<"entropy"> entropy, Output<"peak"> peak,
                       Output<"frobenius"> frobenius, Output<"spectral"> spectral) {
  const Saturation result = attention_scale::saturation(logits.vector(), scales.span());
  spread.put(result.spread);
  entropy.put(result.entropy);
  peak.put(result.peak);
  frobenius.put(result.frobenius);
  spectral.put(result.spectral);
}

/// norms [scales].
inline void passed_norms(Input<"logits"> logits, Input<"upstream"> upstream, Input<"scales"> scales,
                         Output<"norms"> norms) {
  norms.put(attention_scale::passed_norms(logits.vector(), upstream.vector(), scales.span()));
}

/// Each result [queries]. Scale NaN: 1/√d_k.
inline void query_gradients(Input<"queries"> queries, Input<"keys"> keys, Number<"scale"> scale,
                            Output<"peak"> peak, Output<"entropy"> entropy,
                            Output<"jacobian"> jacobian, Output<"gradient"> gradient) {
  const QueryGradients result = attention_scale::query_gradients(
      queries.matrix(), keys.matrix(),
      std::isnan(scale) ? attention_scale_factor({}, queries.cols()) : scale);
  peak.put(result.peak);
  entropy.put(result.entropy);
  jacobian.put(result.jacobian);
  gradient.put(result.gradient);
}

/// logits, exact and difference [n×m]; summary [3]: overflowed, largest difference, largest
/// relative difference.
inline void reduced_scores(Input<"queries"> queries, Input<"keys"> keys,
                           Number<"precision", Precision> precision,
                           Number<"accumulateInFloat", bool> accumulate_in_float,
                           Number<"place", RootPlace> place, Number<"size"> size,
                           Output<"logits"> logits, Output<"exact"> exact,
                           Output<"difference"> difference, Output<"summary"> summary) {
  const ReducedScores result = attention_scale::reduced_scores(
      queries.matrix(), keys.matrix(), {precision, accumulate_in_float, place, size});
  logits.put(result.logits);
  exact.put(result.exact);
  difference.put(result.difference);
  summary.put(
      {static_cast<double>(result.overflowed), result.largest_difference, result.largest_relative});
}

/// loss is one number, dOutput [n×d_v].
inline void output_loss(Number<"kind", OutputLoss> kind, Input<"output"> output,
                        Input<"values"> values, Number<"target", Index> target, Output<"loss"> loss,
                        Output<"dOutput"> d_output) {
  const LossGradient result =
      attention_scale::output_loss(kind, output.matrix(), values.matrix(), target);
  loss.put({result.loss});
  d_output.put(result.d_output);
}

}  // namespace attention_scale::bindings
