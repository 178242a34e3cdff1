#include "attention_scale/formats/number_formats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

/// A word as `count` bytes, the least first.
std::vector<std::uint8_t> bytes_of(std::uint64_t word, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(word & 0xffU);
    word >>= 8U;
  }
  return bytes;
}

template <typename S>
std::vector<S> decoded(const std::vector<std::uint8_t>& bytes, NumberFormat format,
                       bool big_endian = false) {
  std::vector<S> numbers(bytes.size() / bytes_of_number(format));
  decode_numbers<S>(bytes, format, big_endian, std::span<S>(numbers));
  return numbers;
}

double one(NumberFormat format, std::uint64_t word) {
  return decoded<double>(bytes_of(word, bytes_of_number(format)), format)[0];
}

/// The value that the documents of a format give, of a sign, an exponent and a fraction.
double by_definition(unsigned bits, unsigned exponent_bits, unsigned fraction_bits) {
  const int bias = (1 << (exponent_bits - 1U)) - 1;
  const unsigned exponent = (bits >> fraction_bits) & ((1U << exponent_bits) - 1U);
  const double fraction =
      std::ldexp(bits & ((1U << fraction_bits) - 1U), -static_cast<int>(fraction_bits));
  const double sign = (bits >> (exponent_bits + fraction_bits)) != 0 ? -1 : 1;
  if (exponent == 0) {
    return sign * std::ldexp(fraction, 1 - bias);
  }
  return sign * std::ldexp(1 + fraction, static_cast<int>(exponent) - bias);
}

struct SmallFormat {
  NumberFormat format;
  unsigned exponent_bits;
  unsigned fraction_bits;
  bool has_infinity;
};

constexpr std::array kSmallFormats{
    SmallFormat{.format = NumberFormat::kFloat16,
                .exponent_bits = 5,
                .fraction_bits = 10,
                .has_infinity = true},
    SmallFormat{.format = NumberFormat::kBfloat16,
                .exponent_bits = 8,
                .fraction_bits = 7,
                .has_infinity = true},
    SmallFormat{.format = NumberFormat::kFloat8E5M2,
                .exponent_bits = 5,
                .fraction_bits = 2,
                .has_infinity = true},
    SmallFormat{.format = NumberFormat::kFloat8E4M3,
                .exponent_bits = 4,
                .fraction_bits = 3,
                .has_infinity = false},
};

TEST(NumberFormats, EveryWordOfTheSmallFormatsHasTheValueOfItsDefinition) {
  for (const SmallFormat& small : kSmallFormats) {
    const unsigned words = 1U << (1 + small.exponent_bits + small.fraction_bits);
    std::vector<std::uint8_t> bytes;
    for (unsigned word = 0; word < words; ++word) {
      const std::vector<std::uint8_t> own = bytes_of(word, bytes_of_number(small.format));
      bytes.insert(bytes.end(), own.begin(), own.end());
    }
    const std::vector<float> numbers = decoded<float>(bytes, small.format);
    ASSERT_EQ(numbers.size(), words);
    const unsigned all_ones = ((1U << small.exponent_bits) - 1U) << small.fraction_bits;
    const unsigned fraction_ones = (1U << small.fraction_bits) - 1U;
    for (unsigned word = 0; word < words; ++word) {
      const bool top = (word & all_ones) == all_ones;
      const unsigned fraction = word & fraction_ones;
      const float number = numbers[word];
      if (top && (small.has_infinity ? fraction != 0 : fraction == fraction_ones)) {
        EXPECT_TRUE(std::isnan(number)) << word;
        continue;
      }
      EXPECT_EQ(std::signbit(number), word >= words / 2) << word;
      if (top && small.has_infinity) {
        EXPECT_TRUE(std::isinf(number)) << word;
      } else {
        EXPECT_EQ(number, by_definition(word, small.exponent_bits, small.fraction_bits)) << word;
      }
    }
  }
}

TEST(NumberFormats, IntegersAndWideFormatsKeepTheirValues) {
  using enum NumberFormat;
  EXPECT_EQ(one(kInt8, 0xff), -1);
  EXPECT_EQ(one(kUint8, 0xff), 255);
  EXPECT_EQ(one(kInt16, 0x8000), -32768);
  EXPECT_EQ(one(kUint16, 0xffff), 65535);
  EXPECT_EQ(one(kInt32, 0x80000000), -2147483648.0);
  EXPECT_EQ(one(kUint32, 0xffffffff), 4294967295.0);
  EXPECT_EQ(one(kInt64, 0xffffffffffffffffU), -1);
  EXPECT_EQ(one(kUint64, std::uint64_t{1} << 63U), 0x1p63);
  EXPECT_EQ(one(kBool, 0), 0);
  EXPECT_EQ(one(kBool, 7), 1);
  EXPECT_EQ(one(kFloat32, 0x3fc00000), 1.5);
  EXPECT_EQ(one(kFloat64, 0xc004000000000000U), -2.5);
}

TEST(NumberFormats, TheOtherOrderOfBytesGivesTheSameNumbers) {
  using enum NumberFormat;
  for (const NumberFormat format : {kFloat64, kFloat32, kFloat16, kBfloat16, kInt16, kUint16,
                                    kInt32, kUint32, kInt64, kUint64, kInt8, kFloat8E4M3}) {
    const std::size_t size = bytes_of_number(format);
    const std::vector<std::uint8_t> bytes = bytes_of(0x3a5b7c1d2e3f4152U, size);
    const std::vector<std::uint8_t> reversed(bytes.rbegin(), bytes.rend());
    EXPECT_EQ(decoded<double>(reversed, format, true), decoded<double>(bytes, format));
  }
}

TEST(NumberFormats, NumbersMayStandAtAnyAddress) {
  std::vector<std::uint8_t> bytes{0};
  for (int i = 0; i < 21; ++i) {
    bytes.insert(bytes.end(), {0x00, 0x3c});
  }
  std::vector<float> numbers(21);
  decode_numbers<float>(std::span(bytes).subspan(1), NumberFormat::kFloat16, false,
                        std::span(numbers));
  EXPECT_EQ(numbers, std::vector<float>(21, 1.0F));
}

TEST(NumberFormats, NoBytesAreNoNumbers) {
  EXPECT_TRUE(decoded<float>({}, NumberFormat::kFloat16).empty());
}

TEST(NumberFormats, WhatDoesNotFitIsRefused) {
  std::vector<float> numbers(2);
  const std::vector<std::uint8_t> five(5);
  const std::vector<std::uint8_t> eight(8);
  EXPECT_TRUE(refuses(
      [&] { decode_numbers<float>(five, NumberFormat::kFloat16, false, std::span(numbers)); },
      kShape, {"5 bytes", "2 numbers", "4"}));
  EXPECT_TRUE(refuses(
      [&] { decode_numbers<float>(eight, NumberFormat::kInt32, false, std::span(numbers)); },
      kDomain, {"Single precision"}));
  EXPECT_TRUE(refuses([] { bytes_of_number(static_cast<NumberFormat>(99)); }, kDomain, {"format"}));
}

}  // namespace
}  // namespace attention_scale::tests
