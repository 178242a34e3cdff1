#include "attention_scale/attention/query_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "attention_scale/attention/attention.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

TEST(QueryGradients, MatchTheGoldens) {
  for (const Golden& golden : cases("query_gradients.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto queries = golden["queries"].matrix<double>();
    const auto keys = golden["keys"].matrix<double>();
    const double scale = attention_scale_factor(
        {.scale = golden["scale"].is_null() ? std::optional<double>() : golden["scale"].number(),
         .mask = {}},
        queries.cols());
    const QueryGradients result = query_gradients(queries, keys, scale);
    // The sum of the terms of a logit bounds its error, and that is the relative one of a weight: a
    // few roundings for each of the terms, also where the gradient is 1e-300.
    const double terms =
        std::abs(scale) * (queries.cwiseAbs() * keys.cwiseAbs().transpose()).maxCoeff();
    const Tolerance tolerance{.k = 16 + 4 * terms};
    EXPECT_TRUE(close(result.peak, golden["peak"].numbers(), tolerance));
    EXPECT_TRUE(close(result.entropy, golden["entropy"].numbers(), tolerance));
    EXPECT_TRUE(close(result.jacobian, golden["jacobian"].numbers(), tolerance));
    EXPECT_TRUE(close(result.gradient, golden["gradient"].numbers(), tolerance));
  }
}

TEST(QueryGradients, DoNotChangeWhenEveryKeyIsMoved) {
  // A key that all share moves all logits alike: y and its derivative stay.
  const Matrix<double> queries = sample<double>(3, 4, 3);
  const Matrix<double> keys = sample<double>(6, 4, 4);
  Matrix<double> moved = keys;
  moved.rowwise() += Vector<double>::Constant(4, 1024).transpose();
  const QueryGradients here = query_gradients(queries, keys, 1);
  const QueryGradients there = query_gradients(queries, moved, 1);
  // A difference of logits of about 10,000 has an error of so many eps.
  EXPECT_TRUE(close(there.gradient, here.gradient, {.k = 1e5}));
  EXPECT_TRUE(close(there.entropy, here.entropy, {.k = 1e5}));
}

TEST(QueryGradients, AreZeroWhereNothingCanMove) {
  const Matrix<double> queries = sample<double>(2, 3, 5);
  const Matrix<double> one = sample<double>(1, 3, 6);
  EXPECT_EQ(query_gradients(queries, one, 1).gradient[1], 0);
  EXPECT_EQ(query_gradients(queries, one, 1).jacobian[1], 0);
  EXPECT_EQ(query_gradients(queries, Matrix<double>(one.replicate(4, 1)), 1).gradient[0], 0);
  EXPECT_EQ(query_gradients(queries, Matrix<double>::Zero(4, 3), 1).gradient[0], 0);
  EXPECT_EQ(query_gradients(queries, sample<double>(4, 3, 7), 0).gradient[0], 0);
}

TEST(QueryGradients, RefuseWhatAttentionRefusesAndGradientsThatOverflow) {
  const Matrix<double> two = Matrix<double>::Ones(2, 2);
  EXPECT_TRUE(refuses([&] { query_gradients(two, Matrix<double>::Ones(2, 3), 1); },
                      ErrorCode::kShape, {"queries is 2×2", "keys is 2×3", "d_k"}));
  // Logits of 0, but a gradient of scale·J·K.
  Matrix<double> keys(2, 1);
  keys << 1e200, -1e200;
  EXPECT_TRUE(refuses([&] { query_gradients(Matrix<double>::Zero(1, 1), keys, 1e200); },
                      ErrorCode::kDomain, {"∂weights/∂queries", "overflows"}));
}

}  // namespace
}  // namespace attention_scale::tests
