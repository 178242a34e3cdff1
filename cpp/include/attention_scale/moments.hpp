/// \file Count, mean, variance and range of numbers that come one after another.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace attention_scale {

/// One pass, nothing kept: Welford's update (Technometrics 4, 1962) of the distances from the first
/// number, so that it keeps its digits where the mean is far from 0.
class RunningMoments {
 public:
  void add(double value);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return first_ + mean_; }
  /// Σ(x − mean)² / (count − ddof): ddof 0 of a population, 1 of a sample.
  [[nodiscard]] double variance(int ddof) const {
    return squares_ / static_cast<double>(count_ - ddof);
  }
  [[nodiscard]] double min() const { return min_; }
  [[nodiscard]] double max() const { return max_; }

 private:
  std::int64_t count_ = 0;
  double first_ = 0;
  double mean_ = 0;     // of x − first
  double squares_ = 0;  // Σ(x − mean)²
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
};

struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double variance = 0;
  double std = 0;  ///< √variance
  double min = 0;
  double max = 0;
};

/// Moments of `data`, as numpy.mean, numpy.var and numpy.std with the same ddof.
/// \throws Error(kDomain) where count ≤ ddof, ddof is negative, an entry is not finite, or the
/// variance overflows.
Moments moments(std::span<const double> data, int ddof = 0);

}  // namespace attention_scale
