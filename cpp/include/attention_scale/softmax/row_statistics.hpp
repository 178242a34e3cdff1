/// \file Entropy and peak of rows of attention weights, and the steps that compute one weight.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <vector>

namespace attention_scale {

/// Each list has one entry for each row of the weights.
struct RowStatistics {
  /// −Σ w ln w in nats, 0 ln 0 = 0: from 0 (one key takes all) to ln m.
  std::vector<double> entropy;
  std::vector<double> peak;       ///< the largest weight
  std::vector<Index> peak_index;  ///< its column, the first where several are equal
};

/// Entropy and peak of every row of `weights` [n×m].
/// The logarithm of a weight above ½ is log1p(−sum of the others), so that the small entropy of a
/// nearly one-hot row keeps its digits. \throws Error(kShape) when empty,
/// Error(kDomain) unless every entry lies between 0 and 1.
RowStatistics row_statistics(const MatrixIn<double>& weights);

/// The mean of such a list, summed in its order: Eigen's order, and so the last digit, depends on
/// where its memory begins.
double mean_of(const std::vector<double>& list);

/// The distance of each row from `before` to `after` [both n×m]: the total variation ½ Σ_j |after_j
/// − before_j|, from 0 to 1. `largest` is the row of the largest distance, the first of equal ones.
struct RowChange {
  std::vector<double> distance;
  Index largest = 0;
};

/// \throws Error(kShape) unless both have one shape, and as row_statistics does.
RowChange row_change(const MatrixIn<double>& before, const MatrixIn<double>& after);

// The steps that compute one attention weight from the scores of its row.

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
