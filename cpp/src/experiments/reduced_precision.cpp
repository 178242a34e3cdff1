#include "attention_scale/experiments/reduced_precision.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"

#include <cmath>
#include <cstdint>

namespace attention_scale {
namespace {

/// A floating-point format: `digits` bits of significand; normal numbers from `least` to below
/// `beyond`.
struct Format {
  int digits;
  double least;
  double beyond;
};

constexpr Format kHalf{.digits = 11, .least = 0x1p-14, .beyond = 0x1p16};
constexpr Format kBfloat16{.digits = 8, .least = 0x1p-126, .beyond = 0x1p128};

/// Every key for every query, coordinate by coordinate from the first on. Each product and each sum
/// is rounded.
Matrix<double> dot_products(const Matrix<double>& queries, const Matrix<double>& keys,
                            const ReducedPrecisionOptions& options) {
  const bool in_float = options.accumulate_in_float && options.precision != Precision::kDouble;
  const Precision precision = in_float ? Precision::kFloat : options.precision;
  Matrix<double> sums = Matrix<double>::Zero(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i) {
    for (Index j = 0; j < keys.rows(); ++j) {
      for (Index l = 0; l < queries.cols(); ++l) {
        const double product = round_to(precision, queries(i, l) * keys(j, l));
        sums(i, j) = round_to(precision, sums(i, j) + product);
      }
    }
  }
  return sums;
}

/// Every entry divided by `divisor` and rounded: by 1 to round it alone.
void round_quotients(Matrix<double>& matrix, double divisor, Precision precision) {
  matrix = (matrix / divisor).unaryExpr([=](double x) { return round_to(precision, x); });
}

/// Logits [n×m] of queries and keys as they are before anything is rounded.
Matrix<double> reduced_logits(Matrix<double> queries, Matrix<double> keys, double root,
                              const ReducedPrecisionOptions& options) {
  const Precision precision = options.precision;
  const bool both = options.place == RootPlace::kBoth;
  const double divisor = round_to(precision, both ? std::sqrt(root) : root);
  round_quotients(queries, 1, precision);
  round_quotients(keys, 1, precision);
  if (both || options.place == RootPlace::kQueries) {
    round_quotients(queries, divisor, precision);
  }
  if (both || options.place == RootPlace::kKeys) {
    round_quotients(keys, divisor, precision);
  }
  Matrix<double> logits = dot_products(queries, keys, options);
  round_quotients(logits, 1, precision);
  if (options.place == RootPlace::kScores) {
    round_quotients(logits, divisor, precision);
  }
  return logits;
}

}  // namespace

/// A sum, product or quotient of two numbers of a format that is computed in double and then
/// rounded here is what rounding it once would give, for 53 ≥ 2·digits + 2 (Figueroa, "When is
/// double rounding innocuous?", 1995): true of half, bfloat16 and float. The products are even
/// exact in double, and so is a sum that comes out subnormal.
double round_to(Precision precision, double value) {
  if (precision == Precision::kDouble) {
    return value;
  }
  if (precision == Precision::kFloat) {
    return static_cast<double>(static_cast<float>(value));
  }
  const Format& format = precision == Precision::kHalf ? kHalf : kBfloat16;
  const double size = std::abs(value);
  const int cut = 53 - format.digits;
  if (!(size >= format.least)) {  // 0, subnormal, or NaN, which stays NaN
    // The sum with this number has no bits below the last one of a subnormal.
    const double shift = format.least * static_cast<double>(std::uint64_t{1} << cut);
    return std::copysign((size + shift) - shift, value);
  }
  // Half a step is added before the last bits of the significand are cut off; slightly less than
  // half where the last bit that stays is 0. A carry correctly increases the exponent.
  auto bits = Eigen::numext::bit_cast<std::uint64_t>(size);
  bits += (std::uint64_t{1} << (cut - 1)) - 1 + ((bits >> cut) & 1U);
  bits &= ~((std::uint64_t{1} << cut) - 1);
  const auto result = Eigen::numext::bit_cast<double>(bits);
  return std::copysign(result < format.beyond ? result : HUGE_VAL, value);
}

ReducedScores reduced_scores(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                             const ReducedPrecisionOptions& options) {
  check::finite<double>("queries", queries);
  check::finite<double>("keys", keys);
  check::positive("size", options.size);
  const Matrix<double> scaled_queries = options.size * queries;
  const Matrix<double> scaled_keys = options.size * keys;
  check::no_overflow<double>("size·queries", scaled_queries);
  check::no_overflow<double>("size·keys", scaled_keys);
  const double root = std::sqrt(static_cast<double>(queries.cols()));
  ReducedScores result;
  result.exact.resize(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used when no output is wanted.
  attention<double>(scaled_queries, scaled_keys, scaled_keys, {.scale = 1.0},
                    {.scores = result.exact});
  result.exact /= root;
  result.logits = reduced_logits(scaled_queries, scaled_keys, root, options);
  result.difference = result.logits - result.exact;
  const auto finite = result.logits.array().isFinite();
  const auto exact = result.exact.array().abs();
  const auto difference = result.difference.array().abs();
  result.overflowed = finite.size() - finite.count();
  result.largest_difference = finite.select(difference, 0).maxCoeff();
  result.largest_relative = (finite && exact != 0).select(difference / exact, 0).maxCoeff();
  return result;
}

}  // namespace attention_scale
