// The Jacobian of softmax: its entries, its norms and what it passes on of a gradient.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <Eigen/Eigenvalues>

#include "../../part-kit/programs/logits.hpp"

// ---- parameters ----
const std::vector<double> upstream{1, -1, 1, -1};
// ---- end of the parameters ----

Matrix jacobian(const Row& z) {
  const Row y = softmax(z);
  Matrix J = -y.transpose() * y;
  J.diagonal().setZero();
  J.diagonal() = -J.rowwise().sum().eval();  // y_i (1 − y_i), as every row of J sums to 0
  return J;
}

/// Frobenius and spectral norm.
Row norms(const Matrix& J) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(J, Eigen::EigenvaluesOnly);
  return Row{{J.stableNorm(), eigen.eigenvalues().maxCoeff()}};
}

int main() {
  const Sentence s;
  const Row base = base_of(s.scores);
  const Row z = factor * base.array() + shift;
  for (const std::string name : {"J", "J, divided"}) {
    const Matrix J = jacobian(name == "J" ? z : z / s.divisor);
    print(name, J);
    print(name + ": Frobenius and spectral norm", norms(J));
  }

  const bool ladder = source == "ladder";  // (1, 1, 2, 4) times a
  Vector scales = factors();
  if (ladder) {
    scales = Vector::LinSpaced(122, 0, 121).array().square() * 20 / 14400;
    scales[121] = a * factor;
  }
  const Row unit = ladder ? Row{{1, 1, 2, 4}} : base;
  print("factor or a, Frobenius and spectral norm");
  for (const double scale : scales) print_row(scale, norms(jacobian(scale * unit)));
  print("Frobenius norm of each row of the sentence, unscaled and scaled");
  for (const auto& row : s.scores.rowwise())
    print_row(norms(jacobian(row))[0], norms(jacobian(row / s.divisor))[0]);

  Row g = Row::Zero(base.size());
  const auto given = std::min<Eigen::Index>(g.size(), std::ssize(upstream));
  g.head(given) = Row::Map(upstream.data(), given);
  const double h = 1e-5;
  print("g", g);
  print("softmax", softmax(z));
  print("J g", g * jacobian(z));  // J is symmetric
  print("J g by a central difference", (softmax(z + h * g) - softmax(z - h * g)) / (2 * h));
  print("factor, norm of J g");
  for (const double f : factors()) print_row(f, (g * jacobian(f * base)).norm());
}
