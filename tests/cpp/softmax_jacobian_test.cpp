#include "attention_scale/softmax_jacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "attention_scale/softmax.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <std::floating_point S>
Vector<S> weights_of(const Vector<S>& logits) {
  return softmax<S>(logits.transpose()).row(0).transpose();
}

template <std::floating_point S>
Vector<S> product_of(const Vector<S>& weights, const Vector<S>& upstream) {
  Vector<S> product(weights.size());
  softmax_jacobian_product<S>(weights, upstream, product);
  return product;
}

/// What the rounding of (J g)_i = y_i Σ_j y_j (g_i − g_j) is held against: y_i times the largest
/// difference, since a sum of differences of both signs may cancel.
double terms(double weight, const Vector<double>& upstream) {
  return weight * (upstream.maxCoeff() - upstream.minCoeff());
}

TEST(SoftmaxJacobian, MatchesTheGoldens) {
  for (const Golden& golden : cases("softmax_jacobian.json")) {
    SCOPED_TRACE(golden["name"].text());
    const Matrix<double> jacobian = softmax_jacobian<double>(golden["logits"].vector<double>());
    // Relative to every entry, however small: the roundings of two weights and of their product.
    EXPECT_TRUE(close(jacobian, golden["jacobian"].matrix<double>(), {.k = 16}));
  }
}

TEST(SoftmaxJacobian, HasTheFrobeniusNormsOfTheGoldens) {
  for (const Golden& golden : cases("softmax_jacobian.json")) {
    SCOPED_TRACE(golden["name"].text());
    const Matrix<double> jacobian = softmax_jacobian<double>(golden["logits"].vector<double>());
    // A sum of squares: their errors average out, however small the norm.
    EXPECT_TRUE(close(jacobian.norm(), golden["frobenius"].number(), {.k = 8}));
  }
}

