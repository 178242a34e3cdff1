/// \file Made-up examples of the task "write a date as 2026-11-20".
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attention_scale {

/// The characters of dates as they are read; a character is its place here. Place 0 is the padding
/// that frameworks need, which is never read here.
inline constexpr std::u32string_view kSourceCharacters(
    U"\0 ,0123456789ADFJMNOSabceghilmnoprstuvy年月日", 42);
/// The characters of dates as they are written. The place behind them is the start of every answer.
inline constexpr std::u32string_view kAnswerCharacters = U"0123456789-";
inline constexpr Index kStartToken = kAnswerCharacters.size();

inline constexpr Index kLongestSource = 18;  ///< "September 20, 2026"
inline constexpr Index kAnswerLength = 10;   ///< "2026-11-20"

struct DateExample {
  std::u32string source;  ///< "20 Nov 2026", "November 20, 2026", "Nov 20 2026" or "2026年11月20日"
  std::u32string target;  ///< "2026-11-20"
};

/// Examples of a step. Each takes two draws u, v of RandomState([seed, step]).uniform(): the day is
/// number ⌊36525·u⌋ from 1 January 1950 on, the last one 31 December 2049, and the format number
/// ⌊4·v⌋ in the order above.
std::vector<DateExample> date_examples(std::uint32_t seed, std::uint32_t step, Index count);

/// The example whose source this is.
/// \throws Error(kDomain) where it is no date of these years in one of the four formats.
DateExample date_example(std::u32string_view source);

/// Examples as places of characters.
struct DateBatch {
  std::vector<Index> sources;  ///< one after the other
  std::vector<Index> lengths;  ///< [count], of each source
  std::vector<Index> targets;  ///< [count×kAnswerLength]
};

DateBatch date_batch(std::span<const DateExample> examples);

}  // namespace attention_scale
