#include "attention_scale/language/model.hpp"

#include <gtest/gtest.h>

#include "language/tiny_model.hpp"

namespace attention_scale::tests {
namespace {

// --- A reference in double precision, by simple loops --------------------------------------------

using Rows = Matrix<double>;

Rows times(const Rows& x, const Int8Matrix& w) {
  Rows y = Rows::Zero(x.rows(), w.rows);
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index j = 0; j < w.rows; ++j) {
      for (Index k = 0; k < w.cols; ++k) {
        y(row, j) += x(row, k) * static_cast<double>(w.scale) * w.row_data(j)[k];
      }
    }
  }
  return y;
}

Rows normed(const Rows& x, const Vector<float>& gain, double epsilon) {
  Rows y = x;
  for (Index row = 0; row < x.rows(); ++row) {
    const double mean = x.row(row).squaredNorm() / static_cast<double>(x.cols());
    for (Index k = 0; k < x.cols(); ++k) {
      y(row, k) *= static_cast<double>(gain[k]) / std::sqrt(mean + epsilon);
    }
  }
  return y;
}

/// x·cos + rotate_half(x)·sin, where rotate_half puts the second half of a head, negated, before
/// the first.
Rows rotated(const Rows& x, Index d_k, double theta) {
  Rows y = x;
  for (Index p = 0; p < x.rows(); ++p) {
    for (Index k = 0; k < x.cols(); ++k) {
      const Index i = k % d_k;
      const Index half = d_k / 2;
      const double angle =
          static_cast<double>(p) *
          std::pow(theta, -2.0 * static_cast<double>(i % half) / static_cast<double>(d_k));
      const double other = i < half ? -x(p, k + half) : x(p, k - half);
      y(p, k) = x(p, k) * std::cos(angle) + other * std::sin(angle);
    }
  }
  return y;
}

struct Reference {
  std::vector<Rows> residuals;
  std::vector<Rows> attention;  ///< layer by layer, head by head
  Rows logits;
};

