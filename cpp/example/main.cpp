#include <attention_scale/attention/attention.hpp>

#include <iostream>

int main() {
  attention_scale::Matrix<double> x(3, 3);
  x << 1, 3, 2, 1, 1, 3, 1, 2, 1;
  const auto scaled = attention_scale::attention<double>(x, x, x);
  const auto unscaled = attention_scale::attention<double>(x, x, x, {.scale = 1.0});
  std::cout << unscaled.weights << "\n\n" << scaled.weights << '\n';
}
