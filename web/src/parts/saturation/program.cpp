// Softmax of logits that grow: entropy and largest weight.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/logits.hpp"

/// Spread of the logits, entropy and largest weight of their softmax.
Row statistics(const Row& z) {
  Eigen::Index top = 0;
  const Row gap = z.maxCoeff(&top) - z.array();
  const Row e = (-gap).array().exp();
  const Row y = softmax(z);
  // -sum y ln y in a form that keeps its digits where one weight is almost 1
  const double others = e.head(top).sum() + e.tail(e.size() - top - 1).sum();
  const double spread = std::sqrt((z.array() - z.mean()).square().mean());
  return Row{{spread, std::log1p(others) + y.dot(gap), y.maxCoeff()}};
}

int main() {
  const Sentence s;
  const Row base = base_of(s.scores);
  const Row z = factor * base.array() + shift;
  print("logits", z);
  print("softmax", softmax(z));
  print("spread, entropy, largest weight", statistics(z));
  print("factor, spread, entropy, largest weight");
  for (const double f : factors()) print_row(f, statistics(f * base));
  print("rows of the sentence: spread, entropy, largest weight, unscaled and scaled");
  for (const auto& row : s.scores.rowwise())
    print_row(statistics(row), statistics(row / s.divisor));
}
