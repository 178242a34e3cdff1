#include "kernels/int8_rows.hpp"

#include "attention_scale/core/check.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace attention_scale::simd {
namespace {

constexpr double kLargestWord = 32767;

// Eight numbers of 16 bits, and four sums of 32 bits.
using Words [[gnu::vector_size(2 * kInputsAtATime)]] = std::int16_t;
using Sums [[gnu::vector_size(2 * kInputsAtATime)]] = std::int32_t;

template <typename Entry>
Words load(const Entry* from) {
  using Entries [[gnu::vector_size(kInputsAtATime * sizeof(Entry))]] = Entry;
  Entries entries{};
  std::memcpy(&entries, from, sizeof(entries));
  return __builtin_convertvector(entries, Words);
}

Sums add_products(Sums sums, Words a, Words b) {
#if defined(__wasm_simd128__)
  return sums + __builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
  for (std::size_t i = 0; i < 4; ++i) {
    sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  }
  return sums;
#endif
}

std::int64_t total(Sums sums) {
  return std::int64_t{sums[0]} + std::int64_t{sums[1]} + std::int64_t{sums[2]} + sums[3];
}

/// Rows of words, and what 1 stands for in each.
struct WordRows {
  explicit WordRows(const MatrixIn<float>& x) {
    words.reserve(static_cast<std::size_t>(x.size()));
    for (Index row = 0; row < x.rows(); ++row) {
      const auto largest = static_cast<double>(x.row(row).cwiseAbs().maxCoeff());
      const double factor = largest > 0 ? kLargestWord / largest : 0;
      units.push_back(largest / kLargestWord);
      for (const float entry : x.row(row)) {
        words.push_back(
            static_cast<std::int16_t>(std::nearbyint(static_cast<double>(entry) * factor)));
      }
    }
  }

  std::vector<std::int16_t> words;
  std::vector<double> units;
};

/// kRows rows of W from `row` on with kVectors rows of x: what is loaded is used several times.
template <std::size_t kRows, std::size_t kVectors>
void multiply_rows(Int8Product& product, Index row, const WordRows& x, Index first) {
  const Int8Matrix& w = product.w;
  const std::int8_t* const weights = w.row_data(row);
  const std::int16_t* const words = x.words.data() + first * w.cols;
  std::array<std::array<Sums, kVectors>, kRows> sums{};
  for (Index k = 0; k < w.cols; k += kInputsAtATime) {
    std::array<Words, kRows> weight{};
    for (std::size_t r = 0; r < kRows; ++r) {
      weight[r] = load(weights + static_cast<Index>(r) * w.cols + k);
    }
    for (std::size_t i = 0; i < kVectors; ++i) {
      const Words word = load(words + static_cast<Index>(i) * w.cols + k);
      for (std::size_t r = 0; r < kRows; ++r) {
        sums[r][i] = add_products(sums[r][i], weight[r], word);
      }
    }
  }
  for (std::size_t i = 0; i < kVectors; ++i) {
    const Index vector = first + static_cast<Index>(i);
    const double unit = static_cast<double>(w.scale) * x.units[static_cast<std::size_t>(vector)];
    float* const y = product.y.row_data(vector) + row;
    for (std::size_t r = 0; r < kRows; ++r) {
      y[r] = static_cast<float>(static_cast<double>(total(sums[r][i])) * unit);
    }
  }
}

/// kVectors rows of x in one pass over the matrix, kRows of its rows at a time.
template <std::size_t kRows, std::size_t kVectors>
[[gnu::noinline]] void multiply_vectors(Int8Product& product, const WordRows& x, Index first) {
  Index row = 0;
  for (; row + Index{kRows} <= product.w.rows; row += Index{kRows}) {
    multiply_rows<kRows, kVectors>(product, row, x, first);
  }
  for (; row < product.w.rows; ++row) {
    multiply_rows<1, kVectors>(product, row, x, first);
  }
}

}  // namespace

void multiply_int8(const MatrixIn<float>& x, std::initializer_list<Int8Product> products) {
  check::within("the length of a row", x.cols(), 1, kMostInputs);
  check::multiple("a row", "entries", x.cols(), "entries at a time", kInputsAtATime);
  check::finite<float>("x", x);
  const WordRows words(x);
  for (Int8Product product : products) {
    check::same_size("a row of x", x.cols(), "a row of W", product.w.cols);
    check::has_shape("the memory of the product", product.y, x.rows(), product.w.rows,
                     "it must be");
    Index first = 0;
    for (; first + 4 <= x.rows(); first += 4) {
      multiply_vectors<2, 4>(product, words, first);
    }
    for (; first + 2 <= x.rows(); first += 2) {
      multiply_vectors<4, 2>(product, words, first);
    }
    if (first < x.rows()) {
      multiply_vectors<4, 1>(product, words, first);
    }
  }
}

}  // namespace attention_scale::simd
