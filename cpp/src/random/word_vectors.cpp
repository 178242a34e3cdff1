#include "attention_scale/random/word_vectors.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"

#include <array>

namespace attention_scale {
namespace {

constexpr std::array<std::uint32_t, 256> remainders() {
  constexpr std::uint32_t kReversedPolynomial = 0xEDB88320U;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? kReversedPolynomial : 0U);
    }
    table[byte] = remainder;
  }
  return table;
}

}  // namespace

std::uint32_t crc32(std::string_view text) {
  static constexpr auto kRemainders = remainders();
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char character : text) {
    crc = (crc >> 8U) ^ kRemainders[(crc ^ static_cast<unsigned char>(character)) & 0xFFU];
  }
  return crc ^ 0xFFFFFFFFU;
}

Matrix<double> word_vectors(std::span<const std::string> words, std::uint32_t seed, Index dim) {
  if (words.empty()) {
    throw Error(ErrorCode::kShape, "words is an empty list; it needs at least one word.");
  }
  check::within("dim", static_cast<double>(dim), 1, static_cast<double>(kLargestDim));
  Matrix<double> vectors(static_cast<Index>(words.size()), dim);
  for (Index row = 0; row < vectors.rows(); ++row) {
    const std::array<std::uint32_t, 2> seeds{seed, crc32(words[static_cast<std::size_t>(row)])};
    RandomState(seeds).normal({vectors.row(row).data(), static_cast<std::size_t>(dim)});
  }
  return vectors;
}

}  // namespace attention_scale
