/// \file The one pass that tells whether a matrix is finite, and how large its entries are.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale::simd {

/// The largest |entry|; infinity or NaN where one is not finite.
template <std::floating_point S>
S largest_magnitude(const MatrixIn<S>& matrix);

}  // namespace attention_scale::simd
