/// \file One pass over a matrix that finds its largest entry and whether all are finite.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale::simd {

/// The largest |entry|; infinity or NaN where one is not finite.
template <std::floating_point S>
S largest_magnitude(const MatrixIn<S>& matrix);

}  // namespace attention_scale::simd