Reference reference(const LanguageWeights& weights, std::span<const Token> tokens, double scale) {
  const LanguageSizes& sizes = weights.sizes;
  const Index d_k = sizes.d_k();
  const auto count = static_cast<Index>(tokens.size());
  Reference result;
  Rows x(count, sizes.d_model);
  for (Index p = 0; p < count; ++p) {
    for (Index k = 0; k < sizes.d_model; ++k) {
      x(p, k) =
          static_cast<double>(weights.embedding.scale) *
          weights.embedding.row_data(static_cast<Index>(tokens[static_cast<std::size_t>(p)]))[k];
    }
  }
  result.residuals.push_back(x);
  for (const LanguageLayerWeights& w : weights.layers) {
    const Rows input = normed(x, w.attention_norm, sizes.epsilon);
    const Rows queries = rotated(times(input, w.wq), d_k, sizes.theta);
    const Rows keys = rotated(times(input, w.wk), d_k, sizes.theta);
    const Rows values = times(input, w.wv);
    Rows mixed = Rows::Zero(count, sizes.d_model);
    for (Index head = 0; head < sizes.heads; ++head) {
      const Index from = head / (sizes.heads / sizes.key_heads) * d_k;
      Rows y = Rows::Zero(count, count);
      for (Index i = 0; i < count; ++i) {
        for (Index j = 0; j <= i; ++j) {
          const double score =
              queries.row(i).segment(head * d_k, d_k).dot(keys.row(j).segment(from, d_k));
          y(i, j) = std::exp(scale * score);
        }
        y.row(i) /= y.row(i).sum();
        for (Index j = 0; j <= i; ++j) {
          mixed.row(i).segment(head * d_k, d_k) += y(i, j) * values.row(j).segment(from, d_k);
        }
      }
      result.attention.push_back(y);
    }
    x += times(mixed, w.wo);
    const Rows hidden_input = normed(x, w.feed_forward_norm, sizes.epsilon);
    const Rows gate = times(hidden_input, w.gate);
    Rows hidden = times(hidden_input, w.up);
    hidden.array() *= gate.array() / (1 + (-gate.array()).exp());
    x += times(hidden, w.down);
    result.residuals.push_back(x);
  }
  result.logits = times(normed(x, weights.final_norm, sizes.epsilon), weights.embedding);
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

TEST(LanguageModel, IsThatOfALoopInDoublePrecisionWithEitherScale) {
  TinyModel tiny;
  LanguageModel& model = tiny.model;
  const std::vector<Token> text = tiny_text(21);
  model.restart(1, {.scales = Matrix<double>::Ones(3, 4)});
  model.read({text, text});
  for (const Index lane : {0, 1}) {
    SCOPED_TRACE(lane);
    const Reference expected = reference(model.weights(), text, lane == 0 ? 1 / std::sqrt(8.0) : 1);
    // Some dozen roundings a layer, each relative to the largest entry of its row.
    const Tolerance tolerance{.k = 200, .of = Of::kMatrix};
    EXPECT_TRUE(close(model.logits(lane).transpose(), expected.logits.bottomRows(1).cast<float>(),
                      tolerance));
    for (Index layer = 0; layer <= 3; ++layer) {
      EXPECT_TRUE(close(model.residual(lane, layer),
                        expected.residuals[static_cast<std::size_t>(layer)].cast<float>(),
                        tolerance));
    }
    for (Index i = 0; i < 12; ++i) {
      EXPECT_TRUE(close(model.attention(lane, i / 4, i % 4),
                        expected.attention[static_cast<std::size_t>(i)].cast<float>(), tolerance));
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
}

TEST(LanguageModel, HasTheSameDigitsWithWqDividedInPlaceOfTheScores) {
  // √d_k = 4, as 8 in MiniMind2-Small: a power of two.
  LanguageSizes sizes = kTinySizes;
  sizes.heads = 2;
  sizes.key_heads = 1;
  const std::vector<std::byte> bytes = tiny_bytes(sizes);
  LanguageModel model(language_weights(sizes, bytes));
  model.restart(1, {.scales = Matrix<double>::Ones(3, 2),
                    .query_factors = Vector<double>::Constant(3, 0.25)});
  const std::vector<Token> text = tiny_text(20);
  model.read({text, text});
  EXPECT_TRUE(close(model.logits(0), model.logits(1), kExactly));
  EXPECT_TRUE(close(model.attention(0, 2, 1), model.attention(1, 2, 1), kExactly));
}

TEST(LanguageModel, ScalesOneHeadAlone) {
  TinyModel tiny;
  LanguageModel& model = tiny.model;
  Matrix<double> scales = Matrix<double>::Constant(3, 4, 1 / std::sqrt(8.0));
  scales(1, 2) = 0;
  model.restart(1, {.scales = scales});
  const std::vector<Token> text = tiny_text(6);
  model.read({text, text});
  EXPECT_FLOAT_EQ(model.attention(1, 1, 2)(5, 0), 1.0F / 6);
  EXPECT_TRUE(close(model.attention(0, 1, 1), model.attention(1, 1, 1), kExactly));
  EXPECT_FALSE(close(model.attention(0, 2, 0), model.attention(1, 2, 0), kExactly));
}

TEST(LanguageModel, RefusesWhatItCannotReadAndGoesOn) {
  TinyModel tiny;
  TinyModel other;
  LanguageModel& model = tiny.model;
  const std::vector<Token> text = tiny_text(30);
  const std::vector<Token> wrong{4, 50};
  model.read({text, {}});
  EXPECT_TRUE(refuses(
      [&] {
        model.read({{{}, wrong}});
      },
      ErrorCode::kDomain, {"token is 50", "49"}));
  EXPECT_TRUE(refuses(
      [&] {
        model.read({text, text});
      },
      ErrorCode::kDomain, {"number of tokens is 60", "40"}));
  EXPECT_TRUE(refuses([&] { static_cast<void>(model.logits(1)); }, ErrorCode::kShape, {"empty"}));
  EXPECT_TRUE(
      refuses([&] { static_cast<void>(model.tokens(2)); }, ErrorCode::kDomain, {"lane is 2"}));
  EXPECT_TRUE(refuses([&] { model.restart(1, {.scales = Matrix<double>::Ones(4, 3)}); },
                      ErrorCode::kShape, {"scales is 4×3", "3×4"}));
  EXPECT_TRUE(refuses([&] { model.restart(1, {.scales = Matrix<double>::Constant(3, 4, kNaN)}); },
                      ErrorCode::kDomain, {"scales", "NaN"}));
  EXPECT_TRUE(
      refuses([&] { model.restart(1, {.query_factors = Vector<double>::Constant(3, kInfinity)}); },
              ErrorCode::kDomain, {"query factors", "∞"}));
  // Queries and keys may be finite and their products not.
  model.restart(1, {.scales = Matrix<double>::Constant(3, 4, 1e38)});
  EXPECT_TRUE(refuses([&] { model.read({{{}, text}}); }, ErrorCode::kDomain, {"overflows"}));
  EXPECT_TRUE(model.tokens(1).empty());
  model.restart(1);
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
