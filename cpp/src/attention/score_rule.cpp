#include "attention_scale/attention/score_rule.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "core/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace attention_scale {
namespace {

template <std::floating_point S>
constexpr S kMasked = -std::numeric_limits<S>::infinity();

}  // namespace

void check_rule(const ScoreRule& rule) {
  const auto check = [](std::string_view name, std::optional<double> value, double low,
                        double high) { check::within(name, value.value_or(low), low, high); };
  check("queryKeyNorm", rule.query_key_norm, 0.01, 1000);
  check("lengthFactor", rule.length_factor, 0.01, 100);
  check("softCap", rule.soft_cap, 0.1, 1000);
}

double length_factor_of(const ScoreRule& rule, Index keys) {
  return rule.length_factor ? *rule.length_factor * std::log(static_cast<double>(keys)) : 1;
}

template <std::floating_point S>
void rule_logits(const ScoreRule& rule, MatrixOut<S> rows, MatrixOut<S> slopes) {
  const auto cap = static_cast<S>(rule.soft_cap.value_or(0));
  for (Index i = 0; i < rows.rows(); ++i) {
    auto row = rows.row(i);
    S factor = 1;
    if (rule.length_factor) {
      const auto keys = std::max<Index>(1, (row.array() > kMasked<S>).count());
      factor = static_cast<S>(length_factor_of(rule, keys));
    }
    for (Index j = 0; j < rows.cols(); ++j) {
      S slope = 0;
      if (row[j] > kMasked<S>) {
        row[j] *= factor;
        slope = factor;
        if (rule.soft_cap) {
          // 1 − tanh², without the difference, which would lose its digits near 0.
          const S part = row[j] / cap;
          const S power = std::exp(-2 * std::abs(part));
          slope *= 4 * power / ((1 + power) * (1 + power));
          row[j] = cap * std::tanh(part);
        }
      }
      if (slopes.wanted()) {
        slopes(i, j) = slope;
      }
    }
  }
}

template <std::floating_point S>
Vector<S> rule_weights(const ScoreRule& rule, MatrixOut<S> rows) {
  Vector<S> rests = Vector<S>::Zero(rows.rows());
  if (!rule.off_by_one) {
    softmax<S>(rows, rows);
    return rests;
  }
  // The rest is one more key of logit 0.
  Matrix<S> outcomes = Matrix<S>::Zero(rows.rows(), rows.cols() + 1);
  outcomes.leftCols(rows.cols()) = rows;
  softmax<S>(outcomes, outcomes);
  rows = outcomes.leftCols(rows.cols());
  rests = outcomes.col(rows.cols());
  return rests;
}

template <std::floating_point S>
void rule_backward(const MatrixIn<S>& weights, const VectorIn<S>& rests, const MatrixIn<S>& slopes,
                   MatrixOut<S> upstream) {
  for (Index i = 0; i < upstream.rows(); ++i) {
    auto row = upstream.row(i);
    Index largest = 0;
    const S reference = weights.row(i).maxCoeff(&largest) < rests[i] ? 0 : row[largest];
    row.array() -= reference;
    const S inner = weights.row(i).dot(row) - rests[i] * reference;
    row = slopes.row(i).array() * weights.row(i).array() * (row.array() - inner);
  }
}

template <std::floating_point S>
UnitRows<S> unit_rows(const MatrixIn<S>& matrix) {
  UnitRows<S> unit{matrix, Vector<S>(matrix.rows())};
  for (Index i = 0; i < matrix.rows(); ++i) {
    // Divided by the largest entry first, whose square may overflow or underflow.
    const S largest = matrix.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) {
      unit.rows.row(i) /= largest;
      const S length = unit.rows.row(i).norm();
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
  for (Index i = 0; i < gradient.rows(); ++i) {
    if (unit.lengths[i] > 0) {
      const S along = unit.rows.row(i).dot(gradient.row(i));
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

}  // namespace attention_scale
