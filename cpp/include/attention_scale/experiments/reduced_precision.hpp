/// \file Scores in reduced precision, for every place where √d_k can be divided out.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

enum class Precision {
  kDouble = 0,    ///< IEEE 754 binary64
  kFloat = 1,     ///< binary32
  kHalf = 2,      ///< binary16: 11 bits of significand, largest 65504
  kBfloat16 = 3,  ///< 8 bits of significand, the range of binary32
};

/// `value` rounded to a precision, to nearest, ties to even; subnormals are kept, what is too large
/// becomes ±∞. NaN stays NaN.
double round_to(Precision precision, double value);

/// The place where √d_k is divided out. All places give the same logits in exact arithmetic.
enum class RootPlace {
  kScores = 0,   ///< (q·k) / √d
  kQueries = 1,  ///< (q / √d)·k
  kKeys = 2,     ///< q·(k / √d)
  kBoth = 3,     ///< (q / d^¼)·(k / d^¼)
};

struct ReducedPrecisionOptions {
  Precision precision = Precision::kHalf;
  /// The sum of a dot product is kept in single precision and rounded at its end, instead of being
  /// rounded to `precision` after every product and every sum. No difference for double.
  bool accumulate_in_float = false;
  RootPlace place = RootPlace::kScores;
  double size = 1;  ///< multiplies queries and keys before anything is rounded
};

struct ReducedScores {
  Matrix<double> logits;      ///< computed in that precision [n×m]: may hold ±∞, and NaN for ∞ − ∞
  Matrix<double> exact;       ///< size²·q·k/√d in double precision [n×m]
  Matrix<double> difference;  ///< logits − exact [n×m]; ±∞ or NaN where the logit is
  Index overflowed = 0;       ///< how many logits are not finite
  double largest_difference = 0;  ///< |difference|, among the finite ones
  double largest_relative = 0;    ///< |difference| / |exact|, among the finite ones with exact ≠ 0
};

/// The logits of `queries` [n×d_k] and `keys` [m×d_k], computed step by step in a reduced
/// precision: size·q and size·k are rounded, the divisor is rounded, and so is every product, sum
/// and quotient. \throws Error(kShape) where shapes do not fit or are empty, Error(kDomain) on
/// entries that are not finite, unless size > 0, and where the exact logits overflow.
ReducedScores reduced_scores(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                             const ReducedPrecisionOptions& options);

}  // namespace attention_scale
