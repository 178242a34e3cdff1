// Two sentences as one tensor [batch, heads, n, d_k]: padded queries, masked weights, and the
// variance of the scores. g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/second_sentence.hpp"

// ---- parameters ----
const int heads{8};
const std::string division{"without"};
// ---- end of the parameters ----

/// The variance of all numbers with ddof 1.
double variance(const Vector& numbers) {
  return (numbers.array() - numbers.mean()).square().sum() /
         static_cast<double>(numbers.size() - 1);
}

/// The numbers of all matrices, one after the other.
Vector joined(const std::vector<Vector>& parts) {
  std::vector<double> all;
  for (const Vector& part : parts) all.insert(all.end(), part.begin(), part.end());
  return Vector::Map(all.data(), std::ssize(all));
}

struct Variances {
  std::vector<Vector> all;
  std::vector<double> rows, cols;

  void add(const Matrix& scores) {
    all.push_back(scores.reshaped());
    if (scores.rows() < 2) return;
    for (const auto& row : scores.rowwise()) rows.push_back(variance(row.transpose()));
    for (const auto& col : scores.colwise()) cols.push_back(variance(col));
  }

  void print_with(const std::string& heading) const {
    std::vector<double> told{variance(joined(all))};
    if (!rows.empty()) {
      told.push_back(Row::Map(rows.data(), std::ssize(rows)).mean());
      told.push_back(Row::Map(cols.data(), std::ssize(cols)).mean());
    }
    print(heading, Row::Map(told.data(), std::ssize(told)));
  }
};

int main() {
  const Sentence s;
  const Matrix Y = second_vectors();
  const Eigen::Index width = s.X.cols(), d_k = width / heads, n = std::max(s.X.rows(), Y.rows()),
                     shown = std::min<Eigen::Index>(16, d_k);
  const double by = division == "with" ? std::pow(d_k, exponent) : 1;
  const Matrix batch[] = {s.X, Y};
  std::vector<Vector> queries, keys;
  std::vector<Variances> spreads(heads);
  Variances whole;
  for (int b = 0; b < 2; ++b) {
    const Matrix Q = Sentence::project(batch[b], 1), K = Sentence::project(batch[b], 2);
    queries.push_back(Q.reshaped());
    keys.push_back(K.reshaped());
    for (int i = 0; i < heads; ++i) {
      const Matrix q = Q.middleCols(i * d_k, d_k);
      const Matrix scores = q * K.middleCols(i * d_k, d_k).transpose();
      spreads[static_cast<std::size_t>(i)].add(scores);
      whole.add(scores);
      if (i > 0) continue;
      const std::string name = ", sentence " + std::to_string(b + 1) + ", head 1";
      Matrix padded = Matrix::Zero(n, shown), y = Matrix::Zero(n, n);
      padded.topRows(q.rows()) = q.leftCols(shown);
      y.topLeftCorner(q.rows(), q.rows()) = softmax(scores / by);
      print("queries" + name, padded);
      print("weights" + name, y);
    }
  }
  for (int i = 0; i < heads; ++i)
    spreads[static_cast<std::size_t>(i)].print_with("head " + std::to_string(i + 1) +
                                                    ": variance of all scores, rows, columns");
  whole.print_with("whole tensor: variance of all scores, rows, columns");
  // The variances of the entries divide by their count.
  const auto squared = [](const Vector& all) { return (all.array() - all.mean()).square().mean(); };
  const double q = squared(joined(queries)), k = squared(joined(keys));
  print("sigma^2 of Q and of K, d_k sigma^4", Row{{q, k, static_cast<double>(d_k) * q * k}});
}
