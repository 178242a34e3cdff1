/// \file Arithmetic on several numbers at once, on the vector types of GCC and clang: one source
/// serves x86, ARM and WebAssembly. No result depends on the width of a vector register.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace attention_scale::simd {

#ifdef __AVX512F__
inline constexpr Index kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr Index kRegisterBytes = 32;
#else
inline constexpr Index kRegisterBytes = 16;  // SSE, NEON, WebAssembly; compiles without any of them
#endif

template <std::floating_point S>
struct VectorTypes {
  using Word = std::conditional_t<sizeof(S) == sizeof(float), std::uint32_t, std::uint64_t>;
  using Register [[gnu::vector_size(kRegisterBytes)]] = S;
  using Bits [[gnu::vector_size(kRegisterBytes)]] = Word;
};

/// kSize numbers in two vector registers; every operation acts on each number alone.
///
/// Two, because the micro-kernel of a matrix product then keeps eight sums for four rows of the
/// other factor, which is what the sixteen registers of x86 hold beside the factors.
template <std::floating_point S>
struct Packet {
  using Register = typename VectorTypes<S>::Register;
  static constexpr Index kRegisterSize = kRegisterBytes / static_cast<Index>(sizeof(S));
  static constexpr Index kSize = 2 * kRegisterSize;

  std::array<Register, 2> registers;

  /// `x` in every place. x − 0 is x for every x, −0 too, and compilers know it; x + 0 is not.
  static Packet of(S x) { return {{x - Register{}, x - Register{}}}; }

  /// Reads kSize numbers; `from` may have any alignment.
  static Packet load(const S* from) {
    Packet result{};
    std::memcpy(&result.registers[0], from, sizeof(Register));
    std::memcpy(&result.registers[1], from + kRegisterSize, sizeof(Register));
    return result;
  }
  /// Writes kSize numbers; `to` may have any alignment.
  void store(S* to) const {
    std::memcpy(to, &registers[0], sizeof(Register));
    std::memcpy(to + kRegisterSize, &registers[1], sizeof(Register));
  }

  /// f(a, b, …) register by register.
  template <typename F, typename... More>
  static Packet map(F f, const Packet& a, const More&... more) {
    return {{f(a.registers[0], more.registers[0]...), f(a.registers[1], more.registers[1]...)}};
  }

  friend Packet operator+(const Packet& a, const Packet& b) {
    return {{a.registers[0] + b.registers[0], a.registers[1] + b.registers[1]}};
  }
  friend Packet operator-(const Packet& a, const Packet& b) {
    return {{a.registers[0] - b.registers[0], a.registers[1] - b.registers[1]}};
  }
  friend Packet operator*(const Packet& a, const Packet& b) {
    return {{a.registers[0] * b.registers[0], a.registers[1] * b.registers[1]}};
  }
  friend Packet operator*(S a, const Packet& b) { return of(a) * b; }
  friend Packet operator/(const Packet& a, const Packet& b) {
    return {{a.registers[0] / b.registers[0], a.registers[1] / b.registers[1]}};
  }

  /// `yes` where a < b; `no` elsewhere, also where one of them is NaN.
  friend Packet where_less(const Packet& a, const Packet& b, const Packet& yes, const Packet& no) {
    return map([](Register x, Register y, Register t, Register f) { return x < y ? t : f; }, a, b,
               yes, no);
  }
  /// `yes` where a = b, `no` elsewhere.
  friend Packet where_equal(const Packet& a, const Packet& b, const Packet& yes, const Packet& no) {
    return map([](Register x, Register y, Register t, Register f) { return x == y ? t : f; }, a, b,
               yes, no);
  }
  /// The larger of both; `b` where one of them is NaN.
  friend Packet larger(const Packet& a, const Packet& b) {
    return map([](Register x, Register y) { return y < x ? x : y; }, a, b);
  }
};

}  // namespace attention_scale::simd
