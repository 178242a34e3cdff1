/// \file The calls that read the numbers of a file of tensors.
#pragma once

#include "attention_scale/formats/number_formats.hpp"
#include "attention_scale/formats/stored_weights.hpp"
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

/// Matrices [rows×cols] in `bytes`, each under two powers; the results have a row for each power of
/// each matrix.
inline void summarise_weights(List<"bytes", std::uint8_t> bytes, Format format,
                              Number<"bigEndian!", bool> big_endian, Number<"rows", Index> rows,
                              Number<"cols", Index> cols, Number<"block", Index> block,
                              Number<"unscaled"> unscaled, Number<"scaled"> scaled,
                              Output<"pictures", float> pictures, Output<"entropies"> entropies,
                              Output<"largest"> largest) {
  const StoredWeights weights{
      .bytes = bytes, .format = format, .big_endian = big_endian, .rows = rows, .cols = cols};
  const WeightSummaries summaries =
      attention_scale::summarise_weights(weights, {unscaled, scaled}, block);
  pictures.put(summaries.pictures);
  entropies.put(summaries.entropies);
  largest.put(summaries.largest);
}

}  // namespace attention_scale::bindings
