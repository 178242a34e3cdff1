#include "kernels/panel.hpp"

#include <algorithm>

namespace attention_scale::simd {
namespace {

template <std::floating_point S, Layout kLayout, std::size_t kRows>
void multiply_rows(const S* factor, Index step, const S* panel, Index depth, S* into) {
  std::array<Across<S>, kRows> sums{};
  std::array<const S*, kRows> rows{};
  for (std::size_t row = 0; row < kRows; ++row) {
    rows[row] = factor + static_cast<Index>(row) * step;
  }
  for (Index k = 0; k < depth; ++k) {
    const auto right = Across<S>::load(panel);
    panel += kLanes<S>;
    for (std::size_t row = 0; row < kRows; ++row) {
      const S left = kLayout == Layout::kRows ? rows[row][k] : factor[row];
      sums[row] =
          each([left](Packet<S> sum, Packet<S> x) { return sum + left * x; }, sums[row], right);
    }
    if (kLayout == Layout::kColumns) {
      factor += step;
    }
  }
  for (const Across<S>& sum : sums) {
    sum.store(into);
    into += kLanes<S>;
  }
}

/// to(col, row) = from(row, col), in squares that fill a few registers: Eigen turns those.
template <std::floating_point S>
void transpose(const S* from, Index from_stride, Index rows, Index cols, S* to, Index to_stride) {
  constexpr int kSide = 16 / static_cast<int>(sizeof(S));
  using Square = Eigen::Matrix<S, kSide, kSide, Eigen::RowMajor>;
  using Stride = Eigen::OuterStride<>;
  Index row = 0;
  for (; row + kSide <= rows; row += kSide) {
    Index col = 0;
    for (; col + kSide <= cols; col += kSide) {
      const S* const corner = from + row * from_stride + col;
      Square square =
          Eigen::Map<const Square, Eigen::Unaligned, Stride>(corner, Stride(from_stride));
      square.transposeInPlace();
      Eigen::Map<Square, Eigen::Unaligned, Stride>(to + col * to_stride + row, Stride(to_stride)) =
          square;
    }
    for (; col < cols; ++col) {
      for (Index i = row; i < row + kSide; ++i) {
        to[col * to_stride + i] = from[i * from_stride + col];
      }
    }
  }
  for (; row < rows; ++row) {
    for (Index col = 0; col < cols; ++col) {
      to[col * to_stride + row] = from[row * from_stride + col];
    }
  }
}

}  // namespace

template <std::floating_point S, Layout kLayout>
void multiply(Factor<S, kLayout> factor, Index rows, const S* panel, Index depth, S* into) {
  const auto at = [&](Index row) {
    return factor.data + (kLayout == Layout::kRows ? row * factor.step : row);
  };
  Index row = 0;
  for (; row + kTile <= rows; row += kTile) {
    multiply_rows<S, kLayout, kTile>(at(row), factor.step, panel, depth, into + row * kLanes<S>);
  }
  for (; row < rows; ++row) {
    multiply_rows<S, kLayout, 1>(at(row), factor.step, panel, depth, into + row * kLanes<S>);
  }
}

template <std::floating_point S>
Tiles<S>::Tiles(const MatrixIn<S>& matrix, Index lanes)
    : data_(matrix.data()),
      stride_(matrix.outerStride()),
      rows_(matrix.rows()),
      cols_(matrix.cols()) {
  constexpr Index kStripsThatPay = 3;
  if (lanes <= kStripsThatPay * kLanes<S>) {
    return;
  }
  tiles_.resize((cols_ + kTile - 1) / kTile * kTile * rows_);
  S* to = tiles_.data();
  for (Index col = 0; col < cols_; col += kTile) {
    const Index count = std::min(kTile, cols_ - col);
    for (Index row = 0; row < rows_; ++row) {
      std::copy_n(data_ + row * stride_ + col, count, to);
      to += kTile;
    }
  }
}

template <std::floating_point S>
void Tiles<S>::multiply(const S* panel, Index first, Index depth, S* into) const {
  if (tiles_.size() == 0) {
    simd::multiply<S, Layout::kColumns>({data_ + first * stride_, stride_}, cols_, panel, depth,
                                        into);
    return;
  }
  for (Index col = 0; col < cols_; col += kTile) {
    simd::multiply<S, Layout::kColumns>({tiles_.data() + col * rows_ + first * kTile, kTile},
                                        std::min(kTile, cols_ - col), panel, depth,
                                        into + col * kLanes<S>);
  }
}

template <std::floating_point S>
void pack(const S* matrix, Index stride, Index count, Index length, S* panel) {
  transpose(matrix, stride, count, length, panel, kLanes<S>);
  for (Index k = 0; k < length && count < kLanes<S>; ++k) {
    std::fill(panel + k * kLanes<S> + count, panel + (k + 1) * kLanes<S>, S{0});
  }
}

template <std::floating_point S>
void unpack(const S* panel, Index count, Index length, S* matrix, Index stride) {
  transpose(panel, kLanes<S>, length, count, matrix, stride);
}

template void multiply<double>(Factor<double, Layout::kRows>, Index, const double*, Index, double*);
template void multiply<float>(Factor<float, Layout::kRows>, Index, const float*, Index, float*);
template void multiply<double>(Factor<double, Layout::kColumns>, Index, const double*, Index,
                               double*);
template void multiply<float>(Factor<float, Layout::kColumns>, Index, const float*, Index, float*);
template class Tiles<double>;
template class Tiles<float>;
template void pack<double>(const double*, Index, Index, Index, double*);
template void pack<float>(const float*, Index, Index, Index, float*);
template void unpack<double>(const double*, Index, Index, double*, Index);
template void unpack<float>(const float*, Index, Index, float*, Index);

}  // namespace attention_scale::simd
