#include "attention_scale/language/readings.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace attention_scale {
namespace {

double largest_of(const VectorIn<float>& logits) {
  check::not_empty_list("logits", static_cast<std::size_t>(logits.size()));
  check::logits<float>("logits", logits);
  const auto largest = static_cast<double>(logits.maxCoeff());
  check::finite("the largest logit", largest);
  return largest;
}

/// exp((x − largest x)/temperature), and their sum.
struct Exponentials {
  Exponentials(const VectorIn<float>& logits, double temperature) : largest(largest_of(logits)) {
    for (const float logit : entries_of(logits)) {
      entries.push_back(std::exp((static_cast<double>(logit) - largest) / temperature));
      sum += entries.back();
    }
  }

  double largest;
  std::vector<double> entries;
  double sum = 0;
};

}  // namespace

double token_loss(const VectorIn<float>& logits, Token token) {
  const Exponentials exponentials(logits, 1);
  check::within("token", static_cast<double>(token), 0, static_cast<double>(logits.size() - 1));
  const auto logit = static_cast<double>(logits[static_cast<Index>(token)]);
  return std::log(exponentials.sum) - (logit - exponentials.largest);
}

std::vector<LikelyToken> likeliest_tokens(const VectorIn<float>& logits, Index count) {
  const Exponentials exponentials(logits, 1);
  check::within("count", count, 1, logits.size());
  std::vector<Token> order(exponentials.entries.size());
  std::iota(order.begin(), order.end(), Token{0});
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Token a, Token b) {
    const float x = logits[static_cast<Index>(a)];
    const float y = logits[static_cast<Index>(b)];
    return x > y || (x == y && a < b);
  });
  std::vector<LikelyToken> result;
  for (const Token token : std::span(order).first(static_cast<std::size_t>(count))) {
    result.push_back(
        {.token = token, .probability = exponentials.entries[token] / exponentials.sum});
  }
  return result;
}

TokenSampler::TokenSampler(double temperature, std::uint32_t seed)
    : temperature_(temperature), random_(seed) {
  check::within("temperature", temperature, 0, 100);
}

Token TokenSampler::draw(const VectorIn<float>& logits) {
  if (temperature_ == 0) {
    return likeliest_tokens(logits, 1).front().token;
  }
  std::vector<double> cumulative = Exponentials(logits, temperature_).entries;
  std::partial_sum(cumulative.begin(), cumulative.end(), cumulative.begin());
  // The draw is below 1, and its product with a number always below that number.
  const double draw = random_.uniform() * cumulative.back();
  return static_cast<Token>(std::upper_bound(cumulative.begin(), cumulative.end(), draw) -
                            cumulative.begin());
}

Matrix<float> logit_lens(const LanguageModel& model, Index lane, Index position) {
  const LanguageSizes& sizes = model.weights().sizes;
  check::within("position", position, 0, std::ssize(model.tokens(lane)) - 1);
  Matrix<float> x(sizes.layers, sizes.d_model);
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    x.row(layer) = model.residual(lane, layer + 1).row(position);
  }
  Matrix<float> logits(sizes.layers, sizes.vocabulary);
  model.logits_of(x, logits);
  return logits;
}

std::vector<double> token_losses(const LanguageModel& model, Index lane, Index first) {
  const LanguageSizes& sizes = model.weights().sizes;
  const std::span<const Token> tokens = model.tokens(lane);
  const auto count = std::ssize(tokens);
  check::within("the number of tokens", count, 2, sizes.positions);
  check::within("the first token", first, 1, count - 1);
  constexpr Index kPositionsAtATime = 16;
  Matrix<float> logits(kPositionsAtATime, sizes.vocabulary);
  std::vector<double> losses;
  for (Index from = first - 1; from < count - 1; from += kPositionsAtATime) {
    const Index rows = std::min(kPositionsAtATime, count - 1 - from);
    model.logits_of(model.residual(lane, sizes.layers).middleRows(from, rows),
                    logits.topRows(rows));
    for (Index row = 0; row < rows; ++row) {
      losses.push_back(token_loss(logits.row(row).transpose(),
                                  tokens[static_cast<std::size_t>(from + row + 1)]));
    }
  }
  return losses;
}

HeadStatistics head_statistics(LanguageModel& model, Index lane) {
  const LanguageSizes& sizes = model.weights().sizes;
  check::not_empty_list("the text of this lane", model.tokens(lane).size(), "at least one token");
  const auto tokens = static_cast<double>(model.tokens(lane).size());
  const Vector<double> zeros = Vector<double>::Zero(sizes.layers * sizes.heads);
  HeadStatistics result{.entropy = zeros,
                        .largest = zeros,
                        .trace = zeros,
                        .score_deviation = zeros,
                        .on_first = zeros};
  std::vector<RunningMoments> scores(static_cast<std::size_t>(zeros.size()));
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    const std::span<const AttentionRow> rows = model.attention_rows(lane, layer);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const AttentionRow& row = rows[i];
      // Query by query, and for each query head by head.
      const Index query = static_cast<Index>(i) / sizes.heads;
      const Index head = layer * sizes.heads + static_cast<Index>(i) % sizes.heads;
      const Index keys = query + 1;
      result.entropy[head] += row.entropy / tokens;
      result.largest[head] += row.largest / tokens;
      result.trace[head] += row.trace / tokens;
      result.on_first[head] += row.on_first ? 1 : 0;
      scores[static_cast<std::size_t>(head)].merge(RunningMoments(
          Moments{.count = keys, .mean = row.mean_score, .variance = row.score_variance}));
    }
  }
  std::transform(scores.begin(), scores.end(), result.score_deviation.begin(),
                 [](const RunningMoments& all) { return all.moments(0, "the scores").std; });
  if (tokens > 1) {
    result.on_first.array() = (result.on_first.array() - 1) / (tokens - 1);
  }
  return result;
}

std::vector<std::uint8_t> head_thumbnails(const LanguageModel& model, Index lane, Index most) {
  check::within("the rows of a thumbnail", most, 1, 64);
  const LanguageSizes& sizes = model.weights().sizes;
  check::not_empty_list("the text of this lane", model.tokens(lane).size(), "at least one token");
  const auto tokens = std::ssize(model.tokens(lane));
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
