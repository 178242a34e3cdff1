#include "attention_scale/language/readings.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/row_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
namespace {

/// The mean of Σ y(1 − y) over the rows. 1 − y of the largest weight is summed from the others:
/// where softmax saturates the difference would lose all digits.
double mean_trace(const Matrix<double>& weights, const std::vector<Index>& peaks) {
  double sum = 0;
  for (Index row = 0; row < weights.rows(); ++row) {
    const Index peak = peaks[static_cast<std::size_t>(row)];
    double others = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
      if (j != peak) {
        others += weights(row, j);
        sum += weights(row, j) * (1 - weights(row, j));
      }
    }
    sum += weights(row, peak) * others;
  }
  return sum / static_cast<double>(weights.rows());
}

}  // namespace

Matrix<float> logit_lens(const LanguageModel& model, Index lane, Index position) {
  const LanguageSizes& sizes = model.weights().sizes;
  check::within("position", position, 0, static_cast<Index>(model.tokens(lane).size()) - 1);
  Matrix<float> x(sizes.layers, sizes.d_model);
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    x.row(layer) = model.residual(lane, layer + 1).row(position);
  }
  Matrix<float> logits(sizes.layers, sizes.vocabulary);
  output_logits(model.weights(), x, logits);
  return logits;
}

std::vector<double> token_losses(const LanguageModel& model, Index lane, Index first) {
  const LanguageSizes& sizes = model.weights().sizes;
  const std::span<const Token> tokens = model.tokens(lane);
  const auto count = static_cast<Index>(tokens.size());
  check::within("the number of tokens", count, 2, sizes.positions);
  check::within("the first token", first, 1, count - 1);
  constexpr Index kPositionsAtATime = 16;
  Matrix<float> logits(kPositionsAtATime, sizes.vocabulary);
  std::vector<double> losses;
  for (Index from = first - 1; from < count - 1; from += kPositionsAtATime) {
    const Index rows = std::min(kPositionsAtATime, count - 1 - from);
    output_logits(model.weights(), model.residual(lane, sizes.layers).middleRows(from, rows),
                  logits.topRows(rows));
    for (Index row = 0; row < rows; ++row) {
      losses.push_back(token_loss(logits.row(row).transpose(),
                                  tokens[static_cast<std::size_t>(from + row + 1)]));
    }
  }
  return losses;
}

HeadStatistics head_statistics(const LanguageModel& model, Index lane) {
  const LanguageSizes& sizes = model.weights().sizes;
  const Matrix<double> empty(sizes.layers, sizes.heads);
  HeadStatistics result{
      .entropy = empty, .largest = empty, .trace = empty, .score_deviation = empty};
  const auto tokens = static_cast<double>(model.tokens(lane).size());
  const double pairs = tokens * (tokens + 1) / 2;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    const Vector<double> sums = model.score_sums(lane, layer).colwise().sum() / pairs;
    for (Index head = 0; head < sizes.heads; ++head) {
      const double mean = sums[2 * head];
      result.score_deviation(layer, head) = std::sqrt(sums[2 * head + 1] - mean * mean);
      const Matrix<double> weights = model.attention(lane, layer, head).cast<double>();
      const RowStatistics rows = row_statistics(weights);
      result.entropy(layer, head) = mean_of(rows.entropy);
      result.largest(layer, head) = mean_of(rows.peak);
      result.trace(layer, head) = mean_trace(weights, rows.peak_index);
    }
  }
  return result;
}

}  // namespace attention_scale
