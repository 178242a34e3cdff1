// Two sentences as one tensor [batch, heads, n, d_k]: padded queries, masked weights, and the
// variance of the scores. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/second_sentence.hpp"
#include "../../part-kit/programs/variance.hpp"

// ---- parameters ----
const int heads{8};
const std::string division{"without"};
// ---- end of the parameters ----

/// The numbers of all matrices, one after the other.
Vector joined(const std::vector<Matrix>& parts) {
  std::vector<double> all;
  for (const Matrix& part : parts)
    for (const double number : part.reshaped()) all.push_back(number);
  return Vector::Map(all.data(), std::ssize(all));
}

/// Variance of all these scores, and the means over rows and columns of more than one score.
void print_variances(const std::string& name, const std::vector<Matrix>& scores) {
  double rows = 0, cols = 0, count = 0;
  for (const Matrix& S : scores) {
    if (S.rows() < 2) continue;
    for (const auto& row : S.rowwise()) rows += variance(row.transpose());
    for (const auto& col : S.colwise()) cols += variance(col);
    count += static_cast<double>(S.rows());
  }
  const Row told{{variance(joined(scores)), rows / count, cols / count}};
  print(name + ": variance of all scores, rows, columns", told.head(count > 0 ? 3 : 1));
}

int main() {
  const Sentence s;
  const Matrix Y = second_vectors();
  const Eigen::Index d_k = s.X.cols() / heads, n = std::max(s.X.rows(), Y.rows());
  const double by = division == "with" ? std::pow(d_k, exponent) : 1;
  std::vector<Matrix> queries, keys, whole;
  for (const Matrix& X : {s.X, Y}) {
    queries.push_back(Sentence::project(X, 1));
    keys.push_back(Sentence::project(X, 2));
    const Matrix q = queries.back().leftCols(d_k), k = keys.back().leftCols(d_k);
    const std::string name = ", sentence " + std::to_string(queries.size()) + ", head 1";
    Matrix padded = Matrix::Zero(n, d_k), y = Matrix::Zero(n, n);
    padded.topRows(q.rows()) = q;
    y.topLeftCorner(q.rows(), q.rows()) = softmax(q * k.transpose() / by);
    print("queries" + name, shown(padded));
    print("weights" + name, y);
  }
  for (int i = 0; i < heads; ++i) {
    std::vector<Matrix> scores;
    for (std::size_t b = 0; b < 2; ++b)
      scores.push_back(queries[b].middleCols(i * d_k, d_k) *
                       keys[b].middleCols(i * d_k, d_k).transpose());
    print_variances("head " + std::to_string(i + 1), scores);
    whole.insert(whole.end(), scores.begin(), scores.end());
  }
  print_variances("whole tensor", whole);
  const double q = variance(joined(queries), 0), k = variance(joined(keys), 0);
  print("sigma^2 of Q and of K, d_k sigma^4", q, k, static_cast<double>(d_k) * q * k);
}
