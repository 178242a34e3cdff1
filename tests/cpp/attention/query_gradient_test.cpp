#include "attention_scale/attention/query_gradient.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the gradients to mpmath.

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
