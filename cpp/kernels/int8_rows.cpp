#include "kernels/int8_rows.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/largest_magnitude.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace attention_scale::simd {
namespace {

/// What 1 in the upper word stands for, in units of the lower one.
constexpr std::int32_t kUpper = 1 << 15;
/// The largest entry, whose upper word is the largest number of 16 bits.
constexpr double kLargest = 32767.0 * kUpper;

// Eight numbers of 16 bits, and four sums of 32 bits.
#if defined(__wasm_simd128__)
using Words = v128_t;
using Sums = v128_t;

Words load(const std::int16_t* from) { return wasm_v128_load(from); }
Words load(const std::int8_t* from) { return wasm_i16x8_load8x8(from); }
Sums add_products(Sums sums, Words a, Words b) {
  return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}
#else
using Words = std::array<std::int16_t, kInputsAtATime>;
using Sums = std::array<std::int32_t, 4>;

template <typename Entry>
Words load(const Entry* from) {
  Words result{};
  std::copy_n(from, kInputsAtATime, result.begin());
  return result;
}
Sums add_products(Sums sums, Words a, Words b) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  }
  return sums;
}
#endif

std::int64_t total(Sums sums) {
  std::array<std::int32_t, 4> parts{};
  std::memcpy(parts.data(), &sums, sizeof(sums));
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
}

/// kRows rows from `row` on with kVectors vectors: what is loaded is used several times.
template <std::size_t kRows, std::size_t kVectors>
void multiply_rows(const Int8Matrix& w, Index row, const std::int16_t* words, const double* units,
                   float* y, Index y_step) {
  std::array<std::array<Sums, 2 * kVectors>, kRows> sums{};
  const std::int8_t* const weights = w.row_data(row);
  for (Index k = 0; k < w.cols; k += kInputsAtATime) {
    std::array<Words, kRows> weight{};
    for (std::size_t r = 0; r < kRows; ++r) {
      weight[r] = load(weights + static_cast<Index>(r) * w.cols + k);
    }
    for (std::size_t i = 0; i < 2 * kVectors; ++i) {
      const Words word = load(words + static_cast<Index>(i) * w.cols + k);
      for (std::size_t r = 0; r < kRows; ++r) {
        sums[r][i] = add_products(sums[r][i], weight[r], word);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      const std::int64_t sum = kUpper * total(sums[r][2 * i]) + total(sums[r][2 * i + 1]);
      const double unit = static_cast<double>(w.scale) * units[i];
      y[static_cast<Index>(i) * y_step + row + static_cast<Index>(r)] =
          static_cast<float>(static_cast<double>(sum) * unit);
    }
  }
}

/// kVectors vectors in one pass over the matrix, kRows rows at a time.
template <std::size_t kRows, std::size_t kVectors>
[[gnu::noinline]] void multiply_vectors(const Int8Matrix& w, const std::int16_t* words,
                                        const double* units, float* y, Index y_step) {
  Index row = 0;
  for (; row + Index{kRows} <= w.rows; row += Index{kRows}) {
    multiply_rows<kRows, kVectors>(w, row, words, units, y, y_step);
  }
  for (; row < w.rows; ++row) {
    multiply_rows<1, kVectors>(w, row, words, units, y, y_step);
  }
}

}  // namespace

FixedPointRows::FixedPointRows(const MatrixIn<float>& x) : rows_(x.rows()), length_(x.cols()) {
  check::within("the length of a row", length_, 1, kMostInputs);
  check::multiple("a row", "entries", length_, "entries at a time", kInputsAtATime);
  check::finite<float>("x", x);
  words_.resize(2 * static_cast<std::size_t>(x.size()));
  std::int16_t* upper = words_.data();
  for (Index row = 0; row < rows_; ++row, upper += 2 * length_) {
    const auto largest = static_cast<double>(largest_magnitude<float>(x.row(row)));
    const double factor = largest > 0 ? kLargest / largest : 0;
    units_.push_back(largest / kLargest);
    for (Index k = 0; k < length_; ++k) {
      const auto entry =
          static_cast<std::int32_t>(std::nearbyint(static_cast<double>(x(row, k)) * factor));
      const std::int32_t high = (entry + kUpper / 2) >> 15;  // the nearest, for it rounds down
      upper[k] = static_cast<std::int16_t>(high);
      upper[length_ + k] = static_cast<std::int16_t>(entry - high * kUpper);
    }
  }
}

void FixedPointRows::multiply(const Int8Matrix& w, MatrixOut<float> y) const {
  check::same_size("a row of x", length_, "a row of W", w.cols);
  check::has_shape("the memory of the product", y, rows_, w.rows, "it must be");
  for (Index row = 0; row < rows_; row += 2) {
    const auto multiply = row + 1 < rows_ ? multiply_vectors<2, 2> : multiply_vectors<1, 1>;
    multiply(w, words_.data() + 2 * row * length_, units_.data() + row, y.row_data(row),
             y.outerStride());
  }
}

}  // namespace attention_scale::simd
