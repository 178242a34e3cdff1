#include "kernels/int8_rows.hpp"

#include "attention_scale/core/check.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace attention_scale::simd {
namespace {

constexpr double kLargestWord = 32767;

/// kCount numbers of 16 bits, and half as many sums of 32 bits; half of these, also as doubles.
template <std::size_t kCount>
struct Registers {
  using Words [[gnu::vector_size(2 * kCount)]] = std::int16_t;
  using Sums [[gnu::vector_size(2 * kCount)]] = std::int32_t;
  using HalfOfSums [[gnu::vector_size(kCount)]] = std::int32_t;
  using Doubles [[gnu::vector_size(2 * kCount)]] = double;
};
template <std::size_t kCount>
using Words = typename Registers<kCount>::Words;
template <std::size_t kCount>
using Sums = typename Registers<kCount>::Sums;

/// Words of a register, and of the widest that this machine multiplies in one step.
constexpr std::size_t kNarrow = kInputsAtATime;
#ifdef __AVX2__
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
#ifdef __wasm_simd128__
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

#ifdef __AVX2__
Sums<kWide> add_products(Sums<kWide> sums, Words<kWide> a, Words<kWide> b) {
  return sums + reinterpret_cast<Sums<kWide>>(
                    _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
}
#endif

/// The sum of a register of sums, in doubles, which hold it exactly.
template <std::size_t kCount>
double total_of(Sums<kCount> sums) {
  using Doubles = typename Registers<kCount>::Doubles;
  std::array<typename Registers<kCount>::HalfOfSums, 2> halves{};
  std::memcpy(halves.data(), &sums, sizeof(sums));
  const auto pairs =
      __builtin_convertvector(halves[0], Doubles) + __builtin_convertvector(halves[1], Doubles);
  double total = 0;
  for (std::size_t place = 0; place < kCount / 4; ++place) {
    total += pairs[place];
  }
  return total;
}

/// Rows of words, and what 1 stands for in each.
struct WordRows {
  explicit WordRows(const MatrixIn<float>& x) : words(x.size()) {
    std::int16_t* word = words.data();
    for (Index row = 0; row < x.rows(); ++row, word += x.cols()) {
      const float* const entries = x.row(row).data();
      const auto largest = static_cast<double>(x.row(row).cwiseAbs().maxCoeff());
      const double factor = largest > 0 ? kLargestWord / largest : 0;
      units.push_back(largest / kLargestWord);
      for (Index k = 0; k < x.cols(); ++k) {
        const double nearest = std::nearbyint(static_cast<double>(entries[k]) * factor);
        word[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(nearest));
      }
    }
  }

  /// An Eigen vector and not a std::vector: aligned, so that no load touches two lines of the
  /// cache.
  Eigen::Matrix<std::int16_t, Eigen::Dynamic, 1> words;
  std::vector<double> units;
};

/// The sum of the products of each of kRows rows of W with each of kVectors rows of x.
template <std::size_t kRows, std::size_t kVectors>
using Totals = std::array<std::array<double, kVectors>, kRows>;

/// Adds the products of the entries from `from` on, kStreams times kCount at a time, as long as
/// there are as many: what is loaded is used several times, and the streams do not wait for one
/// another's sums. `weights` and `words` are the first of the rows, which have `cols` entries.
/// \returns the first entry that was left over
template <std::size_t kCount, std::size_t kStreams, std::size_t kRows, std::size_t kVectors>
Index add_entries(const std::int8_t* weights, const std::int16_t* words, Index cols, Index from,
                  Totals<kRows, kVectors>& totals) {
  constexpr Index kStep{kCount * kStreams};
  std::array<std::array<std::array<Sums<kCount>, kVectors>, kRows>, kStreams> sums{};
  // The pointers move on: computing an address for each load takes a tenth of the time.
  weights += from;
  words += from;
  Index k = from;
  for (; k + kStep <= cols; k += kStep) {
    for (std::size_t stream = 0; stream < kStreams; ++stream) {
      const Index entry = Index{kCount} * static_cast<Index>(stream);
      std::array<Words<kCount>, kRows> weight{};
      for (std::size_t r = 0; r < kRows; ++r) {
        weight[r] = load<kCount>(weights + static_cast<Index>(r) * cols + entry);
      }
      for (std::size_t i = 0; i < kVectors; ++i) {
        const auto word = load<kCount>(words + static_cast<Index>(i) * cols + entry);
        for (std::size_t r = 0; r < kRows; ++r) {
          sums[stream][r][i] = add_products(sums[stream][r][i], weight[r], word);
        }
      }
    }
    weights += kStep;
    words += kStep;
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      for (std::size_t stream = 1; stream < kStreams; ++stream) {
        // kMostInputs products fit one register of sums.
        sums[0][r][i] += sums[stream][r][i];
      }
      totals[r][i] += total_of<kCount>(sums[0][r][i]);
    }
  }
  return k;
}

/// kRows rows of W from `row` on with kVectors rows of x from `first` on.
template <std::size_t kRows, std::size_t kVectors>
void multiply_rows(Int8Product& product, Index row, const WordRows& x, Index first) {
  const Int8Matrix& w = product.w;
  const std::int8_t* const weights = w.row_data(row);
  const std::int16_t* const words = x.words.data() + first * w.cols;
  // So many registers of sums keep the multiplier busy. With more, V8 runs out of registers.
  constexpr std::size_t kSumsHeld = 4;
  constexpr std::size_t kStreams = kSumsHeld / (kRows * kVectors);
  Totals<kRows, kVectors> totals{};
  Index done = 0;
  if constexpr (kStreams > 1) {
    done = add_entries<kWide, kStreams>(weights, words, w.cols, done, totals);
  }
  if (done < w.cols) {
    done = add_entries<kWide, 1>(weights, words, w.cols, done, totals);
  }
  if constexpr (kWide > kNarrow) {
    add_entries<kNarrow, 1>(weights, words, w.cols, done, totals);
  }
  for (std::size_t i = 0; i < kVectors; ++i) {
    const Index vector = first + static_cast<Index>(i);
    const double unit = static_cast<double>(w.scale) * x.units[static_cast<std::size_t>(vector)];
    float* const y = product.y.row_data(vector) + row;
    for (std::size_t r = 0; r < kRows; ++r) {
      y[r] = static_cast<float>(totals[r][i] * unit);
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
  if constexpr (kRows > 1) {
    for (; row < product.w.rows; ++row) {
      multiply_rows<1, kVectors>(product, row, x, first);
    }
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
    // Of few vectors a product waits for the weights. Every processor fetches them ahead where they
    // are read in the order of memory, not every one where four rows are read at a time.
    for (; first + 2 <= x.rows(); first += 2) {
      multiply_vectors<1, 2>(product, words, first);
    }
    if (first < x.rows()) {
      multiply_vectors<1, 1>(product, words, first);
    }
  }
}

}  // namespace attention_scale::simd
