#include "attention_scale/random/twister.hpp"

#include "attention_scale/core/errors.hpp"

#include <algorithm>

namespace attention_scale {
namespace {

constexpr std::size_t kStateSize = Twister::kStateSize;
/// Distance from a word to the later word that it is combined with.
constexpr std::size_t kFar = 397;
using State = std::array<std::uint32_t, kStateSize>;

std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30U); }

/// init_genrand of mt19937ar.c.
State started(std::uint32_t seed) {
  State state{};
  state[0] = seed;
  for (std::uint32_t i = 1; i < kStateSize; ++i) {
    state[i] = 1812433253U * mixed(state[i - 1]) + i;
  }
  return state;
}

/// init_by_array of mt19937ar.c.
State started(std::span<const std::uint32_t> key) {
  if (key.empty()) {
    throw Error(ErrorCode::kDomain, {"seed is an empty list; it needs at least one whole number."});
  }
  constexpr std::uint32_t kFirstSeed = 19650218U;
  // Computed at run time: the binary is 2.5 kB smaller.
  static const State kFirst = started(kFirstSeed);
  State state = kFirst;
  std::size_t i = 1;
  // Each word needs the one before it; faster from a variable than from memory.
  std::uint32_t last = state[0];
  const auto put = [&](std::uint32_t word) {
    state[i] = last = word;
    if (++i == kStateSize) {
      state[0] = last;
      i = 1;
    }
  };
  std::size_t j = 0;
  for (std::size_t k = std::max(kStateSize, key.size()); k > 0; --k) {
    put((state[i] ^ (mixed(last) * 1664525U)) + key[j] + static_cast<std::uint32_t>(j));
    j = j + 1 < key.size() ? j + 1 : 0;
  }
  for (std::size_t k = kStateSize - 1; k > 0; --k) {
    put((state[i] ^ (mixed(last) * 1566083941U)) - static_cast<std::uint32_t>(i));
  }
  state[0] = 0x80000000U;
  return state;
}

/// The word in the place of `word`, from the one after it and the one `kFar` places on.
std::uint32_t twisted(std::uint32_t word, std::uint32_t after, std::uint32_t far) {
  const std::uint32_t joined = (word & 0x80000000U) | (after & 0x7FFFFFFFU);
  return far ^ (joined >> 1U) ^ ((0U - (joined & 1U)) & 0x9908B0DFU);
}

std::uint32_t tempered(std::uint32_t word) {
  word ^= word >> 11U;
  word ^= (word << 7U) & 0x9D2C5680U;
  word ^= (word << 15U) & 0xEFC60000U;
  return word ^ (word >> 18U);
}

}  // namespace

Twister::Twister(std::uint32_t seed) : state_(started(seed)) {}

Twister::Twister(std::span<const std::uint32_t> seeds) : state_(started(seeds)) {}

void Twister::twist() {
  // Two loops and a last word, so that no index is taken modulo the size.
  constexpr std::size_t kNear = kStateSize - kFar;
  State& state = state_;
  for (std::size_t i = 0; i < kNear; ++i) {
    state[i] = twisted(state[i], state[i + 1], state[i + kFar]);
  }
  for (std::size_t i = kNear; i < kStateSize - 1; ++i) {
    state[i] = twisted(state[i], state[i + 1], state[i - kNear]);
  }
  state.back() = twisted(state.back(), state.front(), state[kFar - 1]);
  for (std::size_t i = 0; i < kStateSize; ++i) {
    words_[i] = tempered(state[i]);
  }
  next_ = 0;
}

}  // namespace attention_scale
