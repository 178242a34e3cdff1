/// \file Random word vectors that depend on the word and the seed alone, and the random projections
/// W^Q, W^K, W^V that turn them into queries, keys and values.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/random/random_state.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attention_scale {

/// The longest word vector, and the side of the matrices the projections are cut from.
inline constexpr Index kLargestDim = 1024;

/// CRC-32 (ISO 3309, the polynomial of zlib and PNG) of the bytes of `text`: zlib.crc32.
std::uint32_t crc32(std::string_view text);

/// X [n×dim], a row a word: RandomState([seed, crc32(word)]).normal(size=1024)[:dim] of its UTF-8
/// bytes. The same word has the same vector in every sentence, and a larger dim only adds
/// coordinates. \throws Error(kShape) without words, Error(kDomain) unless 1 ≤ dim ≤ 1024.
Matrix<double> word_vectors(std::span<const std::string> words, std::uint32_t seed, Index dim);

enum class Projection { kQueries = 0, kKeys = 1, kValues = 2 };

/// W^Q, W^K and W^V of one seed: for i = 1, 2, 3 RandomState([seed, i]).normal(size=(1024,
/// 1024))[:d, :d] / √d. Rows are drawn when a product first needs them, and stay in memory: d rows
/// need 1024·d draws, and a larger d continues the stream. Up to 24 MiB where all three are drawn
/// whole.
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
    Matrix<double> normals;  // 1024 rows of 1024 draws and padding; empty until a row is needed
    Index rows = 0;          // number of rows drawn so far
  };

  std::uint32_t seed_;
  std::array<Drawn, 3> drawn_;
};

}  // namespace attention_scale
