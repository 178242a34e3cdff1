#include "attention_scale/core/matrix.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "attention_scale/core/check.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

TEST(Matrix, IsComputedInPacketsInThisBuild) {
  EXPECT_GE(Eigen::internal::packet_traits<float>::size, 4);
  EXPECT_GE(Eigen::internal::packet_traits<double>::size, 2);
  EXPECT_NE(std::string(Eigen::SimdInstructionSetsInUse()), "None");
}

TEST(Matrix, LiesRowByRowAndIsReadWhereItLies) {
  Matrix<double> matrix(2, 3);
  matrix << 1, 2, 3, 4, 5, 6;
  for (Index i = 0; i < matrix.size(); ++i) {
    EXPECT_EQ(matrix.data()[i], static_cast<double>(i + 1));
  }

  const auto address = [](const MatrixIn<double>& read) { return read.data(); };
  EXPECT_EQ(address(matrix), matrix.data());
  EXPECT_EQ(address(Eigen::Map<Matrix<double>>(matrix.data(), 3, 2)), matrix.data());
  EXPECT_EQ(address(matrix.block(1, 1, 1, 2)), &matrix(1, 1));
}

TEST(Check, WritesShapesAndAsManyDigitsAsTellANumberApart) {
  EXPECT_EQ(check::shape(0, 1024), "0×1024");
  EXPECT_EQ(check::number(0.1), "0.1");
  EXPECT_EQ(check::number(-3), "-3");
  EXPECT_EQ(check::number(1 + std::numeric_limits<double>::epsilon()), "1.0000000000000002");
  EXPECT_EQ(check::number(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(check::number(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(check::number(-std::numeric_limits<double>::infinity()), "−∞");
}

// The comparison that every expected number goes through must itself be able to fail.
TEST(Close, ComparisonHoldsAnErrorAgainstWhatItIsTold) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  Matrix<double> expected(2, 2);
  expected << 1, 1024, 1, 2;
  Matrix<double> actual = expected;
  EXPECT_TRUE(close(actual, expected, kExactly));
  actual(0, 0) += 8 * kEps;
  EXPECT_FALSE(close(actual, expected, kExactly));
  EXPECT_TRUE(close(actual, expected, {.k = 8}));
  EXPECT_FALSE(close(actual, expected, {.k = 7}));
  EXPECT_TRUE(close(actual, expected, {.k = 1, .of = Of::kRow}));
  EXPECT_TRUE(close(actual, expected, {.k = 1, .at_least = 8}));
  actual(1, 0) += 8 * kEps;
  EXPECT_FALSE(close(actual, expected, {.k = 1, .of = Of::kRow}));
  EXPECT_TRUE(close(actual, expected, {.k = 1, .of = Of::kMatrix}));
  EXPECT_FALSE(close(actual, expected.topRows(1), {.k = 1, .of = Of::kMatrix}));

  constexpr double kStep = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(close(3 * kStep, 2 * kStep, {.k = 1}));
  EXPECT_FALSE(close(4 * kStep, 2 * kStep, {.k = 1}));
  EXPECT_FALSE(close(3 * kStep, 2 * kStep, kExactly));
}

TEST(Close, ComparisonPassesEqualInfinitiesAndNoNaN) {
  constexpr Tolerance kLoose{.k = 1e300, .of = Of::kMatrix, .at_least = 1};
  EXPECT_TRUE(close(-kInfinity, -kInfinity, kExactly));
  EXPECT_FALSE(close(-kInfinity, kInfinity, kLoose));
  EXPECT_FALSE(close(1.0, kInfinity, kLoose));
  EXPECT_FALSE(close(kInfinity, 1.0, kLoose));
  EXPECT_FALSE(close(kNaN, 1.0, kLoose));
  EXPECT_FALSE(close(1.0, kNaN, kLoose));
  EXPECT_FALSE(close(kNaN, kNaN, kLoose));
}

}  // namespace
}  // namespace attention_scale::tests
