#include "attention_scale/statistics/quantiles.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace attention_scale {
namespace {

/// More quantiles than this of one list are read off the sorted list; for fewer, sorting would do
/// more than is asked for.
constexpr std::size_t kFewQuantiles = 8;

/// What lies `share` of the way from `low` to `high`: NumPy's formula, from the nearer side, where
/// their difference is finite.
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

/// The quantiles of `data`, which is reordered. `probabilities` rise.
void rising_quantiles(std::span<double> data, std::span<const double> probabilities,
                      std::span<double> results) {
  const bool sorted = probabilities.size() > kFewQuantiles;
  if (sorted) {
    std::sort(data.begin(), data.end());
  }
  auto settled = data.begin();  // nothing before it is larger than anything after it
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double position = probabilities[i] * static_cast<double>(data.size() - 1);
    const double below = std::floor(position);
    const auto low = data.begin() + static_cast<std::ptrdiff_t>(below);
    if (!sorted) {
      std::nth_element(settled, low, data.end());
      settled = low;
    }
    const auto next = low + 1;
    if (next == data.end()) {
      results[i] = *low;
    } else {
      const double high = sorted ? *next : *std::min_element(next, data.end());
      results[i] = between(*low, high, position - below);
    }
  }
}

DrawSummary summary(std::span<const double> draws, std::span<double> scratch) {
  std::copy(draws.begin(), draws.end(), scratch.begin());
  static constexpr std::array<double, 3> kProbabilities{0.1, 0.5, 0.9};
  std::array<double, kProbabilities.size()> quantiles{};
  rising_quantiles(scratch, kProbabilities, quantiles);
  DrawSummary result{.low = quantiles[0], .median = quantiles[1], .high = quantiles[2]};

  const Eigen::Map<const Eigen::ArrayXd> entries(draws.data(), static_cast<Index>(draws.size()));
  result.largest = entries.maxCoeff();
  // As shares of the largest distance from 0, whose squares neither overflow nor vanish.
  const double unit = std::max(std::abs(entries.minCoeff()), std::abs(result.largest));
  if (unit > 0) {
    const double mean = (entries / unit).mean();
    result.mean = unit * mean;
    if (draws.size() > 1) {
      const auto degrees = static_cast<double>(draws.size() - 1);
      result.std = unit * std::sqrt((entries / unit - mean).square().sum() / degrees);
    }
  }
  return result;
}

}  // namespace

std::vector<double> quantiles(std::span<const double> data, std::span<const double> probabilities) {
  if (data.empty()) {
    throw Error(ErrorCode::kShape, "data is an empty list; it needs at least one number.");
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (std::isnan(data[i])) {
      throw Error(ErrorCode::kDomain, "data: entry " + std::to_string(i) +
                                          " is NaN; every entry must be a number or ±∞.");
    }
  }
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    check::within("probabilities[" + std::to_string(i) + "]", probabilities[i], 0, 1);
  }
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  std::vector<double> rising(order.size());
  std::transform(order.begin(), order.end(), rising.begin(),
                 [&](std::size_t i) { return probabilities[i]; });

  std::vector<double> scratch(data.begin(), data.end());
  std::vector<double> in_order(order.size());
  rising_quantiles(scratch, rising, in_order);
  std::vector<double> results(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    results[order[i]] = in_order[i];
  }
  return results;
}

std::vector<DrawSummary> draw_summaries(const MatrixIn<double>& draws) {
  check::not_empty("draws", draws.rows(), draws.cols());
  check::finite<double>("draws", draws);
  const auto count = static_cast<std::size_t>(draws.cols());
  std::vector<double> scratch(count);
  std::vector<DrawSummary> summaries;
  summaries.reserve(static_cast<std::size_t>(draws.rows()));
  for (Index i = 0; i < draws.rows(); ++i) {
    summaries.push_back(summary({draws.row(i).data(), count}, scratch));
    if (std::isinf(summaries.back().std)) {
      throw Error(ErrorCode::kDomain, "draws: the entries of row " + std::to_string(i) +
                                          " are finite but their deviation overflows.");
    }
  }
  return summaries;
}

}  // namespace attention_scale
