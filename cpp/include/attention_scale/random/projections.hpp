/// \file The random projections W^Q, W^K, W^V that turn word vectors into queries, keys and values.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/random/random_state.hpp"
#include "kernels/tiled_matrix.hpp"

#include <array>
#include <cstdint>

namespace attention_scale {

enum class Projection { kQueries = 0, kKeys = 1, kValues = 2 };

/// W^Q, W^K and W^V of one seed: for i = 1, 2, 3 RandomState([seed, i]).normal(size=(1024,
/// 1024))[:d, :d] / √d. Drawn only as far as asked for and kept: the first d rows need 1024·d
/// draws, and a larger d goes on from there. Up to 24 MiB where all three are drawn whole.
class Projections {
 public:
  explicit Projections(std::uint32_t seed);

  /// x·W[:, :columns] for x [n×d]: the first `columns` coordinates of the queries, keys or values
  /// [n×columns]. \throws Error(kShape) when empty, Error(kDomain) unless d ≤ 1024, columns ≤ d and
  /// x is finite.
  Matrix<double> project(const MatrixIn<double>& x, Projection projection, Index columns);

  [[nodiscard]] std::uint32_t seed() const { return seed_; }

 private:
  struct Drawn {
    RandomState stream;
    TiledMatrix normals;  // 1024×1024, once the first row is asked for
    Index rows = 0;       // how many rows are drawn
  };

  std::uint32_t seed_;
  std::array<Drawn, 3> drawn_;
};

}  // namespace attention_scale
