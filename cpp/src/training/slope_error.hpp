/// \file How far a slope that backpropagation computes is from a difference quotient.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {

/// |analytic − numeric|, relative to the largest of both, of `typical` and of what the quotient
/// tells to six digits.
/// \param typical root mean square of the slopes along random directions: along one of them the
///   terms may cancel
/// \param loss the function's value, rounded to its last digit in both terms of the difference
/// \param step half the distance of both arguments
inline double slope_error(double analytic, double numeric, double typical, double loss,
                          double step) {
  constexpr double kSixDigits = 1e6;
  const double resolution = std::numeric_limits<double>::epsilon() * loss / step;
  const double size = std::max({std::abs(analytic), std::abs(numeric), typical,
                                kSixDigits * resolution, std::numeric_limits<double>::min()});
  return std::abs(analytic - numeric) / size;
}

}  // namespace attention_scale
