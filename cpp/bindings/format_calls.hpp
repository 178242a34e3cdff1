/// \file The call that reads the numbers of a file of tensors.
#pragma once

#include "attention_scale/formats/number_formats.hpp"
#include "descriptor.hpp"

#include <cstdint>

namespace attention_scale::bindings {

using Format = Number<
    "format(float64|float32|float16|bfloat16|float8_e4m3|float8_e5m2|int8|uint8|int16|"
    "uint16|int32|uint32|int64|uint64|bool)",
    NumberFormat>;

/// The numbers in single or in double precision: in whichever is wanted.
inline void decode_numbers(List<"bytes", std::uint8_t> bytes, Format format,
                           Number<"bigEndian!", bool> big_endian, Output<"single", float> singles,
                           Output<"double"> doubles) {
  const NumberFormat wanted = format;
  const Index count = bytes.size() / static_cast<Index>(bytes_of_number(wanted));
  if (singles.wanted()) {
    attention_scale::decode_numbers<float>(bytes, wanted, big_endian, singles.make_list(count));
  }
  if (doubles.wanted()) {
    attention_scale::decode_numbers<double>(bytes, wanted, big_endian, doubles.make_list(count));
  }
}

}  // namespace attention_scale::bindings
