#pragma once

#include <cmath>
#include <string>

#include "random_state.hpp"

// ---- parameters ----
const int layers{6};
const int heads{8};
const std::string norm{"post"};
const std::string activation{"relu"};
const std::string init{"xavier"};
// ---- end of the parameters ----

/// Vectors of positions, which are added to those of words.
inline Matrix positions(Eigen::Index rows, Eigen::Index d) {
  return Matrix::NullaryExpr(rows, d, [&](Eigen::Index row, Eigen::Index col) {
    const double angle = static_cast<double>(row) /
                         std::pow(10000, static_cast<double>(col / 2 * 2) / static_cast<double>(d));
    return col % 2 == 0 ? std::sin(angle) : std::cos(angle);
  });
}

/// A matrix of parameters; `makes`: whether it makes queries, keys or values.
inline Matrix drawn(RandomState& state, bool makes, Eigen::Index rows, Eigen::Index cols) {
  const double high =
      std::sqrt(6.0 / static_cast<double>((makes && init == "packed" ? 3 : 1) * rows + cols));
  return Matrix::NullaryExpr(rows, cols, [&] {
    return init == "normal" ? 0.02 * state.normal() : -high + 2 * high * state.uniform();
  });
}

inline Vector deviation(const Matrix& rows) {
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  return (centred.rowwise().squaredNorm().array() / static_cast<double>(rows.cols()) + 1e-5).sqrt();
}

inline Matrix normalised(const Matrix& rows) {
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  return centred.array().colwise() / deviation(rows).array();
}

/// The distribution function of the normal law.
inline double below(double z) { return std::erfc(-z / std::sqrt(2)) / 2; }

inline Matrix active(const Matrix& z) {
  if (activation == "relu") return z.array().max(0);
  return z.unaryExpr([](double entry) { return entry * below(entry); });
}
