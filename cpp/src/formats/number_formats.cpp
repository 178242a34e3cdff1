#include "attention_scale/formats/number_formats.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/core/matrix.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>

namespace attention_scale {
namespace {

/// How many bytes, or numbers, are converted at a time where that takes two steps.
constexpr std::size_t kPiece = 4096;

/// Without a branch, so that a loop of it is vectorised; and no operand is subnormal, which takes
/// processors long.
float from_half(std::uint16_t bits) {
  constexpr std::uint32_t kExponent = 0x1fU << 23U;
  // The difference of the biases, 127 − 15. A number whose exponent is all ones needs it twice.
  constexpr std::uint32_t kRebias = std::uint32_t{112} << 23U;
  const std::uint32_t magnitude = (bits & 0x7fffU) << 13U;
  const std::uint32_t exponent = magnitude & kExponent;
  const std::uint32_t normal = magnitude + kRebias + (exponent == kExponent ? kRebias : 0);
  // 2⁻¹⁴·(1 + f) − 2⁻¹⁴ of a subnormal number 2⁻¹⁴·f: exact.
  const auto raised =
      Eigen::numext::bit_cast<float>(magnitude + kRebias + (std::uint32_t{1} << 23U));
  const auto subnormal = Eigen::numext::bit_cast<std::uint32_t>(raised - 0x1p-14F);
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  return Eigen::numext::bit_cast<float>((exponent == 0 ? subnormal : normal) | sign);
}

float from_bfloat16(std::uint16_t bits) {
  return Eigen::numext::bit_cast<float>(std::uint32_t{bits} << 16U);
}

float from_e5m2(std::uint8_t bits) {
  return from_half(static_cast<std::uint16_t>(std::uint32_t{bits} << 8U));
}

constexpr float e4m3_value(unsigned bits) {
  const unsigned exponent = (bits >> 3U) & 0xfU;
  const unsigned fraction = bits & 7U;
  if (exponent == 0xfU && fraction == 7U) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  // In units of the least number, 2⁻⁹.
  const unsigned units = exponent == 0 ? fraction : (8U + fraction) << (exponent - 1U);
  const float size = static_cast<float>(units) * 0x1p-9F;
  return (bits & 0x80U) != 0 ? -size : size;
}

constexpr std::array<float, 256> kE4m3 = [] {
  std::array<float, 256> values{};
  for (unsigned bits = 0; bits < values.size(); ++bits) {
    values.at(bits) = e4m3_value(bits);
  }
  return values;
}();

float from_e4m3(std::uint8_t bits) { return kE4m3[bits]; }

float from_bool(std::uint8_t bits) { return bits == 0 ? 0 : 1; }

template <typename Value, typename Word>
Value same_bits(Word bits) {
  return Eigen::numext::bit_cast<Value>(bits);
}

/// Words of the least byte first, each of which `value_of` makes a number.
template <typename Word, auto value_of, typename S>
void decode(const std::uint8_t* bytes, std::span<S> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Word word = 0;
    // They may stand at any address.
    std::memcpy(&word, bytes + i * sizeof(Word), sizeof(Word));
    numbers[i] = static_cast<S>(value_of(word));
  }
}

/// Numbers of a format that single precision holds, of the least byte first.
void decode_ordered(const std::uint8_t* bytes, NumberFormat format, std::span<float> numbers) {
  switch (format) {
    case NumberFormat::kFloat32:
      decode<std::uint32_t, same_bits<float, std::uint32_t>>(bytes, numbers);
      break;
    case NumberFormat::kFloat16:
      decode<std::uint16_t, from_half>(bytes, numbers);
      break;
    case NumberFormat::kBfloat16:
      decode<std::uint16_t, from_bfloat16>(bytes, numbers);
      break;
    case NumberFormat::kFloat8E4M3:
      decode<std::uint8_t, from_e4m3>(bytes, numbers);
      break;
    case NumberFormat::kFloat8E5M2:
      decode<std::uint8_t, from_e5m2>(bytes, numbers);
      break;
    case NumberFormat::kInt8:
      decode<std::uint8_t, same_bits<std::int8_t, std::uint8_t>>(bytes, numbers);
      break;
    case NumberFormat::kUint8:
      decode<std::uint8_t, same_bits<std::uint8_t, std::uint8_t>>(bytes, numbers);
      break;
    case NumberFormat::kInt16:
      decode<std::uint16_t, same_bits<std::int16_t, std::uint16_t>>(bytes, numbers);
      break;
    case NumberFormat::kUint16:
      decode<std::uint16_t, same_bits<std::uint16_t, std::uint16_t>>(bytes, numbers);
      break;
    default:
      decode<std::uint8_t, from_bool>(bytes, numbers);
      break;
  }
}

/// Numbers of any format, likewise: those that single precision holds pass through it.
void decode_ordered(const std::uint8_t* bytes, NumberFormat format, std::span<double> numbers) {
  switch (format) {
    case NumberFormat::kFloat64:
      decode<std::uint64_t, same_bits<double, std::uint64_t>>(bytes, numbers);
      return;
    case NumberFormat::kInt32:
      decode<std::uint32_t, same_bits<std::int32_t, std::uint32_t>>(bytes, numbers);
      return;
    case NumberFormat::kUint32:
      decode<std::uint32_t, same_bits<std::uint32_t, std::uint32_t>>(bytes, numbers);
      return;
    case NumberFormat::kInt64:
      decode<std::uint64_t, same_bits<std::int64_t, std::uint64_t>>(bytes, numbers);
      return;
    case NumberFormat::kUint64:
      decode<std::uint64_t, same_bits<std::uint64_t, std::uint64_t>>(bytes, numbers);
      return;
    default:
      break;
  }
  std::array<float, kPiece> singles{};
  const std::size_t size = bytes_of_number(format);
  for (std::size_t start = 0; start < numbers.size(); start += singles.size()) {
    const std::size_t count = std::min(singles.size(), numbers.size() - start);
    decode_ordered(bytes + start * size, format, std::span(singles).first(count));
    std::copy_n(singles.begin(), count, numbers.begin() + static_cast<std::ptrdiff_t>(start));
  }
}

/// Numbers of the greatest byte first, whose bytes are turned round a piece at a time.
template <typename S>
void decode_reversed(const std::uint8_t* bytes, NumberFormat format, std::span<S> numbers) {
  std::array<std::uint8_t, kPiece> piece{};
  const std::size_t size = bytes_of_number(format);
  const std::size_t in_piece = piece.size() / size;
  for (std::size_t start = 0; start < numbers.size(); start += in_piece) {
    const std::size_t count = std::min(in_piece, numbers.size() - start);
    // Sizes are powers of 2: this is the place of the same byte counted from the other end.
    for (std::size_t byte = 0; byte < count * size; ++byte) {
      piece[byte] = bytes[start * size + (byte ^ (size - 1))];
    }
    decode_ordered(piece.data(), format, numbers.subspan(start, count));
  }
}

}  // namespace

