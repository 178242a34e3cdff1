#include "attention_scale/attention/weight_arithmetic.hpp"

#include "attention_scale/core/check.hpp"

#include <cmath>

namespace attention_scale {

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
  const double others =
      exponentials.head(index).sum() + exponentials.tail(scores.size() - index - 1).sum();
  steps.slope = steps.weight * (others / steps.sum);
  steps.derivative = scale * steps.slope;
  return steps;
}

}  // namespace attention_scale
