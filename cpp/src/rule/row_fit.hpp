/// \file Weighted least squares over the rows of a sample, with a constant of its own in each row:
/// measure_rule.hpp derives it.
#pragma once

#include "rule/weight_sample.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace attention_scale::rule {

/// The most coefficients of a fit.
inline constexpr std::size_t kMostTerms = 2;

struct RowFit {
  std::array<double, kMostTerms> values{};
  std::array<double, kMostTerms> errors{};
  double squares = 0;   ///< Σ trust·residual²
  Index freedom = 0;    ///< weights, less the constants of rows, less coefficients
  bool solved = false;  ///< false where the terms do not differ from constants or from each other

  /// Root of the mean trust·residual²: 1 where rounding of the weights is all that disturbs.
  [[nodiscard]] double chi() const;
  /// The share of the spread of ln w that is left.
  [[nodiscard]] double left(const WeightSample& sample) const;
};

/// A term of the fit: a matrix of the sample's shape.
using Terms = std::span<const Matrix<double>* const>;

/// target = Σ values·terms + a constant in each row.
RowFit fit_rows(const WeightSample& sample, const Matrix<double>& target, Terms terms);

/// One term, for the logarithms of the sample.
RowFit fit_rows(const WeightSample& sample, const Matrix<double>& term);

/// logit = factor·tanh(slope·x)/slope + a constant in each row, for x [rows×m]; values are factor
/// and slope, so that the cap is factor/slope. The slope is found on a logarithmic grid first, then
/// both by Gauss and Newton.
RowFit fit_capped(const WeightSample& sample, const Matrix<double>& x);

/// factor·tanh(slope·x)/slope.
Matrix<double> capped(const Matrix<double>& x, double factor, double slope);

/// logit = factor·x + b(j − i) + a constant in each row, b any function: the normal equations of b
/// by conjugate gradients, once for x and once for ln w, and the factor from what is left of both.
struct RelativeFit {
  RowFit fit{};           ///< values: the factor
  Matrix<double> bias{};  ///< b [rows×m], with the weighted mean 0
};
RelativeFit fit_relative(const WeightSample& sample, const Matrix<double>& x);

/// How strongly the residuals of a fit by one term still depend on something else, in standard
/// errors: t² as a share of the squares that are left.
struct Leftover {
  double cube = 0;      ///< on term³, as under a soft cap
  double position = 0;  ///< on j, as under a linear bias
  double distance = 0;  ///< on |j − i|
  double length = 0;    ///< on term·ln m, m the keys of the row

  [[nodiscard]] double largest() const;
};
/// `lengths`: ln m of each row of the sample.
Leftover leftover_of(const WeightSample& sample, const Matrix<double>& term, const RowFit& fit,
                     const Vector<double>& lengths);

}  // namespace attention_scale::rule
