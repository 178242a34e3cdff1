#include "attention_scale/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

std::vector<double> exponents(const std::vector<double>& x, const std::vector<double>& y) {
  return local_exponents(x, y);
}

TEST(LocalExponents, AreThePowerOfAPower) {
  const std::vector<double> x{1, 2, 3.5, 100, 1e200};
  for (const double power : {-0.5, 0.0, 0.25, 1.0, 1.5}) {
    std::vector<double> y;
    for (const double at : x) {
      y.push_back(3 * std::pow(at, power));
    }
    // Two logarithms of some 5 digits before the point, over the smallest distance of x, log 1.75.
    for (const double exponent : exponents(x, y)) {
      EXPECT_NEAR(exponent, power, 1e-13);
    }
  }
}

TEST(LocalExponents, AreInfiniteOrZeroAtZeros) {
  EXPECT_EQ(exponents({1, 2, 4, 8}, {1, 0, 0, 3}), (std::vector<double>{-kInfinity, 0, kInfinity}));
}

TEST(LocalExponents, AreOfNumbersWhoseQuotientOverflows) {
  EXPECT_NEAR(exponents({1, 2}, {1e-300, 1e300})[0], 600 * std::log2(10), 1e-9);
}

TEST(LocalExponents, AreOfNeighboursWhoseLogarithmsAreEqual) {
  const double next = std::nextafter(1e300, 2e300);
  EXPECT_NEAR(exponents({1e300, next}, {1e300, next})[0], 1, 1e-15);
  EXPECT_EQ(exponents({1e300, next}, {3, 3})[0], 0);
}

TEST(LocalExponents, RefuseDataWithoutExponents) {
  const auto refused = [](const std::vector<double>& x, const std::vector<double>& y,
                          ErrorCode code, std::initializer_list<std::string_view> words) {
    return refuses([&] { exponents(x, y); }, code, words);
  };
  EXPECT_TRUE(refused({1, 2}, {1}, ErrorCode::kShape, {"x has 2", "y 1"}));
  EXPECT_TRUE(refused({1}, {1}, ErrorCode::kShape, {"at least 2"}));
  EXPECT_TRUE(refused({0, 1}, {1, 1}, ErrorCode::kDomain, {"x", "positive"}));
  EXPECT_TRUE(refused({2, 2}, {1, 1}, ErrorCode::kDomain, {"x holds 2", "rising"}));
  EXPECT_TRUE(refused({1, kInfinity}, {1, 1}, ErrorCode::kDomain, {"x"}));
  EXPECT_TRUE(refused({1, 2}, {1, -1}, ErrorCode::kDomain, {"y", "-1"}));
  EXPECT_TRUE(refused({1, 2}, {1, std::nan("")}, ErrorCode::kDomain, {"y", "NaN"}));
}

}  // namespace
}  // namespace attention_scale::tests
