#include "attention_scale/statistics/quantiles.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace attention_scale {
namespace {

/// The number `share` of the way from `low` to `high`, by NumPy's formula, which starts at the
/// nearer end; by another one where the difference of both overflows.
double between(double low, double high, double share) {
  if (share == 0 || low == high) {
    return low;
  }
  const double apart = high - low;
  if (std::isinf(apart)) {
    return low * (1 - share) + high * share;
  }
  return share < 0.5 ? low + apart * share : high - apart * (1 - share);
}

/// The quantile of `sorted` numbers.
double quantile_of(std::span<const double> sorted, double probability) {
  const double position = probability * static_cast<double>(sorted.size() - 1);
  const double below = std::floor(position);
  const auto low = static_cast<std::size_t>(below);
  return between(sorted[low], sorted[std::min(low + 1, sorted.size() - 1)], position - below);
}

DrawSummary summary(std::span<const double> draws) {
  std::vector<double> sorted(draws.begin(), draws.end());
  std::sort(sorted.begin(), sorted.end());
  DrawSummary result{.low = quantile_of(sorted, 0.1),
                     .median = quantile_of(sorted, 0.5),
                     .high = quantile_of(sorted, 0.9)};

  const Eigen::Map<const Eigen::ArrayXd> entries(draws.data(), static_cast<Index>(draws.size()));
  result.largest = entries.maxCoeff();
  // Relative to the largest absolute value: its powers neither overflow nor underflow, and those of
  // the others that underflow do not count beside it.
  const double unit = std::max(std::abs(entries.minCoeff()), std::abs(result.largest));
  if (unit > 0) {
    const double mean = (entries / unit).mean();
    result.mean = unit * mean;
    const Eigen::ArrayXd squares = (entries / unit).square();
    const double sum = squares.sum();
    result.share =
        std::min(1.0, sum * (sum / (static_cast<double>(draws.size()) * squares.square().sum())));
    if (draws.size() > 1) {
      const auto degrees = static_cast<double>(draws.size() - 1);
      result.std = unit * std::sqrt((entries / unit - mean).square().sum() / degrees);
    }
  }
  return result;
}

}  // namespace

std::vector<double> quantiles(std::span<const double> data, std::span<const double> probabilities) {
  check::not_empty_list("data", data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (std::isnan(data[i])) {
      throw Error(ErrorCode::kDomain, {"data: entry ", std::to_string(i),
                                       " is NaN; every entry must be a number or ±∞."});
    }
  }
  std::vector<double> sorted(data.begin(), data.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> results;
  for (const double probability : probabilities) {
    check::within("probabilities[" + std::to_string(results.size()) + "]", probability, 0, 1);
    results.push_back(quantile_of(sorted, probability));
  }
  return results;
}

std::vector<DrawSummary> draw_summaries(const MatrixIn<double>& draws) {
  check::not_empty("draws", draws.rows(), draws.cols());
  check::finite<double>("draws", draws);
  std::vector<DrawSummary> summaries;
  for (Index i = 0; i < draws.rows(); ++i) {
    summaries.push_back(summary(entries_of(draws.row(i))));
    if (std::isinf(summaries.back().std)) {
      throw Error(ErrorCode::kDomain, {"draws: the entries of row ", std::to_string(i),
                                       " are finite but their deviation overflows."});
    }
  }
  return summaries;
}

}  // namespace attention_scale
