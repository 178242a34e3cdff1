#include "attention_scale/softmax_jacobian.hpp"

#include "attention_scale/check.hpp"
#include "attention_scale/softmax.hpp"

namespace attention_scale {
namespace {

/// Σ_{j≠i} y_j for every i: what stands before i and what stands after it, added without a
/// subtraction.
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
  if (weights.size() != upstream.size()) {
    throw Error(ErrorCode::kShape, "weights has " + std::to_string(weights.size()) +
                                       " entries and upstream " + std::to_string(upstream.size()) +
                                       "; both need the same number.");
  }
  Index largest = 0;
  weights.maxCoeff(&largest);
  const S reference = upstream[largest];
  product = upstream.array() - reference;
  const S inner = weights.dot(product);
  product = weights.array() * (product.array() - inner);
}

template Matrix<double> softmax_jacobian<double>(const VectorIn<double>&);
template Matrix<float> softmax_jacobian<float>(const VectorIn<float>&);
template void softmax_jacobian_product<double>(const VectorIn<double>&, const VectorIn<double>&,
                                               VectorOut<double>);
template void softmax_jacobian_product<float>(const VectorIn<float>&, const VectorIn<float>&,
                                              VectorOut<float>);

}  // namespace attention_scale
