#include "attention_scale/language/sampler.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
    result.push_back({token, exponentials.entries[token] / exponentials.sum});
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

}  // namespace attention_scale
