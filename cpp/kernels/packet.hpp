/// \file Several numbers computed on at once: the compiler's own vector types (GCC and clang have
/// the same), so that one source serves x86, ARM and WebAssembly. No result depends on the width.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace attention_scale::simd {

#if defined(__AVX512F__)
inline constexpr Index kPacketBytes = 64;
#elif defined(__AVX__)
inline constexpr Index kPacketBytes = 32;
#else
inline constexpr Index kPacketBytes = 16;  // SSE, NEON, WebAssembly; without any, plain code
#endif

template <std::floating_point S>
struct VectorTypes;

template <>
struct VectorTypes<float> {
  using Lanes [[gnu::vector_size(kPacketBytes)]] = float;
  using Bits [[gnu::vector_size(kPacketBytes)]] = std::uint32_t;
};

template <>
struct VectorTypes<double> {
  using Lanes [[gnu::vector_size(kPacketBytes)]] = double;
  using Bits [[gnu::vector_size(kPacketBytes)]] = std::uint64_t;
};

/// kSize numbers; every operation acts on each of them alone.
template <std::floating_point S>
struct Packet {
  using Lanes = typename VectorTypes<S>::Lanes;
  using Bits = typename VectorTypes<S>::Bits;
  static constexpr Index kSize = kPacketBytes / static_cast<Index>(sizeof(S));

  Lanes lanes;

  /// `x` in every place. x − 0 is x for every x, −0 too, and the compilers know it; x + 0 is not.
  static Packet of(S x) { return {x - Lanes{}}; }

  /// From memory of any alignment.
  static Packet load(const S* from) {
    Packet result{};
    std::memcpy(&result.lanes, from, sizeof(Lanes));
    return result;
  }
  void store(S* to) const { std::memcpy(to, &lanes, sizeof(Lanes)); }

  friend Packet operator+(Packet a, Packet b) { return {a.lanes + b.lanes}; }
  friend Packet operator-(Packet a, Packet b) { return {a.lanes - b.lanes}; }
  friend Packet operator*(Packet a, Packet b) { return {a.lanes * b.lanes}; }
  friend Packet operator*(S a, Packet b) { return {a * b.lanes}; }
  friend Packet operator/(Packet a, Packet b) { return {a.lanes / b.lanes}; }

  /// Where a < b `yes`, elsewhere, also where one is NaN, `no`.
  friend Packet where_less(Packet a, Packet b, Packet yes, Packet no) {
    return {a.lanes < b.lanes ? yes.lanes : no.lanes};
  }
  /// Where a = b `yes`, elsewhere `no`.
  friend Packet where_equal(Packet a, Packet b, Packet yes, Packet no) {
    return {a.lanes == b.lanes ? yes.lanes : no.lanes};
  }
  /// The larger one; `b` where one is NaN.
  friend Packet larger(Packet a, Packet b) {
#if defined(__wasm_simd128__)
    // One instruction, which clang 14 does not find by itself.
    if constexpr (sizeof(S) == sizeof(float)) {
      return {__builtin_wasm_pmax_f32x4(b.lanes, a.lanes)};
    } else {
      return {__builtin_wasm_pmax_f64x2(b.lanes, a.lanes)};
    }
#else
    return where_less(b, a, a, b);
#endif
  }
};

}  // namespace attention_scale::simd
