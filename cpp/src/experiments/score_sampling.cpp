#include "attention_scale/experiments/score_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attention_scale {
namespace {

/// Rows of the queries that are drawn together.
constexpr Index kBlockRows = 64;
/// Rows of the keys that are drawn together.
constexpr Index kBlockCoordinates = 32;
/// Time of a draw, in multiply-adds in double precision.
constexpr double kWorkOfADraw = 60;
/// The largest share that advance() returns before the end.
constexpr double kNearlyDone = 0.999;

const ScoreSamplingOptions& checked(const ScoreSamplingOptions& options) {
  check::within("samples", static_cast<double>(options.samples), 1,
                static_cast<double>(kMostSamples));
  check::within("dim", static_cast<double>(options.dim), 1, static_cast<double>(kLargestDim));
  check::within("std", options.std, 0, kLargestSampledStd);
  return options;
}

std::span<double> entries(Matrix<double>& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

/// Moments of entries whose mean is near 0. The rounding error of a running mean is relative to the
/// entries, that of sum/count relative to the mean, which is more exact.
Moments about_zero(const RunningMoments& running, double sum, std::string_view name) {
  Moments result = moments_of(running, 1, name);
  result.mean = sum / static_cast<double>(running.count());
  return result;
}

}  // namespace

ScoreSampling::ScoreSampling(const ScoreSamplingOptions& options)
    : ScoreSampling(ScoreDrawing(options).finish()) {}

ScoreDrawing::ScoreDrawing(const ScoreSamplingOptions& options) : state_(options.seed) {
  result_.options_ = checked(options);
  const auto [seed, samples, dim, std, law] = options;
  result_.queries_.resize(samples, dim);
  result_.keys_.resize(samples, dim);
  query_sum_ = Vector<double>::Zero(dim);
  query_gram_ = Matrix<double>::Zero(dim, dim);
  keys_.resize(dim, samples);
}

double ScoreDrawing::advance(double work) {
  const auto samples = static_cast<double>(options().samples);
  const auto dim = static_cast<double>(options().dim);
  // Every query is multiplied with itself, every coordinate of the keys with those before it.
  const auto work_of = [=](Index rows, Index coordinates) {
    const auto c = static_cast<double>(coordinates);
    return static_cast<double>(rows) * dim * (kWorkOfADraw + dim / 2) +
           c * samples * (kWorkOfADraw + c / 2);
  };
  const double until = work_of(rows_, coordinates_) + work;
  while (work_of(rows_, coordinates_) < until && coordinates_ < options().dim) {
    rows_ < options().samples ? draw_queries() : draw_keys();
  }
  return coordinates_ == options().dim
             ? 1
             : std::min(work_of(rows_, coordinates_) / work_of(options().samples, options().dim),
                        kNearlyDone);
}

/// Queries are drawn row by row. QᵀQ and Σq are updated with each block, so that no query is stored
/// in double precision.
void ScoreDrawing::draw_queries() {
  const auto [seed, samples, dim, std, law] = options();
  Matrix<double> block(std::min(kBlockRows, samples - rows_), dim);
  draw_entries(state_, law, std, entries(block));
  result_.query_.add(entries(block));
  query_sum_ += block.colwise().sum().transpose();
  simd::add_gram(simd::Factor<double>::of(block).transposed(), dim, block.rows(),
                 query_gram_.data(), dim);
  result_.queries_.middleRows(rows_, block.rows()) = block.cast<float>();
  rows_ += block.rows();
}

/// A row of the keys is one coordinate of all of them, and KKᵀ is the product of every pair of
/// rows. Each block is multiplied with the rows before it and with itself; only ⟨QᵀQ, KKᵀ⟩ is
/// stored.
void ScoreDrawing::draw_keys() {
  const auto [seed, samples, dim, std, law] = options();
  const Index before = coordinates_;
  const Index count = std::min(kBlockCoordinates, dim - before);
  auto block = keys_.middleRows(before, count);
  const std::span<double> drawn{block.data(), static_cast<std::size_t>(block.size())};
  draw_entries(state_, law, std, drawn);
  result_.key_.add(drawn);

  // Both Gram matrices are symmetric: entries below their diagonals count twice.
  const Index seen = before + count;
  Matrix<double> key_gram(seen, count);
  simd::gemm(simd::Factor<double>::of(keys_), simd::Factor<double>::of(block).transposed(), seen,
             count, samples, key_gram.data(), count, simd::Result::kReplaced);
  for (Index i = 0; i < count; ++i) {
    const auto both =
        key_gram.col(i).transpose().cwiseProduct(query_gram_.row(before + i).head(seen));
    result_.sum_of_squares_ += 2 * both.head(before + i).sum() + both[before + i];
  }
  const Vector<double> key_sum = block.rowwise().sum();
  result_.key_entry_sum_ += key_sum.sum();
  result_.sum_ += query_sum_.segment(before, count).dot(key_sum);
  result_.keys_.middleCols(before, count) = block.transpose().cast<float>();
  coordinates_ += count;
}

ScoreSampling ScoreDrawing::finish() {
  advance(std::numeric_limits<double>::infinity());
  result_.query_entry_sum_ = query_sum_.sum();
  return std::move(result_);
}

Moments ScoreSampling::query() const { return about_zero(query_, query_entry_sum_, "the query"); }

Moments ScoreSampling::key() const { return about_zero(key_, key_entry_sum_, "the key"); }

Moments ScoreSampling::scores(double scale) const {
  check::finite("scale", scale);
  const std::int64_t count = std::int64_t{options_.samples} * options_.samples;
  const auto n = static_cast<double>(count);
  const double mean = sum_ / n;
  // The difference is at least 0, but may round to less.
  const double squares = std::max(0.0, sum_of_squares_ - sum_ * mean);
  return moments_of(
      RunningMoments(
          Moments{.count = count, .mean = scale * mean, .variance = scale * scale * (squares / n)}),
      1, "the scores");
}

}  // namespace attention_scale