std::size_t bytes_of_number(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
    case NumberFormat::kInt64:
    case NumberFormat::kUint64:
      return 8;
    case NumberFormat::kFloat32:
    case NumberFormat::kInt32:
    case NumberFormat::kUint32:
      return 4;
    case NumberFormat::kFloat16:
    case NumberFormat::kBfloat16:
    case NumberFormat::kInt16:
    case NumberFormat::kUint16:
      return 2;
    case NumberFormat::kFloat8E4M3:
    case NumberFormat::kFloat8E5M2:
    case NumberFormat::kInt8:
    case NumberFormat::kUint8:
    case NumberFormat::kBool:
      return 1;
  }
  throw Error(ErrorCode::kDomain, {"format must be one of the formats of numbers."});
}

bool single_holds(NumberFormat format) {
  const std::size_t bytes = bytes_of_number(format);
  return bytes <= 2 || format == NumberFormat::kFloat32;
}

template <std::floating_point S>
void decode_numbers(std::span<const std::uint8_t> bytes, NumberFormat format, bool big_endian,
                    std::span<S> numbers) {
  const std::size_t bytes_of_all = numbers.size() * bytes_of_number(format);
  check::fit(bytes.size() == bytes_of_all,
             {"bytes has ", bytes.size(), " bytes and ", numbers.size(),
              " numbers of this format take ", bytes_of_all, "."});
  check::domain(std::same_as<S, double> || single_holds(format),
                {"Single precision does not hold every number of this format."});
  // Every processor that this library is built for has the least byte first.
  if (big_endian) {
    decode_reversed(bytes.data(), format, numbers);
  } else {
    decode_ordered(bytes.data(), format, numbers);
  }
}

template void decode_numbers<double>(std::span<const std::uint8_t>, NumberFormat, bool,
                                     std::span<double>);
template void decode_numbers<float>(std::span<const std::uint8_t>, NumberFormat, bool,
                                    std::span<float>);

}  // namespace attention_scale
