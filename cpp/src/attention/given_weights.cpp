#include "attention_scale/attention/given_weights.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"

#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

constexpr double kMasked = -std::numeric_limits<double>::infinity();

}  // namespace

Matrix<double> tempered_weights(const MatrixIn<double>& weights, double power) {
  check::not_empty("weights", weights.rows(), weights.cols());
  check::finite<double>("weights", weights);
  const double least = weights.minCoeff();
  check::domain(least >= 0, {"weights has an entry ", least, "; a weight must not be negative."});
  check::domain(std::isfinite(power) && power >= 0,
                {"power is ", power, "; it must be a finite number that is not negative."});
  Matrix<double> logits(weights.rows(), weights.cols());
  for (Index row = 0; row < weights.rows(); ++row) {
    // Relative to the largest of the row, whose logit is 0: the logarithms of tiny weights are
    // large, and their difference would lose digits.
    const double largest = weights.row(row).maxCoeff();
    logits.row(row) = weights.row(row).unaryExpr(
        [=](double weight) { return weight > 0 ? power * std::log(weight / largest) : kMasked; });
  }
  return softmax<double>(logits);
}

}  // namespace attention_scale
