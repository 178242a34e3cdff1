#include "attention_scale/experiments/score_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/products.hpp"

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
/// A draw takes about as long as so many multiply-adds in double.
constexpr double kWorkOfADraw = 60;
/// What a share that is not 1 may look like at most.
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

/// Moments of entries whose mean is near 0. A running mean rounds like the entries; the sum over
/// their count rounds like the mean itself, which keeps more of its digits.
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
  const auto [seed, samples, dim, std, law] = options();
  const auto entries_of_row = static_cast<double>(dim);
  const auto entries_of_coordinate = static_cast<double>(samples);
  const double all =
      2 * static_cast<double>(samples) * entries_of_row * (kWorkOfADraw + entries_of_row / 2);
  double done = 0;
  while (done < work && coordinates_ < dim) {
    if (rows_ < samples) {
      const Index before = rows_;
      draw_queries();
      done += static_cast<double>(rows_ - before) * entries_of_row *
              (kWorkOfADraw + entries_of_row / 2);
    } else {
      const Index before = coordinates_;
      draw_keys();
      done += static_cast<double>(coordinates_ - before) * entries_of_coordinate *
              (kWorkOfADraw + static_cast<double>(coordinates_));
    }
  }
  if (coordinates_ == dim) {
    return 1;
  }
  const auto coordinates = static_cast<double>(coordinates_);
  const double queries_done =
      static_cast<double>(rows_) * entries_of_row * (kWorkOfADraw + entries_of_row / 2);
  const double keys_done = coordinates * entries_of_coordinate * (kWorkOfADraw + coordinates / 2);
  return std::min((queries_done + keys_done) / all, kNearlyDone);
}

/// The queries come row by row: QᵀQ and Σq grow with them, and nothing is held in double.
void ScoreDrawing::draw_queries() {
  const auto [seed, samples, dim, std, law] = options();
  Matrix<double> block(std::min(kBlockRows, samples - rows_), dim);
  draw_entries(state_, law, std, entries(block));
  result_.query_.add(entries(block));
  query_sum_ += block.colwise().sum().transpose();
  add_column_products(block, query_gram_);
  result_.queries_.middleRows(rows_, block.rows()) = block.cast<float>();
  rows_ += block.rows();
}

/// A row of the keys is one coordinate of all of them, and KKᵀ is made of every pair of rows: each
/// block meets the rows before it and itself, and of KKᵀ only its sum with QᵀQ is kept.
void ScoreDrawing::draw_keys() {
  const auto [seed, samples, dim, std, law] = options();
  const Index before = coordinates_;
  const Index count = std::min(kBlockCoordinates, dim - before);
  auto block = keys_.middleRows(before, count);
  const std::span<double> drawn{block.data(), static_cast<std::size_t>(block.size())};
  draw_entries(state_, law, std, drawn);
  result_.key_.add(drawn);

  // Both Gram matrices are symmetric: what lies below their diagonals counts twice.
  Matrix<double> key_gram = Matrix<double>::Zero(count, dim);
  add_row_products(keys_, before, before + count, keys_, Pairs::kUpToItself, 0, samples, key_gram);
  const Index seen = before + count;
  for (Index i = 0; i < count; ++i) {
    const auto both =
        key_gram.row(i).head(seen).cwiseProduct(query_gram_.row(before + i).head(seen));
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
  // Never below 0, though the difference of equal numbers may round to it.
  const double squares = std::max(0.0, sum_of_squares_ - sum_ * mean);
  return moments_of(
      RunningMoments(
          Moments{.count = count, .mean = scale * mean, .variance = scale * scale * (squares / n)}),
      1, "the scores");
}

}  // namespace attention_scale
