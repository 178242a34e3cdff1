/// \file The Mersenne Twister MT19937 of Matsumoto and Nishimura (ACM TOMACS 8, 1998).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace attention_scale {

/// The words of std::mt19937; seeded by an array, those after init_by_array in mt19937ar.c. They
/// are made 624 at a time, in loops that compilers vectorise, and not one by one as in the standard
/// libraries.
class Twister {
 public:
  static constexpr std::size_t kStateSize = 624;

  /// As std::mt19937(seed).
  explicit Twister(std::uint32_t seed);

  /// As init_by_array. \throws Error(kDomain) when empty.
  explicit Twister(std::span<const std::uint32_t> seeds);

  /// The next word.
  std::uint32_t operator()() {
    if (next_ == kStateSize) {
      twist();
    }
    return words_[next_++];
  }

  /// The next words, at least one. They stay the next ones until skip() takes them.
  [[nodiscard]] std::span<const std::uint32_t> ahead() {
    if (next_ == kStateSize) {
      twist();
    }
    return std::span(words_).subspan(next_);
  }

  /// Takes the first `count` of the words ahead.
  void skip(std::size_t count) { next_ += count; }

 private:
  void twist();

  std::array<std::uint32_t, kStateSize> state_{};
  std::array<std::uint32_t, kStateSize> words_{};  // made of the state, and not handed out before
  std::size_t next_ = kStateSize;                  // in words_
};

}  // namespace attention_scale
