#include "attention_scale/language/readings.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

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

TEST(TokenSampler, RefusesWhatIsNoTemperatureOrLogit) {
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
