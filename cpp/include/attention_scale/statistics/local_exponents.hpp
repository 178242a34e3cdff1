/// \file The local exponent of a power law, between neighbouring points.
#pragma once

#include <span>
#include <vector>

namespace attention_scale {

/// Between neighbours: log(y[i + 1] / y[i]) / log(x[i + 1] / x[i]), the slope on logarithmic axes.
/// For y = c·x^p it is p everywhere. One result fewer than points; −∞ where y decreases to 0,
/// +∞ where it increases from 0, and 0 where both are 0. \throws Error(kShape) unless both have one
/// length, at least 2, Error(kDomain) unless x is positive and rising and y is finite and not
/// negative.
std::vector<double> local_exponents(std::span<const double> x, std::span<const double> y);

}  // namespace attention_scale
