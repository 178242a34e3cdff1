#pragma once

#include <cmath>
#include <string>

#include "quantile.hpp"

// ---- parameters ----
const std::uint32_t keys{3};
const std::uint32_t draws{2000};
const std::uint32_t drawseed{0};
// ---- end of the parameters ----

/// d = 1, 2, 4 … 1024.
constexpr int octaves = 11;

/// One quantity of y = softmax(scores / divisor) for the keys K: "peak", the largest weight,
/// "entropy", "jacobian", the norm of the Jacobian J, or "gradient", that of dy/dq = J·K / divisor.
inline double reached(const std::string& quantity, const Vector& scores, const Matrix& K,
                      double divisor) {
  const Eigen::Index n = scores.size();
  Eigen::Index top = 0;
  const Vector gap = scores.maxCoeff(&top) - scores.array();
  const Vector e = (-gap / divisor).array().exp();
  const Vector y = e / e.sum();
  if (quantity == "peak") return y[top];
  if (quantity == "entropy")
    return std::log1p(e.head(top).sum() + e.tail(n - top - 1).sum()) + y.dot(gap) / divisor;
  Matrix A = K;
  if (quantity == "jacobian") A.setIdentity(n, n);
  // The rows of J sum to 0: this changes nothing, and tiny weights keep their digits.
  A.rowwise() -= A.row(top).eval();
  A.rowwise() -= (y.transpose() * A).eval();
  return (y.asDiagonal() * A).norm() / (quantity == "jacobian" ? 1 : divisor);
}

/// The quantity with scores divided by d^exponent [octaves·exponents × draws], octave by octave.
inline Matrix sampled(const std::string& quantity, const Vector& exponents, std::uint32_t n = keys,
                      std::uint32_t count = draws) {
  Matrix values(octaves * exponents.size(), count);
  for (std::uint32_t t = 0; t < count; ++t) {
    const Matrix vectors = RandomState({drawseed, n, t}).normal(n + 1, 1024);
    Eigen::Index row = 0;
    for (int d = 1; d <= 1024; d *= 2) {
      const Matrix K = vectors.bottomLeftCorner(n, d);
      const Vector scores = K * vectors.row(0).head(d).transpose();
      for (const double power : exponents)
        values(row++, t) = reached(quantity, scores, K, std::pow(d, power));
    }
  }
  return values;
}
