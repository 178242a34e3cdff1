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
