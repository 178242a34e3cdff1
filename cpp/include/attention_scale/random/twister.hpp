/// \file The Mersenne Twister MT19937 of Matsumoto and Nishimura (ACM TOMACS 8, 1998).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace attention_scale {

/// The words of std::mt19937, and seeded by an array those of init_by_array in mt19937ar.c. Both
/// standard libraries make them one by one; here they come 624 at a time, in loops that compilers
/// vectorise.
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

  /// Words that come next, one at least, and which skip() has to take.
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
