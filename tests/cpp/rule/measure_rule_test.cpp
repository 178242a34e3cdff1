#include "attention_scale/rule/measure_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine/measured-rule.test.ts measures heads that NumPy makes, in every precision.

/// The logit of query i and key j; −∞ where masked.
using Logit = std::function<double(Index, Index, double score)>;

struct Head {
  Matrix<double> queries;
  Matrix<double> keys;
  Matrix<double> weights;
};

/// Weights by the formula of softmax, written out; `sink` is the logit of one more outcome.
Head head_of(Index n, Index m, Index d, const Logit& logit, double sink = -kInfinity) {
  Head head{.queries = sample<double>(n, d, 1),
            .keys = sample<double>(m, d, 2),
            .weights = Matrix<double>::Zero(n, m)};
  for (Index i = 0; i < n; ++i) {
    double sum = std::exp(sink);
    for (Index j = 0; j < m; ++j) {
      const double score = head.queries.row(i).dot(head.keys.row(j));
      head.weights(i, j) = std::exp(logit(i, j, score));
      sum += head.weights(i, j);
    }
    if (sum > 0) {
      head.weights.row(i) /= sum;
    }
  }
  return head;
}

MeasuredRule measured(const Head& head, const RuleOptions& options = {}) {
  return measure_rule(head.queries, head.keys, head.weights, options);
}

bool has(const MeasuredRule& rule, RuleNote note) {
  return std::count(rule.notes.begin(), rule.notes.end(), note) > 0;
}

TEST(MeasureRule, FindsTheFactorWithinItsError) {
  for (const Index d : {4, 16, 256}) {
    const double factor = 1 / std::sqrt(static_cast<double>(d));
    const MeasuredRule rule =
        measured(head_of(9, 11, d, [&](Index, Index, double score) { return factor * score; }));
    ASSERT_TRUE(rule.factor);
    EXPECT_NEAR(*rule.factor / factor, 1, 1e-12);
    EXPECT_LE(std::abs(*rule.factor - factor), 6 * *rule.factor_error);
    EXPECT_EQ(rule.name, "1/√d_head");
    EXPECT_EQ(rule.precision, StoredPrecision::kDouble);
    EXPECT_EQ(rule.causal, CausalMask::kNone);
    EXPECT_EQ(rule.bias, BiasKind::kNone);
    EXPECT_FALSE(rule.cap || rule.query_key_norm || rule.window || rule.padding || rule.sink);
    EXPECT_TRUE(rule.notes.empty());
  }
}

TEST(MeasureRule, NamesNoFactorThatIsSlightlyOff) {
  const MeasuredRule rule =
      measured(head_of(9, 9, 16, [](Index, Index, double score) { return 0.25001 * score; }));
  EXPECT_EQ(rule.name, "");
  EXPECT_TRUE(has(rule, RuleNote::kNoName));
  ASSERT_FALSE(rule.candidates.empty());
  EXPECT_EQ(rule.candidates[0].name, "1/√d_head");
  EXPECT_NEAR(rule.candidates[0].off, 4e-5, 1e-9);
  EXPECT_FALSE(rule.candidates[0].fits);
}

TEST(MeasureRule, TellsTheTwoCausalMasksApart) {
  const auto causal = [](Index offset) {
    return measured(head_of(6, 10, 8,
                            [offset](Index i, Index j, double score) {
                              return j <= i + offset ? 0.3 * score : -kInfinity;
                            }))
        .causal;
  };
  EXPECT_EQ(causal(0), CausalMask::kUpperLeft);
  EXPECT_EQ(causal(4), CausalMask::kLowerRight);
  EXPECT_EQ(causal(2), CausalMask::kNone);
}

TEST(MeasureRule, SaysThatAMaskIsOfAnotherShape) {
  const MeasuredRule rule = measured(head_of(8, 8, 8, [](Index i, Index j, double score) {
    return (i * 3 + j * 5) % 7 == 0 ? -kInfinity : 0.3 * score;
  }));
  EXPECT_TRUE(has(rule, RuleNote::kIrregularMask));
  EXPECT_FALSE(rule.dropout);
}

TEST(MeasureRule, MeasuresASinkBesideACausalMask) {
  const MeasuredRule rule = measured(head_of(
      8, 8, 8, [](Index i, Index j, double score) { return j <= i ? 0.3 * score : -kInfinity; },
      1.25));
  ASSERT_TRUE(rule.sink);
  EXPECT_NEAR(*rule.sink, 1.25, 1e-9);
}

