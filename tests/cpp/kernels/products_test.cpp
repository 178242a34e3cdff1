#include "kernels/products.hpp"

#include <gtest/gtest.h>

#include "goldens.hpp"
#include "kernels/tiled_matrix.hpp"

namespace attention_scale::tests {
namespace {

/// Sums of some hundred products of entries around 1.
constexpr Tolerance kSums{.k = 64, .at_least = 16};

TEST(Products, OfRowsAreThoseOfEigen) {
  for (const Index rows : {1, 3, 4, 9}) {
    SCOPED_TRACE(rows);
    const auto left = sample<double>(rows, 300, 1);
    const auto right = sample<double>(6, 300, 2);
    Matrix<double> into = Matrix<double>::Constant(rows, 6, 0.5);
    add_row_products(left, 0, rows, right, Pairs::kAll, 5, 297, into);
    const Matrix<double> expected = left.middleCols(5, 292) * right.middleCols(5, 292).transpose() +
                                    Matrix<double>::Constant(rows, 6, 0.5);
    EXPECT_TRUE(close(into, expected, kSums));
  }
}

TEST(Products, OfRowsUpToThemselvesAreTheLowerTriangle) {
  const auto matrix = sample<double>(11, 150, 3);
  const Matrix<double> all = matrix * matrix.transpose();
  Matrix<double> into = Matrix<double>::Zero(6, 11);
  add_row_products(matrix, 5, 11, matrix, Pairs::kUpToItself, 0, 150, into);
  for (Index i = 0; i < 6; ++i) {
    const Index asked_for = 5 + i + 1;
    EXPECT_TRUE(close(into.row(i).head(asked_for), all.row(5 + i).head(asked_for), kSums));
  }
}

TEST(Products, OfColumnsAreTheLowerTriangle) {
  for (const Index cols : {1, 4, 10}) {
    SCOPED_TRACE(cols);
    const auto matrix = sample<double>(37, cols, 4);
    Matrix<double> into = Matrix<double>::Zero(cols, cols);
    add_column_products(matrix, into);
    add_column_products(matrix, into);
    const Matrix<double> expected = 2 * matrix.transpose() * matrix;
    for (Index i = 0; i < cols; ++i) {
      EXPECT_TRUE(close(into.row(i).head(i + 1), expected.row(i).head(i + 1), kSums));
    }
  }
}

TEST(TiledMatrix, MultipliesFromTheLeftAsEigenDoes) {
  const auto matrix = sample<double>(70, 30, 5);
  TiledMatrix tiled(70, 30);
  EXPECT_FALSE(tiled.empty());
  EXPECT_TRUE(TiledMatrix().empty());
  for (Index row = 0; row < 70; ++row) {
    tiled.put_row(row, {matrix.row(row).data(), 30});
  }
  for (const Index rows : {1, 4, 7}) {
    for (const Index depth : {1, 70}) {
      for (const Index cols : {1, 16, 30}) {
        const auto x = sample<double>(rows, depth, 6);
        EXPECT_TRUE(
            close(tiled.left_product(x, cols), x * matrix.topLeftCorner(depth, cols), kSums));
      }
    }
  }
}

}  // namespace
}  // namespace attention_scale::tests
