#include "attention_scale/layers/positions.hpp"

#include "attention_scale/core/check.hpp"

#include <cmath>

namespace attention_scale {

Matrix<double> positions(Index rows, Index cols) {
  check::not_empty("the positions", rows, cols);
  Matrix<double> result(rows, cols);
  for (Index col = 0; col < cols; ++col) {
    const double share = static_cast<double>(col - col % 2) / static_cast<double>(cols);
    const double wavelength = std::pow(10000.0, share);
    for (Index row = 0; row < rows; ++row) {
      const double angle = static_cast<double>(row) / wavelength;
      result(row, col) = col % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return result;
}

}  // namespace attention_scale
