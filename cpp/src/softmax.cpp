#include "attention_scale/softmax.hpp"

#include "attention_scale/check.hpp"

#include <cmath>
#include <limits>

namespace attention_scale {

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::logits<S>("logits", logits);
  // In memory of their own: Eigen groups the terms of a sum by where in memory they start, which
  // would give equal rows of one matrix other last digits.
  Vector<S> exponentials(logits.cols());
  for (Index row = 0; row < logits.rows(); ++row) {
    const S largest = logits.row(row).maxCoeff();
    if (largest == -std::numeric_limits<S>::infinity()) {
      weights.row(row).setZero();
      continue;
    }
    // std::exp and not Eigen's packet exp: that one stops at exp(−709), so that a weight which
    // should be 0 or subnormal would come out too large.
    exponentials =
        logits.row(row).transpose().unaryExpr([largest](S x) { return std::exp(x - largest); });
    weights.row(row) = exponentials.transpose() / exponentials.sum();
  }
}

template void softmax<double>(const MatrixIn<double>&, MatrixOut<double>);
template void softmax<float>(const MatrixIn<float>&, MatrixOut<float>);

}  // namespace attention_scale
