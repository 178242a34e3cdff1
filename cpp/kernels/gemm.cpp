#include "kernels/gemm.hpp"

#include "core/instantiate.hpp"

#include <algorithm>
#include <limits>

namespace attention_scale::simd {
namespace {

/// Entries of the left factor that gemm() multiplies with all panels before it goes on: they stay
/// in the second cache.
constexpr Index kBlockEntries = Index{1} << 16;
/// Terms of a sum at a time: a panel of so many stays in the first cache.
constexpr Index kBlockDepth = 1024;

/// The micro-kernel: kRows rows of the left factor times a panel.
template <std::floating_point S, bool kTransposed, std::size_t kRows>
void multiply_tile(const S* left, Index step, const S* panel, Index depth, S* c, Index c_step,
                   Result result) {
  std::array<Packet<S>, kRows> sums{};
  std::array<const S*, kRows> rows{};
  for (std::size_t row = 0; row < kRows; ++row) {
    rows[row] = left + static_cast<Index>(row) * step;
  }
  for (Index k = 0; k < depth; ++k) {
    const auto right = Packet<S>::load(panel);
    panel += kPanelRows<S>;
    for (std::size_t row = 0; row < kRows; ++row) {
      sums[row] = sums[row] + (kTransposed ? left[row] : rows[row][k]) * right;
    }
    if (kTransposed) {
      left += step;
    }
  }
  for (const Packet<S>& sum : sums) {
    (result == Result::kAddedTo ? Packet<S>::load(c) + sum : sum).store(c);
    c += c_step;
  }
}

/// The micro-kernel for any number of rows. `step` is from one row to the next, or of a transposed
/// factor from one term to the next, `tile_step` from one tile to the next.
template <std::floating_point S, bool kTransposed>
void multiply_rows(const S* left, Index step, Index tile_step, Index rows, const S* panel,
                   Index depth, S* c, Index c_step, Result result) {
  for (; rows >= kTile; rows -= kTile, left += tile_step, c += kTile * c_step) {
    multiply_tile<S, kTransposed, kTile>(left, step, panel, depth, c, c_step, result);
  }
  for (; rows > 0; --rows, left += kTransposed ? 1 : step, c += c_step) {
    multiply_tile<S, kTransposed, 1>(left, step, panel, depth, c, c_step, result);
  }
}

/// to(col, row) = from(row, col), in squares that fill a few registers: Eigen transposes those.
template <std::floating_point S>
void transpose(const S* from, Index from_step, Index rows, Index cols, S* to, Index to_step) {
  constexpr int kSide = 16 / static_cast<int>(sizeof(S));
  using Square = Eigen::Matrix<S, kSide, kSide, Eigen::RowMajor>;
  using Step = Eigen::OuterStride<>;
  Index row = 0;
  for (; row + kSide <= rows; row += kSide) {
    Index col = 0;
    for (; col + kSide <= cols; col += kSide) {
      const S* const corner = from + row * from_step + col;
      Square square = Eigen::Map<const Square, Eigen::Unaligned, Step>(corner, Step(from_step));
      square.transposeInPlace();
      Eigen::Map<Square, Eigen::Unaligned, Step>(to + col * to_step + row, Step(to_step)) = square;
    }
    for (; col < cols; ++col) {
      for (Index i = row; i < row + kSide; ++i) {
        to[col * to_step + i] = from[i * from_step + col];
      }
    }
  }
  for (; row < rows; ++row) {
    for (Index col = 0; col < cols; ++col) {
      to[col * to_step + row] = from[row * from_step + col];
    }
  }
}

// The panels of the right factor are as wide as a packet, the tiles of the left factor are not, and
// either may be transposed. One function for both factors took 7 % longer in an encoder of d = 512
// whose parameters are passed.

/// Packs `count` ≤ kPanelRows rows of `length` entries, `step` apart, into a panel.
template <std::floating_point S>
[[gnu::noinline]] void pack_rows(const S* rows, Index step, Index count, Index length, S* panel) {
  if (count < kPanelRows<S>) {
    std::fill_n(panel, length * kPanelRows<S>, S{0});
  }
  transpose(rows, step, count, length, panel, kPanelRows<S>);
}

/// Packs B, which has at most kPanelRows columns, into a panel; its other rows become 0.
template <std::floating_point S>
void pack_columns(const Factor<S>& b, S* panel) {
  if (b.row_step == 1) {
    pack_rows(b.data, b.col_step, b.cols, b.rows, panel);
    return;
  }
  for (Index k = 0; k < b.rows; ++k) {
    const S* const row = b.data + k * b.row_step;
    S* const to = panel + k * kPanelRows<S>;
    if (b.cols == kPanelRows<S>) {
      Packet<S>::load(row).store(to);
    } else {
      std::fill(std::copy_n(row, b.cols, to), to + kPanelRows<S>, S{0});
    }
  }
}

/// `cols` rounded up to whole panels.
template <std::floating_point S>
constexpr Index panel_columns(Index cols) {
  return (cols + kPanelRows<S> - 1) / kPanelRows<S> * kPanelRows<S>;
}

/// gemm() with the panels of the right factor: `panel(k, col, terms)` is that of the columns from
/// `col` on and of `terms` rows from row k on.
template <std::floating_point S, typename Panel>
void multiply_panels(const Factor<S>& a, Panel panel, const MatrixOut<S>& c, Result result) {
  const Index c_step = c.outerStride();
  Vector<S> edge;  // the last columns of C, where they are fewer than kPanelRows
  for (Index k = 0; k < a.cols; k += kBlockDepth) {
    const Index terms = std::min(kBlockDepth, a.cols - k);
    const Index block = std::max(kTile, kBlockEntries / terms / kTile * kTile);
    for (Index row = 0; row < a.rows; row += block) {
      const Index count = std::min(block, a.rows - row);
      const LeftFactor<S> left(a.block(row, k, count, terms), c.cols());
      for (Index col = 0; col < c.cols(); col += kPanelRows<S>) {
        const Index columns = std::min(kPanelRows<S>, c.cols() - col);
        // The micro-kernel writes kPanelRows columns; where fewer are left, into memory of their
        // own.
        const bool whole = columns == kPanelRows<S>;
        S* const to = c.row_data(row) + col;
        if (!whole) {
          resize(edge, count * kPanelRows<S>);
        }
        left.multiply(0, count, panel(k, col, terms), 0, terms, whole ? to : edge.data(),
                      whole ? c_step : kPanelRows<S>, whole ? result : Result::kReplaced);
        for (Index i = 0; i < count && !whole; ++i) {
          for (Index j = 0; j < columns; ++j) {
            const S before = result == Result::kAddedTo ? to[i * c_step + j] : S{0};
            to[i * c_step + j] = before + edge[i * kPanelRows<S> + j];
          }
        }
      }
    }
    result = Result::kAddedTo;
  }
}

}  // namespace

template <std::floating_point S>
[[gnu::noinline]] LeftFactor<S>::LeftFactor(const Factor<S>& factor, Index uses)
    : factor_(factor), tile_step_(kTile * factor.row_step) {
  constexpr Index kPanelsThatPay = 3;
  if (uses <= kPanelsThatPay * kPanelRows<S>) {
    return;
  }
  const Index depth = factor.cols;
  packed_.resize((factor.rows + kTile - 1) / kTile * kTile * depth);
  for (Index row = 0; row < factor.rows; row += kTile) {
    const Index count = std::min(kTile, factor.rows - row);
    const S* const from = factor.data + row * factor.row_step;
    S* const to = packed_.data() + row * depth;
    if (factor.col_step == 1) {
      transpose(from, factor.row_step, count, depth, to, kTile);
      continue;
    }
    for (Index k = 0; k < depth; ++k) {
      const S* const column = from + k * factor.col_step;
      if (count == kTile) {
        std::copy_n(column, kTile, to + k * kTile);  // faster than of a size that is not known
      } else {
        std::copy_n(column, count, to + k * kTile);
      }
    }
  }
  factor_ = {packed_.data(), kTile, depth, 1, kTile};
  tile_step_ = kTile * depth;
}

template <std::floating_point S>
[[gnu::noinline]] void LeftFactor<S>::multiply(Index row, Index rows, const S* panel, Index first,
                                               Index depth, S* c, Index c_step,
                                               Result result) const {
  const S* const left = factor_.data + row / kTile * tile_step_ + first * factor_.col_step;
  if (factor_.col_step == 1) {
    multiply_rows<S, false>(left, factor_.row_step, tile_step_, rows, panel, depth, c, c_step,
                            result);
  } else {
    multiply_rows<S, true>(left, factor_.col_step, tile_step_, rows, panel, depth, c, c_step,
                           result);
  }
}

template <std::floating_point S>
Vector<S> pack_right(const Factor<S>& b) {
  const Index width = panel_columns<S>(b.cols);
  Vector<S> panels(width * b.rows);
  for (Index k = 0; k < b.rows; k += kBlockDepth) {
    const Index terms = std::min(kBlockDepth, b.rows - k);
    for (Index col = 0; col < b.cols; col += kPanelRows<S>) {
      pack_columns(b.block(k, col, terms, std::min(kPanelRows<S>, b.cols - col)),
                   panels.data() + k * width + col * terms);
    }
  }
  return panels;
}

template <std::floating_point S>
void gemm(const Factor<S>& a, const Factor<S>& b, const MatrixOut<S>& c, Result result) {
  Vector<S> memory(std::min(a.cols, kBlockDepth) * kPanelRows<S>);
  const auto panel = [&](Index k, Index col, Index terms) {
    pack_columns(b.block(k, col, terms, std::min(kPanelRows<S>, b.cols - col)), memory.data());
    return memory.data();
  };
  multiply_panels(a, panel, c, result);
}

template <std::floating_point S>
void gemm_packed(const Factor<S>& a, const S* panels, Index rows, const MatrixOut<S>& c,
                 Result result) {
  const Index width = panel_columns<S>(c.cols());
  const auto panel = [&](Index k, Index col, Index /*terms*/) {
    return panels + k * width + col * std::min(kBlockDepth, rows - k);
  };
  multiply_panels(a, panel, c, result);
}

template <std::floating_point S>
void add_gram(const Factor<S>& a, MatrixOut<S> c) {
  constexpr Index kCols = 16;
  for (Index col = 0; col < a.rows; col += kCols) {
    const Index left = a.rows - col;
    const Index cols = std::min(kCols, left);
    gemm<S>(a.block(col, 0, left, a.cols), a.block(col, 0, cols, a.cols).transposed(),
            c.block(col, col, left, cols), Result::kAddedTo);
  }
}

template <std::floating_point S>
S squares_of(const MatrixIn<S>& matrix) {
  // Two packets of sums, over all rows: one alone would wait for its last sum. The order of these
  // sums may differ from machine to machine, since no digit of a result depends on them.
  using P = Packet<S>;
  std::array<P, 2> sums{};
  S squares = 0;
  const bool dense = matrix.outerStride() == matrix.cols();
  const Index length = dense ? matrix.size() : matrix.cols();
  for (Index row = 0; row < (dense ? 1 : matrix.rows()); ++row) {
    const S* const entries = matrix.data() + row * matrix.outerStride();
    Index k = 0;
    for (; k + 2 * P::kSize <= length; k += 2 * P::kSize) {
      const P first = P::load(entries + k);
      const P second = P::load(entries + k + P::kSize);
      sums[0] = sums[0] + first * first;
      sums[1] = sums[1] + second * second;
    }
    for (; k < length; ++k) {
      squares += entries[k] * entries[k];
    }
  }
  std::array<S, static_cast<std::size_t>(P::kSize)> parts{};
  (sums[0] + sums[1]).store(parts.data());
  for (const S part : parts) {
    squares += part;
  }
  return squares;
}

template <std::floating_point S>
bool all_below_infinity(const MatrixIn<S>& matrix) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    const S* const entries = matrix.data() + row * matrix.outerStride();
    Index below = 0;
    for (Index k = 0; k < matrix.cols(); ++k) {
      below += entries[k] < std::numeric_limits<S>::infinity() ? 1 : 0;
    }
    if (below < matrix.cols()) {
      return false;
    }
  }
  return true;
}

