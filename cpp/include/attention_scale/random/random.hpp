/// \file NumPy's legacy random stream, so that every random number here can be drawn again there,
/// and the word vectors and projections that are drawn from it.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attention_scale {

/// The Mersenne Twister MT19937 of Matsumoto and Nishimura (ACM TOMACS 8, 1998): the words of
/// std::mt19937; seeded by an array, those after init_by_array in mt19937ar.c. They
/// are made 624 at a time, in loops that compilers vectorise, and not one by one as in the standard
/// libraries.
class Twister {
 public:
  static constexpr std::size_t kStateSize = 624;

  /// Seeds as std::mt19937(seed) does.
  explicit Twister(std::uint32_t seed);

  /// Seeds as init_by_array does. \throws Error(kDomain) when empty.
  explicit Twister(std::span<const std::uint32_t> seeds);

  /// The next word.
  std::uint32_t operator()() {
    if (next_ == kStateSize) {
      twist();
    }
    const std::uint32_t word = words_[next_];
    ++next_;
    return word;
  }

  /// The next words, at least one. They stay the next ones until skip() takes them.
  [[nodiscard]] std::span<const std::uint32_t> ahead() {
    if (next_ == kStateSize) {
      twist();
    }
    return std::span(words_).subspan(next_);
  }

  /// Takes the first `count` of the words ahead. \throws Error(kDomain) where there are fewer.
  void skip(std::size_t count);

 private:
  void twist();

  std::array<std::uint32_t, kStateSize> state_{};
  std::array<std::uint32_t, kStateSize> words_{};  // made of the state, and not handed out before
  std::size_t next_ = kStateSize;                  // in words_
};

/// The stream of numpy.random.RandomState: the Mersenne Twister MT19937, doubles of 53 bits from
/// two 32-bit draws (27 and 26 bits), and normal draws by Marsaglia's polar method, which makes two
/// and keeps the second. The doubles equal NumPy's to the bit. A standard normal draw is within 2
/// ulp, for the C libraries' log may differ. With a mean and a std it is x = mean + std·draw as in
/// NumPy, within 2⁻⁵²·(3·|std·draw| + |x|): more ulp of x where mean and std·draw cancel.
class RandomState {
 public:
  /// The stream of RandomState(seed).
  explicit RandomState(std::uint32_t seed) : twister_(seed) {}

  /// The stream of RandomState([…]).
  /// \throws Error(kDomain) when empty.
  explicit RandomState(std::span<const std::uint32_t> seeds) : twister_(seeds) {}

  /// The stream of RandomState([first, second, …]), of two numbers or more: RandomState{5} is
  /// RandomState(5).
  template <std::convertible_to<std::uint32_t>... More>
  RandomState(std::uint32_t first, std::uint32_t second, More... more)
      : RandomState(std::span<const std::uint32_t>(std::array<std::uint32_t, 2 + sizeof...(More)>{
            first, second, static_cast<std::uint32_t>(more)...})) {}

  /// The next double, uniform on [0, 1): random_sample().
  double uniform();

  /// Fills `draws` in order, as normal(mean, std, size) does.
  /// \throws Error(kDomain) where mean or std is not finite, or so large that a draw could
  /// overflow.
  void normal(std::span<double> draws, double mean = 0, double std = 1);

  /// One standard normal draw, as normal() makes it.
  double normal();

  /// A draw as chisquare(degrees) makes it: twice a gamma draw of shape degrees/2, by the method of
  /// Marsaglia and Tsang (ACM TOMS 26, 2000) from shape 1½ on. It is NumPy's up to last digits of
  /// log and pow.
  /// \throws Error(kDomain) where degrees is below 1.
  double chi_square(Index degrees);

 private:
  class Points;

  Twister twister_;
  double second_draw_ = 0;
  bool has_second_draw_ = false;
};

enum class EntryLaw {
  kNormal = 0,   ///< N(0, σ²)
  kUniform = 1,  ///< uniform on [−√3·σ, √3·σ)
  kSign = 2,     ///< −σ or σ, each with probability ½
};

/// Fills `entries` in order with draws of mean 0 and variance std², as NumPy does:
/// `state.normal(0, std, size)`, `state.uniform(−√3·std, √3·std, size)` (low + (high − low)·u), or
/// `where(state.random_sample(size) < 0.5, −std, std)`.
/// \throws Error(kDomain) where std is negative, not finite, or so large that a draw overflows.
void draw_entries(RandomState& state, EntryLaw law, double std, std::span<double> entries);

// Random word vectors that depend on the word and the seed alone, and the random projections
// W^Q, W^K, W^V that turn them into queries, keys and values.

/// The longest word vector, and the side of the matrices the projections are cut from.
inline constexpr Index kLargestDim = 1024;

/// CRC-32 (ISO 3309, the polynomial of zlib and PNG) of the bytes of `text`: zlib.crc32.
std::uint32_t crc32(std::string_view text);

/// X [n×dim], a row a word: RandomState([seed, crc32(word)]).normal(size=1024)[:dim] of its UTF-8
/// bytes. The same word has the same vector in every sentence, and a larger dim only adds
/// coordinates. \throws Error(kShape) without words, Error(kDomain) unless 1 ≤ dim ≤ 1024.
Matrix<double> word_vectors(std::span<const std::string> words, std::uint32_t seed, Index dim);

enum class Projection { kQueries = 0, kKeys = 1, kValues = 2 };

/// W^Q, W^K and W^V of one seed: for i = 1, 2, 3 RandomState([seed, i]).normal(size=(1024,
/// 1024))[:d, :d] / √d. Rows are drawn when a product first needs them, and stay in memory: d rows
/// need 1024·d draws, and a larger d continues the stream. Up to 24 MiB where all three are drawn
/// whole.
class Projections {
 public:
  explicit Projections(std::uint32_t seed);

  /// x·W[:, :columns] for x [n×d]: the first `columns` coordinates of the queries, keys or values
  /// [n×columns]. \throws Error(kShape) when empty, Error(kDomain) unless d ≤ 1024, columns ≤ d and
  /// x is finite.
  Matrix<double> project(const MatrixIn<double>& x, Projection projection, Index columns);

  [[nodiscard]] std::uint32_t seed() const { return seed_; }

 private:
  struct Drawn {
    RandomState stream;
    Matrix<double> normals;  // 1024 rows of 1024 draws and padding; empty until a row is needed
    Index rows = 0;          // number of rows drawn so far
  };

  std::uint32_t seed_;
  std::array<Drawn, 3> drawn_;
};

}  // namespace attention_scale
