#include "attention_scale/experiments/saturation.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "attention_scale/softmax/softmax.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the measures to those of query gradients, which have goldens of mpmath.

TEST(Saturation, OfLogitsThatSquaredWouldOverflowOrVanish) {
  Vector<double> logits(2);
  logits << 1, -1;
  for (const double size : {1e300, 1.0, 1e-300, 1e-320}) {
    const std::vector<double> one{1};
    const double spread = saturation(size * logits, one).spread[0];
    EXPECT_TRUE(close(spread, size, kExactly)) << size;
  }
  EXPECT_EQ(saturation(Vector<double>::Zero(3), std::vector<double>{1}).spread[0], 0);
}

TEST(Saturation, OfLogitsFurtherApartThanADoubleReaches) {
  Vector<double> logits(2);
  logits << 1e308, -1e308;
  const Saturation result = saturation(logits, std::vector<double>{1});
  EXPECT_EQ(result.entropy[0], 0);
  EXPECT_EQ(result.peak[0], 1);
  EXPECT_EQ(result.spectral[0], 0);
}

TEST(Saturation, HasNoSpreadAboveTheLargestLogit) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const std::vector<double> one{1};
  for (Index n = 2; n < 64; ++n) {
    Vector<double> logits(n);
    for (Index i = 0; i < n; ++i) {
      logits[i] = i % 2 == 0 ? -kMost : kMost;
    }
    const double spread = saturation(logits, one).spread[0];
    EXPECT_LE(spread, kMost);
    EXPECT_GT(spread, kMost * 0.9);
  }
}

TEST(Saturation, RefusesWhatIsEmptyOrNotFinite) {
  const Vector<double> two = Vector<double>::Ones(2);
  const std::vector<double> one{1};
  EXPECT_TRUE(refuses([&] { saturation(Vector<double>(0), one); }, ErrorCode::kShape,
                      {"logits", "1×0", "at least one"}));
  EXPECT_TRUE(
      refuses([&] { saturation(two, {}); }, ErrorCode::kShape, {"scales", "1×0", "at least one"}));
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Vector<double> logits = two;
    logits[1] = bad;
    EXPECT_TRUE(refuses([&] { saturation(logits, one); }, ErrorCode::kDomain,
                        {"logits", "column 1", "finite"}));
    const std::vector<double> scales{1, 2, bad};
    EXPECT_TRUE(refuses([&] { saturation(two, scales); }, ErrorCode::kDomain,
                        {"scales", "column 2", "finite"}));
  }
  const std::vector<double> large{1e200};
  EXPECT_TRUE(refuses([&] { saturation(1e200 * two, large); }, ErrorCode::kDomain,
                      {"scale·logits", "overflows"}));
}

TEST(PassedNorms, AreThoseOfTheMatrix) {
  const Vector<double> logits = sample<double>(6, 1, 3);
  const Vector<double> upstream = sample<double>(6, 1, 4);
  const std::vector<double> scales{0.25, 1, 3};
  const std::vector<double> norms = passed_norms(logits, upstream, scales);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const Matrix<double> jacobian = softmax_jacobian<double>(scales[i] * logits);
    EXPECT_TRUE(close(norms[i], (jacobian * upstream).norm(), {.k = 32, .at_least = 0.1}));
  }
}

TEST(PassedNorms, OfUpstreamEntriesFurtherApartThanADoubleReaches) {
  Vector<double> logits(2);
  logits << 0, 1;
  Vector<double> upstream(2);
  upstream << 1e308, -1e308;
  // y1·y2·2e308·√2 by Python's decimal module.
  const std::vector<double> one{1};
  EXPECT_TRUE(close(passed_norms(logits, upstream, one)[0], 5.561025250289944e307, {.k = 8}));
  upstream *= 1e-308 * 5e-324;
  EXPECT_TRUE(close(passed_norms(logits, upstream, one)[0], 0.0, kExactly));
}

TEST(PassedNorms, KeepSmallUpstreamEntriesBesideALargeOneOfWeightZero) {
  // The weights are 0, ½, ½: J g = ¼·(g2 − g3)·(0, 1, −1), so the norm is |g2 − g3|/√8. By Python's
  // decimal module, of the differences of the doubles 3e-20 − 1e-20 and 3e-300 − 1e-300.
  Vector<double> logits(3);
  logits << -800, 0, 0;
  Vector<double> upstream(3);
  const std::vector<double> one{1};
  upstream << 1e308, 1e-20, 3e-20;
  EXPECT_TRUE(close(passed_norms(logits, upstream, one)[0], 7.071067811865477e-21, {.k = 8}));
  upstream << 1e308, 1e-300, 3e-300;
  EXPECT_TRUE(close(passed_norms(logits, upstream, one)[0], 7.071067811865476e-301, {.k = 8}));
}

TEST(PassedNorms, RefuseWhatDoesNotFitOrIsNotFinite) {
  const Vector<double> two = Vector<double>::Ones(2);
  const Vector<double> three = Vector<double>::Ones(3);
  const std::vector<double> one{1};
  EXPECT_TRUE(refuses([&] { passed_norms(two, three, one); }, ErrorCode::kShape,
                      {"2 entries", "upstream 3"}));
  EXPECT_TRUE(refuses([&] { passed_norms(two, two, {}); }, ErrorCode::kShape, {"scales"}));
  EXPECT_TRUE(refuses([&] { passed_norms(two.head(0), two.head(0), one); }, ErrorCode::kShape,
                      {"logits is 1×0"}));
  const std::vector<double> bad{kNaN};
  EXPECT_TRUE(refuses([&] { passed_norms(two, two, bad); }, ErrorCode::kDomain, {"scales"}));
  EXPECT_TRUE(
      refuses([&] { passed_norms(two, kInfinity * two, one); }, ErrorCode::kDomain, {"upstream"}));
  EXPECT_TRUE(refuses([&] { passed_norms(kNaN * two, two, one); }, ErrorCode::kDomain, {"logits"}));
}

}  // namespace
}  // namespace attention_scale::tests