/// Weights of queries and keys that are turned by their positions.
Head rotary_head(Index n, Index d, double base) {
  const auto turned = [base](Matrix<double> rows) {
    const Index pairs = rows.cols() / 2;
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index t = 0; t < pairs; ++t) {
        const double angle = static_cast<double>(i) *
                             std::pow(base, -static_cast<double>(t) / static_cast<double>(pairs));
        const double x = rows(i, t);
        const double y = rows(i, t + pairs);
        rows(i, t) = x * std::cos(angle) - y * std::sin(angle);
        rows(i, t + pairs) = x * std::sin(angle) + y * std::cos(angle);
      }
    }
    return rows;
  };
  const Matrix<double> queries = turned(sample<double>(n, d, 1));
  const Matrix<double> keys = turned(sample<double>(n, d, 2));
  const double factor = 1 / std::sqrt(static_cast<double>(d));
  return head_of(n, n, d, [&](Index i, Index j, double) {
    return j <= i ? factor * queries.row(i).dot(keys.row(j)) : -kInfinity;
  });
}

TEST(MeasureRule, FindsARotaryBaseThatIsNoneOfTheList) {
  for (const double base : {20.0, 2500.0, 42000.0, 8e6}) {
    for (const Index n : {32, 100}) {
      const MeasuredRule rule = measured(rotary_head(n, 16, base));
      ASSERT_TRUE(rule.rotary) << base << " of " << n;
      EXPECT_EQ(rule.rotary->layout, RotaryLayout::kHalfSplit);
      EXPECT_NEAR(rule.rotary->base / base, 1, 1e-12) << n;
      EXPECT_EQ(rule.name, "1/√d_head");
    }
  }
  const MeasuredRule rule = measured(rotary_head(64, 32, 12345.678));
  ASSERT_TRUE(rule.rotary);
  EXPECT_NEAR(rule.rotary->base, 12345.678, 1e-3);
}

TEST(MeasureRule, TriesNothingButThePlainRuleOnOneRow) {
  const MeasuredRule plain =
      measured(head_of(1, 12, 8, [](Index, Index, double score) { return score; }));
  EXPECT_EQ(plain.name, "1");
  EXPECT_TRUE(has(plain, RuleNote::kOneRow));
  const MeasuredRule capped = measured(
      head_of(1, 12, 8, [](Index, Index, double score) { return 2 * std::tanh(score / 2); }));
  EXPECT_FALSE(capped.factor || capped.cap);
  EXPECT_TRUE(has(capped, RuleNote::kNoRule));
}

TEST(MeasureRule, GivesNullsWhereAllWeightsAreZero) {
  const MeasuredRule rule =
      measured(head_of(4, 4, 3, [](Index, Index, double) { return -kInfinity; }));
  EXPECT_FALSE(rule.factor || rule.residual);
  EXPECT_TRUE(has(rule, RuleNote::kSaturated));
  EXPECT_TRUE(has(rule, RuleNote::kMaskedRows));
}

TEST(MeasureRule, SurvivesQueriesOfZerosAndEqualKeys) {
  Head head = head_of(5, 5, 3, [](Index, Index, double score) { return score; });
  head.queries.setZero();
  EXPECT_FALSE(measured(head).factor);
  head = head_of(5, 5, 3, [](Index, Index, double score) { return score; });
  head.keys.setOnes();
  EXPECT_FALSE(measured(head).factor);
}

TEST(MeasureRule, RefusesWhatIsNoHead) {
  const Head head = head_of(3, 4, 2, [](Index, Index, double score) { return score; });
  const auto refused = [&](const Matrix<double>& weights, ErrorCode code,
                           std::initializer_list<std::string_view> words) {
    return refuses([&] { measure_rule(head.queries, head.keys, weights); }, code, words);
  };
  EXPECT_TRUE(refused(head.weights.leftCols(3), kShape, {"weights is 3×3", "3×4"}));
  EXPECT_TRUE(refuses([&] { measure_rule(head.queries, head.weights, head.weights); }, kShape,
                      {"queries is 3×2", "keys is 3×4"}));
  for (const double bad : {-0.25, kNaN, kInfinity}) {
    Matrix<double> weights = head.weights;
    weights(1, 2) = bad;
    EXPECT_TRUE(refused(weights, kDomain, {"weights: the entry in row 1, column 2", "negative"}));
  }
  EXPECT_TRUE(
      refuses([&] { measured(head, {.max_positions = 0}); }, kDomain, {"maxPositions is 0"}));
  EXPECT_TRUE(refuses([&] { measured(head, {.heads = 0.5}); }, kDomain, {"heads is 0.5"}));
  EXPECT_TRUE(refuses([&] { measured(head, {.model_width = -1}); }, kDomain, {"modelWidth is -1"}));
  Head large = head;
  large.queries *= 1e200;
  large.keys *= 1e200;
  EXPECT_TRUE(refuses([&] { measured(large); }, kDomain, {"queries·keysᵀ", "overflows"}));
}

}  // namespace
}  // namespace attention_scale::tests
