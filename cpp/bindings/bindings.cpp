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
  export_call<"attentionGradient(queries,keys,values,dOutput,options?)",
              &as::attention_gradient<double>, &as::attention_gradient<float>>();
  export_call<"softmax", &as::softmax<double>, &as::softmax<float>>();
  export_call<"softmaxJacobian(logits)", &as::softmax_jacobian<double>,
              &as::softmax_jacobian<float>>();
  export_call<"softmaxJacobianProduct(logits,upstream)", &as::softmax_jacobian_product<double>,
              &as::softmax_jacobian_product<float>>();
  export_call<"randomNormal(options)", &as::random_normal>();

  export_call<"drawScores(options,work)", &as::draw_scores>();
  export_call<"sampleScores", &as::sample_scores>();
  export_call<"scoreHistogram", &as::score_histogram>();
  export_call<"randomEntries(options)", &as::random_entries>();
  export_call<"scoreSpreads(options)", &as::score_spreads>();
  export_call<"histogram(data,options)", &as::histogram>();
  export_call<"localExponents(x,y)", &as::local_exponents>();
  export_call<"quantiles(data,probabilities)", &as::quantiles>();
  export_call<"drawSummaries(draws)", &as::draw_summaries>();
  export_call<"moments(data,options?)", &as::moments>();
  export_call<"matrixMoments", &as::matrix_moments>();
  export_call<"combinedMoments(parts,options?)", &as::combined_moments>();
  export_call<"normalDensity(x,options)", &as::normal_density>();
  export_call<"sampleGradients(options)", &as::sample_gradients>();
  export_call<"sampleEntropies(options)", &as::sample_entropies>();

  export_call<"jacobianNorms(logits)", &as::jacobian_norms>();
  export_call<"softmaxCentralDifference(logits,direction,options)",
              &as::softmax_central_difference>();
  export_call<"passedNorms(logits,upstream,scales)", &as::passed_norms>();
  export_call<"saturation(logits,scales)", &as::saturation>();
  export_call<"queryGradients(queries,keys,options?)", &as::query_gradients>();
  export_call<"reducedScores(queries,keys,options)", &as::reduced_scores>();
  export_call<"outputLoss(output,values,options)", &as::output_loss>();

  export_call<"ruledAttention", &as::attention<double, as::Rule>,
              &as::attention<float, as::Rule>>();
  export_call<"ruledAttentionGradient", &as::attention_gradient<double, as::Rule>,
              &as::attention_gradient<float, as::Rule>>();
  export_call<"ruleStatistics(queries,keys,options?)", &as::rule_statistics>();
  export_call<"sampleRules(options)", &as::sample_rules>();
  export_call<"sampleParticipation(options)", &as::sample_participation>();
  export_call<"sampleNeedle(options)", &as::sample_needle>();
}
