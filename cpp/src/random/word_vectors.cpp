#include "attention_scale/random/word_vectors.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"

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

}  // namespace attention_scale
