
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "attention_scale/softmax/softmax.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the Jacobian, its products and its norms to mpmath.

Vector<double> weights_of(const Vector<double>& logits) {
  return softmax<double>(logits.transpose()).row(0).transpose();
}

Vector<double> product_of(const Vector<double>& weights, const Vector<double>& upstream) {
  return softmax_jacobian_product<double>(weights, upstream);
}

TEST(SoftmaxJacobian, OfAMaskedLogitIsZero) {
  Vector<double> logits = sample<double>(5, 1, 6).col(0);
  logits[2] = -kInfinity;
  const Matrix<double> jacobian = softmax_jacobian<double>(logits);
  EXPECT_TRUE(close(jacobian.row(2), Matrix<double>::Zero(1, 5), kExactly));
  EXPECT_TRUE(close(jacobian.col(2), Vector<double>::Zero(5), kExactly));
  logits.setConstant(-kInfinity);
  EXPECT_TRUE(close(softmax_jacobian<double>(logits), Matrix<double>::Zero(5, 5), kExactly));
}

TEST(SoftmaxJacobian, ProductOfAZeroRowOfWeightsIsZero) {
  const Vector<double> upstream = sample<double>(4, 1, 7).col(0);
  EXPECT_TRUE(
      close(product_of(Vector<double>::Zero(4), upstream), Vector<double>::Zero(4), kExactly));
}

TEST(SoftmaxJacobian, RefusesWhatSoftmaxRefuses) {
  EXPECT_TRUE(refuses([] { softmax_jacobian<double>(Vector<double>(0)); }, ErrorCode::kShape,
                      {"logits", "1×0"}));
  for (const double bad : {kNaN, kInfinity}) {
    Vector<double> logits = Vector<double>::Zero(3);
    logits[1] = bad;
    EXPECT_TRUE(refuses([&] { softmax_jacobian<double>(logits); }, ErrorCode::kDomain,
                        {"logits", "column 1"}));
  }
  EXPECT_NO_THROW(softmax_jacobian<double>(Vector<double>::Zero(3)));
}

TEST(SoftmaxJacobian, ProductRefusesAnUpstreamOfAnotherLength) {
  for (const Index size : {2, 4}) {
    EXPECT_TRUE(refuses(
        [&] { product_of(Vector<double>::Constant(3, 1.0 / 3), Vector<double>::Ones(size)); },
        ErrorCode::kShape, {"weights", "3", "upstream", size == 2 ? "2" : "4"}));
  }
}

TEST(SoftmaxJacobian, ProductRefusesAnEmptyRow) {
  EXPECT_TRUE(refuses([] { product_of(Vector<double>(0), Vector<double>(0)); }, ErrorCode::kShape,
                      {"weights is 1×0", "at least one"}));
}

TEST(JacobianNorms, RefuseWhatSoftmaxRefuses) {
  EXPECT_TRUE(
      refuses([] { jacobian_norms(Vector<double>(0)); }, ErrorCode::kShape, {"logits", "1×0"}));
  for (const double bad : {kNaN, kInfinity}) {
    Vector<double> logits = Vector<double>::Zero(3);
    logits[1] = bad;
    EXPECT_TRUE(
        refuses([&] { jacobian_norms(logits); }, ErrorCode::kDomain, {"logits", "column 1"}));
  }
}

TEST(SoftmaxCentralDifference, IsTheProductWithTheJacobian) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  const Vector<double> logits = sample<double>(9, 1, 14, 2).col(0);
  const Vector<double> direction = sample<double>(9, 1, 15).col(0);
  const Vector<double> product = product_of(weights_of(logits), direction);
  const double most = direction.cwiseAbs().maxCoeff();
  for (const double step : {1e-2, 1e-4, std::cbrt(kEps), 1e-7}) {
    // A third derivative of softmax along g is at most |g|³, and weights of about 1 round by eps.
    const double allowed = std::pow(most, 3) * step * step + 4 * kEps / step;
    EXPECT_TRUE(close(softmax_central_difference(logits, direction, step), product,
                      {.k = 1 / kEps, .at_least = allowed}))
        << step;
  }
}

TEST(SoftmaxCentralDifference, OfTheLargestDirectionsIsFinite) {
  Vector<double> direction(2);
  direction << 1.75e308, -1.75e308;
  for (const double step : {1e-307, 1e-309, 5e-324}) {
    // J = ¼·(1, −1; −1, 1) is half of it at most, and the weights round by an eps of ½ each.
    const double rounding = std::numeric_limits<double>::epsilon() / 2 / step;
    const Vector<double> difference =
        softmax_central_difference(Vector<double>::Zero(2), direction, step);
    EXPECT_TRUE(difference.allFinite()) << step;
    EXPECT_LE(difference[0], direction[0] / 2 + rounding) << step;
  }
}

TEST(SoftmaxCentralDifference, LeavesAMaskedKeyAlone) {
  Vector<double> logits(3);
  logits << 1, -kInfinity, 2;
  Vector<double> direction(3);
  direction << 1, 5, -1;
  EXPECT_EQ(softmax_central_difference(logits, direction, 1e-3)[1], 0);
}

TEST(SoftmaxCentralDifference, RefusesArgumentsWithoutADifference) {
  const Vector<double> three = Vector<double>::Ones(3);
  const auto refused = [](const Vector<double>& logits, const Vector<double>& direction,
                          double step, ErrorCode code,
                          std::initializer_list<std::string_view> words) {
    return refuses([&] { softmax_central_difference(logits, direction, step); }, code, words);
  };
  EXPECT_TRUE(refused(three, Vector<double>::Ones(2), 1, ErrorCode::kShape,
                      {"logits has 3", "direction 2", "same number"}));
  EXPECT_TRUE(
      refused(Vector<double>(0), Vector<double>(0), 1, ErrorCode::kShape, {"logits", "1×0"}));
  for (const double step : {0.0, -1.0, kNaN, kInfinity}) {
    EXPECT_TRUE(refused(three, three, step, ErrorCode::kDomain, {"step is "}));
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Vector<double> direction = three;
    direction[2] = bad;
    EXPECT_TRUE(refused(three, direction, 1, ErrorCode::kDomain, {"direction", "column 2"}));
  }
  EXPECT_TRUE(refused(three * 1e308, three * 1e308, 1, ErrorCode::kDomain,
                      {"logits ± step·direction", "∞"}));
  EXPECT_TRUE(refused(Vector<double>::Constant(1, kNaN), Vector<double>::Ones(1), 1,
                      ErrorCode::kDomain, {"logits", "NaN"}));
}

}  // namespace
}  // namespace attention_scale::tests
