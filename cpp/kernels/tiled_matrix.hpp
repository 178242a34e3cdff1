/// \file A matrix laid out for products from the left.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <span>

namespace attention_scale {

/// Four of its columns stand side by side: what a product reads lies together, and rows a power of
/// two apart do not fight for a few places of the processor's cache.
class TiledMatrix {
 public:
  static constexpr Index kTile = 4;

  TiledMatrix() = default;
  /// [rows×cols], of which every row is to be put before it is used.
  TiledMatrix(Index rows, Index cols);

  [[nodiscard]] bool empty() const { return tiles_.size() == 0; }

  /// \param entries as many as there are columns
  void put_row(Index row, std::span<const double> entries);

  /// x·(the first x.cols() rows and `cols` columns of this). [x.rows()×cols]
  [[nodiscard]] Matrix<double> left_product(const MatrixIn<double>& x, Index cols) const;

 private:
  Matrix<double> tiles_;  ///< a tile a row, in it the rows of the matrix one after the other
};

}  // namespace attention_scale
