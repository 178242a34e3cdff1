/// \file Products of matrices in eight bits with rows of whole numbers.
///
/// WebAssembly and x86 multiply whole numbers of 16 bits and add them in pairs in one step, twice
/// as many as floats, and eight bits become 16 in one step but floats in several. All sums are
/// exact: no digit depends on how many rows are multiplied at a time, nor on the machine.
#pragma once

#include "attention_scale/language/weights.hpp"

#include <initializer_list>

namespace attention_scale::simd {

/// The length of rows is a multiple of this.
inline constexpr Index kInputsAtATime = 8;
/// The longest rows: a sum is held as four of 32 bits, which 128·32767·2048/4 fits.
inline constexpr Index kMostInputs = 2048;

struct Int8Product {
  const Int8Matrix& w;  ///< [out×in]
  MatrixOut<float> y;   ///< [n×out], becomes x·Wᵀ
};

/// The products of the rows of x [n×in], each rounded to multiples of the largest |x| of its
/// row/32767: an entry is wrong by at most 2^−16 of the largest one, the rest is exact up to one
/// rounding.
/// \throws Error(kDomain) on entries that are not finite, and where rows are longer than
/// kMostInputs; Error(kShape) where shapes do not fit or a length is no multiple of kInputsAtATime.
void multiply_int8(const MatrixIn<float>& x, std::initializer_list<Int8Product> products);

}  // namespace attention_scale::simd
