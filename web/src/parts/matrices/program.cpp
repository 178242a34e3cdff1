// Attention of a sentence without a division of the scores and with one by d^exponent.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/sentence.hpp"

int main() {
  const Sentence s;
  print("word vectors X, the columns on the page", shown(s.X));
  print("scores", s.scores);
  for (const std::string name : {"unscaled", "scaled"}) {
    const Matrix y = softmax(s.scores / (name == "unscaled" ? 1 : s.divisor));
    print(name + " weights", y);
    // 0 ln 0 = 0
    print(name + " entropy", -(y.array() * y.array().max(1e-300).log()).rowwise().sum());
    print(name + " largest weight", y.rowwise().maxCoeff());
    print(name + " Z", shown(y * s.V));
  }
}
