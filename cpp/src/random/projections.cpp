#include "attention_scale/random/projections.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"

#include <cmath>
#include <vector>

namespace attention_scale {
namespace {

RandomState stream_of(std::uint32_t seed, std::uint32_t number) {
  const std::array<std::uint32_t, 2> seeds{seed, number};
  return RandomState(seeds);
}

}  // namespace

Projections::Projections(std::uint32_t seed)
    : seed_(seed),
      drawn_{Drawn{.stream = stream_of(seed, 1), .normals = {}},
             Drawn{.stream = stream_of(seed, 2), .normals = {}},
             Drawn{.stream = stream_of(seed, 3), .normals = {}}} {}

Matrix<double> Projections::project(const MatrixIn<double>& x, Projection projection,
                                    Index columns) {
  const Index d = x.cols();
  check::not_empty("x", x.rows(), d);
  check::within("the number of columns of x", static_cast<double>(d), 1,
                static_cast<double>(kLargestDim));
  check::within("columns", static_cast<double>(columns), 1, static_cast<double>(d));
  check::finite<double>("x", x);

  Drawn& drawn = drawn_.at(static_cast<std::size_t>(projection));
  if (drawn.normals.empty()) {
    drawn.normals = TiledMatrix(kLargestDim, kLargestDim);
  }
  for (std::vector<double> row(kLargestDim); drawn.rows < d; ++drawn.rows) {
    drawn.stream.normal(row);
    drawn.normals.put_row(drawn.rows, row);
  }
  Matrix<double> projected = drawn.normals.left_product(x, columns);
  projected /= std::sqrt(static_cast<double>(d));
  check::no_overflow<double>("x·W", projected);
  return projected;
}

}  // namespace attention_scale
