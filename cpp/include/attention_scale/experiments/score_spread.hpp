/// \file The standard deviation of scores for every d.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/random/entry_law.hpp"

#include <cstdint>
#include <span>

namespace attention_scale {

struct ScoreSpreadOptions {
  std::uint32_t seed = 0;
  Index samples = 200;  ///< number of queries and of keys in a repeat: 2 to 2000
  double std = 1;
  EntryLaw law = EntryLaw::kNormal;
};

/// The standard deviation (ddof 1) of all samples² scores q·k, for every d of `dims` (rising, 1 to
/// kLargestDim) in `count` repeats from number `from` on: [count×dims].
/// Repeat r draws from RandomState([seed, r]): query [samples×1024], then key [samples×1024]; d
/// takes the first d coordinates. The scores of a repeat share queries and keys, so that they are
/// not independent: the error of the deviation shows between repeats, not within one. \throws
/// Error(kDomain) if an option is outside its range.
Matrix<double> score_spreads(const ScoreSpreadOptions& options, std::span<const Index> dims,
                             std::uint32_t from, Index count);

}  // namespace attention_scale
