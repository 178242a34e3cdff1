/// \file The formats of numbers in files of tensors, read into single or double precision.
///
/// Layouts: IEEE 754 binary16, 32 and 64; bfloat16, the upper half of a binary32; the two 8-bit
/// formats of Micikevicius et al., FP8 Formats for Deep Learning, 2022; integers in two's
/// complement.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace attention_scale {

enum class NumberFormat {
  kFloat64 = 0,
  kFloat32 = 1,
  kFloat16 = 2,
  kBfloat16 = 3,
  kFloat8E4M3 = 4,  ///< bias 7, largest 448, no infinity, one NaN of either sign (PyTorch's e4m3fn)
  kFloat8E5M2 = 5,  ///< the upper half of a binary16
  kInt8 = 6,
  kUint8 = 7,
  kInt16 = 8,
  kUint16 = 9,
  kInt32 = 10,
  kUint32 = 11,
  kInt64 = 12,
  kUint64 = 13,
  kBool = 14,  ///< one byte: 0, or 1 for any other
};

/// The bytes of a number. \throws Error(kDomain) where `format` is none of those above.
std::size_t bytes_of_number(NumberFormat format);

/// Whether single precision holds every number of the format. Double precision holds those of all
/// but 64-bit integers beyond 2⁵³, which are rounded to nearest.
bool single_holds(NumberFormat format);

/// Writes the numbers in `bytes`, each converted exactly, NaN and infinities too, into `numbers`,
/// which has as many. \throws Error(kShape) where it has not; Error(kDomain) where S is float and
/// single precision does not hold the format.
template <std::floating_point S>
void decode_numbers(std::span<const std::uint8_t> bytes, NumberFormat format, bool big_endian,
                    std::span<S> numbers);

}  // namespace attention_scale
