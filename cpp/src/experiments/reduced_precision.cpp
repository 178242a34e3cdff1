#include "attention_scale/experiments/reduced_precision.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace attention_scale {
namespace {

/// 2^exponent at compile time.
constexpr double power_of_two(int exponent) {
  return exponent == 0  ? 1
         : exponent > 0 ? 2 * power_of_two(exponent - 1)
                        : power_of_two(exponent + 1) / 2;
}

/// Rounds to `kDigits` bits of significand. Normal numbers start at 2^kLeast and end below
/// 2^kBeyond.
///
/// A sum, product or quotient of two such numbers that is computed in double and then rounded here
/// is what rounding it once would give, for 53 ≥ 2·kDigits + 2 (Figueroa, "When is double rounding
/// innocuous?", 1995): true of half, bfloat16 and float. The products are even exact in double, and
/// so is a sum that comes out subnormal.
template <int kDigits, int kLeast, int kBeyond>
struct Rounding {
  double operator()(double value) const {
    const double size = std::abs(value);
    if (!(size >= power_of_two(kLeast))) {  // 0, subnormal, or NaN, which stays NaN
      // The sum with this number has no bits below the last one of a subnormal.
      constexpr double kShift = power_of_two(kLeast - kDigits + 53);
      return std::copysign((size + kShift) - kShift, value);
    }
    // Half a step is added before the last bits of the significand are cut off; slightly less than
    // half where the last bit that stays is 0. A carry correctly increases the exponent.
    constexpr int kCut = 53 - kDigits;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &size, sizeof(bits));
    bits += (std::uint64_t{1} << (kCut - 1)) - 1 + ((bits >> kCut) & 1U);
    bits &= ~((std::uint64_t{1} << kCut) - 1);
    double rounded = 0;
    std::memcpy(&rounded, &bits, sizeof(rounded));
    if (rounded >= power_of_two(kBeyond)) {
      rounded = std::numeric_limits<double>::infinity();
    }
    return std::copysign(rounded, value);
  }
};

using ToFloat = Rounding<24, -126, 128>;
using ToHalf = Rounding<11, -14, 16>;
using ToBfloat16 = Rounding<8, -126, 128>;

/// Every key for every query, coordinate by coordinate from the first on. `step` rounds each
/// product and each sum.
template <std::floating_point S, typename Step>
Matrix<double> dot_products(const Matrix<S>& queries, const Matrix<S>& keys, Step step) {
  Matrix<double> result(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i) {
    const S* const query = queries.row(i).data();
    for (Index j = 0; j < keys.rows(); ++j) {
      const S* const key = keys.row(j).data();
      S sum = 0;
      for (Index l = 0; l < queries.cols(); ++l) {
        sum = step(sum + step(query[l] * key[l]));
      }
      result(i, j) = static_cast<double>(sum);
    }
  }
  return result;
}

Matrix<double> dot_products(const Matrix<double>& queries, const Matrix<double>& keys,
                            const ReducedPrecisionOptions& options) {
  if (options.precision == Precision::kDouble) {
    return dot_products<double>(queries, keys, [](double x) { return x; });
  }
  if (options.accumulate_in_float || options.precision == Precision::kFloat) {
    return dot_products<float>(queries.cast<float>(), keys.cast<float>(),
                               [](float x) { return x; });
  }
  return options.precision == Precision::kHalf ? dot_products<double>(queries, keys, ToHalf{})
                                               : dot_products<double>(queries, keys, ToBfloat16{});
}

/// size·queries·keysᵀ·size/√d in double precision.
Matrix<double> exact_logits(const Matrix<double>& queries, const Matrix<double>& keys,
                            double root) {
  Matrix<double> result(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used when no output is wanted.
  attention<double>(queries, keys, keys, {.scale = 1.0}, {.scores = result});
  return result / root;
}

/// Every entry divided by `divisor` and rounded: by 1 to round it alone.
void round_quotients(Matrix<double>& matrix, double divisor, Precision precision) {
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = round_to(precision, matrix.data()[i] / divisor);
  }
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

double round_to(Precision precision, double value) {
  switch (precision) {
    case Precision::kDouble:
      return value;
    case Precision::kFloat:
      return ToFloat{}(value);
    case Precision::kHalf:
      return ToHalf{}(value);
    case Precision::kBfloat16:
      return ToBfloat16{}(value);
  }
  return value;
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
  result.exact = exact_logits(scaled_queries, scaled_keys, root);
  result.logits = reduced_logits(scaled_queries, scaled_keys, root, options);
  result.difference = result.logits - result.exact;
  for (Index i = 0; i < result.logits.size(); ++i) {
    const double difference = std::abs(result.difference.data()[i]);
    const double exact = std::abs(result.exact.data()[i]);
    if (!std::isfinite(result.logits.data()[i])) {
      ++result.overflowed;
      continue;
    }
    result.largest_difference = std::max(result.largest_difference, difference);
    if (exact != 0) {
      result.largest_relative = std::max(result.largest_relative, difference / exact);
    }
  }
  return result;
}

}  // namespace attention_scale
