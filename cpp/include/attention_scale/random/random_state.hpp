/// \file NumPy's legacy random stream, so that every random number here can be drawn again there.
#pragma once

#include "attention_scale/random/twister.hpp"

#include <cstdint>
#include <initializer_list>
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
  RandomState(std::initializer_list<std::uint32_t> seeds);

  /// The next double, uniform on [0, 1): random_sample().
  double uniform();

  /// As normal(mean, std, size): fills `draws` in order.
  /// \throws Error(kDomain) where mean or std is not finite, or so large that a draw could
  /// overflow.
  void normal(std::span<double> draws, double mean = 0, double std = 1);

 private:
  class Points;

  Twister twister_;
  double second_draw_ = 0;
  bool has_second_draw_ = false;
};

}  // namespace attention_scale
