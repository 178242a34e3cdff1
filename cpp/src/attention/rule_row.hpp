/// \file A row of weights under a rule.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "softmax/softmax_row.hpp"

namespace attention_scale {

/// The row of x [m] and, where there are any, of biases [m]. At least one logit is finite.
SoftmaxRow rule_row(const ScoreRule& rule, const VectorIn<double>& x,
                    const VectorIn<double>& biases = Vector<double>());

}  // namespace attention_scale
