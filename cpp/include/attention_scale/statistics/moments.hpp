/// \file Count, mean, variance and range of numbers, in one pass.
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

  /// Starts from numbers of which only the moments with ddof 0 are known; count ≥ 1.
  explicit RunningMoments(const Moments& population);

  void add(std::span<const double> values);

  /// As if all that was added to `other` had been added here: Chan, Golub and LeVeque (1979).
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

}  // namespace attention_scale
