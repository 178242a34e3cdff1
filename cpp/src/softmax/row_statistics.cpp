#include "attention_scale/softmax/row_statistics.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attention_scale {
namespace {

void check_weights(std::string_view name, const MatrixIn<double>& weights) {
  check::not_empty(name, weights.rows(), weights.cols());
  check::finite<double>(name, weights);
  // A softmax may round to a last digit above 1.
  constexpr double kRounding = 1e-6;
  if (weights.minCoeff() < 0 || weights.maxCoeff() > 1 + kRounding) {
    throw Error(ErrorCode::kDomain,
                {name, " has entries from ", check::number(weights.minCoeff()), " to ",
                 check::number(weights.maxCoeff()), "; a weight must lie between 0 and 1."});
  }
}

double entropy_of(const MatrixIn<double>& row, Index peak_index) {
  double entropy = 0;
  double others = 0;
  for (Index j = 0; j < row.cols(); ++j) {
    const double weight = row(0, j);
    if (j != peak_index && weight > 0) {
      others += weight;
      entropy -= weight * std::log(weight);
    }
  }
  const double peak = row(0, peak_index);
  if (peak > 0.5) {
    entropy -= peak * std::log1p(-std::min(others, 0.5));
  } else if (peak > 0) {
    entropy -= peak * std::log(peak);
  }
  return entropy;
}

}  // namespace

RowStatistics row_statistics(const MatrixIn<double>& weights) {
  check_weights("weights", weights);
  RowStatistics result;
  for (Index i = 0; i < weights.rows(); ++i) {
    Index peak_index = 0;
    result.peak.push_back(weights.row(i).maxCoeff(&peak_index));
    result.peak_index.push_back(peak_index);
    result.entropy.push_back(entropy_of(weights.row(i), peak_index));
  }
  return result;
}

double mean_of(const std::vector<double>& list) {
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
  const double others =
      exponentials.head(index).sum() + exponentials.tail(scores.size() - index - 1).sum();
  steps.slope = steps.weight * (others / steps.sum);
  steps.derivative = scale * steps.slope;
  return steps;
}

}  // namespace attention_scale
