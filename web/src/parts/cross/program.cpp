// Attention of one sentence on another, without a division of the scores and with one by
// d^exponent. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <sstream>

#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const std::string second{"我 很 好"};
// ---- end of the parameters ----

int main() {
  const Sentence s;
  Matrix Y(std::count(second.begin(), second.end(), ' ') + 1, s.X.cols());
  if (x.empty()) {
    std::istringstream text(second);
    Eigen::Index row = 0;
    for (std::string word; text >> word;)
      Y.row(row++) = RandomState({seed, crc32(word)}).normal(1, Y.cols());
  } else {
    Y.resize(3, 3);
    Y << 1.71, 1.06, 1.49, 0.81, 2.01, 1.47, 1.42, 2.38, 0.11;
  }
  const Matrix scores = s.Q * Sentence::project(Y, 2).transpose();
  const Matrix V = Sentence::project(Y, 3);
  print("cross scores", scores);
  for (const std::string name : {"unscaled", "scaled"}) {
    const Matrix y = softmax(scores / (name == "unscaled" ? 1 : s.divisor));
    print(name + " cross weights", y);
    // 0 ln 0 = 0
    print(name + " cross entropy", -(y.array() * y.array().max(1e-300).log()).rowwise().sum());
    print(name + " cross output", (y * V).leftCols(std::min<Eigen::Index>(16, V.cols())));
  }
}
