#include "attention_scale/random/random.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

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
  check::domain(!key.empty(), {"seed is an empty list; it needs at least one whole number."});
  constexpr std::uint32_t kFirstSeed = 19650218U;
  // Computed at run time: the binary is 2.5 kB smaller.
  static const State kFirst = started(kFirstSeed);
  State state = kFirst;
  std::size_t i = 1;
  // Each word needs the one before it; faster from a variable than from memory.
  std::uint32_t last = state[0];
  const auto put = [&](std::uint32_t word) {
    state[i] = word;
    last = word;
    ++i;
    if (i == kStateSize) {
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

Twister::Twister(std::uint32_t seed) : state_(started(seed)) {}

Twister::Twister(std::span<const std::uint32_t> seeds) : state_(started(seeds)) {}

void Twister::skip(std::size_t count) {
  check::domain(count <= kStateSize - next_, {"the number of words to skip is ", count,
                                              "; there are ", kStateSize - next_, " ahead."});
  next_ += count;
}

void Twister::twist() {
  // Two loops and a last word, so that no index is taken modulo the size.
  constexpr std::size_t kNear = kStateSize - kFar;
  for (std::size_t i = 0; i < kNear; ++i) {
    state_[i] = twisted(state_[i], state_[i + 1], state_[i + kFar]);
  }
  for (std::size_t i = kNear; i < kStateSize - 1; ++i) {
    state_[i] = twisted(state_[i], state_[i + 1], state_[i - kNear]);
  }
  state_.back() = twisted(state_.back(), state_.front(), state_[kFar - 1]);
  for (std::size_t i = 0; i < kStateSize; ++i) {
    words_[i] = tempered(state_[i]);
  }
  next_ = 0;
}

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
      // NumPy hands out the draw of y first, and keeps that of x.
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

  // The arrays have no initial values, which would take longer than a single draw.
  std::array<double, 2 * kMostPoints> coordinates_;
  std::array<double, kMostPoints> x_;
  std::array<double, kMostPoints> y_;
  std::array<double, kMostPoints> squares_;
  std::array<double, kMostPoints> factors_;
  std::size_t count_ = 0;
};

double RandomState::uniform() {
  const std::uint32_t first = twister_();
  return whole(first, twister_()) * 0x1p-53;
}

void RandomState::normal(std::span<double> draws, double mean, double std) {
  check::domain(std::isfinite(std::abs(mean) + kFarthest * std::abs(std)),
                {"mean is ", mean, " and std is ", std,
                 "; they must be finite and so small that no draw overflows."});
  std::size_t done = 0;
  if (has_second_draw_ && !draws.empty()) {
    draws[done] = mean + std * second_draw_;
    ++done;
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
    // Shape 1 is an exponential draw; 1 − u is never 0.
    return -2 * std::log(1 - uniform());
  }
  // NumPy's method for shapes below 1 takes the power 1/shape, a square where the shape is ½.
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
    // The first test accepts most draws without a logarithm.
    if (u < 1 - 0.0331 * (x * x) * (x * x) ||
        std::log(u) < 0.5 * x * x + b * (1 - v + std::log(v))) {
      return 2 * b * v;
    }
  }
}

void draw_entries(RandomState& state, EntryLaw law, double std, std::span<double> entries) {
  check::domain(std >= 0 && std::isfinite(kFarthest * std),
                {"std is ", std, "; it must be 0 or more and so small that no draw overflows."});
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
  Matrix<double> vectors(std::ssize(words), dim);
  for (Index row = 0; row < vectors.rows(); ++row) {
    RandomState(seed, crc32(words[static_cast<std::size_t>(row)]))
        .normal(entries_of(vectors.row(row)));
  }
  return vectors;
}

Projections::Projections(std::uint32_t seed)
    : seed_(seed),
      drawn_{Drawn{.stream = {seed, 1}, .normals = {}}, Drawn{.stream = {seed, 2}, .normals = {}},
             Drawn{.stream = {seed, 3}, .normals = {}}} {}

Matrix<double> Projections::project(const MatrixIn<double>& x, Projection projection,
                                    Index columns) {
  const Index d = x.cols();
  check::not_empty("x", x.rows(), d);
  check::within("the number of columns of x", d, 1, kLargestDim);
  check::within("columns", columns, 1, d);
  check::finite<double>("x", x);

  Drawn& drawn = drawn_.at(static_cast<std::size_t>(projection));
  // Rows a power of two apart would share a few sets of the cache.
  constexpr Index kPadding = 8;
  drawn.normals.resize(kLargestDim, kLargestDim + kPadding);  // only the first time allocates
  for (; drawn.rows < d; ++drawn.rows) {
    drawn.stream.normal({drawn.normals.row(drawn.rows).data(), kLargestDim});
  }
  Matrix<double> projected(x.rows(), columns);
  simd::gemm<double>(x, drawn.normals.topLeftCorner(d, columns), projected);
  // The draws serve every d, so the product is divided and not W: NumPy's x·(W/√d) differs from it
  // by a rounding.
  projected /= std::sqrt(static_cast<double>(d));
  check::no_overflow<double>("x·W", projected);
  return projected;
}

}  // namespace attention_scale
