#include "attention_scale/random/random_state.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace attention_scale {
namespace {

/// Words of the twister that a point in the plane takes.
constexpr std::size_t kWordsOfAPoint = 4;
/// Largest number of points whose words one state of the twister holds.
constexpr std::size_t kMostPoints = Twister::kStateSize / kWordsOfAPoint;
/// No double gives a standard normal draw beyond ±12.2.
constexpr double kFarthest = 16;

/// (high·2²⁶ + low) for the 27 upper bits of one word and the 26 upper bits of the next: 2⁵³ times
/// a uniform double.
double whole(std::uint32_t first, std::uint32_t second) {
  // Signed, because SSE and WebAssembly convert those faster.
  const auto high = static_cast<double>(static_cast<std::int32_t>(first >> 5U));
  const auto low = static_cast<double>(static_cast<std::int32_t>(second >> 6U));
  return high * 0x1p26 + low;
}

}  // namespace

/// Points in the unit disk by Marsaglia's polar method (SIAM Review 6, 1964), each of which gives
/// two normal draws. Many points at a time, one step for all of them before the next. The functions
/// called for each block are not inlined: V8 optimises a function that has been called often, but
/// leaves a long loop that is running as it is.
class RandomState::Points {  // NOLINT(cppcoreguidelines-pro-type-member-init): as it says below
 public:
  /// Takes up to `most` points of the square, at most kMostPoints, and keeps those in the disk. It
  /// takes no word that a later draw needs.
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

  /// Writes mean + std·draw for both draws of each point. Returns their number.
  [[gnu::noinline]] std::size_t write(double* draws, double mean, double std) const {
    for (std::size_t i = 0; i < count_; ++i) {
      draws[2 * i] = mean + std * (factors_[i] * y_[i]);
      draws[2 * i + 1] = mean + std * (factors_[i] * x_[i]);
    }
    return 2 * count_;
  }

 private:
  void keep(std::span<const std::uint32_t> words) {
    const std::size_t count = words.size() / 2;
    // 2u − 1 for uniform doubles u, exactly. In a loop of its own, which compilers vectorise.
    for (std::size_t i = 0; i < count; ++i) {
      coordinates_[i] = whole(words[2 * i], words[2 * i + 1]) * 0x1p-52 - 1;
    }
    for (std::size_t i = 0; i + 1 < count; i += 2) {
      const double x = coordinates_[i];
      const double y = coordinates_[i + 1];
      const double square = x * x + y * y;
      // Written in any case and counted only inside the disk: no branch, since a fifth of the
      // points is outside and processors cannot predict which.
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

  // Without initial values, which would take longer than a single draw.
  std::array<double, 2 * kMostPoints> coordinates_;
  std::array<double, kMostPoints> x_;
  std::array<double, kMostPoints> y_;
  std::array<double, kMostPoints> squares_;
  std::array<double, kMostPoints> factors_;
  std::size_t count_ = 0;
};

RandomState::RandomState(std::uint32_t seed) : twister_(seed) {}

RandomState::RandomState(std::span<const std::uint32_t> seeds) : twister_(seeds) {}

double RandomState::uniform() {
  const std::uint32_t first = twister_();
  return whole(first, twister_()) * 0x1p-53;
}

void RandomState::normal(std::span<double> draws, double mean, double std) {
  if (!std::isfinite(std::abs(mean) + kFarthest * std::abs(std))) {
    throw Error(ErrorCode::kDomain,
                {"mean is ", check::number(mean), " and std is ", check::number(std),
                 "; they must be finite and so small that no draw overflows."});
  }
  std::size_t done = 0;
  if (has_second_draw_ && !draws.empty()) {
    draws[done++] = mean + std * second_draw_;
    has_second_draw_ = false;
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
    second_draw_ = pair[1];
    has_second_draw_ = true;
  }
}

double RandomState::normal() {
  double draw = 0;
  normal({&draw, 1});
  return draw;
}

double RandomState::chi_square(Index degrees) {
  check::within("degrees", degrees, 1, std::numeric_limits<int>::max());
  const double shape = static_cast<double>(degrees) / 2;
  if (degrees == 2) {
    return -2 * std::log(1 - uniform());
  }
  if (degrees == 1) {
    for (;;) {
      const double u = uniform();
      const double v = -std::log(1 - uniform());
      const bool low = u <= 1 - shape;
      const double y = low ? 0 : -std::log((1 - u) / shape);
      const double root = low ? u : 1 - shape + shape * y;
      if (root * root <= v + y) {
        return 2 * root * root;
      }
    }
  }
  const double b = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * b);
  for (;;) {
    const double x = normal();
    const double root = 1 + c * x;
    if (root <= 0) {
      continue;
    }
    const double v = root * root * root;
    const double u = uniform();
    if (u < 1 - 0.0331 * (x * x) * (x * x) ||
        std::log(u) < 0.5 * x * x + b * (1 - v + std::log(v))) {
      return 2 * b * v;
    }
  }
}

void draw_entries(RandomState& state, EntryLaw law, double std, std::span<double> entries) {
  if (!(std >= 0 && std::isfinite(kFarthest * std))) {
    throw Error(ErrorCode::kDomain,
                {"std is ", check::number(std),
                 "; it must be 0 or more and so small that no draw overflows."});
  }
  switch (law) {
    case EntryLaw::kNormal:
      state.normal(entries, 0, std);
      break;
    case EntryLaw::kUniform: {
      const double high = std::sqrt(3.0) * std;
      std::generate(entries.begin(), entries.end(),
                    [&] { return -high + (high + high) * state.uniform(); });
      break;
    }
    case EntryLaw::kSign:
      std::generate(entries.begin(), entries.end(),
                    [&] { return state.uniform() < 0.5 ? -std : std; });
      break;
  }
}

}  // namespace attention_scale