template <std::floating_point S>
void pack(const MatrixIn<S>& matrix, Index first, S* panel) {
  pack_rows(matrix.data() + first * matrix.outerStride(), matrix.outerStride(),
            std::min(kPanelRows<S>, matrix.rows() - first), matrix.cols(), panel);
}

template <std::floating_point S>
[[gnu::noinline]] void unpack(const S* panel, Index first, const MatrixOut<S>& matrix) {
  if (matrix.wanted()) {
    transpose(panel, kPanelRows<S>, matrix.cols(), std::min(kPanelRows<S>, matrix.rows() - first),
              matrix.row_data(first), matrix.outerStride());
  }
}

template class LeftFactor<double>;
template class LeftFactor<float>;
ATTENTION_SCALE_INSTANTIATE(gemm);
ATTENTION_SCALE_INSTANTIATE(pack_right);
ATTENTION_SCALE_INSTANTIATE(gemm_packed);
ATTENTION_SCALE_INSTANTIATE(add_gram);
ATTENTION_SCALE_INSTANTIATE(squares_of);
ATTENTION_SCALE_INSTANTIATE(all_below_infinity);
ATTENTION_SCALE_INSTANTIATE(pack);
ATTENTION_SCALE_INSTANTIATE(unpack);

}  // namespace attention_scale::simd
