#include "attention_scale/attention/query_gradient.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
QueryGradients query_gradients(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               double scale) {
  Matrix<double> logits(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used when no output is wanted.
  attention<double>(queries, keys, keys, {.scale = scale}, {.logits = logits});
  // Keys are scaled to about 1 by a power of two, which is exact: the squares of large keys would
  // overflow, those of small keys underflow. Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const double largest = keys.cwiseAbs().maxCoeff();
  const int exponent = largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  const Matrix<double> unit_keys = std::scalbn(1.0, -exponent) * keys;

  QueryGradients result;
  for (Index i = 0; i < logits.rows(); ++i) {
    const RuleRow row = rule_row({}, logits.row(i).transpose());
    result.peak.push_back(peak_of(row));
    result.entropy.push_back(entropy_of(row.outcomes));
    result.jacobian.push_back(frobenius_of(row.outcomes));
    result.gradient.push_back(
        std::scalbn(std::abs(scale) * norm_through(row, unit_keys), exponent));
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), logits.rows(), 1));
  return result;
}

}  // namespace attention_scale
