#include "attention_scale/local_exponents.hpp"

#include "attention_scale/check.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace attention_scale {

std::vector<double> local_exponents(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 2) {
    throw Error(ErrorCode::kShape, "x has " + std::to_string(x.size()) + " entries and y " +
                                       std::to_string(y.size()) +
                                       "; both need the same number, at least 2.");
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    check::finite("x", x[i]);
    check::within("y", y[i], 0, std::numeric_limits<double>::max());
    if (x[i] <= (i == 0 ? 0 : x[i - 1])) {
      throw Error(ErrorCode::kDomain, "x holds " + check::number(x[i]) +
                                          " where a larger number is needed: its entries must be "
                                          "positive and rising.");
    }
  }
  std::vector<double> exponents(x.size() - 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    // The difference of two logarithms and not the logarithm of a quotient, which could overflow.
    const bool both_zero = y[i] == 0 && y[i + 1] == 0;
    exponents[i] =
        both_zero ? 0
                  : (std::log(y[i + 1]) - std::log(y[i])) / (std::log(x[i + 1]) - std::log(x[i]));
  }
  return exponents;
}

}  // namespace attention_scale
