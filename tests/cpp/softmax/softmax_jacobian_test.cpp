#include "attention_scale/softmax/softmax_jacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "attention_scale/softmax/softmax.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

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

/// The unit of the rounding error of (J g)_i = y_i Σ_j y_j (g_i − g_j): y_i times the largest
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

TEST(SoftmaxJacobian, ProductRefusesAnEmptyRowAndMemoryOfAnotherLength) {
  Vector<double> product(2);
  EXPECT_TRUE(refuses([] { product_of<double>(Vector<double>(0), Vector<double>(0)); },
                      ErrorCode::kShape, {"weights is 1×0", "at least one"}));
  const Vector<double> three = Vector<double>::Constant(3, 1.0 / 3);
  EXPECT_TRUE(refuses([&] { softmax_jacobian_product<double>(three, three, product); },
                      ErrorCode::kShape, {"weights has 3", "the product 2"}));
}

TEST(JacobianNorms, MatchTheGoldens) {
  for (const Golden& golden : cases("jacobian_norms.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto logits = golden["logits"].vector<double>();
    const JacobianNorms norms = jacobian_norms(logits);
    // Relative, however small the norm. Logits up to 50 apart lose some 8 eps by their differences'
    // rounding; those further apart have differences that are exact.
    const Tolerance tolerance{.k = 16};
    EXPECT_TRUE(close(norms.frobenius, golden["frobenius"].number(), tolerance));
    EXPECT_TRUE(close(norms.spectral, golden["spectral"].number(), tolerance));
  }
}

TEST(JacobianNorms, OfEqualLogitsAreThoseOfAProjection) {
  for (const Index n : {2, 3, 10, 1000}) {
    // J = (1 − 11ᵀ/n)/n: n − 1 eigenvalues of 1/n. A sum of n weights rounds n times.
    const auto count = static_cast<double>(n);
    const JacobianNorms norms = jacobian_norms(Vector<double>::Constant(n, -3.5));
    EXPECT_TRUE(close(norms.spectral, 1 / count, {.k = 4})) << n;
    EXPECT_TRUE(close(norms.frobenius, std::sqrt(count - 1) / count, {.k = 4 + std::sqrt(count)}))
        << n;
  }
}

TEST(JacobianNorms, AreZeroWhereOneKeyHasAllWeightOrNoneHasAny) {
  Vector<double> logits = Vector<double>::Constant(3, -kInfinity);
  EXPECT_EQ(jacobian_norms(logits).frobenius, 0);
  EXPECT_EQ(jacobian_norms(logits).spectral, 0);
  logits[1] = 7;
  EXPECT_EQ(jacobian_norms(logits).frobenius, 0);
  EXPECT_EQ(jacobian_norms(logits).spectral, 0);
  logits << 0, 800, -1e308;
  EXPECT_EQ(jacobian_norms(logits).frobenius, 0);
  EXPECT_EQ(jacobian_norms(logits).spectral, 0);
}

TEST(JacobianNorms, DoNotDependOnTheOrderOfTheKeysNorOnMaskedOnes) {
  const Vector<double> logits = sample<double>(7, 1, 13, 3).col(0);
  Vector<double> longer(9);
  longer << -kInfinity, logits.reverse(), -kInfinity;
  // The weights are added in another order.
  const JacobianNorms one = jacobian_norms(logits);
  const JacobianNorms other = jacobian_norms(longer);
  EXPECT_TRUE(close(other.frobenius, one.frobenius, {.k = 8}));
  EXPECT_TRUE(close(other.spectral, one.spectral, {.k = 8}));
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
  const Vector<double> product = product_of<double>(weights_of<double>(logits), direction);
  const double most = direction.cwiseAbs().maxCoeff();
  for (const double step : {1e-2, 1e-4, std::cbrt(kEps), 1e-7}) {
    // A third derivative of softmax along g is at most |g|³, and weights of about 1 round by eps.
    const double allowed = std::pow(most, 3) * step * step + 4 * kEps / step;
    EXPECT_TRUE(close(softmax_central_difference(logits, direction, step), product,
                      {.k = 1 / kEps, .at_least = allowed}))
        << step;
  }
}

TEST(SoftmaxCentralDifference, OfTwoKeysIsADifferenceOfLogisticFunctions) {
  Vector<double> logits(2);
  logits << 0.5, 0;
  Vector<double> direction(2);
  direction << 1, 0;
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (const double step : {0.25, 1.0, 8.0, 1e300}) {
    const double slope = (logistic(0.5 + step) - logistic(0.5 - step)) / (2 * step);
    const Vector<double> difference = softmax_central_difference(logits, direction, step);
    EXPECT_TRUE(close(difference[0], slope, {.k = 4, .at_least = 1 / step})) << step;
    EXPECT_TRUE(close(difference[1], -slope, {.k = 4, .at_least = 1 / step})) << step;
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
