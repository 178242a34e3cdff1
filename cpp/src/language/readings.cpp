#include "attention_scale/language/readings.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/statistics/statistics.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace attention_scale {
namespace {

/// The most tokens that a vocabulary has: weights.hpp.
constexpr Index kMostTokens = 65536;

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

/// The `count` tokens of the largest logits, the largest first, of equal ones that of the lower
/// number.
std::vector<Token> tokens_by_logit(const VectorIn<float>& logits, Index count) {
  std::vector<Token> order(static_cast<std::size_t>(logits.size()));
  std::iota(order.begin(), order.end(), Token{0});
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Token a, Token b) {
    const float x = logits[static_cast<Index>(a)];
    const float y = logits[static_cast<Index>(b)];
    return x > y || (x == y && a < b);
  });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

/// The scores q·k of a head, row by row those of a query with each key up to it [T(T + 1)/2].
Vector<double> scores_of(const QueriesAndKeys& vectors, Index d_k, Index head) {
  const Index group = vectors.queries.cols() / vectors.keys.cols();
  const Index count = vectors.queries.rows();
  Vector<double> scores(count * (count + 1) / 2);
  Index next = 0;
  for (Index query = 0; query < count; ++query) {
    const float* const of_query = vectors.queries.row(query).data() + head * d_k;
    for (Index key = 0; key <= query; ++key) {
      const float* const of_key = vectors.keys.row(key).data() + head / group * d_k;
      scores[next] = static_cast<double>(simd::dot(of_query, of_key, d_k));
      ++next;
    }
  }
  return scores;
}

/// Takes the mean of each query away from its scores.
void center_queries(Vector<double>& scores) {
  Index query = 0;
  for (Index from = 0; from < scores.size(); from += query) {
    ++query;
    auto own = scores.segment(from, query);
    own.array() -= own.mean();
  }
}

double deviation_of(const Vector<double>& scores) {
  return RunningMoments(entries_of(scores)).moments(0, "the scores").std;
}

double mean_or_zero(const std::vector<double>& numbers) {
  return numbers.empty() ? 0 : mean_of(numbers);
}

/// x·y/(|x|·|y|); 0 where one of them is 0.
double cosine_of(const Vector<double>& x, const Vector<double>& y) {
  const double lengths = x.norm() * y.norm();
  return lengths == 0 ? 0 : x.dot(y) / lengths;
}

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
  std::vector<LikelyToken> result;
  for (const Token token : tokens_by_logit(logits, count)) {
    result.push_back(
        {.token = token, .probability = exponentials.entries[token] / exponentials.sum});
  }
  return result;
}

TokenSampler::TokenSampler(double temperature, std::uint32_t seed, const SamplerLimits& limits)
    : temperature_(temperature), random_(seed), limits_(limits) {
  check::within("temperature", temperature, 0, 100);
  check::within("top-k", limits.top_k, 0, kMostTokens);
  check::within("top-p", limits.top_p, 0, 1);
}

std::vector<double> TokenSampler::shares(const VectorIn<float>& logits) const {
  std::vector<double> shares = Exponentials(logits, temperature_).entries;
  const Index count = logits.size();
  const Index most = limits_.top_k == 0 ? count : std::min(limits_.top_k, count);
  if (most == count && limits_.top_p == 1) {
    return shares;
  }
  const std::vector<Token> order = tokens_by_logit(logits, most);
  const double sum = std::accumulate(order.begin(), order.end(), 0.0,
                                     [&](double all, Token token) { return all + shares[token]; });
  std::vector<double> kept(shares.size(), 0.0);
  double kept_sum = 0;
  for (const Token token : order) {
    kept[token] = shares[token];
    kept_sum += shares[token];
    if (limits_.top_p < 1 && kept_sum >= limits_.top_p * sum) {
      break;
    }
  }
  return kept;
}

Vector<double> TokenSampler::chances(const VectorIn<float>& logits) const {
  Vector<double> chances = Vector<double>::Zero(logits.size());
  if (temperature_ == 0) {
    chances[static_cast<Index>(likeliest_tokens(logits, 1).front().token)] = 1;
    return chances;
  }
  const std::vector<double> entries = shares(logits);
  const double sum = std::accumulate(entries.begin(), entries.end(), 0.0);
  std::transform(entries.begin(), entries.end(), chances.begin(),
                 [&](double entry) { return entry / sum; });
  return chances;
}

Token TokenSampler::draw(const VectorIn<float>& logits) {
  if (temperature_ == 0) {
    return likeliest_tokens(logits, 1).front().token;
  }
  std::vector<double> cumulative = shares(logits);
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

RotaryScores rotary_scores(const LanguageModel& model, Index lane, Index layer, Index head,
                           Index position) {
  const LanguageSizes& sizes = model.weights().sizes;
  check::within("head", head, 0, sizes.heads - 1);
  check::within("position", position, 0, std::ssize(model.tokens(lane)) - 1);
  QueriesAndKeys vectors = model.unrotated(lane, layer);
  const Vector<double> plain = scores_of(vectors, sizes.d_k(), head);
  model.rotate(vectors.queries);
  model.rotate(vectors.keys);
  const Vector<double> rotated = scores_of(vectors, sizes.d_k(), head);
  const Index from = position * (position + 1) / 2;
  return {.plain = plain.segment(from, position + 1),
          .rotated = rotated.segment(from, position + 1),
          .plain_deviation = deviation_of(plain),
          .rotated_deviation = deviation_of(rotated)};
}

HeadCorrelations head_correlations(const LanguageModel& model, Index lane, Index layer) {
  const LanguageSizes& sizes = model.weights().sizes;
  check::not_empty_list("the text of this lane", model.tokens(lane).size(), "at least one token");
  QueriesAndKeys vectors = model.unrotated(lane, layer);
  model.rotate(vectors.queries);
  model.rotate(vectors.keys);
  std::vector<Vector<double>> scores;
  for (Index head = 0; head < sizes.heads; ++head) {
    scores.push_back(scores_of(vectors, sizes.d_k(), head));
    center_queries(scores.back());
  }
  HeadCorrelations result{.correlations = Matrix<double>::Identity(sizes.heads, sizes.heads)};
  const Index group = sizes.heads / sizes.key_heads;
  std::vector<double> within;
  std::vector<double> between;
  for (Index one = 0; one < sizes.heads; ++one) {
    for (Index other = 0; other < one; ++other) {
      const double correlation =
          cosine_of(scores[static_cast<std::size_t>(one)], scores[static_cast<std::size_t>(other)]);
      result.correlations(one, other) = correlation;
      result.correlations(other, one) = correlation;
      const bool same_keys = one / group == other / group;
      std::vector<double>& pairs = same_keys ? within : between;
      pairs.push_back(correlation);
    }
  }
  result.within = mean_or_zero(within);
  result.between = mean_or_zero(between);
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
