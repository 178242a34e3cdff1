// The sums of the first odd numbers.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <iostream>

// ---- parameters ----
const int terms{6};
// ---- end of the parameters ----

int main() {
  for (int sum = 0, i = 0; i < terms; ++i) std::cout << (sum += 2 * i + 1) << "\n";
}
