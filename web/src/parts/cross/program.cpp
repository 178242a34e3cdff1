// Attention of one sentence on another, without a division of the scores and with one by
// d^exponent. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/second_sentence.hpp"

int main() {
  const Sentence s;
  const Matrix Y = second_vectors();
  const Matrix scores = s.Q * Sentence::project(Y, 2).transpose();
  const Matrix V = Sentence::project(Y, 3);
  print("cross scores", scores);
  for (const std::string name : {"unscaled", "scaled"}) {
    const Matrix y = softmax(scores / (name == "unscaled" ? 1 : s.divisor));
    print(name + " cross weights", y);
    // 0 ln 0 = 0
    print(name + " cross entropy", -(y.array() * y.array().max(1e-300).log()).rowwise().sum());
    print(name + " cross output", shown(y * V));
  }
}
