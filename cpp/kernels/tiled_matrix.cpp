#include "kernels/tiled_matrix.hpp"

#include "kernels/panel.hpp"

#include <algorithm>

namespace attention_scale {
namespace {

constexpr Index kLanes = simd::kLanes<double>;
static_assert(TiledMatrix::kTile == simd::kTile);

}  // namespace

TiledMatrix::TiledMatrix(Index rows, Index cols)
    : tiles_((cols + kTile - 1) / kTile, rows * kTile) {}

void TiledMatrix::put_row(Index row, std::span<const double> entries) {
  const auto cols = static_cast<Index>(entries.size());
  for (Index col = 0; col < cols; col += kTile) {
    std::copy_n(entries.data() + col, std::min(kTile, cols - col),
                &tiles_(col / kTile, row * kTile));
  }
}

Matrix<double> TiledMatrix::left_product(const MatrixIn<double>& x, Index cols) const {
  Vector<double> strip(x.cols() * kLanes);
  Vector<double> sums(cols * kLanes);
  Matrix<double> result(x.rows(), cols);
  for (Index row = 0; row < x.rows(); row += kLanes) {
    const Index lanes = std::min(kLanes, x.rows() - row);
    simd::pack<double>(x.data() + row * x.outerStride(), x.outerStride(), lanes, x.cols(),
                       strip.data());
    for (Index col = 0; col < cols; col += kTile) {
      simd::multiply<double, simd::Layout::kColumns>({tiles_.row(col / kTile).data(), kTile},
                                                     std::min(kTile, cols - col), strip.data(),
                                                     x.cols(), sums.data() + col * kLanes);
    }
    simd::unpack<double>(sums.data(), lanes, cols, &result(row, 0), cols);
  }
  return result;
}

}  // namespace attention_scale
