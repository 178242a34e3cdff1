// All heads of a sentence, without a division of the scores and with one by d_k^exponent, and their
// outputs through W^O. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const int heads{8};
const int head{1};
const int query{7};
const std::string division{"without"};
// ---- end of the parameters ----

int main() {
  const Sentence s;
  const Eigen::Index d_k = s.V.cols() / heads;
  for (const std::string name : {"unscaled", "scaled"}) {
    Matrix Z(s.V.rows(), s.V.cols());
    for (int i = 0; i < heads; ++i) {
      const auto own = [&](const Matrix& all) { return all.middleCols(i * d_k, d_k); };
      const double by = name == "unscaled" ? 1 : std::pow(d_k, exponent);
      const Matrix y = softmax(own(s.Q) * own(s.K).transpose() / by);
      Z.middleCols(i * d_k, d_k) = y * own(s.V);
      const Row row = y.row(std::min<Eigen::Index>(query, y.rows()) - 1);
      const double entropy = -(row.array() * row.array().max(1e-300).log()).sum();  // 0 ln 0 = 0
      print(name + ", head " + std::to_string(i + 1) + ": entropy and largest weight of the word",
            entropy, row.maxCoeff());
      if (i + 1 == std::min(head, heads)) print(name + " weights of the head", y);
    }
    if ((name == "scaled") != (division == "with")) continue;
    print("Concat(Z_1 ... Z_h)", shown(Z));
    print("Concat(Z_1 ... Z_h) W^O", shown(Sentence::project(Z, 4)));
  }
}
