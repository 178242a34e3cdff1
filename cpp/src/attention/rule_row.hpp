/// \file Measures of a row of weights under a rule. The sum of all weights but the largest is
/// stored apart, so that it keeps all its digits where the largest weight is nearly 1.
#pragma once

#include "attention_scale/attention/score_rule.hpp"

namespace attention_scale {

/// The weights y of m keys, and the rest of off_by_one as outcome number m. "The others" are all
/// outcomes except the largest, and Σ is over them. The functions below add terms of one sign,
/// apart from differences that cancel at most a digit. They divide by `sum` before they square,
/// because 1e-200 squared underflows.
struct RuleRow {
  Index peak_index = 0;  ///< of the outcomes
  /// e_i = exp(logit_i − largest) of the others; 0 at the position of the largest, whose
  /// exponential is 1.
  Vector<double> others{};
  double sum = 0;           ///< Σ e_i
  double distances = 0;     ///< Σ e_i·(largest − logit_i)
  Vector<double> slopes{};  ///< ∂logit/∂x of each key [m]
  double largest = 0;       ///< the largest logit of a key

  [[nodiscard]] double weight(Index i) const {
    return (i == peak_index ? 1 : others[i]) / (1 + sum);
  }
};

/// The row of x [m], which are finite or −∞, at least one finite.
RuleRow rule_row(const ScoreRule& rule, const VectorIn<double>& x);

/// The largest weight of a key.
double peak_of(const RuleRow& row);

/// −Σ y ln y over all outcomes, in nats.
double entropy_of(const RuleRow& row);

/// The largest eigenvalue of J = diag(y) − yyᵀ: see JacobianNorms.
double spectral_of(const RuleRow& row);

/// ‖∂y/∂x‖_F = ‖J·diag(slopes)‖_F.
double slope_of(const RuleRow& row);

/// ‖J·diag(slopes)·D‖_F, where `derivatives` [m×d] holds D, those of x.
double norm_through(const RuleRow& row, const Matrix<double>& derivatives);

}  // namespace attention_scale
