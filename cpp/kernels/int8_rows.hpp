/// \file Products of a matrix in eight bits with vectors of whole numbers.
///
/// WebAssembly and x86 multiply whole numbers of 16 bits and add them in pairs in one step, twice
/// as many as floats, and eight bits become 16 in one step but floats in several. All sums are
/// exact: no digit depends on how many vectors are multiplied at a time, nor on the machine.
#pragma once

#include "attention_scale/language/weights.hpp"

namespace attention_scale::simd {

/// The length of rows is a multiple of this.
inline constexpr Index kInputsAtATime = 8;
/// The longest rows: a sum is held as four of 32 bits, which 128·32767·2048/4 fits.
inline constexpr Index kMostInputs = 2048;

/// The rows of x [n×in] in fixed point, each rounded to multiples of the largest |x| of the
/// row/32767·2^−15: an entry is wrong by at most 2^−30.9 of the largest one. A multiple is
/// high·2^15 + low, two words of 16 bits. With the upper word alone, 15 bits and a sign, a model
/// whose largest entries are some hundred times the others has logits that are wrong by 0.02.
class FixedPointRows {
 public:
  /// \throws Error(kDomain) on entries that are not finite, and where rows are longer than
  /// kMostInputs; Error(kShape) where their length is no multiple of kInputsAtATime.
  explicit FixedPointRows(const MatrixIn<float>& x);

  /// y [n×out] = x·Wᵀ for W [out×in], an exact sum that is rounded once.
  /// \throws Error(kShape) where the shapes do not fit
  void multiply(const Int8Matrix& w, MatrixOut<float> y) const;

 private:
  Index rows_;
  Index length_;
  std::vector<std::int16_t> words_;  ///< [2·n×in]: the upper words of a row, then the lower ones
  std::vector<double> units_;        ///< [n], what 1 in the lower word stands for
};

}  // namespace attention_scale::simd
