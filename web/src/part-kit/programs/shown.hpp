#pragma once

#include <algorithm>

#include "numpy.hpp"

/// The columns that the page shows.
inline Matrix shown(const Matrix& rows) {
  return rows.leftCols(std::min<Eigen::Index>(16, rows.cols()));
}
