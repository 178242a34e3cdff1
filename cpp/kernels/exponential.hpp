/// \file The exponential function for the arguments of a softmax, which are not above 0.
#pragma once

#include "kernels/packet.hpp"

#include <array>
#include <tuple>

namespace attention_scale::simd {

/// Constants of exp in one precision; exponential.cpp explains them.
template <std::floating_point S>
struct ExponentialConstants {
  static constexpr bool kDouble = sizeof(S) == sizeof(double);
  static constexpr int kDigits = kDouble ? 52 : 23;

  S lowest;
  S log2_e;
  S shift;
  S ln2_high;
  S ln2_low;
  S lowered;
  std::array<S, kDouble ? 11 : 5> polynomial;

  static const ExponentialConstants kConstants;
};

template <>
const ExponentialConstants<float> ExponentialConstants<float>::kConstants;
template <>
const ExponentialConstants<double> ExponentialConstants<double>::kConstants;

/// exp(x) for x ≤ 0; −∞ gives 0, and results below the normal numbers are rounded once. The error
/// is less than 1.1 ulp in single and in double precision. NaN is not allowed.
template <std::floating_point S>
class Exponential {
  using Register = typename Packet<S>::Register;
  using Constants = ExponentialConstants<S>;

 public:
  Packet<S> operator()(const Packet<S>& x) const {
    return Packet<S>::map([this](Register y) { return exp(y); }, x);
  }

 private:
  [[nodiscard]] Register exp(Register x) const {
    // exp(x) = 2^n · exp(r) with n the whole number nearest to x/ln 2. Adding `shift` leaves n + 64
    // in the lowest bits, which is the exponent of a normal number also where 2^n is not one.
    x = lowest_ < x ? x : lowest_;
    const Register shifted = log2_e_ * x + shift_;
    const Register n = shifted - shift_;
    const Register r = (x - n * ln2_high_) - n * ln2_low_;
    // Even and odd powers apart: two short chains of dependent steps in place of a long one.
    const Register r_squared = r * r;
    constexpr std::size_t kLast = std::tuple_size_v<decltype(polynomial_)> - 1;
    Register even = polynomial_[kLast];
    Register odd = polynomial_[kLast - 1];
    for (std::size_t i = kLast - 1; i > 1; i -= 2) {
      even = even * r_squared + polynomial_[i - 1];
      odd = odd * r_squared + polynomial_[i - 2];
    }
    even = even * r_squared + polynomial_[0];
    const Register exp_r = one_ + (r + r_squared * (even + r * odd));
    using Bits = typename VectorTypes<S>::Bits;
    const Bits power = reinterpret_cast<Bits>(shifted) << Constants::kDigits;
    // The second product rounds where the result is below the normal numbers; otherwise both
    // products are exact.
    return exp_r * reinterpret_cast<Register>(power) * lowered_;
  }

  static const Constants& constants() { return Constants::kConstants; }
  static Register all(S x) { return Packet<S>::of(x).registers[0]; }
  static auto polynomial() {
    std::array<Register, std::tuple_size_v<decltype(constants().polynomial)>> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = all(constants().polynomial[i]);
    }
    return result;
  }

  Register lowest_ = all(constants().lowest);
  Register log2_e_ = all(constants().log2_e);
  Register shift_ = all(constants().shift);
  Register ln2_high_ = all(constants().ln2_high);
  Register ln2_low_ = all(constants().ln2_low);
  Register lowered_ = all(constants().lowered);
  Register one_ = all(1);
  decltype(polynomial()) polynomial_ = polynomial();
};

}  // namespace attention_scale::simd
