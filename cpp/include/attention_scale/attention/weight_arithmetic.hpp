/// \file The steps that compute one attention weight from the scores of its row.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

struct WeightArithmetic {
  double score = 0;  ///< q·k of this query and this key
  double logit = 0;  ///< scale·score
  /// The largest logit of the row, subtracted before exp; it changes no weight.
  double largest = 0;
  double exponential = 0;  ///< exp(logit − largest)
  double sum = 0;          ///< Σ_j exp(logit_j − largest)
  double weight = 0;       ///< exponential / sum
  double slope = 0;        ///< ∂weight/∂logit = y(1 − y), 1 − y summed from the other keys
  double derivative = 0;   ///< ∂weight/∂score = scale · slope
};

/// The weight of key `index` in a row of `scores` [m] = q·k_j, for logits scale·scores.
/// \throws Error(kShape) when empty, Error(kDomain) on scores or a scale that are not finite, on an
/// index outside the row, and where scale·scores overflows.
WeightArithmetic weight_arithmetic(const VectorIn<double>& scores, double scale, Index index);

}  // namespace attention_scale
