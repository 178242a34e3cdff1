// The table of all calls that first_bindings.cpp does not hold.
#include "attention_calls.hpp"
#include "export.hpp"
#include "first_calls.hpp"
#include "rule_calls.hpp"
#include "sampling_calls.hpp"
#include "saturation_calls.hpp"

namespace as = attention_scale::bindings;
using as::export_call;

EMSCRIPTEN_BINDINGS(attention_scale) {
  emscripten::function("simdInstructions", &as::simd_instructions);

  export_call<"attention", &as::attention<float>>();
  export_call<"attentionGradient", &as::attention_gradient<double>,
              &as::attention_gradient<float>>();
  export_call<"softmax", &as::softmax<double>, &as::softmax<float>>();
  export_call<"softmaxJacobian", &as::softmax_jacobian<double>, &as::softmax_jacobian<float>>();
  export_call<"softmaxJacobianProduct", &as::softmax_jacobian_product<double>,
              &as::softmax_jacobian_product<float>>();
  export_call<"randomNormal", &as::random_normal>();

  export_call<"drawScores", &as::draw_scores>();
  export_call<"sampleScores", &as::sample_scores>();
  export_call<"scoreHistogram", &as::score_histogram>();
  export_call<"randomEntries", &as::random_entries>();
  export_call<"scoreSpreads", &as::score_spreads>();
  export_call<"histogram", &as::histogram>();
  export_call<"localExponents", &as::local_exponents>();
  export_call<"quantiles", &as::quantiles>();
  export_call<"drawSummaries", &as::draw_summaries>();
  export_call<"moments", &as::moments>();
  export_call<"matrixMoments", &as::matrix_moments>();
  export_call<"combinedMoments", &as::combined_moments>();
  export_call<"normalDensity", &as::normal_density>();
  export_call<"sampleGradients", &as::sample_gradients>();
  export_call<"sampleEntropies", &as::sample_entropies>();

  export_call<"jacobianNorms", &as::jacobian_norms>();
  export_call<"softmaxCentralDifference", &as::softmax_central_difference>();
  export_call<"passedNorms", &as::passed_norms>();
  export_call<"saturation", &as::saturation>();
  export_call<"queryGradients", &as::query_gradients>();
  export_call<"reducedScores", &as::reduced_scores>();
  export_call<"outputLoss", &as::output_loss>();

  export_call<"ruledAttention", &as::attention<double, as::Rule>,
              &as::attention<float, as::Rule>>();
  export_call<"ruledAttentionGradient", &as::attention_gradient<double, as::Rule>,
              &as::attention_gradient<float, as::Rule>>();
  export_call<"ruleStatistics", &as::rule_statistics>();
  export_call<"sampleRules", &as::sample_rules>();
  export_call<"sampleParticipation", &as::sample_participation>();
  export_call<"sampleNeedle", &as::sample_needle>();
}
