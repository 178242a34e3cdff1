#include "attention_scale/language/readings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "expectations.hpp"
#include "language/sampler_goldens.hpp"

namespace attention_scale::tests {
namespace {

/// Probabilities 0.4, 0.1, 0.4, 0, 0.1.
const Vector<float> kLogits = (Vector<float>(5) << 0, -std::log(4.0F), 0,
                               -std::numeric_limits<float>::infinity(), -std::log(4.0F))
                                  .finished();

TEST(TokenLoss, IsMinusTheLogarithmOfTheProbability) {
  EXPECT_NEAR(token_loss(kLogits, 0), -std::log(0.4), 1e-7);
  EXPECT_NEAR(token_loss(kLogits.array() + 1000, 4), -std::log(0.1), 1e-4);
  EXPECT_EQ(token_loss(kLogits, 3), kInfinity);
}

TEST(LikeliestTokens, AreInTheOrderOfProbabilityAndThenOfNumber) {
  std::vector<Token> tokens;
  std::vector<double> probabilities;
  for (const auto& [token, probability] : likeliest_tokens(kLogits, 5)) {
    tokens.push_back(token);
    probabilities.push_back(probability);
  }
  EXPECT_EQ(tokens, (std::vector<Token>{0, 2, 1, 4, 3}));
  EXPECT_TRUE(close(probabilities, {0.4, 0.4, 0.1, 0.1, 0}, {.k = 1e9}));
  EXPECT_EQ(likeliest_tokens(kLogits, 2).size(), 2U);
}

TEST(TokenSampler, TakesTheLikeliestTokenAtTemperatureZero) {
  TokenSampler sampler(0, 1);
  EXPECT_EQ(sampler.draw(kLogits), 0U);
  EXPECT_EQ(sampler.draw(kLogits.array().square() * -1), 0U);
}

TEST(TokenSampler, DrawsFromTheStreamOfNumPy) {
  // numpy.random.RandomState(3).choice(5, 12, p=p) for these probabilities and for their roots,
  // which a temperature of 2 makes of them.
  const auto drawn = [](double temperature) {
    TokenSampler sampler(temperature, 3);
    std::vector<Token> tokens;
    for (int i = 0; i < 12; ++i) {
      tokens.push_back(sampler.draw(kLogits));
    }
    return tokens;
  };
  EXPECT_EQ(drawn(1), (std::vector<Token>{2, 2, 0, 2, 2, 2, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(drawn(2), (std::vector<Token>{2, 2, 0, 2, 4, 4, 0, 0, 0, 1, 0, 1}));
}

/// The chances of kLogits.
std::vector<double> chances_of(double temperature, const SamplerLimits& limits,
                               const Vector<float>& logits = kLogits) {
  const Vector<double> chances = TokenSampler(temperature, 3, limits).chances(logits);
  return {chances.begin(), chances.end()};
}

TEST(TokenSampler, KeepsTheLikeliestTokensAndTheirProportions) {
  constexpr Tolerance kRounded{.k = 1e9};
  EXPECT_TRUE(close(chances_of(1, {}), {0.4, 0.1, 0.4, 0, 0.1}, kRounded));
  EXPECT_TRUE(close(chances_of(1, {.top_k = 3}), {4.0 / 9, 1.0 / 9, 4.0 / 9, 0, 0}, kRounded));
  EXPECT_TRUE(close(chances_of(1, {.top_p = 0.85}), {4.0 / 9, 1.0 / 9, 4.0 / 9, 0, 0}, kRounded));
  // Of the two that top-k leaves each has a half.
  EXPECT_TRUE(close(chances_of(1, {.top_k = 2, .top_p = 0.45}), {1, 0, 0, 0, 0}, kRounded));
  EXPECT_TRUE(close(chances_of(1, {.top_k = 2, .top_p = 0.55}), {0.5, 0, 0.5, 0, 0}, kRounded));
  // The temperature comes first: of the roots 2, 1, 2, 0, 1 the first two have two thirds.
  EXPECT_TRUE(close(chances_of(2, {.top_p = 0.7}), {0.4, 0.2, 0.4, 0, 0}, kRounded));
}

TEST(TokenSampler, KeepsWhatTheWarpersOfTransformersDo) {
  for (const SamplerGolden& golden : kSamplerGoldens) {
    SCOPED_TRACE(testing::Message() << golden.size << " tokens, temperature " << golden.temperature
                                    << ", top-k " << golden.top_k << ", top-p " << golden.top_p);
    Vector<float> logits(golden.size);
    for (Index token = 0; token < golden.size; ++token) {
      const auto place = static_cast<double>(token * 7919 % golden.size);
      const double logit = place * 16 / static_cast<double>(golden.size);
      logits[token] = static_cast<float>(std::nearbyint(logit * 512) / 512);
    }
    const std::vector<double> chances =
        chances_of(golden.temperature, {.top_k = golden.top_k, .top_p = golden.top_p}, logits);
    Index kept = 0;
    double least = 1;
    for (const double chance : chances) {
      kept += chance > 0 ? 1 : 0;
      least = chance > 0 ? std::min(least, chance) : least;
    }
    EXPECT_EQ(kept, golden.kept);
    EXPECT_NEAR(*std::max_element(chances.begin(), chances.end()), golden.largest, 1e-12);
    EXPECT_NEAR(least / golden.least, 1, 1e-10);
    EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-12);
  }
}

TEST(TokenSampler, DrawsTheLikeliestTokenAloneWhereOneIsKept) {
  for (const SamplerLimits& limits :
       {SamplerLimits{.top_k = 1}, SamplerLimits{.top_p = 0}, SamplerLimits{.top_p = 1e-300}}) {
    TokenSampler sampler(100, 5, limits);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(sampler.draw(kLogits), 0U);
    }
  }
  EXPECT_EQ(chances_of(0, {.top_k = 3}), (std::vector<double>{1, 0, 0, 0, 0}));
}

TEST(TokenSampler, DrawsTheSameWithoutLimitsAndWithThoseThatLeaveNothingOut) {
  for (const SamplerLimits& limits : {SamplerLimits{.top_k = 5}, SamplerLimits{.top_k = 60000},
                                      SamplerLimits{.top_k = 0, .top_p = 1}}) {
    TokenSampler plain(1.3, 8);
    TokenSampler limited(1.3, 8, limits);
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(limited.draw(kLogits), plain.draw(kLogits));
    }
  }
}

TEST(TokenSampler, DrawsEachTokenAsOftenAsItsChanceSays) {
  const SamplerLimits limits{.top_k = 4, .top_p = 0.95};
  const std::vector<double> chances = chances_of(1.5, limits);
  TokenSampler sampler(1.5, 11, limits);
  std::vector<double> counts(5, 0.0);
  constexpr int kDraws = 4000;
  for (int i = 0; i < kDraws; ++i) {
    counts[sampler.draw(kLogits)] += 1.0 / kDraws;
  }
  for (std::size_t token = 0; token < counts.size(); ++token) {
    EXPECT_NEAR(counts[token], chances[token], 0.03);
  }
  EXPECT_EQ(counts[3], 0);
}

TEST(TokenSampler, RefusesWhatIsNoTemperatureLimitOrLogit) {
  EXPECT_TRUE(refuses([] { TokenSampler(1, 0, {.top_k = -1}); }, ErrorCode::kDomain,
                      {"top-k is -1", "65536"}));
  EXPECT_TRUE(refuses([] { TokenSampler(1, 0, {.top_p = 1.5}); }, ErrorCode::kDomain,
                      {"top-p is 1.5", "1"}));
  EXPECT_TRUE(
      refuses([] { TokenSampler(1, 0, {.top_p = kNaN}); }, ErrorCode::kDomain, {"top-p is NaN"}));
  EXPECT_TRUE(
      refuses([] { TokenSampler(-1, 0); }, ErrorCode::kDomain, {"temperature is -1", "100"}));
  EXPECT_TRUE(refuses([] { TokenSampler(kNaN, 0); }, ErrorCode::kDomain, {"temperature is NaN"}));
  EXPECT_TRUE(
      refuses([] { token_loss(Vector<float>(), 0); }, ErrorCode::kShape, {"logits", "empty"}));
  EXPECT_TRUE(refuses([] { token_loss(kLogits, 5); }, ErrorCode::kDomain, {"token is 5"}));
  EXPECT_TRUE(
      refuses([] { likeliest_tokens(kLogits, 6); }, ErrorCode::kDomain, {"count is 6", "5"}));
  Vector<float> spoilt = kLogits;
  spoilt[1] = static_cast<float>(kNaN);
  EXPECT_TRUE(
      refuses([&] { TokenSampler(0, 0).draw(spoilt); }, ErrorCode::kDomain, {"logit", "NaN"}));
}

}  // namespace
}  // namespace attention_scale::tests
