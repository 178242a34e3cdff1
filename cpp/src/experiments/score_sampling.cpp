#include "attention_scale/experiments/score_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace attention_scale {
namespace {

/// Rows of the queries that are drawn together.
constexpr Index kBlockRows = 64;
/// Rows of the keys that are drawn together.
constexpr Index kBlockCoordinates = 32;
/// Time of a draw, in multiply-adds in double precision.
constexpr double kWorkOfADraw = 60;
/// The largest share before the end.
constexpr double kNearlyDone = 0.999;

ScoreSamplingOptions checked(const ScoreSamplingOptions& options) {
  check::within("samples", options.samples, 1, kMostSamples);
  check::within("dim", options.dim, 1, kLargestDim);
  check::within("std", options.std, 0, kLargestSampledStd);
  return options;
}

/// Moments of entries whose mean is near 0. The rounding error of a running mean is relative to the
/// entries, that of sum/count relative to the mean, which is more exact.
Moments about_zero(const RunningMoments& running, double sum, std::string_view name) {
  Moments result = running.moments(1, name);
  result.mean = sum / static_cast<double>(running.count());
  return result;
}

/// The moments of `scores`, whose standard deviation is about `std`. Each row is summed in single
/// precision.
RunningMoments moments_of(const Matrix<float>& scores, double std) {
  // Squares of the scores may overflow where the scores do not. They are computed in units of a
  // power of two near the deviation, which costs no rounding.
  const int exponent = std > 0 && std::isfinite(std) ? std::clamp(std::ilogb(std), -100, 100) : 0;
  const Matrix<float> in_units = std::ldexp(1.0F, -exponent) * scores;
  const Vector<float> ones = Vector<float>::Ones(scores.cols());
  double sum = 0;
  double squares = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    const float* const row = in_units.row(i).data();
    sum += static_cast<double>(simd::dot(row, ones.data(), scores.cols()));
    squares += static_cast<double>(simd::dot(row, row, scores.cols()));
  }
  const auto n = static_cast<double>(scores.size());
  const double mean = sum / n;
  check::domain(std::isfinite(mean),
                {"scale·scores: they overflow single precision; make scale or std smaller."});
  // No difference of squares cancels here, since the mean is near 0.
  const double variance = std::max(0.0, squares / n - mean * mean);
  return RunningMoments(Moments{.count = scores.size(),
                                .mean = std::ldexp(mean, exponent),
                                .variance = std::ldexp(variance, 2 * exponent),
                                .min = static_cast<double>(scores.minCoeff()),
                                .max = static_cast<double>(scores.maxCoeff())});
}

}  // namespace

ScoreSampling::ScoreSampling(const ScoreSamplingOptions& options, double work)
    : options_(checked(options)),
      state_(options.seed),
      query_sum_(Vector<double>::Zero(options.dim)),
      queries_(options.samples, options.dim),
      keys_(options.dim, options.samples),
      query_gram_(Matrix<double>::Zero(options.dim, options.dim)),
      key_coordinates_(options.dim, options.samples) {
  if (work > 0) {
    advance(work);
  }
}

/// Every query is multiplied with itself, every coordinate of the keys with those before it.
double ScoreSampling::work_of(Index rows, Index coordinates) const {
  const auto samples = static_cast<double>(options_.samples);
  const auto dim = static_cast<double>(options_.dim);
  const auto c = static_cast<double>(coordinates);
  return static_cast<double>(rows) * dim * (kWorkOfADraw + dim / 2) +
         c * samples * (kWorkOfADraw + c / 2);
}

void ScoreSampling::advance(double work) {
  const double until = work_of(rows_, coordinates_) + work;
  bool more = coordinates_ < options_.dim;
  while (more) {
    if (rows_ < options_.samples) {
      draw_queries();
    } else {
      draw_keys();
    }
    more = work_of(rows_, coordinates_) < until && coordinates_ < options_.dim;
  }
  if (coordinates_ == options_.dim) {
    query_gram_.resize(0, 0);
    key_coordinates_.resize(0, 0);
  }
}

double ScoreSampling::share() const {
  const double whole = work_of(options_.samples, options_.dim);
  return coordinates_ == options_.dim ? 1
                                      : std::min(work_of(rows_, coordinates_) / whole, kNearlyDone);
}

/// Queries are drawn row by row. QᵀQ and Σq are updated with each block, so that no query is stored
/// in double precision.
void ScoreSampling::draw_queries() {
  const auto [seed, samples, dim, std, law] = options_;
  Matrix<double> block(std::min(kBlockRows, samples - rows_), dim);
  draw_entries(state_, law, std, entries_of(block));
  query_.add(entries_of(block));
  query_sum_ += block.colwise().sum().transpose();
  simd::add_gram<double>(block.transpose(), query_gram_);
  queries_.middleRows(rows_, block.rows()) = block.cast<float>();
  rows_ += block.rows();
}

