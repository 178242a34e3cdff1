#include "attention_scale/softmax/softmax.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/online_softmax.hpp"

#include <limits>

namespace attention_scale {
namespace {

/// Σ_{j≠i} y_j for every i: the sum of the entries before i plus that of the entries after it,
/// without a subtraction.
template <std::floating_point S>
Vector<S> sum_of_the_others(const Vector<S>& y) {
  Vector<S> others = Vector<S>::Zero(y.size());
  S before = 0;
  S after = 0;
  for (Index i = 0, j = y.size() - 1; i < y.size(); ++i, --j) {
    others[i] += before;
    others[j] += after;
    before += y[i];
    after += y[j];
  }
  return others;
}

}  // namespace

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::has_shape("weights", weights, logits.rows(), logits.cols(),
                   "it must have the shape of the logits,");
  check::logits<S>("logits", logits);
  using simd::kLanes;
  const Index m = logits.cols();
  Vector<S> panel(m * kLanes<S>);
  for (Index first = 0; first < logits.rows(); first += kLanes<S>) {
    simd::pack<S>(logits, first, panel.data());
    simd::OnlineSoftmax<S> rows;
    rows.advance(panel.data(), m);
    rows.divide(panel.data(), m);
    simd::unpack<S>(panel.data(), first, weights);
  }
}

template void softmax<double>(const MatrixIn<double>&, MatrixOut<double>);
template void softmax<float>(const MatrixIn<float>&, MatrixOut<float>);

template <std::floating_point S>
Matrix<S> softmax_jacobian(const VectorIn<S>& logits) {
  Vector<S> y(logits.size());
  softmax<S>(logits.transpose(), Eigen::Map<Matrix<S>>(y.data(), 1, y.size()));
  Matrix<S> jacobian = -y * y.transpose();
  jacobian.diagonal() = y.cwiseProduct(sum_of_the_others(y));
  return jacobian;
}

template <std::floating_point S>
void softmax_jacobian_product(const VectorIn<S>& weights, const VectorIn<S>& upstream,
                              VectorOut<S> product) {
  check::not_empty("weights", 1, weights.size());
  check::same_size("weights", weights.size(), "upstream", upstream.size());
  check::same_size("weights", weights.size(), "the product", product.size());
  Index largest = 0;
  weights.maxCoeff(&largest);
  const S reference = upstream[largest];
  product = upstream.array() - reference;
  const S inner = weights.dot(product);
  product = weights.array() * (product.array() - inner);
}

JacobianNorms jacobian_norms(const VectorIn<double>& logits) {
  check::not_empty("logits", 1, logits.size());
  check::logits<double>("logits", logits.transpose());
  if (logits.maxCoeff() == -std::numeric_limits<double>::infinity()) {
    return {};  // every key is masked: no weights
  }
  const RuleRow row = rule_row({}, logits);
  return {.frobenius = slope_of(row), .spectral = spectral_of(row)};
}

Vector<double> softmax_central_difference(const VectorIn<double>& logits,
                                          const VectorIn<double>& direction, double step) {
  check::same_size("logits", logits.size(), "direction", direction.size());
  check::not_empty("logits", 1, logits.size());
  check::logits<double>("logits", logits.transpose());
  check::finite<double>("direction", direction.transpose());
  check::positive("step", step);
  const auto weights_at = [&](double distance) {
    const Matrix<double> moved = (logits + distance * direction).transpose();
    check::logits<double>("logits ± step·direction", moved);
    return softmax<double>(moved);
  };
  // Halved first: 2·step may overflow. The quotient does not, being a mean of J·direction.
  return ((weights_at(step) - weights_at(-step)) / 2 / step).transpose();
}

ATTENTION_SCALE_INSTANTIATE(softmax_jacobian);
ATTENTION_SCALE_INSTANTIATE(softmax_jacobian_product);

}  // namespace attention_scale
