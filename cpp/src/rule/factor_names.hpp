/// \file The factors that have names: those of the literature, and those of published models.
#pragma once

#include "attention_scale/rule/measure_rule.hpp"

#include <vector>

namespace attention_scale::rule {

/// A factor as it was measured.
struct MeasuredFactor {
  double value = 0;
  double error = 0;        ///< standard error
  double disturbed = 0;    ///< the share of ln w that the rule leaves: Fit::left
  Index dim = 0;           ///< d, the length of a query
  double keys = 0;         ///< of the longest row
  bool by_length = false;  ///< grows with ln(keys) from row to row
  StoredPrecision precision = StoredPrecision::kDouble;
};

/// The named factors, nearest first, and whether each is the measured one within its error. Of
/// those that fit, the first is the most usual.
std::vector<FactorName> names_of(const MeasuredFactor& measured, const RuleOptions& options);

}  // namespace attention_scale::rule
