#include "kernels/products.hpp"

#include "kernels/panel.hpp"

#include <algorithm>

namespace attention_scale {
namespace {

constexpr Index kLanes = simd::kLanes<double>;
/// Terms that are added up at a time: so many entries of some rows stay in the cache.
constexpr Index kDepth = 128;

}  // namespace

void add_row_products(const Matrix<double>& left, Index begin, Index end,
                      const Matrix<double>& right, Pairs pairs, Index from, Index to,
                      Matrix<double>& into) {
  Vector<double> strip(std::min(kDepth, to - from) * kLanes);
  Vector<double> sums(right.rows() * kLanes);
  for (Index k = from; k < to; k += kDepth) {
    const Index depth = std::min(kDepth, to - k);
    for (Index row = begin; row < end; row += kLanes) {
      const Index lanes = std::min(kLanes, end - row);
      const Index others = pairs == Pairs::kAll ? right.rows() : row + lanes;
      simd::pack<double>(&left(row, k), left.outerStride(), lanes, depth, strip.data());
      simd::multiply<double, simd::Layout::kRows>({&right(0, k), right.outerStride()}, others,
                                                  strip.data(), depth, sums.data());
      for (Index lane = 0; lane < lanes; ++lane) {
        double* const row_of_sums = &into(row - begin + lane, 0);
        for (Index j = 0; j < others; ++j) {
          row_of_sums[j] += sums[j * kLanes + lane];
        }
      }
    }
  }
}

void add_column_products(const Matrix<double>& matrix, Matrix<double>& into) {
  const Index cols = matrix.cols();
  Vector<double> strip = Vector<double>::Zero(matrix.rows() * kLanes);
  Vector<double> sums(cols * kLanes);
  for (Index col = 0; col < cols; col += kLanes) {
    const Index lanes = std::min(kLanes, cols - col);
    for (Index k = 0; k < matrix.rows(); ++k) {
      std::copy_n(&matrix(k, col), lanes, strip.data() + k * kLanes);
    }
    simd::multiply<double, simd::Layout::kColumns>({&matrix(0, col), matrix.outerStride()},
                                                   cols - col, strip.data(), matrix.rows(),
                                                   sums.data());
    for (Index i = col; i < cols; ++i) {
      double* const row = &into(i, col);
      for (Index lane = 0; lane < lanes; ++lane) {
        row[lane] += sums[(i - col) * kLanes + lane];
      }
    }
  }
}

}  // namespace attention_scale
