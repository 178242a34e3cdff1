#include "attention_scale/random_state.hpp"

#include "attention_scale/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_scale {
namespace {

constexpr std::size_t kStateSize = std::mt19937::state_size;

/// A seed sequence in the standard's sense whose words are the state init_by_array leaves behind.
class InitByArray {
 public:
  using result_type = std::uint32_t;

  explicit InitByArray(std::span<const std::uint32_t> key) {
    constexpr std::uint32_t kFirstSeed = 19650218U;
    state_[0] = kFirstSeed;
    for (std::uint32_t i = 1; i < kStateSize; ++i) {
      state_[i] = 1812433253U * mixed(state_[i - 1]) + i;
    }
    std::size_t i = 1;
    std::size_t j = 0;
    for (std::size_t k = std::max(kStateSize, key.size()); k > 0; --k) {
      state_[i] =
          (state_[i] ^ (mixed(state_[i - 1]) * 1664525U)) + key[j] + static_cast<std::uint32_t>(j);
      i = next(i);
      j = (j + 1) % key.size();
    }
    for (std::size_t k = kStateSize - 1; k > 0; --k) {
      state_[i] =
          (state_[i] ^ (mixed(state_[i - 1]) * 1566083941U)) - static_cast<std::uint32_t>(i);
      i = next(i);
    }
    state_[0] = 0x80000000U;
  }

  template <typename Iterator>
  void generate(Iterator begin, Iterator end) const {
    std::copy_n(state_.begin(), std::min<std::ptrdiff_t>(end - begin, kStateSize), begin);
  }

 private:
  static std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30U); }

  std::size_t next(std::size_t i) {
    if (i + 1 < kStateSize) {
      return i + 1;
    }
    state_[0] = state_[kStateSize - 1];
    return 1;
  }

  std::array<std::uint32_t, kStateSize> state_{};
};

std::mt19937 twister_from(std::span<const std::uint32_t> seeds) {
  if (seeds.empty()) {
    throw Error(ErrorCode::kDomain, "seed is an empty list; it needs at least one whole number.");
  }
  const InitByArray sequence(seeds);
  return std::mt19937(sequence);
}

}  // namespace

RandomState::RandomState(std::uint32_t seed) : twister_(seed) {}

RandomState::RandomState(std::span<const std::uint32_t> seeds) : twister_(twister_from(seeds)) {}

double RandomState::uniform() {
  const auto high = static_cast<double>(twister_() >> 5U);  // 27 bits
  const auto low = static_cast<double>(twister_() >> 6U);   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;    // (high·2²⁶ + low) / 2⁵³
}

double RandomState::normal() {
  if (has_kept_) {
    has_kept_ = false;
    return kept_;
  }
  double x = 0;
  double y = 0;
  double square = 0;
  do {
    x = 2.0 * uniform() - 1.0;
    y = 2.0 * uniform() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(square) / square);
  kept_ = factor * x;
  has_kept_ = true;
  return factor * y;
}

void RandomState::normal(std::span<double> draws, double mean, double std) {
  // No double gives a standard normal draw beyond ±12.2.
  constexpr double kFarthest = 16;
  if (!std::isfinite(std::abs(mean) + kFarthest * std::abs(std))) {
    throw Error(ErrorCode::kDomain,
                "mean is " + check::number(mean) + " and std is " + check::number(std) +
                    "; they must be finite and so small that no draw overflows.");
  }
  std::generate(draws.begin(), draws.end(), [&] { return mean + std * normal(); });
}

}  // namespace attention_scale
