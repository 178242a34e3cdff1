#include "attention_scale/core/matrix.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "attention_scale/core/check.hpp"
#include "expectations.hpp"

#if defined(EIGEN_MATRIX_PLUGIN)
#error "A header of the library sets Eigen's plugin, which belongs to its users"
#endif

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

template <typename Dense>
constexpr bool kIsWritten = std::is_constructible_v<MatrixOut<double>, Dense>;
using Double = Matrix<double>;
static_assert(kIsWritten<Double&>);
static_assert(kIsWritten<Eigen::Map<Double>>);
static_assert(kIsWritten<decltype(std::declval<Double&>().middleCols(0, 1))>);
static_assert(kIsWritten<decltype(std::declval<Double&>().row(0))>);
static_assert(kIsWritten<decltype(std::declval<Vector<double>&>().transpose())>);
// Rows of these are not where a row-major matrix has them.
static_assert(!kIsWritten<Vector<double>&>);
static_assert(!kIsWritten<decltype(std::declval<Double&>().col(0))>);
static_assert(!kIsWritten<Eigen::MatrixXd&>);
static_assert(!kIsWritten<decltype(std::declval<Double&>().transpose())>);
static_assert(!kIsWritten<Eigen::Map<Double, Eigen::Unaligned, Eigen::Stride<2, 2>>>);
// These are not to be written, or hold other numbers.
static_assert(!kIsWritten<const Double&>);
static_assert(!kIsWritten<Eigen::Map<const Double>>);
static_assert(!kIsWritten<decltype(std::declval<const Double&>().row(0))>);
static_assert(!kIsWritten<MatrixIn<double>&>);
static_assert(!kIsWritten<Matrix<float>&>);
static_assert(!kIsWritten<decltype(2 * std::declval<Double&>())>);

TEST(Matrix, IsResizedAndAssigned) {
  Matrix<double> matrix(2, 3);
  const double* const before = matrix.data();
  resize(matrix, 3, 2);
  EXPECT_EQ(matrix.rows(), 3);
  EXPECT_EQ(matrix.data(), before);
  assign(matrix, Matrix<double>::Ones(4, 5) * 2);
  EXPECT_EQ(matrix, (Matrix<double>::Constant(4, 5, 2)));
  Vector<float> vector(2);
  resize(vector, 7);
  EXPECT_EQ(vector.size(), 7);
}

TEST(Check, MultipliesSizesWithoutWrapping) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(check::product({}), 1);
  EXPECT_EQ(check::product({131'077, 32'767}), 4'295'000'059);
  EXPECT_EQ(check::product({kMost, 2}), kMost);
  EXPECT_EQ(check::product({std::int64_t{1} << 40, std::int64_t{1} << 40, 3}), kMost);
  EXPECT_EQ(check::checked_count("columns", {7, 9}), 63);
  EXPECT_TRUE(refuses([] { check::checked_count("columns", {kMost, 2}); }, kLimit,
                      {"columns would be too many"}));
  if (sizeof(Index) == 4) {
    EXPECT_TRUE(refuses([] { check::checked_count("columns", {131'077, 32'767}); }, kLimit,
                        {"up to 2147483647"}));
  }
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
