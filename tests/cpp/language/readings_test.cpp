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

TEST(RotaryScores, AreThoseOfTheModelWithTheRotationAndOfUnturnedVectorsWithoutIt) {
  TinyModel tiny;
  tiny.model.restart(1, {.exponent = 0, .divides_queries = true});
  const std::vector<Token> text = tiny_text(12);
  tiny.model.read({text, text});
  for (const Index lane : {0, 1}) {
    const HeadStatistics statistics = head_statistics(tiny.model, lane);
    for (Index head = 0; head < 12; ++head) {
      const RotaryScores scores = rotary_scores(tiny.model, lane, head / 4, head % 4, 11);
      ASSERT_EQ(scores.plain.size(), 12);
      // The weights of the row are the softmax of its scores, divided by √8.
      const Matrix<double> logits = scores.rotated.transpose() / std::sqrt(8.0);
      const Matrix<float> weights = tiny.model.attention(lane, head / 4, head % 4).bottomRows(1);
      EXPECT_TRUE(close(softmax<double>(logits), weights.cast<double>().eval(), {.k = 1e10}));
      // At distance 0 both are turned by the same angle.
      EXPECT_NEAR(scores.plain[11], scores.rotated[11], 1e-4);
      EXPECT_NEAR(scores.rotated_deviation, statistics.score_deviation[head], 1e-4);
      // The first query has one key, itself.
      const RotaryScores first = rotary_scores(tiny.model, lane, head / 4, head % 4, 0);
      EXPECT_TRUE(close(first.plain, first.rotated, kExactly));
    }
  }
  EXPECT_TRUE(
      refuses([&] { rotary_scores(tiny.model, 0, 3, 0, 0); }, ErrorCode::kDomain, {"layer is 3"}));
  EXPECT_TRUE(
      refuses([&] { rotary_scores(tiny.model, 0, 0, 4, 0); }, ErrorCode::kDomain, {"head is 4"}));
  EXPECT_TRUE(refuses([&] { rotary_scores(tiny.model, 0, 0, 0, 12); }, ErrorCode::kDomain,
                      {"position is 12"}));
}

TEST(RotaryScores, HaveTheVarianceOfUnturnedOnesWhereEntriesAreIndependent) {
  // Of 200 texts of 40 queries and keys, each pair far apart: √8 = 2.83 at every distance.
  const TinyModel tiny;
  constexpr Index kTexts = 200;
  Vector<double> squares = Vector<double>::Zero(40);
  for (Index i = 0; i < kTexts; ++i) {
    Matrix<float> queries = sample<float>(40, 8, static_cast<std::uint32_t>(2 * i));
    Matrix<float> keys = sample<float>(40, 8, static_cast<std::uint32_t>(2 * i + 1));
    const float length = queries.squaredNorm();
    tiny.model.rotate(queries);
    tiny.model.rotate(keys);
    EXPECT_NEAR(queries.squaredNorm(), length, 1e-4F * length);
    const Matrix<double> scores = (queries * keys.transpose()).cast<double>();
    for (Index query = 0; query < 40; ++query) {
      for (Index key = 0; key <= query; ++key) {
        squares[query - key] += scores(query, key) * scores(query, key) /
                                static_cast<double>(kTexts * (40 - query + key));
      }
    }
  }
  for (Index distance = 0; distance < 30; ++distance) {
    EXPECT_NEAR(std::sqrt(squares[distance]), std::sqrt(8.0), 0.12) << distance;
  }
}

TEST(HeadCorrelations, AreThoseOfScoresWithoutTheMeanOfTheirQuery) {
  TinyModel tiny;
  tiny.model.read({tiny_text(10), {}});
  const HeadCorrelations found = head_correlations(tiny.model, 0, 1);
  std::vector<Vector<double>> centred;
  for (Index head = 0; head < 4; ++head) {
    Vector<double> all(55);
    for (Index query = 0, from = 0; query < 10; from += ++query) {
      const Vector<double> row = rotary_scores(tiny.model, 0, 1, head, query).rotated;
      all.segment(from, query + 1) = row.array() - row.mean();
    }
    centred.push_back(all);
  }
  for (Index i = 0; i < 16; ++i) {
    const Vector<double>& x = centred[static_cast<std::size_t>(i / 4)];
    const Vector<double>& y = centred[static_cast<std::size_t>(i % 4)];
    EXPECT_NEAR(found.correlations(i / 4, i % 4), x.dot(y) / (x.norm() * y.norm()), 1e-12);
  }
  // Heads 0 and 1 read the same keys, and 2 and 3.
  const Matrix<double>& of = found.correlations;
  EXPECT_NEAR(found.within, (of(0, 1) + of(2, 3)) / 2, 1e-12);
  EXPECT_NEAR(found.between, (of(0, 2) + of(0, 3) + of(1, 2) + of(1, 3)) / 4, 1e-12);
  // One token has one score for each head, which does not vary.
  tiny.model.rewind(0, 1);
  EXPECT_TRUE(close(head_correlations(tiny.model, 0, 1).correlations,
                    Matrix<double>::Identity(4, 4).eval(), kExactly));
  EXPECT_TRUE(refuses([&] { head_correlations(tiny.model, 1, 0); }, ErrorCode::kShape, {"empty"}));
  EXPECT_TRUE(
      refuses([&] { head_correlations(tiny.model, 0, -1); }, ErrorCode::kDomain, {"layer is -1"}));
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
