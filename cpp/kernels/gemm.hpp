/// \file The matrix product of this project, and the packed layouts it works on.
///
/// A **panel** holds kPanelRows rows of a matrix, interleaved: entry (row, k) is at k·kPanelRows +
/// row. An operation along the rows then runs on kPanelRows rows at once, each in the same fixed
/// order: its digits depend neither on the position of a row in memory nor on the width of a
/// register.
///
/// Terms are those of the literature on GEMM: Goto and van de Geijn, "Anatomy of High-Performance
/// Matrix Multiplication" (ACM TOMS 34, 2008).
#pragma once

#include "kernels/packet.hpp"

#include <array>

namespace attention_scale::simd {

/// Rows of a panel.
template <std::floating_point S>
inline constexpr Index kPanelRows = Packet<S>::kSize;

/// Rows of the left factor that the micro-kernel multiplies with a panel at a time.
inline constexpr Index kTile = 4;

/// A factor of a product, in memory of the caller: a matrix, a part of one, or either transposed.
/// Entry (row, col) is at data[row·row_step + col·col_step]. One of the steps is 1.
template <std::floating_point S>
struct Factor {
  const S* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index row_step = 0;
  Index col_step = 1;

  Factor(const S* first, Index row_count, Index col_count, Index from_row, Index from_col)
      : data(first), rows(row_count), cols(col_count), row_step(from_row), col_step(from_col) {}
  template <typename Dense>
  Factor(const Eigen::MatrixBase<Dense>& dense)
      : Factor(dense.derived().data(), dense.rows(), dense.cols(), dense.derived().rowStride(),
               dense.derived().colStride()) {}

  [[nodiscard]] Factor transposed() const { return {data, cols, rows, col_step, row_step}; }
  [[nodiscard]] Factor block(Index row, Index col, Index row_count, Index col_count) const {
    return {data + row * row_step + col * col_step, row_count, col_count, row_step, col_step};
  }
};

/// Whether a product replaces the entries of its result or is added to them.
enum class Result { kReplaced, kAddedTo };

/// The left factor of products with panels, [rows×depth]. It is packed first, kTile rows
/// interleaved, where it is used often enough: the micro-kernel then reads it through one pointer,
/// and rows a power of two apart do not share a few sets of the cache.
template <std::floating_point S>
class LeftFactor {
 public:
  /// \param uses number of columns it will be multiplied with in all
  LeftFactor(const Factor<S>& factor, Index uses);

  /// c(i, j) = Σ_k left(row + i, first + k)·panel(j, k), or added to c, for `rows` rows i and
  /// `depth` terms, summed in the order of k. `row` is a multiple of kTile; c has rows of
  /// kPanelRows numbers, `c_step` apart.
  void multiply(Index row, Index rows, const S* panel, Index first, Index depth, S* c, Index c_step,
                Result result) const;

 private:
  Factor<S> factor_;
  Index tile_step_ = 0;  ///< from one tile of rows to the next
  Vector<S> packed_;     ///< empty if the factor is not packed
};

/// C = A·B, or C += A·B. Factors may be transposed: NN, NT, TN and TT are one function. Every entry
/// is summed in the order of its terms, 1024 at a time.
template <std::floating_point S>
void gemm(const Factor<S>& a, const Factor<S>& b, const MatrixOut<S>& c,
          Result result = Result::kReplaced);

/// A·B in memory of its own.
template <std::floating_point S>
Matrix<S> product(const Factor<S>& a, const Factor<S>& b) {
  Matrix<S> c(a.rows, b.cols);
  gemm<S>(a, b, c);
  return c;
}

/// C += A·B, unless C is not wanted.
template <std::floating_point S>
void add_product(const Factor<S>& a, const Factor<S>& b, const MatrixOut<S>& c) {
  if (c.wanted()) {
    gemm(a, b, c, Result::kAddedTo);
  }
}

/// The panels of gemm() for a right factor, the columns of the last one filled up with zeros: for
/// one that many products have in common.
template <std::floating_point S>
Vector<S> pack_right(const Factor<S>& b);

/// The same product with such panels of `rows` rows, to the last digit. Where `a` has fewer columns
/// it takes the first of them.
template <std::floating_point S>
void gemm_packed(const Factor<S>& a, const S* panels, Index rows, const MatrixOut<S>& c,
                 Result result);

/// The lower triangle of C += A·Aᵀ. Some entries above the diagonal change as well.
template <std::floating_point S>
void add_gram(const Factor<S>& a, MatrixOut<S> c);

/// Packs the rows of a matrix from `first` on, kPanelRows or as many as are left, into a panel; its
/// other rows become 0.
template <std::floating_point S>
void pack(const MatrixIn<S>& matrix, Index first, S* panel);

/// Copies such rows out of a panel, unless the matrix is not wanted.
template <std::floating_point S>
void unpack(const S* panel, Index first, const MatrixOut<S>& matrix);

/// Σ a_k·b_k, summed in eight interleaved parts: for what is too small to be packed. The order of
/// the sum is fixed: no digit depends on the width of a register.
template <std::floating_point S>
S dot(const S* a, const S* b, Index length) {
  constexpr Index kParts = 8;
  std::array<S, kParts> sums{};
  Index k = 0;
  for (; k + kParts <= length; k += kParts) {
    for (Index part = 0; part < kParts; ++part) {
      sums[static_cast<std::size_t>(part)] += a[k + part] * b[k + part];
    }
  }
  for (Index part = 0; k < length; ++k, ++part) {
    sums[static_cast<std::size_t>(part)] += a[k] * b[k];
  }
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// The sum of all squares: finite where all entries are and none of them is large. Compiled with
/// gemm.cpp, for speed.
template <std::floating_point S>
S squares_of(const MatrixIn<S>& matrix);

/// Whether every entry is finite or −∞. Likewise.
template <std::floating_point S>
bool all_below_infinity(const MatrixIn<S>& matrix);

}  // namespace attention_scale::simd
