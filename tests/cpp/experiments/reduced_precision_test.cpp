#include "attention_scale/experiments/reduced_precision.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

constexpr std::array kPrecisions{Precision::kDouble, Precision::kFloat, Precision::kHalf,
                                 Precision::kBfloat16};

/// The value of 15 bits without a sign, in the layout of IEEE 754, and of bfloat16 with its 8 bits
/// of exponent.
double unpacked(unsigned bits, int exponent_bits) {
  const int fraction_bits = 15 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto exponent = static_cast<int>(bits >> static_cast<unsigned>(fraction_bits));
  const auto fraction =
      static_cast<double>(bits & ((1U << static_cast<unsigned>(fraction_bits)) - 1));
  if (exponent == (1 << exponent_bits) - 1) {
    if (fraction == 0) {
      return kInfinity;
    }
    return kNaN;
  }
  const double one = std::ldexp(1.0, fraction_bits);
  return exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                       : std::ldexp(one + fraction, exponent - bias - fraction_bits);
}

struct Format {
  Precision precision;
  int exponent_bits;
  unsigned infinity;  // its bits
};
constexpr std::array kFormats{Format{Precision::kHalf, 5, 0x7C00},
                              Format{Precision::kBfloat16, 8, 0x7F80}};

TEST(RoundTo, KeepsEveryNumberAndGoesToTheNearestAndToTheEvenOneOfTwo) {
  for (const Format& format : kFormats) {
    for (unsigned bits = 0; bits < format.infinity; ++bits) {
      const double lower = unpacked(bits, format.exponent_bits);
      // Beyond the largest number infinity stands for the power of two that would follow.
      const bool last = bits + 1 == format.infinity;
      const double next = unpacked(bits + 1, format.exponent_bits);
      const double upper = last ? 2 * lower - unpacked(bits - 1, format.exponent_bits) : next;
      const double middle = (lower + upper) / 2;  // a double holds it exactly
      const double even = bits % 2 == 0 ? lower : next;
      for (const double sign : {1.0, -1.0}) {
        ASSERT_EQ(round_to(format.precision, sign * lower), sign * lower) << bits;
        ASSERT_EQ(std::signbit(round_to(format.precision, sign * lower)), sign < 0) << bits;
        ASSERT_EQ(round_to(format.precision, sign * middle), sign * even) << bits;
        ASSERT_EQ(round_to(format.precision, sign * std::nextafter(middle, 0)), sign * lower)
            << bits;
        ASSERT_EQ(round_to(format.precision, sign * std::nextafter(middle, kInfinity)), sign * next)
            << bits;
      }
    }
  }
}

TEST(RoundTo, OfFloatIsTheConversionOfTheLanguage) {
  // Spread over the whole range of float, subnormals included, with all digits of a double.
  for (int exponent = -150; exponent < 127; ++exponent) {
    const Matrix<double> draws = sample<double>(1, 8, static_cast<std::uint32_t>(exponent + 150));
    for (const double draw : draws.row(0)) {
      const double value = std::ldexp(draw, exponent);
      if (std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())) {
        ASSERT_EQ(round_to(Precision::kFloat, value),
                  static_cast<double>(static_cast<float>(value)));
      }
    }
  }
}

TEST(RoundTo, LeavesNaNAndInfinity) {
  for (const Precision precision : kPrecisions) {
    EXPECT_TRUE(std::isnan(round_to(precision, kNaN)));
    EXPECT_EQ(round_to(precision, kInfinity), kInfinity);
    EXPECT_EQ(round_to(precision, -kInfinity), -kInfinity);
  }
  EXPECT_EQ(round_to(Precision::kHalf, 65504), 65504);
  EXPECT_EQ(round_to(Precision::kHalf, 65519.999), 65504);
  EXPECT_EQ(round_to(Precision::kHalf, 65520), kInfinity);
  EXPECT_EQ(round_to(Precision::kFloat, -1e300), -kInfinity);
}

// tests/web/programs.test.ts compares the scores with NumPy.

TEST(ReducedScores, RefuseShapesThatDoNotFitAndEntriesNotFinite) {
  const Matrix<double> two = Matrix<double>::Ones(2, 2);
  EXPECT_TRUE(refuses([&] { reduced_scores(two, Matrix<double>::Ones(2, 3), {}); },
                      ErrorCode::kShape, {"queries is 2×2", "keys is 2×3", "d_k"}));
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Matrix<double> spoilt = two;
    spoilt(1, 0) = bad;
    EXPECT_TRUE(refuses([&] { reduced_scores(spoilt, two, {}); }, ErrorCode::kDomain,
                        {"queries", "row 1, column 0"}));
    EXPECT_TRUE(refuses([&] { reduced_scores(two, spoilt, {}); }, ErrorCode::kDomain,
                        {"keys", "row 1, column 0"}));
  }
  for (const double size : {0.0, -1.0, kNaN, kInfinity}) {
    EXPECT_TRUE(refuses([&] { reduced_scores(two, two, {.size = size}); }, ErrorCode::kDomain,
                        {"size is "}));
  }
  EXPECT_TRUE(refuses([&] { reduced_scores(two, two, {.size = 1e200}); }, ErrorCode::kDomain,
                      {"queries·keysᵀ", "overflows"}));
  EXPECT_TRUE(refuses([&] { reduced_scores(1e300 * two, two, {.size = 1e200}); },
                      ErrorCode::kDomain, {"size·queries", "overflows"}));
  EXPECT_TRUE(refuses([&] { reduced_scores(two, 1e300 * two, {.size = 1e200}); },
                      ErrorCode::kDomain, {"size·keys", "overflows"}));
}

}  // namespace
}  // namespace attention_scale::tests
