#include "kernels/int8_rows.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

using simd::multiply_int8;

/// A matrix in eight bits with its memory.
struct SampleMatrix {
  SampleMatrix(Index rows, Index cols, std::uint32_t seed)
      : entries(static_cast<std::size_t>(rows * cols)),
        matrix{.data = entries.data(), .rows = rows, .cols = cols, .scale = 0.01F} {
    const Matrix<double> draws = sample<double>(rows, cols, seed, 40);
    std::transform(draws.data(), draws.data() + draws.size(), entries.begin(), [](double x) {
      return static_cast<std::int8_t>(std::clamp(std::round(x), -128.0, 127.0));
    });
  }

  std::vector<std::int8_t> entries;
  Int8Matrix matrix;
};

Matrix<float> product(const Matrix<float>& x, const Int8Matrix& w) {
  Matrix<float> y(x.rows(), w.rows);
  multiply_int8(x, {{w, y}});
  return y;
}

TEST(Int8Rows, AreWrongByHalfAUnitForEachEntryAndByOneRounding) {
  for (const Index cols : {8, 24, 512, 1408, 2048}) {
    SCOPED_TRACE(cols);
    const SampleMatrix w(13, cols, 1);
    Matrix<float> x = sample<float>(5, cols, 2);
    x(1, 3) = 3000;      // one entry far larger than the others, as in chat models
    x.row(2) *= 1e-38F;  // below the normal numbers
    x.row(3).setZero();
    const Matrix<float> actual = product(x, w.matrix);
    for (Index row = 0; row < x.rows(); ++row) {
      const double unit = static_cast<double>(x.row(row).cwiseAbs().maxCoeff()) / 32767;
      for (Index j = 0; j < w.matrix.rows; ++j) {
        double expected = 0;
        double sizes = 0;
        for (Index k = 0; k < cols; ++k) {
          const double weight = static_cast<double>(w.matrix.scale) * w.matrix.row_data(j)[k];
          expected += weight * static_cast<double>(x(row, k));
          sizes += std::abs(weight);
        }
        const double rounding = 0x1p-24 * std::abs(expected) + 0x1p-149;
        EXPECT_NEAR(static_cast<double>(actual(row, j)), expected,
                    0.501 * sizes * unit + 1.001 * rounding);
      }
    }
  }
}

TEST(Int8Rows, HaveTheSameDigitsAloneAndBesideOthers) {
  const SampleMatrix w(7, 40, 1);
  const Matrix<float> x = sample<float>(7, 40, 2);
  const Matrix<float> all = product(x, w.matrix);
  for (Index row = 0; row < x.rows(); ++row) {
    EXPECT_TRUE(close(product(x.row(row), w.matrix), all.row(row), kExactly));
  }
}

TEST(Int8Rows, HoldTheLargestSumOfTheLongestRow) {
  const std::vector<std::int8_t> entries(simd::kMostInputs, -128);
  const Int8Matrix w{entries.data(), 1, simd::kMostInputs, 1};
  const Matrix<float> x = Matrix<float>::Constant(1, simd::kMostInputs, 3);
  EXPECT_TRUE(close(product(x, w)(0, 0), -128.0F * 3 * 2048, {.k = 2}));
}

TEST(Int8Rows, RefuseWhatTheyCannotMultiply) {
  const SampleMatrix w(2, 16, 1);
  EXPECT_TRUE(refuses([&] { multiply_int8(sample<float>(1, 2056, 1), {}); }, ErrorCode::kDomain,
                      {"length of a row is 2056", "2048"}));
  EXPECT_TRUE(refuses([&] { multiply_int8(sample<float>(1, 12, 1), {}); }, ErrorCode::kShape,
                      {"12 entries", "a multiple of 8"}));
  EXPECT_TRUE(refuses([&] { product(sample<float>(1, 8, 1), w.matrix); }, ErrorCode::kShape,
                      {"8 entries", "16"}));
  Matrix<float> x = sample<float>(3, 16, 1);
  x(2, 5) = static_cast<float>(kNaN);
  EXPECT_TRUE(refuses([&] { multiply_int8(x, {}); }, ErrorCode::kDomain,
                      {"row 2, column 5", "NaN", "finite"}));
}

}  // namespace
}  // namespace attention_scale::tests
