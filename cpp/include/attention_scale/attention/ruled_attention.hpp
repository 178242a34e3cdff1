/// \file Attention, its derivative and measures of its rows under a rule (score_rule.hpp). Plain
/// loops over rows; without a rule attention.hpp does the work, which is fast.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/score_rule.hpp"

#include <vector>

namespace attention_scale {

/// As `attention`, with the logits and weights of the rule; scores stay QKᵀ. `options.scale` does
/// not apply under a query-key norm. Under off_by_one a row of weights adds up to less than 1.
/// \throws as attention does, and Error(kDomain) where a number of the rule is outside its range.
template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into);

/// As `attention_gradient`. Under a query-key norm a cosine depends on lengths, too: ∂L/∂Q and
/// ∂L/∂K are its own derivatives, while ∂L/∂(QKᵀ) is that at constant |q| and |k|. A query or key
/// of zeros has the gradient 0. \throws as above, and where ∂L/∂Q, ∂L/∂K or ∂L/∂(QKᵀ) overflows,
/// which grow as 1/|q| and 1/|k|.
template <std::floating_point S>
void ruled_attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                              const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                              const AttentionOptions& options, const ScoreRule& rule,
                              const AttentionGradientOutputs<S>& into);

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
