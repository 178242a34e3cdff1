#include "attention_scale/softmax/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

TEST(WeightArithmetic, LeadsToTheWeightOfSoftmaxAndTheDiagonalOfItsJacobian) {
  const Vector<double> scores = sample<double>(11, 1, 1, 4).col(0);
  for (const double scale : {0.375, -2.0, 0.0}) {
    const Vector<double> logits = scale * scores;
    const Matrix<double> weights = softmax<double>(logits.transpose());
    const Matrix<double> jacobian = softmax_jacobian<double>(logits);
    for (Index index = 0; index < scores.size(); ++index) {
      const WeightArithmetic steps = weight_arithmetic(scores, scale, index);
      EXPECT_EQ(steps.score, scores[index]);
      EXPECT_EQ(steps.logit, logits[index]);
      EXPECT_EQ(steps.largest, logits.maxCoeff());
      EXPECT_TRUE(close(steps.exponential, std::exp(steps.logit - steps.largest), {.k = 2}));
      EXPECT_EQ(steps.weight, steps.exponential / steps.sum);
      // The same numbers, but sums may group their terms otherwise.
      EXPECT_TRUE(close(steps.weight, weights(0, index), {.k = 2}));
      EXPECT_TRUE(close(steps.slope, jacobian(index, index), {.k = 4}));
      EXPECT_TRUE(close(steps.derivative, scale * jacobian(index, index), {.k = 4}));
    }
  }
}

TEST(WeightArithmetic, RefusesAnIndexOutsideTheRow) {
  const Vector<double> scores = Vector<double>::Ones(3);
  EXPECT_TRUE(refuses([&] { weight_arithmetic(scores, 1, -1); }, ErrorCode::kDomain,
                      {"index is -1", "between 0 and 2"}));
  EXPECT_TRUE(refuses([&] { weight_arithmetic(scores, 1, 3); }, ErrorCode::kDomain,
                      {"index is 3", "between 0 and 2"}));
  EXPECT_EQ(weight_arithmetic(scores, 1, 2).sum, 3);
}

TEST(WeightArithmetic, RefusesAnEmptyRowAndNumbersThatAreNotFiniteOrOverflow) {
  EXPECT_TRUE(refuses([] { weight_arithmetic(Vector<double>(0), 1, 0); }, ErrorCode::kShape,
                      {"scores", "0×1"}));
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(refuses([&] { weight_arithmetic(Vector<double>::Constant(2, bad), 1, 0); },
                        ErrorCode::kDomain, {"scores", "finite"}));
    EXPECT_TRUE(refuses([&] { weight_arithmetic(Vector<double>::Ones(2), bad, 0); },
                        ErrorCode::kDomain, {"scale", "finite"}));
  }
  EXPECT_EQ(weight_arithmetic(Vector<double>::Ones(2), 1, 0).weight, 0.5);

  EXPECT_TRUE(refuses([] { weight_arithmetic(Vector<double>::Constant(2, 1e200), 1e200, 0); },
                      ErrorCode::kDomain, {"scale·scores", "overflows"}));
  EXPECT_EQ(weight_arithmetic(Vector<double>::Constant(2, 1e200), 1e100, 0).weight, 0.5);
}

}  // namespace
}  // namespace attention_scale::tests
