#include "attention_scale/normal_density.hpp"

#include "attention_scale/check.hpp"

#include <cmath>

namespace attention_scale {

double normal_density(double x, double mean, double std) {
  constexpr double kRootOfTwoPi = 2.5066282746310002;
  check::finite("x", x);
  check::finite("mean", mean);
  check::finite("std", std);
  if (std <= 0) {
    throw Error(ErrorCode::kDomain, "std is " + check::number(std) + "; it must be more than 0.");
  }
  const double deviations = (x - mean) / std;
  return std::exp(-deviations * deviations / 2) / kRootOfTwoPi / std;
}

}  // namespace attention_scale