/// A row of the keys is one coordinate of all of them, and KKᵀ is the product of every pair of
/// rows. Each block is multiplied with the rows before it and with itself; only ⟨QᵀQ, KKᵀ⟩ is
/// stored.
void ScoreSampling::draw_keys() {
  const auto [seed, samples, dim, std, law] = options_;
  const Index before = coordinates_;
  const Index count = std::min(kBlockCoordinates, dim - before);
  auto block = key_coordinates_.middleRows(before, count);
  draw_entries(state_, law, std, entries_of(block));
  key_.add(entries_of(block));

  // Both Gram matrices are symmetric: entries below their diagonals count twice.
  const Index seen = before + count;
  Matrix<double> key_gram(seen, count);
  simd::gemm<double>(key_coordinates_.topRows(seen), block.transpose(), key_gram);
  for (Index i = 0; i < count; ++i) {
    const auto both =
        key_gram.col(i).transpose().cwiseProduct(query_gram_.row(before + i).head(seen));
    sum_of_squares_ += 2 * both.head(before + i).sum() + both[before + i];
  }
  const Vector<double> key_sum = block.rowwise().sum();
  key_entry_sum_ += key_sum.sum();
  sum_ += dot(query_sum_.segment(before, count), key_sum);
  keys_.middleRows(before, count) = block.cast<float>();
  coordinates_ += count;
}

Moments ScoreSampling::query() const { return about_zero(query_, query_sum_.sum(), "the query"); }

Moments ScoreSampling::key() const { return about_zero(key_, key_entry_sum_, "the key"); }

Moments ScoreSampling::scores(double scale) const {
  check::finite("scale", scale);
  const std::int64_t count = std::int64_t{options_.samples} * options_.samples;
  const auto n = static_cast<double>(count);
  const double mean = sum_ / n;
  // The difference is at least 0, but may round to less.
  const double squares = std::max(0.0, sum_of_squares_ - sum_ * mean);
  const Moments all{
      .count = count, .mean = scale * mean, .variance = scale * scale * (squares / n)};
  return RunningMoments(all).moments(1, "the scores");
}

Moments ScoreSampling::stream(double scale, Index from, Index count, Histogram& histogram) const {
  check::finite("scale", scale);
  check::within("from", from, 0, options_.samples - 1);
  check::within("count", count, 1, options_.samples - from);
  // So many keys stay in the first cache, and their scores with so many queries.
  constexpr Index kKeys = 128;
  constexpr Index kQueries = 32;
  const double std = std::abs(scale) * (options_.std * options_.std) *
                     std::sqrt(static_cast<double>(options_.dim));
  Matrix<float> scores;
  RunningMoments all;
  for (Index key = 0; key < options_.samples; key += kKeys) {
    const Index keys = std::min(kKeys, options_.samples - key);
    const Vector<float> panels = simd::pack_right<float>(keys_.middleCols(key, keys));
    for (Index query = from; query < from + count; query += kQueries) {
      const Index queries = std::min(kQueries, from + count - query);
      resize(scores, queries, keys);
      simd::gemm_packed<float>(queries_.middleRows(query, queries), panels.data(), keys_.rows(),
                               scores, simd::Result::kReplaced);
      scores *= static_cast<float>(scale);
      all.merge(moments_of(scores, std));
      histogram.add(entries_of(std::as_const(scores)));
    }
  }
  return all.moments();
}

Matrix<double> score_spreads(const ScoreSpreadOptions& options, std::span<const Index> dims,
                             std::uint32_t from, Index count) {
  constexpr Index kMostSpreadSamples = 2000;
  check::within("samples", options.samples, 2, kMostSpreadSamples);
  check::rising("dims", dims, 1, kLargestDim);
  check::draw_range(from, count);

  const Index samples = options.samples;
  Matrix<double> spreads(count, std::ssize(dims));
  Matrix<double> query(samples, kLargestDim);
  Matrix<double> key(samples, kLargestDim);
  Matrix<double> scores(samples, samples);
  for (Index repeat = 0; repeat < count; ++repeat) {
    RandomState state(options.seed, from + static_cast<std::uint32_t>(repeat));
    draw_entries(state, options.law, options.std, entries_of(query));
    draw_entries(state, options.law, options.std, entries_of(key));
    scores.setZero();
    Index done = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      // A larger d adds the products of further coordinates to the scores.
      const Index depth = dims[i] - done;
      simd::gemm<double>(query.middleCols(done, depth), key.middleCols(done, depth).transpose(),
                         scores, simd::Result::kAddedTo);
      done = dims[i];
      spreads(repeat, static_cast<Index>(i)) =
          RunningMoments(entries_of(scores)).moments(1, "the scores").std;
    }
  }
  return spreads;
}

}  // namespace attention_scale
