#include "kernels/int8_rows.hpp"

#include "attention_scale/core/check.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace attention_scale::simd {
namespace {

constexpr double kLargestWord = 32767;

/// kCount numbers of 16 bits, and half as many sums of 32 bits.
template <std::size_t kCount>
struct Registers {
  using Words [[gnu::vector_size(2 * kCount)]] = std::int16_t;
  using Sums [[gnu::vector_size(2 * kCount)]] = std::int32_t;
};
template <std::size_t kCount>
using Words = typename Registers<kCount>::Words;
template <std::size_t kCount>
using Sums = typename Registers<kCount>::Sums;

/// Words of a register, and of the widest that this machine multiplies in one step.
constexpr std::size_t kNarrow = kInputsAtATime;
#if defined(__AVX2__)
constexpr std::size_t kWide = 16;
#else
constexpr std::size_t kWide = kNarrow;
#endif

template <std::size_t kCount, typename Entry>
Words<kCount> load(const Entry* from) {
  using Entries [[gnu::vector_size(kCount * sizeof(Entry))]] = Entry;
  Entries entries{};
  std::memcpy(&entries, from, sizeof(entries));
  return __builtin_convertvector(entries, Words<kCount>);
}

/// The products of two words are added to each sum.
Sums<kNarrow> add_products(Sums<kNarrow> sums, Words<kNarrow> a, Words<kNarrow> b) {
#if defined(__wasm_simd128__)
  return sums + __builtin_wasm_dot_s_i32x4_i16x8(a, b);
#elif defined(__SSE2__)
  return sums + reinterpret_cast<Sums<kNarrow>>(
                    _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__ARM_NEON)
  const auto low = vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b));
  return vmlal_s16(low, vget_high_s16(a), vget_high_s16(b));
#else
  for (std::size_t i = 0; i < kNarrow / 2; ++i) {
    sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  }
  return sums;
#endif
}

#if defined(__AVX2__)
Sums<kWide> add_products(Sums<kWide> sums, Words<kWide> a, Words<kWide> b) {
  return sums + reinterpret_cast<Sums<kWide>>(
                    _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
}
#endif

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

/// The sum of the products of each of kRows rows of W with each of kVectors rows of x.
template <std::size_t kRows, std::size_t kVectors>
using Totals = std::array<std::array<std::int64_t, kVectors>, kRows>;

/// Adds the products of the entries `from` to `to`, kCount at a time: what is loaded is used
/// several times. `weights` and `words` are the first of the rows, which have `cols` entries.
template <std::size_t kCount, std::size_t kRows, std::size_t kVectors>
void add_entries(const std::int8_t* weights, const std::int16_t* words, Index cols, Index from,
                 Index to, Totals<kRows, kVectors>& totals) {
  std::array<std::array<Sums<kCount>, kVectors>, kRows> sums{};
  for (Index k = from; k < to; k += Index{kCount}) {
    std::array<Words<kCount>, kRows> weight{};
    for (std::size_t r = 0; r < kRows; ++r) {
      weight[r] = load<kCount>(weights + static_cast<Index>(r) * cols + k);
    }
    for (std::size_t i = 0; i < kVectors; ++i) {
      const auto word = load<kCount>(words + static_cast<Index>(i) * cols + k);
      for (std::size_t r = 0; r < kRows; ++r) {
        sums[r][i] = add_products(sums[r][i], weight[r], word);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      for (std::size_t place = 0; place < kCount / 2; ++place) {
        totals[r][i] += sums[r][i][place];
      }
    }
  }
}

/// kRows rows of W from `row` on with kVectors rows of x.
template <std::size_t kRows, std::size_t kVectors>
void multiply_rows(Int8Product& product, Index row, const WordRows& x, Index first) {
  const Int8Matrix& w = product.w;
  const std::int8_t* const weights = w.row_data(row);
  const std::int16_t* const words = x.words.data() + first * w.cols;
  Totals<kRows, kVectors> totals{};
  const Index wide = w.cols / Index{kWide} * Index{kWide};
  add_entries<kWide>(weights, words, w.cols, 0, wide, totals);
  if constexpr (kWide > kNarrow) {
    add_entries<kNarrow>(weights, words, w.cols, wide, w.cols, totals);
  }
  for (std::size_t i = 0; i < kVectors; ++i) {
    const Index vector = first + static_cast<Index>(i);
    const double unit = static_cast<double>(w.scale) * x.units[static_cast<std::size_t>(vector)];
    float* const y = product.y.row_data(vector) + row;
    for (std::size_t r = 0; r < kRows; ++r) {
      y[r] = static_cast<float>(static_cast<double>(totals[r][i]) * unit);
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
