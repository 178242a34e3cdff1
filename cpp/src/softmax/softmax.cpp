#include "attention_scale/softmax/softmax.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/online_softmax.hpp"

#include <limits>

namespace attention_scale {
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
  jacobian.diagonal().array() = y.array() * (1 - y.array());
  Index largest = 0;
  y.maxCoeff(&largest);
  const S others = y.head(largest).sum() + y.tail(y.size() - largest - 1).sum();
  jacobian(largest, largest) = y[largest] * others;
  return jacobian;
}

template <std::floating_point S>
Vector<S> softmax_jacobian_product(const VectorIn<S>& weights, const VectorIn<S>& upstream) {
  check::not_empty("weights", 1, weights.size());
  check::same_size("weights", weights.size(), "upstream", upstream.size());
  Index largest = 0;
  weights.maxCoeff(&largest);
  const Vector<S> relative = upstream.array() - upstream[largest];
  return weights.array() * (relative.array() - weights.dot(relative));
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
