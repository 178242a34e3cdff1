/// \file Random word vectors that depend on the word and the seed alone.
#pragma once

#include "attention_scale/core/matrix.hpp"

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

}  // namespace attention_scale
