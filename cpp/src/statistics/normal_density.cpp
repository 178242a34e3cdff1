#include "attention_scale/statistics/normal_density.hpp"

#include "attention_scale/core/check.hpp"

#include <cmath>

namespace attention_scale {

double normal_density(double x, double mean, double std) {
  constexpr double kRootOfTwoPi = 2.5066282746310002;
  check::finite("x", x);
  check::finite("mean", mean);
  check::positive("std", std);
  const double distance = x - mean;
  const double deviations =
      std::isfinite(distance) ? distance / std : (x / 2 - mean / 2) / (std / 2);
  // Two factors e^(−deviations²/4), each with half of the power of two in 1/std: the exponential
  // alone may vanish where the density does not.
  const double root = std::exp(-deviations * deviations / 4);
  int exponent = 0;
  const double significand = std::frexp(std, &exponent);
  const double density = std::scalbn(root, -exponent / 2) *
                         std::scalbn(root / kRootOfTwoPi / significand, exponent / 2 - exponent);
  if (std::isinf(density)) {
    throw Error(ErrorCode::kDomain,
                {"std is ", check::number(std), "; so narrow a density at ", check::number(x),
                 " overflows double precision: make std larger."});
  }
  return density;
}

}  // namespace attention_scale
