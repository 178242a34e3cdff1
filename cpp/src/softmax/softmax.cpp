#include "attention_scale/softmax/softmax.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/online_softmax.hpp"
#include "softmax/softmax_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

namespace attention_scale {
namespace {

/// By how much a weight, or a row of weights, of a softmax may round to more than 1.
constexpr double kRounding = 1e-6;

void check_weights(std::string_view name, const MatrixIn<double>& weights) {
  check::not_empty(name, weights.rows(), weights.cols());
  check::finite<double>(name, weights);
  const double least = weights.minCoeff();
  const double most = weights.maxCoeff();
  check::domain(
      least >= 0 && most <= 1 + kRounding,
      {name, " has entries from ", least, " to ", most, "; a weight must lie between 0 and 1."});
}

}  // namespace

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::has_shape("weights", weights, logits.rows(), logits.cols(),
                   "it must have the shape of the logits,");
  check::logits<S>("logits", logits);
  using simd::kPanelRows;
  const Index m = logits.cols();
  Vector<S> panel(m * kPanelRows<S>);
  for (Index first = 0; first < logits.rows(); first += kPanelRows<S>) {
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
  jacobian(largest, largest) = y[largest] * sum_of_others(y, largest);
  return jacobian;
}

template <std::floating_point S>
Vector<S> softmax_jacobian_product(const VectorIn<S>& weights, const VectorIn<S>& upstream) {
  check::not_empty("weights", 1, weights.size());
  check::same_size("weights", weights.size(), "upstream", upstream.size());
  Vector<S> product = upstream;
  centre_upstream(weights, 0, product);
  product.array() *= weights.array();
  return product;
}

JacobianNorms jacobian_norms(const VectorIn<double>& logits) {
  check::not_empty("logits", 1, logits.size());
  check::logits<double>("logits", logits.transpose());
  if (logits.maxCoeff() == -std::numeric_limits<double>::infinity()) {
    return {};  // every key is masked: no weights
  }
  const SoftmaxRow row = softmax_row(logits);
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

RowStatistics row_statistics(const MatrixIn<double>& weights) {
  check_weights("weights", weights);
  RowStatistics result;
  for (Index i = 0; i < weights.rows(); ++i) {
    Index peak_index = 0;
    const double peak = weights.row(i).maxCoeff(&peak_index);
    double others = 0;
    double entropy = 0;
    double trace = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
      const double weight = weights(i, j);
      if (j != peak_index && weight > 0) {
        others += weight;
        entropy -= weight * std::log(weight);
        trace += weight * (1 - weight);
      }
    }
    // Where a row adds up to 1, the sum of the others is 1 − peak without cancellation. A row under
    // off by one adds up to less.
    const bool adds_up = std::abs(peak + others - 1) <= kRounding;
    const double besides = adds_up ? others : 1 - peak;
    if (peak > 0.5) {
      entropy -= peak * std::log1p(-besides);
    } else if (peak > 0) {
      entropy -= peak * std::log(peak);
    }
    result.peak.push_back(peak);
    result.peak_index.push_back(peak_index);
    result.entropy.push_back(entropy);
    result.trace.push_back(trace + peak * besides);
  }
  return result;
}

double mean_of(const std::vector<double>& list) {
  check::not_empty_list("the list", list.size());
  return std::accumulate(list.begin(), list.end(), 0.0) / static_cast<double>(list.size());
}

RowChange row_change(const MatrixIn<double>& before, const MatrixIn<double>& after) {
  check_weights("before", before);
  check_weights("after", after);
  check::both_fit(before.rows() == after.rows() && before.cols() == after.cols(), "before", before,
                  "after", after, "one shape");
  RowChange result;
  for (Index i = 0; i < before.rows(); ++i) {
    result.distance.push_back((after.row(i) - before.row(i)).cwiseAbs().sum() / 2);
  }
  result.largest =
      std::max_element(result.distance.begin(), result.distance.end()) - result.distance.begin();
  return result;
}

WeightArithmetic weight_arithmetic(const VectorIn<double>& scores, double scale, Index index) {
  check::not_empty("scores", scores.size(), 1);
  check::finite<double>("scores", scores);
  check::finite("scale", scale);
  check::within("index", index, 0, scores.size() - 1);
  const Vector<double> logits = scale * scores;
  check::no_overflow<double>("scale·scores", logits);

  WeightArithmetic steps;
  steps.score = scores[index];
  steps.logit = logits[index];
  steps.largest = logits.maxCoeff();
  const Vector<double> exponentials =
      (logits.array() - steps.largest).unaryExpr([](double x) { return std::exp(x); });
  steps.exponential = exponentials[index];
  steps.sum = exponentials.sum();
  steps.weight = steps.exponential / steps.sum;
  steps.slope = steps.weight * (sum_of_others(exponentials, index) / steps.sum);
  steps.derivative = scale * steps.slope;
  return steps;
}

}  // namespace attention_scale
