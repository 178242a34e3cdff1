/// \file Entropy and peak of rows of attention weights.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <vector>

namespace attention_scale {

/// Each list has one entry for each row of the weights.
struct RowStatistics {
  std::vector<double>
      entropy;  ///< −Σ w ln w in nats, 0 ln 0 = 0: from 0 (one key takes all) to ln m
  std::vector<double> peak;       ///< the largest weight
  std::vector<Index> peak_index;  ///< its column, the first where several are equal
};

/// Entropy and peak of every row of `weights` [n×m].
/// Where one weight w is above ½ its logarithm is taken as log1p(−sum of the others), so that a
/// nearly one-hot row keeps an exact small entropy. \throws Error(kShape) when empty,
/// Error(kDomain) unless every entry lies between 0 and 1.
RowStatistics row_statistics(const MatrixIn<double>& weights);

/// How far each row moved from `before` to `after` [both n×m]: the total variation ½ Σ_j |after_j −
/// before_j|, from 0 to 1. `largest` is the row that moved most, the first where several are equal.
struct RowChange {
  std::vector<double> distance;
  Index largest = 0;
};

/// \throws Error(kShape) unless both have one shape, and as row_statistics does.
RowChange row_change(const MatrixIn<double>& before, const MatrixIn<double>& after);

}  // namespace attention_scale
