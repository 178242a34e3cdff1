/// \file The fields of a rule for scores (score_rule.hpp), as the calls that know one take them.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "descriptor.hpp"

#include <optional>

namespace attention_scale::bindings {

/// As training takes it.
using TrainedRule = Struct<ScoreRule, "queryKeyNorm=", "lengthFactor=", "softCap=">;
using Rule = Struct<ScoreRule, "queryKeyNorm=", "lengthFactor=", "softCap=", "offByOne!">;

/// An entry of a row of numbers; NaN where it is left out.
inline std::optional<double> given(double number) {
  return converted<std::optional<double>>("", number);
}

}  // namespace attention_scale::bindings
