// The table of all calls that first_bindings.cpp does not hold.
#include "attention_calls.hpp"
#include "experiment_calls.hpp"
#include "export.hpp"
#include "first_calls.hpp"
#include "format_calls.hpp"
#include "rule_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale) {
  emscripten::function("simdInstructions", &simd_instructions);

  export_call<"attention(queries,keys,values,options?)", &ruled_attention<double>,
              &ruled_attention<float>>();
  export_call<"attentionGradient(queries,keys,values,dOutput,options?)",
              &attention_gradient<double>, &attention_gradient<float>>();
  export_call<"softmax", &softmax<double>, &softmax<float>>();
  export_call<"softmaxJacobian(logits)", &softmax_jacobian<double>, &softmax_jacobian<float>>();
  export_call<"softmaxJacobianProduct(logits,upstream)", &softmax_jacobian_product<double>,
              &softmax_jacobian_product<float>>();
  export_call<"randomNormal(options)", &random_normal>();

  export_call<"drawScores(options,work)", &draw_scores>();
  export_call<"sampleScores", &sample_scores>();
  export_call<"scoreHistogram", &score_histogram>();
  export_call<"randomEntries(options)", &random_entries>();
  export_call<"scoreSpreads(options)", &score_spreads>();
  export_call<"histogram(data,options)", &histogram>();
  export_call<"localExponents(x,y)", local_exponents>();
  export_call<"quantiles(data,probabilities)", quantiles>();
  export_call<"drawSummaries(draws)", draw_summaries>();
  export_call<"moments(data,options?)", moments>();
  export_call<"matrixMoments", matrix_moments>();
  export_call<"combinedMoments(parts,options?)", &combined_moments>();
  export_call<"normalDensity(x,options)", &normal_density>();
  export_call<"sampleGradients(options)", &sample_gradients>();
  export_call<"sampleEntropies(options)", &sample_entropies>();

  export_call<"jacobianNorms(logits)", jacobian_norms>();
  export_call<"softmaxCentralDifference(logits,direction,options)", softmax_central_difference>();
  export_call<"passedNorms(logits,upstream,scales)", passed_norms>();
  export_call<"saturation(logits,scales)", saturation>();
  export_call<"temperedWeights(weights,power)", tempered_weights>();
  export_call<"queryGradients(queries,keys,options?)", &query_gradients>();
  export_call<"reducedScores(queries,keys,options)", &reduced_scores>();
  export_call<"outputLoss(output,values,options)", &output_loss>();

  export_call<"ruleStatistics(queries,keys,options?)", &rule_statistics>();
  export_call<"measureRule", &measure_rule>();
  export_call<"sampleRules(options)", &sample_rules>();
  export_call<"sampleParticipation(options)", &sample_participation>();
  export_call<"sampleNeedle(options)", &sample_needle>();

  export_call<"decodeNumbers", &decode_numbers>();
  export_call<"summariseWeights", &summarise_weights>();
}

}  // namespace attention_scale::bindings
