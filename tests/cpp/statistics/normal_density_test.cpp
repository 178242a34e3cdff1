#include "attention_scale/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

TEST(NormalDensity, IsZeroWhereItIsTooSmallForADouble) {
  EXPECT_EQ(normal_density(1e308, -1e308, 1), 0);
  EXPECT_EQ(normal_density(1, 0, 1e-300), 0);
}

TEST(NormalDensity, KeepsItsDigitsWhereItsFactorsLeaveTheRangeOfADouble) {
  // The densities are computed by Python's decimal module with 60 digits. An exponent of 760 rounds
  // by up to 380 eps.
  constexpr Tolerance kExponent{.k = 800};
  EXPECT_TRUE(close(normal_density(38.5e-300, 0, 1e-300), 5.425155181336677e-23, kExponent));
  EXPECT_TRUE(close(normal_density(39e-300, 0, 1e-300), 2.089087249429479e-31, kExponent));
  EXPECT_TRUE(close(normal_density(3e-309, 0, 1e-309), 4.4318484119380646e+306, kExponent));
  EXPECT_TRUE(close(normal_density(1e308, -1e308, 1e308), 5.3990966513188e-310, {.k = 4}));
  EXPECT_TRUE(close(normal_density(0, 0, 2.3e-309), 1.7345316539192741e+308, {.k = 4}));
}

TEST(NormalDensity, RefusesADeviationSoSmallThatTheDensityOverflows) {
  for (const double std : {5e-324, 2.2e-309}) {
    EXPECT_TRUE(refuses([=] { normal_density(0, 0, std); }, ErrorCode::kDomain,
                        {"std is ", "overflows", "make std larger"}));
  }
  EXPECT_EQ(normal_density(1, 0, 5e-324), 0);
}

TEST(NormalDensity, RefusesArgumentsNotFiniteAndADeviationOfZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(refuses([&] { normal_density(nan, 0, 1); }, ErrorCode::kDomain, {"x is NaN"}));
  EXPECT_TRUE(refuses([&] { normal_density(0, infinity, 1); }, ErrorCode::kDomain, {"mean is ∞"}));
  EXPECT_TRUE(refuses([&] { normal_density(0, 0, infinity); }, ErrorCode::kDomain, {"std is ∞"}));
  EXPECT_TRUE(
      refuses([] { normal_density(0, 0, 0); }, ErrorCode::kDomain, {"std is 0", "above 0"}));
  EXPECT_TRUE(refuses([] { normal_density(0, 0, -1); }, ErrorCode::kDomain, {"std is -1"}));
}

}  // namespace
}  // namespace attention_scale::tests
