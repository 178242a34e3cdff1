/// \file A histogram by NumPy's rule.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace attention_scale {

/// Bins of one width over a range, as numpy.histogram(data, bins, (low, high)): each bin holds its
/// lower edge and not its upper one; the last bin holds both. Values outside the range are not
/// counted.
class Histogram {
 public:
  /// \throws Error(kDomain) unless bins ≥ 1, low < high, and both are finite and so far apart that
  /// neither the width of the range nor the number of bins in a unit overflows.
  Histogram(Index bins, double low, double high);

  /// \throws Error(kDomain) on NaN or infinity.
  void add(std::span<const double> data);

  /// Counts many numbers in single precision. The bin is found by one multiplication, so that a
  /// number within a rounding error of an edge may be counted in the neighbouring bin. NaN and
  /// numbers outside the range are not counted.
  void add(std::span<const float> data);

  /// numpy.linspace(low, high, bins + 1).
  [[nodiscard]] const std::vector<double>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }

 private:
  /// Counts a value that may be NaN or outside the range.
  void add_if_within(double value);

  std::vector<double> edges_;
  std::vector<std::int64_t> counts_;
  double bins_per_unit_ = 0;
};

}  // namespace attention_scale
