#include "attention_scale/language/readings.hpp"

#include <gtest/gtest.h>

#include "attention_scale/softmax/softmax.hpp"
#include "language/tiny_model.hpp"

namespace attention_scale::tests {
namespace {

TEST(LogitLens, EndsInTheLogitsOfTheModel) {
  TinyModel tiny;
  const std::vector<Token> text = tiny_text(9);
  tiny.model.read({text, {}});
  const Matrix<float> lens = logit_lens(tiny.model, 0, 8);
  EXPECT_TRUE(close(lens.bottomRows(1), tiny.model.logits(0).transpose(), kExactly));
  // The first layer alone, as a model of its own.
  LanguageWeights weights = tiny.model.weights();
  weights.layers.resize(1);
  weights.sizes.layers = 1;
  LanguageModel first(weights);
  first.read({text, {}});
  EXPECT_TRUE(close(lens.topRows(1), first.logits(0).transpose(), kExactly));
  EXPECT_TRUE(
      refuses([&] { logit_lens(tiny.model, 0, 9); }, ErrorCode::kDomain, {"position is 9"}));
}

TEST(TokenLosses, AreThoseOfTheLogitsThatStepsGive) {
  TinyModel tiny;
  TinyModel steps;
  const std::vector<Token> text = tiny_text(25);  // more than are computed at a time
  tiny.model.restart(1, {.exponent = 0});
  steps.model.restart(1, {.exponent = 0});
  tiny.model.read({text, text});
  std::array<std::vector<double>, kModelLanes> expected;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const std::span<const Token> token(&text[i], 1);
    steps.model.read({token, token});
    for (const Index lane : {0, 1}) {
      const Matrix<double> logits = steps.model.logits(lane).transpose().cast<double>();
      expected[static_cast<std::size_t>(lane)].push_back(
          -std::log(softmax<double>(logits)(0, static_cast<Index>(text[i + 1]))));
    }
  }
  for (const Index lane : {0, 1}) {
    EXPECT_TRUE(close(token_losses(tiny.model, lane), expected[static_cast<std::size_t>(lane)],
                      {.k = 50, .at_least = 1}));
  }
  const std::vector<double> all = token_losses(tiny.model, 0);
  EXPECT_EQ(token_losses(tiny.model, 0, 7), std::vector(all.begin() + 6, all.end()));
  EXPECT_TRUE(refuses([&] { token_losses(tiny.model, 0, 25); }, ErrorCode::kDomain, {"is 25"}));
  tiny.model.restart(0);
  EXPECT_TRUE(
      refuses([&] { token_losses(tiny.model, 0); }, ErrorCode::kDomain, {"tokens is 0", "2"}));
}

TEST(HeadStatistics, AreMeansOverTheRowsOfAHead) {
  TinyModel tiny;
  const std::vector<Token> text = tiny_text(12);
  tiny.model.restart(1, {.exponent = 0});
  tiny.model.read({text, text});
  for (const Index lane : {0, 1}) {
    const HeadStatistics statistics = head_statistics(tiny.model, lane);
    const Matrix<double> weights = tiny.model.attention(lane, 2, 3).cast<double>();
    double entropy = 0;
    double largest = 0;
    double trace = 0;
    double on_first = 0;
    for (Index row = 0; row < 12; ++row) {
      const Vector<double> logits = weights.row(row).array().log();
      trace += softmax_jacobian<double>(logits).trace() / 12;
      largest += weights.row(row).maxCoeff() / 12;
      on_first += row > 0 && weights.row(row).maxCoeff() == weights(row, 0) ? 1.0 / 11 : 0;
      for (Index j = 0; j <= row; ++j) {
        entropy -= weights(row, j) > 0 ? weights(row, j) * logits[j] / 12 : 0;
      }
    }
    // The weights are rounded to float, so that the sum of a row is 1 to seven digits.
    EXPECT_NEAR(statistics.entropy[11], entropy, 1e-6);
    EXPECT_NEAR(statistics.largest[11], largest, 1e-12);
    EXPECT_NEAR(statistics.trace[11], trace, 1e-6);
    EXPECT_NEAR(statistics.on_first[11], on_first, 1e-12);
  }
  tiny.model.rewind(0, 1);
  EXPECT_TRUE(
      close(head_statistics(tiny.model, 0).on_first, Vector<double>::Ones(12).eval(), kExactly));
}

TEST(HeadStatistics, AreThoseOfTheTextHoweverOftenTheyWereAskedForBefore) {
  TinyModel tiny;
  const std::vector<Token> text = tiny_text(12);
  const std::span<const Token> tokens = text;
  const std::span<const Token> none;
  tiny.model.read({text, none});
  const HeadStatistics once = head_statistics(tiny.model, 0);

  const auto ask = [&] { static_cast<void>(head_statistics(tiny.model, 1)); };
  tiny.model.restart(1, {.exponent = 0});
  tiny.model.read({none, text});
  ask();
  tiny.model.restart(1);
  tiny.model.read({none, tokens.first(5)});
  ask();
  tiny.model.read({none, std::vector<Token>(4, 3)});
  ask();
  tiny.model.rewind(1, 5);
  tiny.model.read({none, tokens.subspan(5)});
  const HeadStatistics often = head_statistics(tiny.model, 1);
  for (const auto list :
       {&HeadStatistics::entropy, &HeadStatistics::largest, &HeadStatistics::trace,
        &HeadStatistics::score_deviation, &HeadStatistics::on_first}) {
    EXPECT_TRUE(close(often.*list, once.*list, kExactly));
  }
}

TEST(HeadStatistics, HaveNoDeviationWhereAllScoresAreEqual) {
  // With such a base only the first pair of a head's coordinates is turned. Without it, a token has
  // the same query and the same key wherever it stands.
  LanguageSizes sizes = kTinySizes;
  sizes.theta = 1e300;
  std::vector<std::byte> bytes = tiny_bytes(sizes);
  const Index rows = sizes.d_model + sizes.key_width();  // of W^Q, and of W^K behind it
  for (Index row = 0; row < rows; row += sizes.d_k() / 2) {
    std::fill_n(bytes.begin() + row * sizes.d_model, sizes.d_model, std::byte{0});
  }
  LanguageModel model(language_weights(sizes, bytes));
  model.read({std::vector<Token>(7, 3), {}});
  const HeadStatistics statistics = head_statistics(model, 0);
  EXPECT_TRUE(close(statistics.score_deviation.head(sizes.heads),
                    Vector<double>::Zero(sizes.heads).eval(), kExactly));
  EXPECT_GT(statistics.score_deviation[sizes.heads], 0);
  // They are not 0.
  EXPECT_NE(model.attention_rows(0, 0).front().mean_score, 0);
}

TEST(HeadThumbnails, HaveTheLargestWeightsOfBlocks) {
  TinyModel tiny;
  tiny.model.read({tiny_text(11), {}});
  const std::vector<std::uint8_t> bytes = head_thumbnails(tiny.model, 0, 4);
  ASSERT_EQ(bytes.size(), 12 * 16);  // blocks of 3×3, the last ones of 2
  Matrix<float> weights = Matrix<float>::Zero(12, 12);
  weights.topLeftCorner(11, 11) = tiny.model.attention(0, 1, 2);
  for (Index i = 0; i < 16; ++i) {
    const float largest = weights.block<3, 3>(i / 4 * 3, i % 4 * 3).maxCoeff();
    EXPECT_EQ(bytes[static_cast<std::size_t>(6 * 16 + i)], std::lround(255 * largest)) << i;
  }
  EXPECT_EQ(head_thumbnails(tiny.model, 0, 11).size(), 12 * 121);
  EXPECT_TRUE(refuses([&] { head_thumbnails(tiny.model, 0, 65); }, ErrorCode::kDomain, {"is 65"}));
}

}  // namespace
}  // namespace attention_scale::tests
