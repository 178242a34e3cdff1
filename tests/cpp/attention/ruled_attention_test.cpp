#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "attention_scale/core/check.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine/rule-goldens.test.ts compares every rule with PyTorch and with finite differences.

TEST(ScoreRule, RefusesNumbersOutsideTheirRanges) {
  const auto refused = [](const ScoreRule& rule, std::string_view words) {
    return refuses([&] { check_rule(rule); }, kDomain, {words, "must lie between"});
  };
  EXPECT_TRUE(refused({.query_key_norm = 0.001}, "queryKeyNorm is 0.001"));
  EXPECT_TRUE(refused({.query_key_norm = 1001}, "queryKeyNorm is 1001"));
  EXPECT_TRUE(refused({.length_factor = 0}, "lengthFactor is 0"));
  EXPECT_TRUE(refused({.length_factor = 101}, "lengthFactor is 101"));
  EXPECT_TRUE(refused({.soft_cap = 0.05}, "softCap is 0.05"));
  EXPECT_TRUE(refused({.soft_cap = 1001}, "softCap is 1001"));
  EXPECT_TRUE(refused({.sink = 1e31}, "sink is 1e+31"));
  EXPECT_TRUE(refuses([] { check_rule({.off_by_one = true, .sink = 2}); }, kDomain,
                      {"sink is 2", "offByOne", "must be given"}));
}

TEST(CausalMask, HasTheOffsetOfItsCorner) {
  EXPECT_EQ(causal_offset(CausalMask::kNone, 2, 5), std::nullopt);
  EXPECT_EQ(causal_offset(CausalMask::kUpperLeft, 2, 5), 0);
  EXPECT_EQ(causal_offset(CausalMask::kLowerRight, 2, 5), 3);
  EXPECT_EQ(causal_offset(CausalMask::kLowerRight, 5, 2), -3);
}

TEST(RuledAttention, RefusesABiasThatDoesNotFitOrOverflows) {
  const auto one = Matrix<double>::Ones(1, 1).eval();
  const auto refused = [&](const Matrix<double>& bias, double query, ErrorCode code,
                           std::initializer_list<std::string_view> words) {
    Matrix<double> logits(1, 1);
    return refuses(
        [&] {
          ruled_attention<double>(query * one, one, one, {.scale = 1}, {.bias = &bias},
                                  {.logits = logits});
        },
        code, words);
  };
  EXPECT_TRUE(
      refused(Matrix<double>::Ones(2, 3), 1, ErrorCode::kShape, {"bias is 2×3", "must be 1×1"}));
  EXPECT_TRUE(refused(Matrix<double>::Constant(1, 1, kNaN), 1, kDomain,
                      {"bias: the entry in row 0, column 0 is NaN", "finite number or −∞"}));
  EXPECT_TRUE(refused(Matrix<double>::Constant(1, 1, 1.7e308), 1.7e308, kDomain,
                      {"scale·scores + bias", "overflows"}));
}

TEST(RuledAttention, PassesNothingThroughAQueryWithoutKeys) {
  const auto queries = sample<float>(3, 4, 1);
  const auto keys = sample<float>(5, 4, 2);
  const auto values = sample<float>(5, 2, 3);
  Matrix<double> bias = Matrix<double>::Zero(3, 5);
  bias.row(1).setConstant(-std::numeric_limits<double>::infinity());
  for (const std::optional<double> sink : {std::optional<double>(), std::optional<double>(-3)}) {
    const ScoreRule rule{.sink = sink, .bias = &bias};
    Matrix<float> weights(3, 5);
    Matrix<float> output(3, 2);
    ruled_attention<float>(queries, keys, values, {}, rule, {.weights = weights, .output = output});
    EXPECT_TRUE((weights.row(1).array() == 0).all());
    EXPECT_TRUE((output.row(1).array() == 0).all());
    EXPECT_EQ(weights.row(0).sum() < 0.999F, sink.has_value());
    Matrix<float> d_queries(3, 4);
    Matrix<float> d_bias(3, 5);
    Matrix<float> d_sink(1, 1);
    attention_gradient<float>(queries, keys, values, values.topRows(3), {}, rule,
                              {.queries = d_queries, .bias = d_bias, .sink = d_sink});
    EXPECT_TRUE((d_queries.row(1).array() == 0).all());
    EXPECT_TRUE((d_bias.row(1).array() == 0).all());
    EXPECT_TRUE(check::all_finite(d_queries));
    EXPECT_EQ(d_sink(0, 0) != 0, sink.has_value());
  }
}

