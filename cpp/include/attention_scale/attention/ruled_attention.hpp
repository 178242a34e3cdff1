/// \file Attention and measures of its rows under a rule (score_rule.hpp).
#pragma once

#include "attention_scale/attention/attention.hpp"

#include <vector>

namespace attention_scale {

/// As `attention`, with the logits and weights of the rule; scores stay QKᵀ. `options.scale` does
/// not apply under a query-key norm. Under off_by_one a row of weights adds up to less than 1.
/// \throws as attention does, and Error(kDomain) where a number of the rule is outside its range.
template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into);

/// Each list has one entry for each query: 0 where all its keys are masked.
struct RuleStatistics {
  std::vector<double> peak;      ///< the largest weight of a key
  std::vector<double> entropy;   ///< in nats; the rest of off_by_one is an outcome of its own
  std::vector<double> largest;   ///< the largest logit
  std::vector<double> slope;     ///< ‖∂y/∂x‖_F for x of score_rule.hpp
  std::vector<double> gradient;  ///< ‖∂y/∂q‖_F
};

/// Distances of keys are taken from the key with the largest weight, so that nothing cancels where
/// y is nearly one-hot. \throws as ruled_attention does.
RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule);

}  // namespace attention_scale
