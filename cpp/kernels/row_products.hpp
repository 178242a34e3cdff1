/// \file Products of a matrix with one vector, for matrices too small for gemm.hpp, which would
/// pack them. The order of every sum is fixed: no digit depends on the width of a register.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <algorithm>
#include <array>

namespace attention_scale::simd {

/// Σ a_k·b_k, summed in eight interleaved parts.
template <std::floating_point S>
S dot(const S* a, const S* b, Index length) {
  constexpr Index kParts = 8;
  std::array<S, kParts> sums{};
  Index k = 0;
  for (; k + kParts <= length; k += kParts) {
    for (Index part = 0; part < kParts; ++part) {
      sums[static_cast<std::size_t>(part)] += a[k + part] * b[k + part];
    }
  }
  for (Index part = 0; k < length; ++k, ++part) {
    sums[static_cast<std::size_t>(part)] += a[k] * b[k];
  }
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// The sum of all squares: finite where all entries are and none of them is large. Compiled with
/// gemm.cpp, for speed.
template <std::floating_point S>
S squares_of(const MatrixIn<S>& matrix);

/// results_j = Σ_k rows(j, k)·a_k for `count` rows of `length` entries, one after the other.
template <std::floating_point S>
void dot_rows(const S* rows, Index count, Index length, const S* a, S* results) {
  for (Index j = 0; j < count; ++j) {
    results[j] = dot(rows + j * length, a, length);
  }
}

/// results_k = Σ_j weights_j·rows(j, k).
template <std::floating_point S>
void mix_rows(const S* rows, Index count, Index length, const S* weights, S* results) {
  std::fill_n(results, length, S{0});
  for (Index j = 0; j < count; ++j) {
    for (Index k = 0; k < length; ++k) {
      results[k] += weights[j] * rows[j * length + k];
    }
  }
}

}  // namespace attention_scale::simd
