/// \file The exponential of what softmax feeds it: numbers not above 0.
#pragma once

#include "kernels/packet.hpp"

#include <array>

namespace attention_scale::simd {

/// What exp in one precision is made of; exponential.cpp says why these.
template <std::floating_point S>
struct ExponentialNumbers {
  static constexpr bool kDouble = sizeof(S) == sizeof(double);
  static constexpr int kDigits = kDouble ? 52 : 23;

  S lowest;
  S log2_e;
  S shift;
  S ln2_high;
  S ln2_low;
  S lowered;
  std::array<S, kDouble ? 11 : 5> polynomial;

  static const ExponentialNumbers kNumbers;
};

template <>
const ExponentialNumbers<float> ExponentialNumbers<float>::kNumbers;
template <>
const ExponentialNumbers<double> ExponentialNumbers<double>::kNumbers;

/// exp(x) for x ≤ 0, with −∞ to 0 and the whole range below the normal numbers; less than 1.1 ulp
/// off in single and in double precision. Not for NaN.
template <std::floating_point S>
class Exponential {
  using P = Packet<S>;

 public:
  P operator()(P x) const {
    // exp(x) = 2^n · exp(r) with n the whole number nearest to x/ln 2. Adding `shift` leaves n + 64
    // in the lowest bits, as the exponent of a normal number also where 2^n is not one.
    x = larger(x, lowest_);
    const P shifted = log2_e_ * x + shift_;
    const P n = shifted - shift_;
    const P r = (x - n * ln2_high_) - n * ln2_low_;
    // Even and odd powers apart: two short chains of dependent steps and not one long one.
    const P r_squared = r * r;
    constexpr std::size_t kLast = std::tuple_size_v<decltype(polynomial_)> - 1;
    P even = polynomial_[kLast];
    P odd = polynomial_[kLast - 1];
    for (std::size_t i = kLast - 1; i > 1; i -= 2) {
      even = even * r_squared + polynomial_[i - 1];
      odd = odd * r_squared + polynomial_[i - 2];
    }
    even = even * r_squared + polynomial_[0];
    const P exp_r = one_ + (r + r_squared * (even + r * odd));
    using Bits = typename P::Bits;
    const Bits power = reinterpret_cast<Bits>(shifted.lanes) << ExponentialNumbers<S>::kDigits;
    // The second product rounds where the result is below the normal numbers; else both are exact.
    return exp_r * P{reinterpret_cast<typename P::Lanes>(power)} * lowered_;
  }

 private:
  static P of(S x) { return P::of(x); }
  static const ExponentialNumbers<S>& numbers() { return ExponentialNumbers<S>::kNumbers; }
  static auto polynomial() {
    std::array<P, std::tuple_size_v<decltype(numbers().polynomial)>> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = of(numbers().polynomial[i]);
    }
    return result;
  }

  P lowest_ = of(numbers().lowest);
  P log2_e_ = of(numbers().log2_e);
  P shift_ = of(numbers().shift);
  P ln2_high_ = of(numbers().ln2_high);
  P ln2_low_ = of(numbers().ln2_low);
  P lowered_ = of(numbers().lowered);
  P one_ = of(1);
  decltype(polynomial()) polynomial_ = polynomial();
};

}  // namespace attention_scale::simd
