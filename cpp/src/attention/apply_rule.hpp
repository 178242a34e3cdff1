/// \file From x to the logits of a rule, in rows of any layout.
#pragma once

#include "attention_scale/attention/score_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {

/// Whether the logits of a rule are more than x, for which whole rows of x are needed.
inline bool changes_logits(const ScoreRule& rule) {
  return rule.length_factor || rule.soft_cap || rule.bias != nullptr;
}

/// Does the same as rule_logits (score_rule.hpp), for a rule that has been checked, with `biases`
/// in place of those of the rule and, in `bias_slopes`, the derivatives ∂logit/∂bias. All may be
/// stored by rows or by columns, as a panel is. A matrix without entries is not given, or not
/// wanted. A bias of −∞ needs x = −∞.
template <typename Rows, typename Slopes, typename Biases>
void apply_rule(const ScoreRule& rule, Rows& rows, Slopes& slopes, const Biases& biases,
                Slopes& bias_slopes) {
  using S = typename Rows::Scalar;
  constexpr S kMasked = -std::numeric_limits<S>::infinity();
  const auto cap = static_cast<S>(rule.soft_cap.value_or(0));
  const bool bias_is_capped = masked_keys_take_part(rule);
  for (Index i = 0; i < rows.rows(); ++i) {
    S factor = 1;
    if (rule.length_factor) {
      const auto keys = std::max<Index>(1, (rows.row(i).array() > kMasked).count());
      factor = static_cast<S>(length_factor_of(rule, keys));
    }
    for (Index j = 0; j < rows.cols(); ++j) {
      S& logit = rows(i, j);
      S slope = 0;
      S bias_slope = 0;
      if (logit > kMasked) {
        logit *= factor;
        slope = factor;
        bias_slope = 1;
        if (bias_is_capped && biases.size() > 0) {
          logit += biases(i, j);
        }
        if (rule.soft_cap) {
          // 1 − tanh², without the difference, which would lose its digits near 0.
          const S part = logit / cap;
          const S power = std::exp(-2 * std::abs(part));
          const S slope_of_cap = 4 * power / ((1 + power) * (1 + power));
          slope *= slope_of_cap;
          bias_slope = bias_is_capped ? slope_of_cap : 1;
          logit = cap * std::tanh(part);
        }
        if (!bias_is_capped && biases.size() > 0) {
          logit += biases(i, j);
        }
      } else if (bias_is_capped) {
        logit = -cap;
      }
      if (slopes.size() > 0) {
        slopes(i, j) = slope;
      }
      if (bias_slopes.size() > 0) {
        bias_slopes(i, j) = bias_slope;
      }
    }
  }
}

}  // namespace attention_scale
