/// \file Why weights are zero, and rows do not add up to 1: masks, dropout, sinks.
#pragma once

#include "rule/rule_search.hpp"

#include <optional>
#include <vector>

namespace attention_scale::rule {

/// What zeros and sums tell; no value where a trait is absent.
struct ZeroTraits {
  CausalMask causal = CausalMask::kNone;
  std::optional<double> window{};
  std::optional<double> padding{};
  std::optional<double> sink{};
  std::optional<double> dropout{};
  std::vector<RuleNote> notes{};
};

/// A zero is unexpected where the rule predicts a weight that the format holds: others may have
/// become 0 by rounding. Without a rule (`rule` null) every zero counts, and a mask is believed
/// only where three quarters of what it admits are positive.
ZeroTraits explain_zeros(const WeightSurvey& survey, const WeightSample& sample,
                         const MatrixIn<double>& weights, const FittedRule* rule);

}  // namespace attention_scale::rule
