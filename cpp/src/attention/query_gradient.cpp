#include "attention_scale/attention/query_gradient.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "softmax/peaked_row.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
namespace {

/// ‖J·K‖_F. Row j of J·K is y_j(k_j − Σ_l y_l k_l); with distances D_j = k_j − k_p from the key p
/// of the largest weight, and with u = y/δ for the others, δ = 1 − y_p, that is
///   −δ·y_p·M for p, and δ·u_j(D_j − δM) for the others, M = Σ u_l D_l.
double norm_through_keys(const PeakedRow& row, const Matrix<double>& keys) {
  if (row.sum == 0) {
    return 0;
  }
  const double rest = row.sum / (1 + row.sum);
  const Matrix<double> distances = keys.rowwise() - keys.row(row.peak_index);
  const Vector<double> shares = row.others / row.sum;
  Vector<double> mean = Vector<double>::Zero(keys.cols());
  for (Index j = 0; j < keys.rows(); ++j) {
    mean += shares[j] * distances.row(j).transpose();
  }
  double squares = std::pow(peak_of(row), 2) * mean.squaredNorm();
  for (Index j = 0; j < keys.rows(); ++j) {
    if (shares[j] > 0) {
      squares +=
          std::pow(shares[j], 2) * (distances.row(j).transpose() - rest * mean).squaredNorm();
    }
  }
  return rest * std::sqrt(squares);
}

}  // namespace

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
    const PeakedRow row = peaked_row(logits.row(i).transpose());
    result.peak.push_back(peak_of(row));
    result.entropy.push_back(entropy_of(row));
    result.jacobian.push_back(frobenius_of(row));
    result.gradient.push_back(
        std::scalbn(std::abs(scale) * norm_through_keys(row, unit_keys), exponent));
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), logits.rows(), 1));
  return result;
}

}  // namespace attention_scale
