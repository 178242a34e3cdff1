#include "attention_scale/random/word_vectors.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/gemm.hpp"

#include <cmath>

namespace attention_scale {

std::uint32_t crc32(std::string_view text) {
  constexpr std::uint32_t kReversedPolynomial = 0xEDB88320U;
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char character : text) {
    crc ^= static_cast<unsigned char>(character);
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kReversedPolynomial : 0U);
    }
  }
  return crc ^ 0xFFFFFFFFU;
}

Matrix<double> word_vectors(std::span<const std::string> words, std::uint32_t seed, Index dim) {
  check::not_empty_list("words", words.size(), "at least one word");
  check::within("dim", dim, 1, kLargestDim);
  Matrix<double> vectors(static_cast<Index>(words.size()), dim);
  for (Index row = 0; row < vectors.rows(); ++row) {
    RandomState(seed, crc32(words[static_cast<std::size_t>(row)]))
        .normal(entries_of(vectors.row(row)));
  }
  return vectors;
}

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
