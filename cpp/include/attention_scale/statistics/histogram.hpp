/// \file A histogram by NumPy's rule.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace attention_scale {

/// Bins of one width over a range, as numpy.histogram(data, bins, (low, high)): each bin holds its
/// lower edge and not its upper one, but for the last, which holds both. What lies outside the
/// range is not counted.
class Histogram {
 public:
  /// \throws Error(kDomain) unless bins ≥ 1, low < high, and both are finite and so far apart that
  /// the width of the range and the number of bins a unit do not overflow.
  Histogram(Index bins, double low, double high);

  /// \throws Error(kDomain) on NaN or infinity.
  void add(std::span<const double> data);

  /// numpy.linspace(low, high, bins + 1).
  [[nodiscard]] const std::vector<double>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }

 private:
  friend class HistogramStream;

  /// Counts a value that may lie outside the range, or be no number.
  void add_if_within(double value);

  std::vector<double> edges_;
  std::vector<std::int64_t> counts_;
  double bins_per_unit_ = 0;
};

/// Counts very many numbers in single precision: the bin is found by one multiplication, so that a
/// number within a rounding of an edge may be counted in the bin beside it. What is NaN or lies
/// outside the range is not counted. The histogram has the counts once this is gone.
class HistogramStream {
 public:
  explicit HistogramStream(Histogram& histogram);
  ~HistogramStream();
  HistogramStream(const HistogramStream&) = delete;
  HistogramStream& operator=(const HistogramStream&) = delete;
  HistogramStream(HistogramStream&&) = delete;
  HistogramStream& operator=(HistogramStream&&) = delete;

  void add(std::span<const float> data);

 private:
  void hand_over();

  Histogram& histogram_;
  float low_ = 0;
  float bins_per_unit_ = 0;
  std::size_t slots_ = 0;  ///< of a table; 0 where single precision cannot tell the bins apart
  std::size_t counted_ = 0;
  std::vector<std::uint32_t> tables_;
};

}  // namespace attention_scale
