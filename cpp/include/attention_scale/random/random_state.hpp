/// \file NumPy's legacy random stream, so that every random number here can be drawn again there.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/random/twister.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

namespace attention_scale {

/// The stream of numpy.random.RandomState: the Mersenne Twister MT19937, doubles of 53 bits from
/// two 32-bit draws (27 and 26 bits), and normal draws by Marsaglia's polar method, which makes two
/// and keeps the second. The doubles equal NumPy's to the bit; the normals within 2 ulp, for the C
/// libraries' log may differ.
class RandomState {
 public:
  /// As RandomState(seed).
  explicit RandomState(std::uint32_t seed);

  /// As RandomState([…]).
  /// \throws Error(kDomain) when empty.
  explicit RandomState(std::span<const std::uint32_t> seeds);

  /// As RandomState([first, second, …]). Two numbers at least: RandomState{5} is RandomState(5).
  template <std::convertible_to<std::uint32_t>... More>
  RandomState(std::uint32_t first, std::uint32_t second, More... more)
      : RandomState(std::span<const std::uint32_t>(std::array<std::uint32_t, 2 + sizeof...(More)>{
            first, second, static_cast<std::uint32_t>(more)...})) {}

  /// The next double, uniform on [0, 1): random_sample().
  double uniform();

  /// As normal(mean, std, size): fills `draws` in order.
  /// \throws Error(kDomain) where mean or std is not finite, or so large that a draw could
  /// overflow.
  void normal(std::span<double> draws, double mean = 0, double std = 1);

  /// As normal(): one standard normal draw.
  double normal();

  /// As chisquare(degrees): twice a gamma draw of shape degrees/2, by the method of Marsaglia and
  /// Tsang (ACM TOMS 26, 2000) from shape 1½ on. Up to last digits of log and pow.
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

}  // namespace attention_scale
