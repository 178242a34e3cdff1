/// \file Measures of a row of weights under a rule.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "softmax/peaked_row.hpp"

namespace attention_scale {

/// The weights y of m keys, and the rest of off_by_one as outcome number m.
struct RuleRow {
  PeakedRow outcomes;
  Vector<double> slopes;  ///< ∂logit/∂x of each key [m]
  double largest = 0;     ///< the largest logit of a key
};

/// The row of x [m], which are finite or −∞, at least one finite.
RuleRow rule_row(const ScoreRule& rule, const VectorIn<double>& x);

/// The largest weight of a key.
double peak_of(const RuleRow& row);

/// ‖∂y/∂x‖_F = ‖J·diag(slopes)‖_F, J = diag(y) − yyᵀ.
double slope_of(const RuleRow& row);

/// ‖J·D‖_F, where `derivatives` [m×d] holds D, the derivatives of the logits.
double norm_through(const RuleRow& row, const Matrix<double>& derivatives);

}  // namespace attention_scale
