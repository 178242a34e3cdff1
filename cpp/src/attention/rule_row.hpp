/// \file A row of weights under a rule.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "softmax/softmax_row.hpp"

namespace attention_scale {

/// The row of x [m], which are finite or −∞, at least one finite.
SoftmaxRow rule_row(const ScoreRule& rule, const VectorIn<double>& x);

}  // namespace attention_scale
