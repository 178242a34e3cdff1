#include "attention_scale/attention/score_rule.hpp"

#include "attention/apply_rule.hpp"
#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "core/instantiate.hpp"
#include "softmax/softmax_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace attention_scale {

void check_rule(const ScoreRule& rule) {
  // A number that is not given passes as the lowest one.
  const auto check = [](std::string_view name, std::optional<double> value, double low,
                        double high) { check::within(name, value.value_or(low), low, high); };
  check("queryKeyNorm", rule.query_key_norm, 0.01, 1000);
  check("lengthFactor", rule.length_factor, 0.01, 100);
  check("softCap", rule.soft_cap, 0.1, 1000);
  check("sink", rule.sink, -1e30, 1e30);
  check::domain(!rule.off_by_one || !rule.sink,
                {"sink is ", rule.sink.value_or(0),
                 " and offByOne is true, which is a sink of 0; only one of them must be given."});
}

std::optional<double> logit_of_rest(const ScoreRule& rule) {
  return rule.off_by_one ? 0 : rule.sink;
}

bool masked_keys_take_part(const ScoreRule& rule) {
  return rule.soft_cap && rule.soft_cap_order == SoftCapOrder::kAfterMask;
}

double length_factor_of(const ScoreRule& rule, Index keys) {
  check::within("keys", keys, 1, std::numeric_limits<Index>::max());
  return rule.length_factor ? *rule.length_factor * std::log(static_cast<double>(keys)) : 1;
}

template <std::floating_point S>
void rule_logits(const ScoreRule& rule, MatrixOut<S> rows, MatrixOut<S> slopes) {
  check_rule(rule);
  check::result("the slopes", slopes, rows.rows(), rows.cols());
  Matrix<S> biases;
  if (rule.bias != nullptr) {
    check::has_shape("bias", *rule.bias, rows.rows(), rows.cols(), "for these rows it must be");
    biases = rule.bias->cast<S>();
    constexpr S kHidden = -std::numeric_limits<S>::infinity();
    rows.array() = (biases.array() == kHidden).select(kHidden, rows.array());
  }
  MatrixOut<S> no_slopes;
  apply_rule(rule, rows, slopes, biases, no_slopes);
}

template <std::floating_point S>
Vector<S> rule_weights(const ScoreRule& rule, MatrixOut<S> rows) {
  check::not_empty("logits", rows.rows(), rows.cols());
  Vector<S> rests = Vector<S>::Zero(rows.rows());
  const std::optional<double> rest = logit_of_rest(rule);
  if (!rest) {
    softmax<S>(rows, rows);
    return rests;
  }
  // The rest is one more key.
  Matrix<S> outcomes = Matrix<S>::Constant(rows.rows(), rows.cols() + 1, static_cast<S>(*rest));
  outcomes.leftCols(rows.cols()) = rows;
  softmax<S>(outcomes, outcomes);
  rows = outcomes.leftCols(rows.cols());
  rests = outcomes.col(rows.cols());
  return rests;
}

template <std::floating_point S>
void rule_backward(const MatrixIn<S>& weights, const VectorIn<S>& rests, const MatrixIn<S>& slopes,
                   MatrixOut<S> upstream) {
  check::not_empty("weights", weights.rows(), weights.cols());
  check::same_size("rests", rests.size(), "a column of weights", weights.rows());
  constexpr std::string_view kMustBe = "for these weights it must be";
  check::has_shape("slopes", slopes, weights.rows(), weights.cols(), kMustBe);
  check::has_shape("upstream", upstream, weights.rows(), weights.cols(), kMustBe);
  for (Index i = 0; i < upstream.rows(); ++i) {
    auto row = upstream.row(i);
    centre_upstream(weights.row(i), rests[i], row);
    row.array() *= slopes.row(i).array() * weights.row(i).array();
  }
}

template <std::floating_point S>
UnitRows<S> unit_rows(const MatrixIn<S>& matrix) {
  check::not_empty("the matrix of rows", matrix.rows(), matrix.cols());
  UnitRows<S> unit{.rows = matrix, .lengths = Vector<S>(matrix.rows())};
  for (Index i = 0; i < matrix.rows(); ++i) {
    // Divided by the largest entry first, whose square may overflow or underflow.
    const S largest = matrix.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) {
      unit.rows.row(i) /= largest;
      const S length = norm(unit.rows.row(i));
      unit.rows.row(i) /= length;
      unit.lengths[i] = largest * length;
    } else {
      unit.lengths[i] = 0;
    }
  }
  return unit;
}

template <std::floating_point S>
void unit_rows_backward(const UnitRows<S>& unit, MatrixOut<S> gradient) {
  check::same_size("lengths", unit.lengths.size(), "a column of rows", unit.rows.rows());
  check::result("the gradient of the rows", gradient, unit.rows.rows(), unit.rows.cols());
  for (Index i = 0; i < gradient.rows(); ++i) {
    if (unit.lengths[i] > 0) {
      const S along = dot(unit.rows.row(i), gradient.row(i));
      gradient.row(i) = (gradient.row(i) - along * unit.rows.row(i)) / unit.lengths[i];
    } else {
      gradient.row(i).setZero();
    }
  }
}

ATTENTION_SCALE_INSTANTIATE(rule_logits);
ATTENTION_SCALE_INSTANTIATE(rule_weights);
ATTENTION_SCALE_INSTANTIATE(rule_backward);
ATTENTION_SCALE_INSTANTIATE(unit_rows);
ATTENTION_SCALE_INSTANTIATE(unit_rows_backward);

SoftmaxRow rule_row(const ScoreRule& rule, const VectorIn<double>& x,
                    const VectorIn<double>& biases) {
  check_rule(rule);
  const Index m = x.size();
  const std::optional<double> rest = logit_of_rest(rule);
  // The logits of the keys, and of the rest.
  Matrix<double> logits = Matrix<double>::Constant(1, m + (rest ? 1 : 0), rest.value_or(0));
  logits.leftCols(m) = x.transpose();
  Matrix<double> slopes(1, m);
  Matrix<double> no_slopes;
  auto keys = logits.leftCols(m);
  apply_rule(rule, keys, slopes, biases.transpose(), no_slopes);
  return softmax_row(logits.row(0).transpose(), slopes.row(0).transpose());
}

}  // namespace attention_scale
