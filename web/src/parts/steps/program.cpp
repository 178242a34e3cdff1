// softmax(X X^T) X of the worked example, without a division of the scores and with one, and one
// row written out. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const int row{1};
const std::string division{"without"};
// ---- end of the parameters ----

int main() {
  const Sentence s;
  print("scores", s.scores);
  for (const std::string name : {"unscaled", "scaled"}) {
    const Matrix y = softmax(s.scores / (name == "unscaled" ? 1 : s.divisor));
    print(name + " weights", y);
    print(name + " Z", y * s.X);
  }
  const Matrix logits = s.scores.row(row - 1) / (division == "with" ? s.divisor : 1);
  print("products of the row", s.X * s.X.row(row - 1).asDiagonal());
  print("logits of the row", logits);
  print("exponentials of the row", (logits.array() - logits.maxCoeff()).exp());
  print("weighted words of the row", softmax(logits).row(0).asDiagonal() * s.X);
}
