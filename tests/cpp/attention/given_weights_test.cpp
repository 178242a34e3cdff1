#include "attention_scale/attention/given_weights.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/softmax/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

TEST(TemperedWeights, AreTheSoftmaxOfLogitsTimesThePower) {
  const Matrix<double> logits = Matrix<double>::Random(5, 7) * 3;
  for (const double power : {0.0, 0.25, 1.0, 8.0}) {
    const Matrix<double> expected = softmax<double>(Matrix<double>(power * logits));
    const Matrix<double> weights = softmax<double>(logits);
    EXPECT_TRUE(tempered_weights(weights, power).isApprox(expected, 1e-12)) << power;
  }
}

TEST(TemperedWeights, KeepZerosAndCompleteRows) {
  Matrix<double> weights(3, 2);
  weights << 0, 1, 0, 0, 0.25, 0.25;
  Matrix<double> expected(3, 2);
  expected << 0, 1, 0, 0, 0.5, 0.5;
  EXPECT_EQ(tempered_weights(weights, 8), expected);
  // Also where every power is 1: a masked key stays masked.
  EXPECT_EQ(tempered_weights(weights, 0), expected);
}

TEST(TemperedWeights, RefuseWhatIsNoWeightAndNoPower) {
  Matrix<double> weights(1, 2);
  weights << 0.5, -0.5;
  EXPECT_TRUE(refuses([&] { tempered_weights(weights, 1); }, ErrorCode::kDomain,
                      {"weights", "-0.5", "negative"}));
  weights << 0.5, kNaN;
  EXPECT_TRUE(refuses([&] { tempered_weights(weights, 1); }, ErrorCode::kDomain, {"weights"}));
  weights << 0.5, 0.5;
  for (const double power : {-1.0, kNaN, kInfinity}) {
    EXPECT_TRUE(refuses([&] { tempered_weights(weights, power); }, ErrorCode::kDomain, {"power"}));
  }
  EXPECT_TRUE(refuses([] { tempered_weights(Matrix<double>(0, 2), 1); }, ErrorCode::kShape,
                      {"weights", "0×2"}));
}

}  // namespace
}  // namespace attention_scale::tests
