// Attention with any widths: its scores divided by nothing, by the root of d_model and by the root
// of d_k. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include <sstream>

#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const int dk{16};
const int dv{24};
const std::string projection{"drawn"};
const std::string wq{"1,0;0,1;1,1"};
const std::string wk{"1,0;0,1;0,0"};
const std::string wv{"1,0,0;0,1,0;0,0,1"};
// ---- end of the parameters ----

Matrix matrix(const std::string& pasted, std::uint32_t i, Eigen::Index rows, int cols) {
  if (projection == "identity") return Matrix::Identity(rows, cols);
  if (projection == "drawn")
    return RandomState({seed, i}).normal(rows, 1024).leftCols(cols) / std::sqrt(rows);
  Matrix read(rows, cols);
  std::istringstream text(pasted);
  double number;
  char sign;
  for (Eigen::Index at = 0; text >> number; text >> sign) read.data()[at++] = number;
  return read;
}

int main() {
  const Sentence s;
  const Eigen::Index model = s.X.cols();
  const Matrix Q = s.X * matrix(wq, 1, model, dk), K = s.X * matrix(wk, 2, model, dk);
  const Matrix V = s.X * matrix(wv, 3, model, dv);
  const std::pair<std::string, double> divisors[] = {
      {"not divided", 1},
      {"divided by the root of d_model", std::sqrt(model)},
      {"divided by the root of d_k", std::sqrt(dk)}};
  for (const auto& [name, by] : divisors) {
    const Matrix y = softmax(Q * K.transpose() / by);
    // 0 ln 0 = 0
    print(name + ": entropy", -(y.array() * y.array().max(1e-300).log()).rowwise().sum());
    print(name + ": gradient");
    for (const Row row : y.rowwise()) {
      // The Jacobian of softmax times the keys, over the divisor.
      const Matrix apart = K.rowwise() - Row(row * K);
      print_row((row.asDiagonal() * apart).stableNorm() / by);
    }
    print(name + ": output", shown(y * V));
  }
}
