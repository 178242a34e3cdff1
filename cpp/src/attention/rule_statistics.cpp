#include "attention/rule_row.hpp"
#include "attention_scale/attention/ruled_attention.hpp"
#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {

RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule) {
  const bool unit = rule.query_key_norm.has_value();
  Matrix<double> all_x(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used.
  check_rule(rule);
  ruled_attention<double>(queries, keys, keys, options, {.query_key_norm = rule.query_key_norm},
                          {.logits = all_x});
  const double longest = length_factor_of(rule, keys.rows());
  check::no_overflow<double>(
      "lengthFactor·ln(keys)·scale·scores",
      all_x.unaryExpr([=](double x) { return std::isinf(x) ? 0 : longest * x; }).eval());
  const double factor =
      unit ? *rule.query_key_norm : attention_scale_factor(options, queries.cols());
  const UnitRows<double> unit_queries = unit_rows<double>(queries);
  const UnitRows<double> unit_keys = unit_rows<double>(keys);
  // Keys are scaled to about 1 by a power of two, which is exact: the squares of large keys would
  // overflow, those of small keys underflow. Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const double largest = keys.cwiseAbs().maxCoeff();
  const int exponent = largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  const Matrix<double> keys_in_units = std::scalbn(1.0, -exponent) * keys;

  const std::vector<double> zeros(static_cast<std::size_t>(queries.rows()));
  RuleStatistics result{zeros, zeros, zeros, zeros, zeros};
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const auto query = static_cast<Index>(i);
    const Vector<double> x = all_x.row(query).transpose();
    if (x.maxCoeff() == -std::numeric_limits<double>::infinity()) {
      continue;
    }
    const RuleRow row = rule_row(rule, x);
    result.peak[i] = peak_of(row);
    result.entropy[i] = entropy_of(row);
    result.largest[i] = row.largest;
    result.slope[i] = slope_of(row);
    const double length = unit_queries.lengths[query];
    if (!unit) {
      result.gradient[i] =
          std::scalbn(std::abs(factor) * norm_through(row, keys_in_units), exponent);
    } else if (length > 0) {
      // ∂cos/∂q = (k̂ − cos·q̂)/|q|
      const auto direction = unit_queries.rows.row(query);
      const Vector<double> cosines = unit_keys.rows.lazyProduct(direction.transpose());
      const Matrix<double> derivatives = unit_keys.rows - cosines.lazyProduct(direction);
      result.gradient[i] = factor * norm_through(row, derivatives) / length;
    }
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), queries.rows(), 1));
  return result;
}

}  // namespace attention_scale
