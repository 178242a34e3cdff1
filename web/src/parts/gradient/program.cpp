// The gradient that reaches a query through softmax: of random keys, and of the sentence.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/draws.hpp"
#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const std::string loss{"squares"};
const int target{1};
// ---- end of the parameters ----

int main() {
  const Sentence s;
  Matrix values;
  // With many keys every second, every eighth draw.
  const std::uint32_t counts[][2]{{3, 1}, {16, 1}, {64, 2}, {512, 8}};
  print("n, exponent, d, median of the gradient over the draws, share of the draws that supply it");
  for (const auto& [n, every] : counts) {
    values = sampled("gradient", Vector{{0, exponent}}, n, (draws + every - 1) / every);
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < octaves; ++i) {
        const Vector g = values.row(2 * i + j);
        const Vector squares = (g / g.maxCoeff()).array().square();
        const double share = squares.mean() * squares.mean() / squares.array().square().mean();
        print_row(n, j * exponent, 1 << i, quantile(g, 0.5), share);
      }
  }
  for (const std::string quantity : {"peak", "jacobian", "gradient"}) {
    values = sampled(quantity, Vector{{0, exponent}});
    print(quantity + ": exponent, d, median, lower and upper decile, mean of the draws");
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < octaves; ++i) {
        const Vector v = values.row(2 * i + j);
        print_row(j * exponent, 1 << i, deciles(v), v.mean());
      }
    print(quantity + ": each row of the sentence, unscaled and scaled");
    for (const Row scores : s.scores.rowwise())
      print_row(reached(quantity, scores, s.K, 1), reached(quantity, scores, s.K, s.divisor));
  }

  const auto octave = std::lround(std::log2(dim));
  print("gradient: one d, then single draws, unscaled and scaled", 1 << octave,
        values.block(2 * octave, 0, 2, std::min<Eigen::Index>(60, draws)).transpose());

  if (words.empty()) return 0;
  for (const std::string name : {"unscaled", "scaled"}) {
    const double divisor = name == "unscaled" ? 1 : s.divisor;
    const Matrix Y = softmax(s.scores / divisor);
    const Matrix Z = Y * s.V;
    Matrix dZ = Z;
    if (loss == "sum") dZ.setOnes();
    if (loss == "target")
      dZ.rowwise() -= s.V.row(std::min<Eigen::Index>(target, s.V.rows()) - 1).eval();
    Matrix dY = dZ * s.V.transpose();
    for (Eigen::Index i = 0; i < Y.rows(); ++i) {  // changes nothing, keeps digits
      Eigen::Index top = 0;
      s.scores.row(i).maxCoeff(&top);
      dY.row(i).array() -= double{dY(i, top)};
    }
    // Each row: its Jacobian times dY.
    const Vector sums = Y.cwiseProduct(dY).rowwise().sum();
    const Matrix dS = Y.cwiseProduct(dY.colwise() - sums) / divisor;
    print(name + " loss", loss == "sum" ? Z.sum() : dZ.squaredNorm() / 2);
    print(name + " dL/dscores", dS);
    print(name + " dL/dQ", shown(dS * s.K));
    print(name + " dL/dK", shown(dS.transpose() * s.Q));
  }
}
