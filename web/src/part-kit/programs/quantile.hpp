#pragma once

#include <algorithm>

#include "numpy.hpp"

/// The quantile of numbers by NumPy's linear rule.
inline double quantile(Vector numbers, double probability) {
  std::sort(numbers.begin(), numbers.end());
  const double place = probability * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<Eigen::Index>(place);
  const Eigen::Index above = std::min(below + 1, numbers.size() - 1);
  return numbers[below] + (place - static_cast<double>(below)) * (numbers[above] - numbers[below]);
}

/// Median, lower and upper decile.
inline Row deciles(const Vector& numbers) {
  return Row{{quantile(numbers, 0.5), quantile(numbers, 0.1), quantile(numbers, 0.9)}};
}
