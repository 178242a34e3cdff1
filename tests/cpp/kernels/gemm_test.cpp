#include "kernels/gemm.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

using simd::Factor;
using simd::kPanelRows;
using simd::Result;

/// A panel as a matrix: one column for each row of it.
template <std::floating_point S>
using Panel = Eigen::Matrix<S, Eigen::Dynamic, kPanelRows<S>, Eigen::RowMajor>;

/// Every entry summed in the order of its terms, 1024 at a time, which the kernels promise to the
/// last digit.
template <std::floating_point S>
Matrix<S> product(const Matrix<S>& left, const Matrix<S>& right) {
  Matrix<S> result = Matrix<S>::Zero(left.rows(), right.cols());
  for (Index row = 0; row < left.rows(); ++row) {
    for (Index col = 0; col < right.cols(); ++col) {
      for (Index from = 0; from < left.cols(); from += 1024) {
        S sum = 0;
        for (Index k = from; k < std::min(left.cols(), from + 1024); ++k) {
          sum += left(row, k) * right(k, col);
        }
        result(row, col) += sum;
      }
    }
  }
  return result;
}

constexpr std::array<Index, 12> kAwkward{1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33, 100};

template <std::floating_point S>
void expect_products_with_panels() {
  for (const Index rows : kAwkward) {
    for (const Index depth : kAwkward) {
      SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(depth));
      const Panel<S> panel = sample<S>(depth, kPanelRows<S>, 1);
      // The factor lies in a wider matrix, whose other entries would show.
      const Matrix<S> wide = sample<S>(rows, depth + 3, 2);
      const Matrix<S> tall = wide.transpose();
      const Matrix<S> expected = product<S>(wide.middleCols(1, depth), panel);
      const auto rest = Matrix<S>::Constant(1, kPanelRows<S>, 7);
      for (const Index uses : {Index{1}, Index{1000}}) {  // in place, and packed
        for (const Factor<S>& factor : {Factor<S>(wide), Factor<S>(tall.transpose())}) {
          const simd::LeftFactor<S> left(factor, uses);
          Panel<S> into = Panel<S>::Constant(rows + 1, kPanelRows<S>, 7);
          left.multiply(0, rows, panel.data(), 1, depth, into.data(), kPanelRows<S>,
                        Result::kReplaced);
          EXPECT_TRUE(close(into.topRows(rows), expected, kExactly));
          EXPECT_TRUE(close(into.bottomRows(1), rest, kExactly));
          left.multiply(0, rows, panel.data(), 1, depth, into.data(), kPanelRows<S>,
                        Result::kAddedTo);
          EXPECT_TRUE(close(into.topRows(rows), 2 * expected, kExactly));
          EXPECT_TRUE(close(into.bottomRows(1), rest, kExactly));
        }
      }
    }
  }
}

TEST(LeftFactor, MultipliesPanelsToTheLastDigitAtEverySize) {
  expect_products_with_panels<double>();
  expect_products_with_panels<float>();
}

/// C = A·B and then C += A·B, with every factor as it is and transposed, inside wider matrices.
template <std::floating_point S>
void expect_gemm(Index rows, Index cols, Index depth) {
  SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(depth) + "·" + std::to_string(depth) +
               "×" + std::to_string(cols));
  const Matrix<S> a = sample<S>(rows, depth + 2, 1);
  const Matrix<S> b = sample<S>(depth + 2, cols, 2);
  const Matrix<S> a_transposed = a.transpose();
  const Matrix<S> b_transposed = b.transpose();
  const Matrix<S> expected = product<S>(a.middleCols(1, depth), b.middleRows(1, depth));
  for (const auto& left : {Factor<S>(a), Factor<S>(a_transposed.transpose())}) {
    for (const auto& right : {Factor<S>(b), Factor<S>(b_transposed.transpose())}) {
      Matrix<S> wide = Matrix<S>::Constant(rows, cols + 2, 7);
      const auto multiply = [&](Result result) {
        simd::gemm<S>(left.block(0, 1, rows, depth), right.block(1, 0, depth, cols),
                      wide.middleCols(1, cols), result);
      };
      multiply(Result::kReplaced);
      EXPECT_TRUE(close(wide.middleCols(1, cols), expected, kExactly));
      multiply(Result::kAddedTo);
      if (depth <= 1024) {  // otherwise two sums are added one after the other
        EXPECT_TRUE(close(wide.middleCols(1, cols), 2 * expected, kExactly));
      }
      EXPECT_TRUE(close(wide.leftCols(1), Matrix<S>::Constant(rows, 1, 7), kExactly));
      EXPECT_TRUE(close(wide.rightCols(1), Matrix<S>::Constant(rows, 1, 7), kExactly));
    }
  }
}

