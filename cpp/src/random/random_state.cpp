#include "attention_scale/random/random_state.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/packet.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

namespace attention_scale {
namespace {

using Doubles = simd::Packet<double>;
constexpr auto kWidth = static_cast<std::size_t>(Doubles::kSize);

/// Words of the twister that a point in the plane takes.
constexpr std::size_t kWordsOfAPoint = 4;
/// Points that one block of its words is enough for.
constexpr std::size_t kMostPoints = Twister::kStateSize / kWordsOfAPoint;

/// 2u − 1 of a packet of uniform doubles u, two words each: exact, like u itself.
class Coordinates {
  using Bits = Doubles::Bits;

 public:
  Doubles operator()(Bits words) const {
    // A lane holds the earlier word, of which the upper 27 bits count, and the later one, with 26.
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kTwoTo52 = 0x4330000000000000U;  // the bits of the number, likewise:
    constexpr std::uint64_t kTwoTo53 = 0x4340000000000000U;
    constexpr std::uint64_t kBit52 = 1ULL << 52U;
    const Bits whole = ((words & 0xFFFFFFE0U) << 21) | (words >> 38);  // 2^53·u
    // 2^52·(2u − 1) is its lower 52 bits, less 2^52 where the highest bit is not set. They are
    // taken off as numbers, below 2^53 and therefore without a rounding.
    const Doubles lower{reinterpret_cast<Doubles::Lanes>((whole & (kBit52 - 1)) | kTwoTo52)};
    const Doubles off{reinterpret_cast<Doubles::Lanes>(kTwoTo53 - (whole & kBit52))};
    return unit_ * (lower - off);
  }

 private:
  Doubles unit_ = Doubles::of(0x1p-52);
};

/// Those of all `words`, to where there is room up to a whole packet.
void coordinates_of(std::span<const std::uint32_t> words, double* coordinates) {
  constexpr std::size_t kWords = 2 * kWidth;
  const Coordinates coordinates_of_packet;
  Doubles::Bits packet{};
  std::size_t i = 0;
  for (; i + kWords <= words.size(); i += kWords) {
    std::memcpy(&packet, words.data() + i, sizeof(packet));
    coordinates_of_packet(packet).store(coordinates + i / 2);
  }
  if (i < words.size()) {
    std::memcpy(&packet, words.data() + i, (words.size() - i) * sizeof(words[0]));
    coordinates_of_packet(packet).store(coordinates + i / 2);
  }
}

}  // namespace

/// Points in the unit disk, each of which makes two draws; many at a time, step by step for all.
/// What is called for each block is never inlined: WebAssembly engines compile a function well when
/// it has been called often, and a long loop goes on as it began.
class RandomState::Points {
 public:
  /// Of the next points of the square those that lie in the disk. At most `most` points are looked
  /// at, so that no word is taken that a later draw needs, and never more than kMostPoints.
  [[gnu::noinline]] void draw(Twister& twister, std::size_t most) {
    count_ = 0;
    const std::span<const std::uint32_t> ahead = twister.ahead();
    const std::size_t points = std::min(most, ahead.size() / kWordsOfAPoint);
    if (points == 0) {
      std::array<std::uint32_t, kWordsOfAPoint> words{};
      std::generate(words.begin(), words.end(), std::ref(twister));
      keep(words);
    } else {
      keep(ahead.first(points * kWordsOfAPoint));
      twister.skip(points * kWordsOfAPoint);
    }
    stretch();
  }

  /// Both draws of each, stretched and shifted. Returns how many those are.
  [[gnu::noinline]] std::size_t write(double* draws, double mean, double std) const {
    for (std::size_t i = 0; i < count_; ++i) {
      draws[2 * i] = mean + std * (factors_[i] * y_[i]);
      draws[2 * i + 1] = mean + std * (factors_[i] * x_[i]);
    }
    return 2 * count_;
  }

 private:
  void keep(std::span<const std::uint32_t> words) {
    coordinates_of(words, coordinates_.data());
    for (std::size_t i = 0; i < words.size() / kWordsOfAPoint; ++i) {
      const double x = coordinates_[2 * i];
      const double y = coordinates_[2 * i + 1];
      const double square = x * x + y * y;
      // Written in any case and counted only where it lies inside: a fifth does not, and processors
      // cannot foresee which.
      x_[count_] = x;
      y_[count_] = y;
      squares_[count_] = square;
      count_ += static_cast<std::size_t>(square < 1.0) & static_cast<std::size_t>(square != 0.0);
    }
  }

  /// √(−2·log(x² + y²)/(x² + y²)).
  void stretch() {
    for (std::size_t i = 0; i < count_; ++i) {
      factors_[i] = std::log(squares_[i]);
    }
    const auto count = static_cast<Index>(count_);
    auto factors = Eigen::Map<Eigen::ArrayXd>(factors_.data(), count);
    factors = (-2.0 * factors / Eigen::Map<Eigen::ArrayXd>(squares_.data(), count)).sqrt();
  }

  static constexpr std::size_t kRoom = kMostPoints + kWidth;
  std::array<double, 2 * kRoom> coordinates_{};
  std::array<double, kRoom> x_{};
  std::array<double, kRoom> y_{};
  std::array<double, kRoom> squares_{};
  std::array<double, kRoom> factors_{};
  std::size_t count_ = 0;
};

RandomState::RandomState(std::uint32_t seed) : twister_(seed) {}

RandomState::RandomState(std::span<const std::uint32_t> seeds) : twister_(seeds) {}

double RandomState::uniform() {
  const auto high = static_cast<double>(twister_() >> 5U);  // 27 bits
  const auto low = static_cast<double>(twister_() >> 6U);   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;    // (high·2²⁶ + low) / 2⁵³
}

double RandomState::normal() {
  double draw = 0;
  normal({&draw, 1});
  return draw;
}

void RandomState::normal(std::span<double> draws, double mean, double std) {
  // No double gives a standard normal draw beyond ±12.2.
  constexpr double kFarthest = 16;
  if (!std::isfinite(std::abs(mean) + kFarthest * std::abs(std))) {
    throw Error(ErrorCode::kDomain,
                "mean is " + check::number(mean) + " and std is " + check::number(std) +
                    "; they must be finite and so small that no draw overflows.");
  }
  std::size_t done = 0;
  if (has_kept_ && !draws.empty()) {
    draws[done++] = mean + std * kept_;
    has_kept_ = false;
  }
  Points points;
  while (draws.size() - done >= 2) {
    points.draw(twister_, (draws.size() - done) / 2);
    done += points.write(draws.data() + done, mean, std);
  }
  if (done < draws.size()) {
    std::array<double, 2> pair{};
    do {
      points.draw(twister_, 1);
    } while (points.write(pair.data(), 0, 1) == 0);
    draws[done] = mean + std * pair[0];
    kept_ = pair[1];
    has_kept_ = true;
  }
}

}  // namespace attention_scale
