#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sentence.hpp"

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

/// The heads of an attention; the keys and values of a cross-attention are of other rows.
struct Attention {
  Matrix Q, K, V, Z, scores;
  std::vector<Matrix> weights;

  Attention(const Matrix& queries, const Matrix& keys, const Matrix& wq, const Matrix& wk,
            const Matrix& wv, double by, bool masked = false)
      : Q(queries * wq), K(keys * wk), V(keys * wv), Z(Q.rows(), Q.cols()) {
    const Eigen::Index d_k = Q.cols() / heads, n = K.rows();
    scores.resize(Q.rows(), heads * n);
    for (int i = 0; i < heads; ++i) {
      auto own = scores.middleCols(i * n, n);
      own = Q.middleCols(i * d_k, d_k) * K.middleCols(i * d_k, d_k).transpose();
      Matrix logits = own / by;
      if (masked) logits.triangularView<Eigen::StrictlyUpper>().setConstant(-INFINITY);
      weights.push_back(softmax(logits));
      Z.middleCols(i * d_k, d_k) = weights.back() * V.middleCols(i * d_k, d_k);
    }
  }
};

/// The mean entropy of all rows, and their mean largest weight.
inline std::pair<double, double> sharpness(const std::vector<Matrix>& weights) {
  double entropy = 0, peak = 0;
  for (const Matrix& y : weights) {
    entropy -= (y.array() * y.array().max(1e-300).log()).rowwise().sum().mean();  // 0 ln 0 = 0
    peak += y.rowwise().maxCoeff().mean();
  }
  return {entropy / heads, peak / heads};
}