TEST(Gemm, MultipliesToTheLastDigitWithEveryFactorTransposedOrNot) {
  for (const Index rows : {1, 3, 4, 9, 70}) {
    for (const Index cols : {1, 4, 7, 8, 33}) {
      expect_gemm<double>(rows, cols, 5);
      expect_gemm<float>(rows, cols, 37);
    }
  }
}

TEST(Gemm, HasTheSameDigitsWithPanelsThatWerePackedBefore) {
  for (const Index cols : {1, 8, 13}) {
    for (const Index depth : {3, 1030}) {
      const Matrix<float> a = sample<float>(6, depth, 1);
      const Matrix<float> b = sample<float>(depth, cols, 2);
      Matrix<float> expected(6, cols);
      simd::gemm<float>(a, b, expected);
      const Vector<float> panels = simd::pack_right<float>(b);
      Matrix<float> c(6, cols);
      simd::gemm_packed<float>(a, panels.data(), depth, c, Result::kReplaced);
      EXPECT_TRUE(close(c, expected, kExactly));
      // The first rows of the right factor alone.
      simd::gemm<float>(a.leftCols(2), b.topRows(2), expected);
      simd::gemm_packed<float>(a.leftCols(2), panels.data(), depth, c, Result::kReplaced);
      EXPECT_TRUE(close(c, expected, kExactly));
    }
  }
}

TEST(Gemm, SumsManyTermsInBlocks) {
  expect_gemm<double>(70, 5, 1024);  // two blocks of rows
  expect_gemm<double>(5, 6, 2500);   // three blocks of terms
  expect_gemm<float>(5, 6, 1025);
}

TEST(Gemm, OfAMatrixWithItselfIsTheLowerTriangle) {
  for (const Index rows : {1, 4, 10, 37}) {
    SCOPED_TRACE(rows);
    const auto matrix = sample<double>(rows, 40, 4);
    const Matrix<double> transposed = matrix.transpose();
    const Matrix<double> expected = 2 * product<double>(matrix, transposed);
    Matrix<double> gram = Matrix<double>::Zero(rows, rows);
    simd::add_gram<double>(matrix, gram);
    simd::add_gram<double>(transposed.transpose(), gram);
    for (Index i = 0; i < rows; ++i) {
      EXPECT_TRUE(close(gram.row(i).head(i + 1), expected.row(i).head(i + 1), kExactly));
    }
  }
}

template <std::floating_point S>
void expect_packing() {
  for (Index count = 1; count <= kPanelRows<S>; ++count) {
    for (const Index length : kAwkward) {
      SCOPED_TRACE(std::to_string(count) + "×" + std::to_string(length));
      const Matrix<S> rows = sample<S>(count, length + 2, 3);
      Panel<S> panel = Panel<S>::Constant(length, kPanelRows<S>, 7);
      simd::pack<S>(rows.middleCols(1, length), 0, panel.data());
      EXPECT_TRUE(close(panel.leftCols(count), rows.middleCols(1, length).transpose(), kExactly));
      EXPECT_TRUE((panel.rightCols(kPanelRows<S> - count).array() == S{0}).all());
      Matrix<S> back = Matrix<S>::Constant(count, length + 2, 7);
      simd::unpack<S>(panel.data(), 0, back.middleCols(1, length));
      EXPECT_TRUE(close(back.middleCols(1, length), rows.middleCols(1, length), kExactly));
      EXPECT_TRUE(close(back.leftCols(1), Matrix<S>::Constant(count, 1, 7), kExactly));
      EXPECT_TRUE(close(back.rightCols(1), Matrix<S>::Constant(count, 1, 7), kExactly));
    }
  }
}

TEST(Panel, HoldsRowsAndGivesThemBack) {
  expect_packing<double>();
  expect_packing<float>();
}

}  // namespace
}  // namespace attention_scale::tests
