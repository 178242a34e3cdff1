/// \file The fields of an optimiser, which the calls about training share.
#pragma once

#include "attention_scale/training/optimiser.hpp"
#include "field_groups.hpp"

namespace attention_scale::bindings {

using OptimiserNumbers =
    Numbers<Names<"optimiser", "momentum", "beta1", "beta2", "epsilon", "decay">>;

inline OptimiserOptions optimiser_options(const OptimiserNumbers& numbers, double rate) {
  return {.kind = numbers.as<OptimiserKind>(0),
          .rate = rate,
          .momentum = numbers[1],
          .beta1 = numbers[2],
          .beta2 = numbers[3],
          .epsilon = numbers[4],
          .decay = numbers[5]};
}

}  // namespace attention_scale::bindings
