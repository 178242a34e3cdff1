/// \file Attention weights as they stand in a file: a first look at many heads, in one pass over
/// their bytes.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/formats/number_formats.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace attention_scale {

/// Matrices [rows×cols] one after the other, row by row.
struct StoredWeights {
  std::span<const std::uint8_t> bytes{};
  NumberFormat format = NumberFormat::kFloat64;
  bool big_endian = false;
  Index rows = 0;
  Index cols = 0;
};

/// Each matrix is looked at under so many powers: without the division and with it.
inline constexpr Index kPowers = 2;

/// A row for each power of each matrix.
struct WeightSummaries {
  Matrix<float> pictures{};    ///< the largest weight of each block, row by row of blocks
  Vector<double> entropies{};  ///< in nats, the mean over the rows
  Vector<double> largest{};    ///< the largest weight of a row, the mean over the rows
};

/// Of the weights that tempered_weights (given_weights.hpp) makes with each power, without making
/// them: pictures of squares of `block`×`block` weights, and numbers of their rows.
///
/// The weights of a row under a power p are w^p/Σ w^p, which rise with w: the largest of a block is
/// that of its largest w, and only Σ w^p needs every weight. Formats of one or two bytes have so
/// few numbers that each power is computed once for all weights.
/// \throws Error(kShape) when empty, and where `bytes` is no whole number of matrices;
/// Error(kDomain) on a weight that is negative or not finite, on a block below 1, and unless the
/// powers are finite and not negative.
WeightSummaries summarise_weights(const StoredWeights& weights,
                                  const std::array<double, kPowers>& powers, Index block);

}  // namespace attention_scale