TEST(ScoreRule, AddsABiasToRows) {
  Matrix<double> rows{{1.0, 2.0, 3.0}};
  const Matrix<double> bias{{0.5, -std::numeric_limits<double>::infinity(), -1.0}};
  rule_logits<double>({.bias = &bias}, rows);
  EXPECT_EQ(rows, (Matrix<double>{{1.5, bias(0, 1), 2.0}}));
  Matrix<double> other(2, 3);
  EXPECT_TRUE(refuses([&] { rule_logits<double>({.bias = &bias}, other); }, kShape,
                      {"bias is 1×3", "2×3"}));
}

TEST(ScoreRule, RefusesRowsThatDoNotFit) {
  Matrix<double> rows(2, 3);
  rows.setOnes();
  Matrix<double> other(3, 2);
  EXPECT_TRUE(refuses([&] { rule_logits<double>({.soft_cap = 0}, rows); }, kDomain, {"softCap"}));
  EXPECT_TRUE(refuses([&] { rule_logits<double>({}, rows, other); }, kShape, {"slopes is 3×2"}));
  Matrix<double> empty(2, 0);
  EXPECT_TRUE(refuses([&] { rule_weights<double>({.off_by_one = true}, empty); }, kShape,
                      {"logits is 2×0"}));
  EXPECT_TRUE(refuses([&] { length_factor_of({.length_factor = 1}, 0); }, kDomain, {"keys is 0"}));
  const Vector<double> two = Vector<double>::Zero(2);
  EXPECT_TRUE(refuses([&] { rule_backward<double>(rows, two, rows, other); }, kShape,
                      {"upstream is 3×2", "2×3"}));
  EXPECT_TRUE(refuses([&] { rule_backward<double>(rows, two.head(1), rows, rows); }, kShape,
                      {"rests has 1 entries"}));
}

TEST(UnitRows, RefuseEmptyRowsAndGradientsThatDoNotFit) {
  Matrix<double> rows(2, 0);
  EXPECT_TRUE(refuses([&] { unit_rows<double>(rows); }, kShape, {"2×0"}));
  rows = Matrix<double>::Constant(2, 3, 1);
  const UnitRows<double> unit = unit_rows<double>(rows);
  Matrix<double> other(3, 2);
  EXPECT_TRUE(refuses([&] { unit_rows_backward<double>(unit, other); }, kShape, {"3×2", "2×3"}));
}

TEST(ScoreRule, KeepsTheSlopeOfALogitAtItsCap) {
  Matrix<double> row{{-2000.0, 0.0, 400.0}};
  Matrix<double> slopes(1, 3);
  rule_logits<double>({.soft_cap = 2}, row, slopes);
  // 1/cosh² at 200 is 4e^{-400}.
  EXPECT_NEAR(slopes(0, 2) / 7.660678386856023e-174, 1, 1e-12);
  EXPECT_EQ(slopes(0, 1), 1);
  EXPECT_EQ(row(0, 2), 2);
}

// tests/engine holds the gradients of queries to mpmath.
TEST(RuleStatistics, RefuseWhatAttentionRefusesAndGradientsThatOverflow) {
  const auto statistics = [](const Matrix<double>& queries, const Matrix<double>& keys,
                             double scale) {
    return [=] { rule_statistics(queries, keys, {.scale = scale}, {}); };
  };
  const Matrix<double> two = Matrix<double>::Ones(2, 2);
  EXPECT_TRUE(refuses(statistics(two, Matrix<double>::Ones(2, 3), 1), ErrorCode::kShape,
                      {"queries is 2×2", "keys is 2×3", "d_k"}));
  // Logits of 0, but a gradient of scale·J·K.
  const Matrix<double> keys{{1e200}, {-1e200}};
  EXPECT_TRUE(refuses(statistics(Matrix<double>::Zero(1, 1), keys, 1e200), kDomain,
                      {"∂weights/∂queries", "overflows"}));
}

TEST(RuledAttention, RefusesWhatOverflows) {
  const Matrix<double> large = Matrix<double>::Constant(1, 1, 1e153);
  const Matrix<double> keys = Matrix<double>::Constant(3, 1, 1e154);
  EXPECT_TRUE(refuses([&] { rule_statistics(large, keys, {.scale = 1}, {.length_factor = 100}); },
                      kDomain, {"lengthFactor", "overflows"}));
  const Matrix<double> tiny = Matrix<double>::Constant(1, 2, 1e-300);
  const Matrix<double> other{{1, 0}, {0, 1}};
  const Matrix<double> d_output{{1e200}};
  const Matrix<double> values{{1.0}, {2.0}};
  Matrix<double> into(1, 2);
  const auto gradient = [&] {
    attention_gradient<double>(tiny, other, values, d_output, {}, {.query_key_norm = 1},
                               {.scores = into});
  };
  EXPECT_TRUE(refuses(gradient, kDomain, {"∂L/∂scores", "overflows"}));
}

}  // namespace
}  // namespace attention_scale::tests
