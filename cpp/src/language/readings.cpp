#include "attention_scale/language/readings.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
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
  check::not_empty_list("the text of this lane", model.tokens(lane).size(), "at least one token");
  const auto tokens = static_cast<double>(model.tokens(lane).size());
  const double pairs = tokens * (tokens + 1) / 2;
  const Vector<double> zeros = Vector<double>::Zero(sizes.layers * sizes.heads);
  HeadStatistics result{zeros, zeros, zeros, zeros, zeros};
  Vector<double> scores = zeros;
  Vector<double> squares = zeros;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    Index next = 0;
    for (const AttentionRow& row : model.attention_rows(lane, layer)) {
      const Index head = layer * sizes.heads + next++ % sizes.heads;
      result.entropy[head] += row.entropy / tokens;
      result.largest[head] += row.largest / tokens;
      result.trace[head] += row.trace / tokens;
      result.on_first[head] += row.on_first ? 1 : 0;
      scores[head] += row.scores / pairs;
      squares[head] += row.squares / pairs;
    }
  }
  result.score_deviation = (squares - scores.cwiseAbs2()).cwiseSqrt();
  if (tokens > 1) {
    result.on_first.array() = (result.on_first.array() - 1) / (tokens - 1);
  }
  return result;
}

std::vector<std::uint8_t> head_thumbnails(const LanguageModel& model, Index lane, Index most) {
  check::within("the rows of a thumbnail", most, 1, 64);
  const LanguageSizes& sizes = model.weights().sizes;
  check::not_empty_list("the text of this lane", model.tokens(lane).size(), "at least one token");
  const auto tokens = static_cast<Index>(model.tokens(lane).size());
  const Index block = (tokens + most - 1) / most;
  std::vector<std::uint8_t> bytes;
  for (Index head = 0; head < sizes.layers * sizes.heads; ++head) {
    const MatrixIn<float> weights = model.attention(lane, head / sizes.heads, head % sizes.heads);
    for (Index row = 0; row < tokens; row += block) {
      const Index rows = std::min(block, tokens - row);
      for (Index col = 0; col < tokens; col += block) {
        const Index cols = std::min(block, tokens - col);
        // Above the diagonal all weights are 0.
        const float largest = col > row ? 0 : weights.block(row, col, rows, cols).maxCoeff();
        bytes.push_back(static_cast<std::uint8_t>(std::lround(255 * largest)));
      }
    }
  }
  return bytes;
}

}  // namespace attention_scale
