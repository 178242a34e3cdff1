#include "attention_scale/statistics/local_exponents.hpp"

#include "attention_scale/core/check.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace attention_scale {
namespace {

/// log(to / from), also where the logarithms of both round to the same number, and where their
/// quotient overflows.
double log_ratio(double from, double to) {
  const double change = (to - from) / from;
  return std::abs(change) < 0.5 ? std::log1p(change) : std::log(to) - std::log(from);
}

}  // namespace

std::vector<double> local_exponents(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 2) {
    throw Error(ErrorCode::kShape,
                {"x has ", std::to_string(x.size()), " entries and y ", std::to_string(y.size()),
                 "; both need the same number, at least 2."});
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    check::finite("x", x[i]);
    check::within("y", y[i], 0, std::numeric_limits<double>::max());
    if (x[i] <= (i == 0 ? 0 : x[i - 1])) {
      throw Error(ErrorCode::kDomain, {"x holds ", check::number(x[i]),
                                       " where a larger number is needed: its entries must be "
                                       "positive and rising."});
    }
  }
  std::vector<double> exponents(x.size() - 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const bool both_zero = y[i] == 0 && y[i + 1] == 0;
    exponents[i] = both_zero ? 0 : log_ratio(y[i], y[i + 1]) / log_ratio(x[i], x[i + 1]);
  }
  return exponents;
}

}  // namespace attention_scale
