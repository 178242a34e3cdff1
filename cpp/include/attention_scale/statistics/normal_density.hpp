/// \file The density of the normal law, for the curves over histograms.
#pragma once

namespace attention_scale {

/// exp(−(x − mean)² / 2std²) / (std·√2π). \throws Error(kDomain) unless std > 0 and all are finite,
/// and where the density overflows, which takes a std below 2.3e-309.
double normal_density(double x, double mean, double std);

}  // namespace attention_scale
