/// \file The sampling experiment: moments and histogram of all scores of many queries and keys, and
/// the standard deviation of scores for every d.
#pragma once

#include "attention_scale/random/random.hpp"
#include "attention_scale/statistics/statistics.hpp"

#include <cstdint>
#include <limits>
#include <span>

namespace attention_scale {

/// The largest number of samples. With kLargestDim it limits the memory to 320 MiB while drawing.
inline constexpr Index kMostSamples = 20000;

/// The largest σ whose scores single precision holds at any d.
inline constexpr double kLargestSampledStd = 1e15;

struct ScoreSamplingOptions {
  std::uint32_t seed = 0;
  Index samples = 10000;  ///< number of queries, and of keys: 1 to kMostSamples
  Index dim = 100;        ///< d_k, 1 to kLargestDim
  double std = 1;         ///< σ of the entries, 0 to kLargestSampledStd
  EntryLaw law = EntryLaw::kNormal;

  friend bool operator==(const ScoreSamplingOptions&, const ScoreSamplingOptions&) = default;
};

/// Query [samples×dim], and then key [dim×samples], drawn from one stream RandomState(seed). Their
/// scores are scale·query·key [samples×samples]. The draws are stored in single precision for the
/// histogram. They are drawn block by block, since 20,000 × 1024 take seconds; moments and
/// histograms need all of them.
class ScoreSampling {
 public:
  /// Draws for about `work` multiply-adds, by default everything.
  /// \throws Error(kDomain) if an option is outside its range.
  explicit ScoreSampling(const ScoreSamplingOptions& options,
                         double work = std::numeric_limits<double>::infinity());

  /// Continues for about `work` multiply-adds, at least for one block. The digits do not depend on
  /// the number of calls.
  void advance(double work);

  /// The finished share of the draws, from 0 to 1, and 1 only at the end.
  [[nodiscard]] double share() const;

  [[nodiscard]] const ScoreSamplingOptions& options() const { return options_; }

  /// Moments of all samples·dim entries, ddof 1. \throws Error(kDomain) where there is only one
  /// entry.
  [[nodiscard]] Moments query() const;
  [[nodiscard]] Moments key() const;

  /// Moments of all samples² scores, ddof 1, exact although no score is computed:
  /// Σ q·k = (Σq)·(Σk) and Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩_F. `min` and `max` are unknown and stay 0.
  /// \throws Error(kDomain) for a single sample, and unless scale is finite.
  [[nodiscard]] Moments scores(double scale) const;

  /// Computes the scores of `count` queries from number `from` on with all keys, block by block in
  /// single precision; counts them into `histogram` and returns their moments, ddof 0. However the
  /// queries are split, every score has the same digits.
  /// \throws Error(kDomain) unless 1 ≤ count and from + count ≤ samples, and where scores overflow.
  Moments stream(double scale, Index from, Index count, Histogram& histogram) const;

 private:
  void draw_queries();
  void draw_keys();
  /// Time of drawing so many rows of the queries and coordinates of the keys, in multiply-adds.
  [[nodiscard]] double work_of(Index rows, Index coordinates) const;

  ScoreSamplingOptions options_;
  RandomState state_;
  Index rows_ = 0;         // number of queries drawn so far
  Index coordinates_ = 0;  // number of coordinates of the keys drawn so far
  RunningMoments query_;
  RunningMoments key_;
  Vector<double> query_sum_;
  double key_entry_sum_ = 0;
  double sum_ = 0;             // of all unscaled scores
  double sum_of_squares_ = 0;  // of all unscaled scores
  Matrix<float> queries_;      // samples×dim
  Matrix<float> keys_;         // dim×samples
  // These are kept until everything is drawn.
  Matrix<double> query_gram_;       // QᵀQ, its lower triangle
  Matrix<double> key_coordinates_;  // dim×samples, in double precision for KKᵀ
};

struct ScoreSpreadOptions {
  std::uint32_t seed = 0;
  Index samples = 200;  ///< number of queries and of keys in a repeat: 2 to 2000
  double std = 1;
  EntryLaw law = EntryLaw::kNormal;
};

/// The standard deviation (ddof 1) of all samples² scores q·k, for every d of `dims` (rising, 1 to
/// kLargestDim) in `count` repeats from number `from` on: [count×dims].
/// Repeat r draws from RandomState([seed, r]): query [samples×1024], then key [samples×1024]; d
/// takes the first d coordinates. The scores of a repeat share queries and keys, so that they are
/// not independent: the error of the deviation shows between repeats, not within one. \throws
/// Error(kDomain) if an option is outside its range.
Matrix<double> score_spreads(const ScoreSpreadOptions& options, std::span<const Index> dims,
                             std::uint32_t from, Index count);

}  // namespace attention_scale
