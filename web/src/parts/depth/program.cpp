// Encoders as they are initialised, without a division of the scores and with one by d_k^exponent:
// their layers one by one. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <array>

#include "../../part-kit/programs/layers.hpp"
#include "../../part-kit/programs/quantile.hpp"

// ---- parameters ----
const std::uint32_t encoders{40};
const std::uint32_t drawseed{0};
// ---- end of the parameters ----

using Weights = std::array<Matrix, 6>;

Matrix normalised_back(const Matrix& rows, const Matrix& g) {
  const Matrix y = normalised(rows);
  const Vector along = g.cwiseProduct(y).rowwise().mean();
  const Matrix centred = g.colwise() - g.rowwise().mean();
  return (centred - along.asDiagonal() * y).array().colwise() / deviation(rows).array();
}

/// The gradient of the rows; `gradient` gets the norm of that of W^Q.
Matrix attention_back(const Matrix& rows, const Weights& W, double by, const Matrix& g,
                      double& gradient) {
  const Attention of(rows, rows, W[0], W[1], W[2], by);
  const Matrix dZ = g * W[3].transpose();
  Matrix dQ(dZ.rows(), dZ.cols()), dK = dQ, dV = dQ;
  const Eigen::Index d_k = dZ.cols() / heads;
  for (int i = 0; i < heads; ++i) {
    const Matrix& y = of.weights[static_cast<std::size_t>(i)];
    const Matrix dy = dZ.middleCols(i * d_k, d_k) * of.V.middleCols(i * d_k, d_k).transpose();
    const Vector along = y.cwiseProduct(dy).rowwise().sum();
    const Matrix dS = y.cwiseProduct(dy.colwise() - along) / by;
    dQ.middleCols(i * d_k, d_k) = dS * of.K.middleCols(i * d_k, d_k);
    dK.middleCols(i * d_k, d_k) = dS.transpose() * of.Q.middleCols(i * d_k, d_k);
    dV.middleCols(i * d_k, d_k) = y.transpose() * dZ.middleCols(i * d_k, d_k);
  }
  gradient = (rows.transpose() * dQ).norm();
  return dQ * W[0].transpose() + dK * W[1].transpose() + dV * W[2].transpose();
}

Matrix active_slope(const Matrix& z) {
  return z.unaryExpr([](double entry) {
    if (activation == "relu") return entry > 0 ? 1.0 : 0.0;
    return below(entry) + entry * std::exp(-entry * entry / 2) / std::sqrt(2 * std::acos(-1.0));
  });
}

struct Kept {
  Matrix rows, read, total;
};

/// Deviation of the logits, entropy, largest weight and gradient of W^Q, of each layer of encoder
/// t.
Matrix encoder(const Matrix& first, std::uint32_t t, double by) {
  RandomState state({drawseed, t});
  const Eigen::Index n = first.rows(), d = first.cols();
  std::vector<Weights> all;
  std::vector<Kept> kept;
  Matrix told(layers, 4), rows = first;
  for (int i = 0; i < layers; ++i) {
    Weights W;
    for (std::size_t k = 0; k < 4; ++k) W[k] = drawn(state, k < 3, d, d);
    W[4] = drawn(state, false, d, 4 * d);
    W[5] = drawn(state, false, 4 * d, d);
    for (const bool attends : {true, false}) {
      const Matrix read = norm == "pre" ? normalised(rows) : rows;
      Matrix added;
      if (attends) {
        const Attention of(read, read, W[0], W[1], W[2], by);
        const auto [entropy, peak] = sharpness(of.weights);
        const double variance = (of.scores.array() - of.scores.mean()).square().mean();
        told.row(i) << std::sqrt(variance) / by, entropy, peak, 0;
        added = of.Z * W[3];
      } else {
        added = active(read * W[4]) * W[5];
      }
      const Matrix total = rows + added;
      kept.push_back({rows, read, total});
      rows = norm == "pre" ? total : normalised(total);
    }
    all.push_back(W);
  }
  Matrix g = state.normal(n, d);
  for (std::size_t k = kept.size(); k-- > 0;) {
    const auto& [before, read, total] = kept[k];
    const Weights& W = all[k / 2];
    if (norm == "post") g = normalised_back(total, g);
    Matrix dread;
    if (k % 2 == 0)
      dread = attention_back(read, W, by, g, told(static_cast<Eigen::Index>(k / 2), 3));
    else
      dread = (g * W[5].transpose()).cwiseProduct(active_slope(read * W[4])) * W[4].transpose();
    g += norm == "pre" ? normalised_back(before, dread) : dread;
  }
  return told;
}

int main() {
  Matrix first = Sentence().X;
  const Eigen::Index d = first.cols();
  first += positions(first.rows(), d);
  for (const std::string name : {"unscaled", "scaled"}) {
    const double by = name == "unscaled" ? 1 : std::pow(d / heads, exponent);
    Matrix told(encoders, 4 * layers);
    for (std::uint32_t t = 0; t < encoders; ++t) told.row(t) = encoder(first, t, by).reshaped();
    int k = 0;
    for (const std::string what : {"deviation", "entropy", "largest weight", "gradient"}) {
      print(name + " " + what + ": median, lower and upper decile of each layer");
      for (int i = 0; i < layers; ++i) print_row(deciles(told.col(k++)));
    }
  }
}