TEST(SoftmaxJacobian, ProductMatchesTheGoldens) {
  for (const Golden& golden : cases("softmax_jacobian.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto weights = golden["weights"].vector<double>();
    const auto upstream = golden["vector"].vector<double>();
    const auto expected = golden["product"].vector<double>();
    const Vector<double> product = product_of<double>(weights, upstream);
    for (Index i = 0; i < expected.size(); ++i) {
      // The weights as given, a difference, an inner product and a factor.
      EXPECT_TRUE(close(product[i], expected[i], {.k = 2, .at_least = terms(weights[i], upstream)}))
          << "entry " << i;
    }
  }
}

TEST(SoftmaxJacobian, KeepsItsDigitsWhereSoftmaxSaturates) {
  for (const double a : {1.0, 20.0, 40.0, 300.0, 700.0}) {
    Vector<double> logits(2);
    logits << 0, a;
    // y(1 − y) of the logistic function, within the roundings of either way to it; 1 − y itself is
    // 0 in doubles from a = 37 on.
    const double slope = std::exp(-a) / std::pow(1 + std::exp(-a), 2);
    Matrix<double> expected(2, 2);
    expected << slope, -slope, -slope, slope;
    EXPECT_TRUE(close(softmax_jacobian<double>(logits), expected, {.k = 4})) << a;

    Vector<double> upstream(2);
    upstream << 3, 1;
    const Vector<double> product = product_of<double>(weights_of<double>(logits), upstream);
    EXPECT_TRUE(close(product, Vector<double>(expected * upstream), {.k = 4})) << a;
  }
}

TEST(SoftmaxJacobian, IsSymmetric) {
  const Matrix<double> jacobian = softmax_jacobian<double>(sample<double>(17, 1, 1, 4).col(0));
  EXPECT_TRUE(close(jacobian, jacobian.transpose(), kExactly));
}

TEST(SoftmaxJacobian, HasRowsThatSumToZero) {
  for (const double spread : {0.1, 1.0, 10.0, 100.0}) {
    SCOPED_TRACE(spread);
    const Matrix<double> jacobian =
        softmax_jacobian<double>(sample<double>(17, 1, 2, spread).col(0));
    for (Index i = 0; i < jacobian.rows(); ++i) {
      // Held against the diagonal, which the other entries cancel: also where it is 1e-80.
      EXPECT_TRUE(close(jacobian.row(i).sum(), 0.0, {.k = 4, .at_least = jacobian(i, i)})) << i;
    }
  }
}

TEST(SoftmaxJacobian, TimesAVectorIsTheProduct) {
  const Vector<double> logits = sample<double>(33, 1, 3, 5).col(0);
  const Vector<double> upstream = sample<double>(33, 1, 4).col(0);
  const Vector<double> weights = weights_of<double>(logits);
  const Vector<double> product = product_of<double>(weights, upstream);
  const Vector<double> expected = softmax_jacobian<double>(logits) * upstream;
  for (Index i = 0; i < expected.size(); ++i) {
    // The matrix product cancels what the product without the matrix takes away beforehand.
    EXPECT_TRUE(close(product[i], expected[i], {.k = 4, .at_least = terms(weights[i], upstream)}))
        << i;
  }
}

TEST(SoftmaxJacobian, EqualsTheFiniteDifferencesOfSoftmax) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  const Vector<double> logits = sample<double>(6, 1, 5).col(0);
  const Matrix<double> jacobian = softmax_jacobian<double>(logits);
  const double step = std::cbrt(kEps);
  for (Index j = 0; j < logits.size(); ++j) {
    Vector<double> above = logits;
    Vector<double> below = logits;
    above[j] += step;
    below[j] -= step;
    const Vector<double> difference =
        (weights_of<double>(above) - weights_of<double>(below)) / (above[j] - below[j]);
    // step² from the third derivative and eps / step from rounding: both eps^⅔, with a share of 1.
    EXPECT_TRUE(close(Vector<double>(jacobian.col(j)), difference, {.k = 1 / step, .at_least = 1}));
  }
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
  EXPECT_TRUE(close(product_of<double>(Vector<double>::Zero(4), upstream), Vector<double>::Zero(4),
                    kExactly));
}

TEST(SoftmaxJacobian, ProductMayWriteOverUpstream) {
  const Vector<double> weights = weights_of<double>(sample<double>(9, 1, 8).col(0));
  Vector<double> upstream = sample<double>(9, 1, 9).col(0);
  const Vector<double> product = product_of<double>(weights, upstream);
  softmax_jacobian_product<double>(weights, upstream, upstream);
  EXPECT_TRUE(close(upstream, product, kExactly));
}

TEST(SoftmaxJacobian, InSinglePrecisionAgreesWithDouble) {
  const Vector<float> logits = sample<float>(12, 1, 10, 3).col(0);
  const Vector<double> exact = logits.cast<double>();
  // As in double: the roundings of two weights and of their product.
  EXPECT_TRUE(close(softmax_jacobian<float>(logits),
                    Matrix<float>(softmax_jacobian<double>(exact).cast<float>()), {.k = 16}));

  const Vector<float> weights = weights_of<float>(logits);
  const Vector<float> upstream = sample<float>(12, 1, 11).col(0);
  const Vector<double> expected =
      product_of<double>(weights.cast<double>(), upstream.cast<double>());
  const Vector<float> product = product_of<float>(weights, upstream);
  for (Index i = 0; i < expected.size(); ++i) {
    const double size = terms(static_cast<double>(weights[i]), upstream.cast<double>());
    EXPECT_TRUE(close(product[i], static_cast<float>(expected[i]), {.k = 2, .at_least = size}));
  }
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
        [&] {
          product_of<double>(Vector<double>::Constant(3, 1.0 / 3), Vector<double>::Ones(size));
        },
        ErrorCode::kShape, {"weights", "3", "upstream", size == 2 ? "2" : "4"}));
  }
}

}  // namespace
}  // namespace attention_scale::tests
