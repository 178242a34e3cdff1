/// \file Moments, quantiles and histograms of numbers, summaries of many draws, and the curves
/// drawn beside them: the local exponent of a power law and the normal density.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace attention_scale {

struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double variance = 0;
  double std = 0;  ///< √variance
  double min = 0;
  double max = 0;
};

/// Moments of a stream of numbers that is not stored: in blocks with two passes each, of
/// differences from the first number of a block, which keep their digits where the mean is far from
/// 0.
class RunningMoments {
 public:
  RunningMoments() = default;
  explicit RunningMoments(std::span<const double> values) { add(values); }

  /// Starts from numbers of which only the moments with ddof 0 are known.
  /// \throws Error(kDomain) unless there is one at least.
  explicit RunningMoments(const Moments& population);

  void add(std::span<const double> values);

  /// Adds all that was added to `other`, as if it had been added here: Chan, Golub and LeVeque
  /// (1979).
  void merge(const RunningMoments& other);

  [[nodiscard]] std::int64_t count() const { return count_; }
  /// Moments of all that was added, with variance Σ(x − mean)² / (count − ddof): ddof 0 of a
  /// population, 1 of a sample. `name` is the name of the data in errors. \throws as `moments`
  /// does, though numbers that are not finite show only in the result.
  [[nodiscard]] Moments moments(int ddof = 0, std::string_view name = "data") const;

 private:
  void add_block(std::span<const double> block);

  std::int64_t count_ = 0;
  double first_ = 0;
  double mean_ = 0;     // of x − first
  double squares_ = 0;  // Σ(x − mean)²
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
};

/// Moments of `data`, as numpy.mean, numpy.var and numpy.std with the same ddof.
/// \throws Error(kDomain) where count ≤ ddof, ddof is negative, an entry is not finite, or the
/// variance overflows.
Moments moments(std::span<const double> data, int ddof = 0);

/// The moments of all data of several parts, from the moments of each part (with ddof 0).
/// \throws Error(kShape) without parts, Error(kDomain) where a part holds what no moments are or
/// where the counts add up to more than 2⁵³ − 1, and as `moments` does.
Moments combined_moments(std::span<const Moments> parts, int ddof = 0);

/// Moments over all entries of a matrix, then those within each row, then within each column.
/// \throws as `moments` does; a row or a column also needs more entries than ddof.
std::vector<Moments> matrix_moments(const MatrixIn<double>& matrix, int ddof = 0);

// Quantiles, and summaries of many draws.

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

// A histogram by NumPy's rule.

/// Bins of one width over a range, as numpy.histogram(data, bins, (low, high)): each bin holds its
/// lower edge and not its upper one; the last bin holds both. Values outside the range are not
/// counted. Where low = high the range is widened by ½ on either side, as NumPy does.
class Histogram {
 public:
  /// \throws Error(kDomain) unless bins ≥ 1, low ≤ high, and both are finite and so far apart that
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

// The local exponent of a power law, between neighbouring points.

/// The slopes between neighbours on logarithmic axes: log(y[i + 1] / y[i]) / log(x[i + 1] / x[i]).
/// For y = c·x^p it is p everywhere. One result fewer than points; −∞ where y decreases to 0, +∞
/// where it increases from 0, and 0 where both are 0. \throws Error(kShape) unless both have one
/// length, at least 2, Error(kDomain) unless x is positive and rising and y is finite and not
/// negative.
std::vector<double> local_exponents(std::span<const double> x, std::span<const double> y);

// The density of the normal law, for the curves over histograms.

/// exp(−(x − mean)² / 2std²) / (std·√2π). \throws Error(kDomain) unless std > 0 and all are finite,
/// and where the density overflows, which takes a std below 2.3e-309.
double normal_density(double x, double mean, double std);

}  // namespace attention_scale
