#include "attention_scale/language/model.hpp"

#include <gtest/gtest.h>

#include "attention_scale/language/readings.hpp"
#include "language/tiny_model.hpp"

namespace attention_scale::tests {
namespace {

// --- A reference in double precision -------------------------------------------------------------

using Rows = Matrix<double>;

Rows full(const Int8Matrix& w) {
  using Entries = Eigen::Matrix<std::int8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return static_cast<double>(w.scale) *
         Eigen::Map<const Entries>(w.data, w.rows, w.cols).cast<double>();
}

Rows times(const Rows& x, const Int8Matrix& w) { return x * full(w).transpose(); }

Rows normed(const Rows& x, const Vector<float>& gain) {
  Rows y = x;
  for (auto row : y.rowwise()) {
    row /= std::sqrt(row.squaredNorm() / static_cast<double>(row.size()) + kTinySizes.epsilon);
    row.array() *= gain.cast<double>().transpose().array();
  }
  return y;
}

/// x·cos + rotate_half(x)·sin, where rotate_half puts the second half of a head, negated, before
/// the first.
Rows rotated(const Rows& x) {
  Rows y = x;
  const Index half = kTinySizes.d_k() / 2;
  for (Index p = 0; p < x.rows(); ++p) {
    for (Index k = 0; k < x.cols(); ++k) {
      const auto i = static_cast<double>(k % half);
      const double angle =
          static_cast<double>(p) * std::pow(kTinySizes.theta, -i / static_cast<double>(half));
      const double other = k % (2 * half) < half ? -x(p, k + half) : x(p, k - half);
      y(p, k) = x(p, k) * std::cos(angle) + other * std::sin(angle);
    }
  }
  return y;
}

struct Reference {
  std::vector<Rows> residuals;
  std::vector<Rows> attention;  ///< layer by layer, head by head
  std::vector<Rows> scores;
  Rows logits;
};

Reference reference(const LanguageWeights& weights, std::span<const Token> text,
                    const Rows& scales) {
  const Index d_k = kTinySizes.d_k();
  const auto count = static_cast<Index>(text.size());
  Reference result;
  Rows x(count, kTinySizes.d_model);
  for (Index p = 0; p < count; ++p) {
    x.row(p) = full(weights.embedding).row(static_cast<Index>(text[static_cast<std::size_t>(p)]));
  }
  result.residuals.push_back(x);
  for (const LanguageLayerWeights& w : weights.layers) {
    const auto layer = static_cast<Index>(result.residuals.size()) - 1;
    const Rows input = normed(x, w.attention_norm);
    const Rows queries = rotated(times(input, w.wq));
    const Rows keys = rotated(times(input, w.wk));
    const Rows values = times(input, w.wv);
    Rows mixed(count, kTinySizes.d_model);
    for (Index head = 0; head < kTinySizes.heads; ++head) {
      const Index from = head / 2 * d_k;  // two heads read the same keys
      Rows y = queries.middleCols(head * d_k, d_k) * keys.middleCols(from, d_k).transpose();
      result.scores.push_back(y);
      y = (scales(layer, head) * y).array().exp();
      y.triangularView<Eigen::StrictlyUpper>().setZero();
      y.array().colwise() /= y.rowwise().sum().array().eval();
      mixed.middleCols(head * d_k, d_k) = y * values.middleCols(from, d_k);
      result.attention.push_back(y);
    }
    x += times(mixed, w.wo);
    const Rows gate = times(normed(x, w.feed_forward_norm), w.gate);
    Rows hidden = times(normed(x, w.feed_forward_norm), w.up);
    hidden.array() *= gate.array() / (1 + (-gate.array()).exp());
    x += times(hidden, w.down);
    result.residuals.push_back(x);
  }
  result.logits = times(normed(x, weights.final_norm), weights.embedding);
  return result;
}

// --- The model -----------------------------------------------------------------------------------

void expect_same_lanes(const LanguageModel& a, Index lane_a, const LanguageModel& b, Index lane_b) {
  EXPECT_TRUE(close(a.logits(lane_a), b.logits(lane_b), kExactly));
  for (Index layer = 0; layer < kTinySizes.layers; ++layer) {
    EXPECT_TRUE(close(a.residual(lane_a, layer + 1), b.residual(lane_b, layer + 1), kExactly));
    for (Index head = 0; head < kTinySizes.heads; ++head) {
      EXPECT_TRUE(
          close(a.attention(lane_a, layer, head), b.attention(lane_b, layer, head), kExactly));
    }
  }
}

TEST(LanguageModel, ComputesWhatDoublePrecisionDoesWithAnyScaleOfAnyHead) {
  TinyModel tiny;
  LanguageModel& model = tiny.model;
  const std::vector<Token> text = tiny_text(21);
  std::array scales{Rows::Constant(3, 4, 1 / std::sqrt(8.0)).eval(), Rows()};
  scales[1] = scales[0];
  scales[1](1, 2) = std::pow(8.0, -0.2);
  model.restart(1, {.exponent = 0.2, .layer = 1, .head = 2});
  model.read({text, text});
  for (const Index lane : {0, 1}) {
    SCOPED_TRACE(lane);
    const Reference expected =
        reference(model.weights(), text, scales[static_cast<std::size_t>(lane)]);
    // Some dozen roundings a layer to 16 bits, each relative to the largest entry of its row.
    const auto close_to = [](const auto& actual, const Rows& numbers) {
      return close(actual, numbers.cast<float>(), {.k = 4000, .of = Of::kMatrix});
    };
    EXPECT_TRUE(close_to(model.logits(lane).transpose(), expected.logits.bottomRows(1)));
    for (Index i = 0; i <= 3; ++i) {
      EXPECT_TRUE(
          close_to(model.residual(lane, i), expected.residuals[static_cast<std::size_t>(i)]));
    }
    for (Index i = 0; i < 12; ++i) {
      EXPECT_TRUE(close_to(model.attention(lane, i / 4, i % 4),
                           expected.attention[static_cast<std::size_t>(i)]));
      const Rows& scores = expected.scores[static_cast<std::size_t>(i)];
      Vector<double> kept(231);  // of 21 queries, each with the keys up to it
      for (Index row = 0, from = 0; row < 21; from += ++row) {
        kept.segment(from, row + 1) = scores.row(row).head(row + 1).transpose();
      }
      const double deviation = std::sqrt((kept.array() - kept.mean()).square().mean());
      EXPECT_NEAR(head_statistics(model, lane).score_deviation[i], deviation, 1e-4 * deviation);
    }
  }
}

TEST(LanguageModel, HasTheSameDigitsHoweverATextIsDivided) {
  TinyModel whole;
  TinyModel pieces;
  const std::vector<Token> text = tiny_text(40);
  const std::span<const Token> tokens = text;
  whole.model.read({tokens, {}});
  pieces.model.read({tokens.first(13), tokens.first(20)});  // a lane is ahead of the other
  for (std::size_t i = 13; i < tokens.size(); ++i) {
    const auto other = i < 33 ? tokens.subspan(i + 7, 1) : std::span<const Token>();
    pieces.model.read({tokens.subspan(i, 1), other});
  }
  expect_same_lanes(pieces.model, 0, whole.model, 0);
  expect_same_lanes(pieces.model, 1, whole.model, 0);
  // What was read before a restart leaves no trace.
  pieces.model.restart(0);
  pieces.model.read({tokens.first(5), {}});
  TinyModel fresh;
  fresh.model.read({tokens.first(5), {}});
  expect_same_lanes(pieces.model, 0, fresh.model, 0);
  pieces.model.rewind(1, 5);
  expect_same_lanes(pieces.model, 1, fresh.model, 0);
  EXPECT_TRUE(refuses([&] { pieces.model.rewind(1, 6); }, ErrorCode::kDomain, {"is 6", "5"}));
}

TEST(LanguageModel, HasTheSameDigitsWithWqDividedInPlaceOfTheScores) {
  // √d_k = 4, as 8 in MiniMind2-Small: a power of two.
  LanguageSizes sizes = kTinySizes;
  sizes.heads = 2;
  sizes.key_heads = 1;
  const std::vector<std::byte> bytes = tiny_bytes(sizes);
  LanguageModel model(language_weights(sizes, bytes));
  model.restart(1, {.exponent = 0, .divides_queries = true});
  const std::vector<Token> text = tiny_text(20);
  model.read({text, text});
  EXPECT_TRUE(close(model.logits(0), model.logits(1), kExactly));
  EXPECT_TRUE(close(model.attention(0, 2, 1), model.attention(1, 2, 1), kExactly));
  EXPECT_TRUE(close(head_statistics(model, 0).score_deviation,
                    head_statistics(model, 1).score_deviation, kExactly));
}

TEST(LanguageModel, RefusesWhatItCannotReadAndGoesOn) {
  TinyModel tiny;
  TinyModel other;
  LanguageModel& model = tiny.model;
  const std::vector<Token> text = tiny_text(30);
  const std::vector<Token> wrong{4, 50};
  model.read({text, {}});
  EXPECT_TRUE(
      refuses([&] { model.read({{{}, wrong}}); }, ErrorCode::kDomain, {"token is 50", "49"}));
  EXPECT_TRUE(refuses([&] { model.read({text, text}); }, ErrorCode::kDomain,
                      {"number of tokens is 60", "40"}));
  EXPECT_TRUE(refuses([&] { static_cast<void>(model.logits(1)); }, ErrorCode::kShape, {"empty"}));
  EXPECT_TRUE(
      refuses([&] { static_cast<void>(model.tokens(2)); }, ErrorCode::kDomain, {"lane is 2"}));
  const auto restart = [&](const LaneOptions& options) {
    return [&model, options] { model.restart(1, options); };
  };
  EXPECT_TRUE(refuses(restart({.exponent = kNaN}), ErrorCode::kDomain, {"exponent is NaN"}));
  EXPECT_TRUE(refuses(restart({.layer = 3}), ErrorCode::kDomain, {"layer is 3", "2"}));
  EXPECT_TRUE(refuses(restart({.head = -2}), ErrorCode::kDomain, {"head is -2", "3"}));
  // Queries and keys may be finite and their products not. Squares of what they are made of are.
  const std::vector<std::byte> large = tiny_bytes(kTinySizes, 8e18F);
  LanguageModel overflowing(language_weights(kTinySizes, large));
  EXPECT_TRUE(refuses([&] { overflowing.read({{{}, text}}); }, ErrorCode::kDomain, {"overflows"}));
  EXPECT_TRUE(overflowing.tokens(1).empty());
  // Squares of a row may overflow and the row not: it would become zeros.
  const std::vector<std::byte> larger = tiny_bytes(kTinySizes, 1e20F);
  LanguageModel zero(language_weights(kTinySizes, larger));
  EXPECT_TRUE(refuses([&] { zero.read({{{}, text}}); }, ErrorCode::kDomain,
                      {"sum of squares of a row in RMSNorm is ∞"}));
  Matrix<float> logits(1, 50);
  EXPECT_TRUE(refuses([&] { model.logits_of(sample<float>(1, 31, 1), logits); }, ErrorCode::kShape,
                      {"31 entries", "32"}));
  LanguageWeights fewer = model.weights();
  fewer.layers.pop_back();
  EXPECT_TRUE(refuses([&] { LanguageModel{fewer}; }, ErrorCode::kShape, {"layers", "2", "3"}));
  other.model.read({text, text});
  model.read({{{}, text}});
  expect_same_lanes(model, 0, other.model, 0);
  expect_same_lanes(model, 1, other.model, 1);
}

TEST(LanguageWeights, AreRefusedUnlessTheyFitTheSizes) {
  EXPECT_EQ(language_weight_bytes({}), 25856228U);  // MiniMind2-Small
  std::vector<std::byte> bytes = tiny_bytes();
  const std::span<const std::byte> span = bytes;
  EXPECT_TRUE(refuses([&] { language_weights(kTinySizes, span.first(100)); }, ErrorCode::kShape,
                      {"100 bytes", std::to_string(bytes.size())}));
  const auto with = [](auto change) {
    LanguageSizes sizes = kTinySizes;
    change(sizes);
    return [sizes] { language_weight_bytes(sizes); };
  };
  EXPECT_TRUE(
      refuses(with([](auto& s) { s.hidden = 2056; }), ErrorCode::kDomain, {"hidden is 2056"}));
  EXPECT_TRUE(refuses(with([](auto& s) { s.key_heads = 3; }), ErrorCode::kShape,
                      {"4 query heads", "3 key heads"}));
  EXPECT_TRUE(refuses(with([](auto& s) { s.epsilon = 0; }), ErrorCode::kDomain, {"epsilon is 0"}));
  const float infinity = std::numeric_limits<float>::infinity();
  std::memcpy(&bytes[bytes.size() - sizeof(float)], &infinity, sizeof(float));
  EXPECT_TRUE(refuses([&] { language_weights(kTinySizes, bytes); }, ErrorCode::kDomain,
                      {"gain of RMSNorm", "∞"}));
}

}  // namespace
}  // namespace attention_scale::tests
