// The table of everything else that JavaScript can call, beside first_bindings.cpp. Meanings stand
// in calls.hpp and in the headers beside it.
#include "calls.hpp"
#include "guard.hpp"
#include "sampling_calls.hpp"
#include "saturation_calls.hpp"

#include <emscripten/bind.h>

namespace as = attention_scale::bindings;
using emscripten::function;

EMSCRIPTEN_BINDINGS(attention_scale) {
  function("attention32", &as::Guarded<&as::attention<float>>::run);
  function("attentionGradient64", &as::Guarded<&as::attention_gradient<double>>::run);
  function("attentionGradient32", &as::Guarded<&as::attention_gradient<float>>::run);
  function("softmax64", &as::Guarded<&as::softmax<double>>::run);
  function("softmax32", &as::Guarded<&as::softmax<float>>::run);
  function("softmaxJacobian64", &as::Guarded<&as::softmax_jacobian<double>>::run);
  function("softmaxJacobian32", &as::Guarded<&as::softmax_jacobian<float>>::run);
  function("softmaxJacobianProduct64", &as::Guarded<&as::softmax_jacobian_product<double>>::run);
  function("softmaxJacobianProduct32", &as::Guarded<&as::softmax_jacobian_product<float>>::run);

  function("drawScores", &as::Guarded<&as::draw_scores>::run);
  function("sampleScores", &as::Guarded<&as::sample_scores>::run);
  function("scoreHistogram", &as::Guarded<&as::score_histogram>::run);
  function("randomEntries", &as::Guarded<&as::random_entries>::run);
  function("scoreSpreads", &as::Guarded<&as::score_spreads>::run);
  function("histogram", &as::Guarded<&as::histogram>::run);
  function("localExponents", &as::Guarded<&as::local_exponents>::run);
  function("quantiles", &as::Guarded<&as::quantiles>::run);
  function("drawSummaries", &as::Guarded<&as::draw_summaries>::run);
  function("matrixMoments", &as::Guarded<&as::matrix_moments>::run);
  function("combinedMoments", &as::Guarded<&as::combined_moments>::run);
  function("normalDensity", &as::Guarded<&as::normal_density>::run);
  function("sampleGradients", &as::Guarded<&as::sample_gradients>::run);
  function("sampleEntropies", &as::Guarded<&as::sample_entropies>::run);

  function("moments", &as::Guarded<&as::moments>::run);
  function("randomNormal", &as::Guarded<&as::random_normal>::run);

  function("jacobianNorms", &as::Guarded<&as::jacobian_norms>::run);
  function("softmaxCentralDifference", &as::Guarded<&as::softmax_central_difference>::run);
  function("passedNorms", &as::Guarded<&as::passed_norms>::run);
  function("saturation", &as::Guarded<&as::saturation>::run);
  function("queryGradients", &as::Guarded<&as::query_gradients>::run);
  function("reducedScores", &as::Guarded<&as::reduced_scores>::run);
  function("outputLoss", &as::Guarded<&as::output_loss>::run);
}
