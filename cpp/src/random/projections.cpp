#include "attention_scale/random/projections.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/gemm.hpp"

#include <cmath>

namespace attention_scale {

Projections::Projections(std::uint32_t seed)
    : seed_(seed),
      drawn_{Drawn{.stream = {seed, 1}, .normals = {}}, Drawn{.stream = {seed, 2}, .normals = {}},
             Drawn{.stream = {seed, 3}, .normals = {}}} {}

Matrix<double> Projections::project(const MatrixIn<double>& x, Projection projection,
                                    Index columns) {
  const Index d = x.cols();
  check::not_empty("x", x.rows(), d);
  check::within("the number of columns of x", d, 1, kLargestDim);
  check::within("columns", columns, 1, d);
  check::finite<double>("x", x);

  Drawn& drawn = drawn_.at(static_cast<std::size_t>(projection));
  // Rows a power of two apart would share a few sets of the cache.
  constexpr Index kPadding = 8;
  drawn.normals.resize(kLargestDim, kLargestDim + kPadding);  // only the first time allocates
  for (; drawn.rows < d; ++drawn.rows) {
    drawn.stream.normal({drawn.normals.row(drawn.rows).data(), kLargestDim});
  }
  Matrix<double> projected(x.rows(), columns);
  simd::gemm<double>(x, drawn.normals.topLeftCorner(d, columns), projected);
  projected /= std::sqrt(static_cast<double>(d));
  check::no_overflow<double>("x·W", projected);
  return projected;
}

}  // namespace attention_scale
