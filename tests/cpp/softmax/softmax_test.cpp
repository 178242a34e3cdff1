#include "attention_scale/softmax/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds softmax to mpmath.

TEST(Softmax, InSinglePrecisionAgreesWithDouble) {
  const Matrix<float> logits = sample<float>(9, 13, 1, 3);
  const Matrix<double> weights = softmax<double>(logits.cast<double>());
  EXPECT_TRUE(close(softmax<float>(logits), weights.cast<float>(), {.k = 16}));
}

TEST(Softmax, OfALongRowIsThatOfItsExponentials) {
  const Matrix<double> logits = sample<double>(3, 5000, 10, 2);
  const Matrix<double> exponentials =
      (logits.colwise() - logits.rowwise().maxCoeff()).array().unaryExpr([](double x) {
        return std::exp(x);
      });
  const Matrix<double> expected =
      exponentials.array().colwise() / exponentials.rowwise().sum().array();
  // Two exponentials, and two sums of 5000 terms in different groups.
  const Matrix<double> weights = softmax<double>(logits);
  EXPECT_TRUE(close(weights, expected, {.k = 16}));
  Matrix<double> in_place = logits;
  softmax<double>(in_place, in_place);
  EXPECT_TRUE(close(in_place, weights, kExactly));
}

TEST(Softmax, WritesIntoABlockAndNowhereElse) {
  const Matrix<double> logits = sample<double>(3, 4, 7);
  Matrix<double> all = Matrix<double>::Constant(5, 8, 9);
  softmax<double>(logits, all.block(1, 2, 3, 4));
  EXPECT_TRUE(close(all.block(1, 2, 3, 4), softmax<double>(logits), kExactly));
  EXPECT_EQ((all.array() == 9).count(), 5 * 8 - 3 * 4);
}

TEST(Softmax, RefusesAnEmptyMatrix) {
  EXPECT_TRUE(refuses([] { softmax<double>(Matrix<double>(0, 3)); }, ErrorCode::kShape,
                      {"logits", "0×3", "at least one row"}));
  EXPECT_TRUE(
      refuses([] { softmax<float>(Matrix<float>(3, 0)); }, ErrorCode::kShape, {"logits", "3×0"}));
}

TEST(Softmax, RefusesWeightsOfAnotherShape) {
  const Matrix<double> logits = sample<double>(3, 4, 7);
  Matrix<double> weights(4, 3);
  EXPECT_TRUE(refuses([&] { softmax<double>(logits, weights); }, ErrorCode::kShape,
                      {"weights is 4×3", "the logits, 3×4"}));
}

TEST(Softmax, RefusesNaNAndPlusInfinityAndThenTakesTheNextGoodCall) {
  Matrix<double> logits = sample<double>(2, 3, 8);
  const Matrix<double> weights = softmax<double>(logits);
  const double good = logits(1, 2);
  logits(1, 2) = kNaN;
  EXPECT_TRUE(refuses([&] { softmax<double>(logits); }, ErrorCode::kDomain,
                      {"logits", "row 1, column 2", "NaN", "finite number or −∞"}));
  logits(1, 2) = kInfinity;
  EXPECT_TRUE(refuses([&] { softmax<double>(logits); }, ErrorCode::kDomain,
                      {"logits", "row 1, column 2", "∞"}));
  const Matrix<float> single = logits.cast<float>();
  EXPECT_TRUE(refuses([&] { softmax<float>(single); }, ErrorCode::kDomain, {"logits", "∞"}));
  Matrix<double> untouched = Matrix<double>::Constant(2, 3, 7);
  EXPECT_THROW(softmax<double>(logits, untouched), Error);
  EXPECT_TRUE(close(untouched, Matrix<double>::Constant(2, 3, 7), kExactly));
  logits(1, 2) = good;
  EXPECT_TRUE(close(softmax<double>(logits), weights, kExactly));
}

}  // namespace
}  // namespace attention_scale::tests
