// Division by d^exponent for every exponent, for more keys, and in fewer digits.
// g++ -std=c++20 -O2 -I/usr/include/eigen3
#include "../../part-kit/programs/draws.hpp"
#include "../../part-kit/programs/sentence.hpp"

// ---- parameters ----
const std::string measure{"change"};
const std::string precision{"half"};
const std::string accumulate{"same"};
const std::string place{"scores"};
const double size{96};
const std::uint32_t growth_done{400};  // the most draws for the entropy against the number of keys
// ---- end of the parameters ----

/// The median for every exponent and d, and its change from one d to the next.
void print_map() {
  const Vector exponents = Vector::LinSpaced(21, 0, 20) / 20;
  const std::string quantity = measure == "change" ? "gradient" : measure;
  const Matrix values = sampled(quantity, exponents);
  Matrix table(21, 1 + octaves);
  table.col(0) = exponents;
  for (int i = 0; i < octaves; ++i)
    for (int j = 0; j < 21; ++j) table(j, 1 + i) = quantile(values.row(21 * i + j), 0.5);
  print("exponent, median for each d = 1, 2, 4 ...", table);
  if (measure != "change") return;
  const Matrix powers = table.rightCols(octaves).array().log() / std::log(2.0);
  table.middleCols(1, octaves - 1) = powers.rightCols(octaves - 1) - powers.leftCols(octaves - 1);
  print("exponent, power of d by which the median changes between neighbouring d",
        table.leftCols(octaves));
}

/// Lower decile, median and upper decile.
Row fan(const Vector& numbers) {
  return Row{{quantile(numbers, 0.1), quantile(numbers, 0.5), quantile(numbers, 0.9)}};
}

/// The entropy of n = 2, 4 … 4096 weights.
void print_growth() {
  const std::uint32_t d = 64;
  const double root = std::sqrt(d);
  const std::uint32_t count = std::min(draws, growth_done);
  Matrix entropies(36, count);
  for (std::uint32_t t = 0; t < count; ++t) {
    const Matrix vectors = RandomState({drawseed, d, t}).normal(4097, d);
    const Vector scores = vectors.bottomRows(4096) * vectors.row(0).transpose();
    for (int i = 0; i < 12; ++i) {
      const Vector first = scores.head(2 << i);
      const double more = std::log(512) / std::log(2 << i);  // 1 for 512 keys
      entropies(3 * i, t) = reached("entropy", first, {}, root);
      entropies(3 * i + 1, t) = reached("entropy", first, {}, root * more);
      entropies(3 * i + 2, t) = reached("entropy", first, {}, root * std::sqrt(more));
    }
  }
  print(
      "n, entropy (lower decile, median, upper decile) over sqrt(d), times kappa ln(n) / d and its "
      "root, ln(n)");
  for (int i = 0; i < 12; ++i)
    print_row(2 << i, fan(entropies.row(3 * i)), fan(entropies.row(3 * i + 1)),
              fan(entropies.row(3 * i + 2)), std::log(2 << i));
}

/// z in a format: to nearest, ties to even. Half precision has 11 significant bits and 2^-14 as its
/// least normal number, bfloat16 8 bits and 2^-126.
double rounded(const std::string& format, double z) {
  if (format == "float") return double{static_cast<float>(z)};
  if (format == "double" || !std::isfinite(z)) return z;
  const bool half = format == "half";
  int power = 0;
  std::frexp(z, &power);
  const double unit = std::ldexp(1.0, half ? std::max(power, -13) - 11 : std::max(power, -125) - 8);
  const double nearest = std::nearbyint(z / unit) * unit;
  const double limit = std::ldexp(1.0, half ? 16 : 128);
  return std::abs(nearest) < limit ? nearest : std::copysign(INFINITY, z);
}

double number(double z) { return rounded(precision, z); }

/// Sums and products of logits are kept in this.
double wide(double z) {
  return rounded(accumulate == "float" && precision != "double" ? "float" : precision, z);
}

void print_sentence() {
  const Sentence s;
  if (words.size() > 1) {
    print("the sentence: n, entropy of each row", words.size());
    for (const Row scores : s.scores.rowwise())
      print_row(reached("entropy", scores, s.K, s.divisor));
  }
  Matrix Q = size * s.Q;
  Matrix K = size * s.K;
  const double root = std::sqrt(s.X.cols());
  const Matrix exact = Q * K.transpose() / root;
  const double divisor = number(place == "both" ? std::sqrt(root) : root);
  Q = Q.unaryExpr(&number);
  K = K.unaryExpr(&number);
  if (place == "queries" || place == "both") Q = (Q / divisor).unaryExpr(&number);
  if (place == "keys" || place == "both") K = (K / divisor).unaryExpr(&number);
  Matrix reduced = Matrix::Zero(Q.rows(), Q.rows());
  for (Eigen::Index l = 0; l < Q.cols();
       ++l) {  // one coordinate after the other, each step rounded
    const Matrix products = Q.col(l) * K.col(l).transpose();
    reduced = (reduced + products.unaryExpr(&wide)).unaryExpr(&wide);
  }
  reduced = reduced.unaryExpr(&number).eval();
  if (place == "scores") reduced = (reduced / divisor).unaryExpr(&number);
  print("logits in fewer digits", reduced);
  print("logits in fewer digits minus exact logits", reduced - exact);
}

int main() {
  print_map();
  print_growth();
  if (!words.empty()) print_sentence();
}
