/// \file Quantiles, and summaries of many draws.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <span>
#include <vector>

namespace attention_scale {

/// Quantiles of `data` by NumPy's linear rule: at position p·(count − 1) of the sorted data,
/// between neighbours in proportion. One result for each probability. \throws Error(kShape) when
/// data is empty, Error(kDomain) on NaN (infinities are allowed) and on probabilities outside 0
/// to 1.
std::vector<double> quantiles(std::span<const double> data, std::span<const double> probabilities);

/// The distribution of one quantity over many draws.
struct DrawSummary {
  double low = 0;     ///< the quantile at 10 %
  double median = 0;  ///< the quantile at 50 %
  double high = 0;    ///< the quantile at 90 %
  double mean = 0;
  double std = 0;  ///< ddof 1; 0 for a single draw
  double largest = 0;
  /// (Σ x²)² / (N Σ x⁴) over the N draws, from 1/N to 1; 0 where all draws are 0. It is k/N where k
  /// draws have the same absolute value and all others are 0: the share of draws that supply Σ x².
  double share = 0;
};

/// One summary for every row of `draws` [quantities×draws].
/// \throws Error(kShape) when empty, Error(kDomain) on entries that are not finite and where their
/// deviation overflows.
std::vector<DrawSummary> draw_summaries(const MatrixIn<double>& draws);

}  // namespace attention_scale
