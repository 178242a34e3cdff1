// The variance of scores: of many random queries and keys, and of the sentence.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/sentence.hpp"
#include "../../part-kit/programs/variance.hpp"

// ---- parameters ----
const int samples{10000};
const int sampledim{100};
const std::uint32_t sampleseed{0};
const double sigma{1};
const std::string law{"normal"};
const int histogram_done{20000};        // queries whose scores a stopped run has counted
const std::uint32_t spread_done{24};    // repeats that a stopped run has made
const std::uint32_t aligned_done{200};  // pairs of vectors that a stopped run has drawn
// ---- end of the parameters ----

double deviation(const Matrix& z, int ddof = 1) {
  return std::sqrt(variance(z.reshaped<Eigen::RowMajor>(), ddof));
}

/// Entries of mean 0 and standard deviation sigma [rows × cols].
Matrix drawn(RandomState* random, int rows, int cols) {
  const double half = std::sqrt(3.0) * sigma;
  return Matrix::NullaryExpr(rows, cols, [&] {
    if (law == "normal") return sigma * random->normal();
    if (law == "uniform") return -half + 2.0 * half * random->uniform();
    return random->uniform() < 0.5 ? -sigma : sigma;
  });
}

/// Moments, first entries and a histogram of the scores of many queries and keys.
void print_samples() {
  RandomState random(sampleseed);
  const Matrix query = drawn(&random, samples, sampledim);
  const Matrix key = drawn(&random, sampledim, samples);
  const double count = static_cast<double>(samples) * samples;
  const double root = std::sqrt(sampledim);

  // The moments of all samples² scores without computing one: Σ q·k = (Σ q)·(Σ k),
  // Σ (q·k)² = ⟨QᵀQ, KKᵀ⟩.
  const double total = query.colwise().sum() * key.rowwise().sum();
  const Matrix of_queries = query.transpose() * query;
  const Matrix of_keys = key * key.transpose();
  const double squares = of_queries.cwiseProduct(of_keys).sum() - total * total / count;
  const auto queries = query.reshaped<Eigen::RowMajor>();
  print("mean and standard deviation of the query, the key and the scaled scores", mean(queries),
        deviation(query), mean(key.reshaped<Eigen::RowMajor>()), deviation(key),
        total / count / root, std::sqrt(squares / (count - 1) / sampledim));
  print("first entries of the query", queries.head(std::min(400, samples * sampledim)));

  // Signs have scores d, d - 2 … -d: each has a bin of its own.
  int bins = 240;
  double reach = 6 * sigma * sigma;
  if (law == "sign") {
    bins = static_cast<int>(std::ceil(6 * root));
    if (bins % 2 == sampledim % 2) ++bins;
    reach = bins * sigma * sigma / root;
  }
  // The page counts in single precision: a score beside an edge may be in the other bin.
  Vector counts = Vector::Zero(bins);
  const int counted = std::min(samples, histogram_done);
  for (int start = 0; start < counted; start += 500) {  // not all scores at once
    const Matrix scores = query.middleRows(start, std::min(500, counted - start)) * key / root;
    for (const double score : scores.reshaped()) {
      const double place = (score + reach) / (2 * reach) * bins;
      if (place >= 0 && place < bins) ++counts[static_cast<int>(place)];
    }
  }
  print("histogram of the scaled scores: edges", Vector::LinSpaced(bins + 1, -reach, reach));
  print("histogram of the scaled scores: counts", counts);
}

/// The deviation of the scores for d = 1, 2, 4 … 1024, in many small experiments.
void print_spread() {
  Matrix deviations(11, spread_done);
  for (std::uint32_t repeat = 0; repeat < spread_done; ++repeat) {
    RandomState random({sampleseed, repeat});
    const Matrix query = drawn(&random, 200, 1024);
    const Matrix key = drawn(&random, 200, 1024);
    for (int i = 0; i < 11; ++i)
      deviations(i, repeat) = deviation(query.leftCols(1 << i) * key.leftCols(1 << i).transpose());
  }
  print("d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²");
  for (int i = 0; i < 11; ++i) {
    const double root = std::sqrt(1 << i);
    const double m = mean(deviations.row(i).transpose());
    const double between = spread_done > 1 ? deviation(deviations.row(i)) : 0;
    print_row(1 << i, m, between, m / root, between / root, root * sigma * sigma);
  }
}

/// q·k where k = c q + √(1 − c²) u lies at the cosine c to q, on average.
void print_aligned() {
  const Matrix mixes{{0, 1}, {0.28, 0.96}, {0.6, 0.8}};
  Matrix sizes(33, aligned_done);
  for (std::uint32_t t = 0; t < aligned_done; ++t) {
    const Matrix both = RandomState({sampleseed, t}).normal(2, 1024);
    for (int i = 0; i < 11; ++i) {
      const Matrix first = both.leftCols(1 << i);
      sizes.col(t).segment(3 * i, 3) = mixes * (first * first.row(0).transpose());
    }
  }
  print(
      "d, deviation of q·k of independent vectors, its mean at c = 0.28 and 0.6, all divided by "
      "sqrt(d)");
  for (int i = 0; i < 11; ++i) {
    const Row found{{aligned_done > 1 ? deviation(sizes.row(3 * i)) : 0,
                     mean(sizes.row(3 * i + 1).transpose()),
                     mean(sizes.row(3 * i + 2).transpose())}};
    print_row(1 << i, found, found / std::sqrt(1 << i));
  }
}

void print_sentence() {
  const Sentence s;
  for (const std::string name : {"scores", "scaled scores"}) {
    const Matrix S = s.scores / (name == "scores" ? 1 : s.divisor);
    print("variance of the sentence's " + name + ": all, rows, columns", variance(S.reshaped(), 0));
    for (const auto& row : S.rowwise()) print_row(variance(row.transpose(), 0));
    for (const auto& column : S.colwise()) print_row(variance(column, 0));
  }
  const Eigen::Index d = s.X.cols();
  const double std = deviation(s.scores, 0);
  if (sigma == 1 && words.size() > 1)
    print("d, deviation of the sentence's scores, divided by sqrt(d)", d, std, std / std::sqrt(d));
}

int main() {
  print_samples();
  print_spread();
  print_aligned();
  if (!words.empty()) print_sentence();
}
