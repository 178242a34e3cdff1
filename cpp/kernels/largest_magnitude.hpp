/// \file One pass over a matrix that finds its largest entry and whether all are finite.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <limits>

namespace attention_scale::simd {

/// The largest |entry|; infinity or NaN where one is not finite.
template <std::floating_point S>
S largest_magnitude(const MatrixIn<S>& matrix);

template <std::floating_point S>
bool all_finite(const MatrixIn<S>& matrix) {
  return largest_magnitude<S>(matrix) <= std::numeric_limits<S>::max();
}

}  // namespace attention_scale::simd
