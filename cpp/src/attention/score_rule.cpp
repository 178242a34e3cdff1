#include "attention_scale/attention/score_rule.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "core/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace attention_scale {

void check_rule(const ScoreRule& rule) {
  const auto check = [](std::string_view name, std::optional<double> value, double low,
                        double high) { check::within(name, value.value_or(low), low, high); };
  check("queryKeyNorm", rule.query_key_norm, 0.01, 1000);
  check("lengthFactor", rule.length_factor, 0.01, 100);
  check("softCap", rule.soft_cap, 0.1, 1000);
}

double length_factor_of(const ScoreRule& rule, Index keys) {
  check::within("keys", keys, 1, std::numeric_limits<Index>::max());
  return rule.length_factor ? *rule.length_factor * std::log(static_cast<double>(keys)) : 1;
}

template <std::floating_point S>
void rule_logits(const ScoreRule& rule, MatrixOut<S> rows, MatrixOut<S> slopes) {
  check_rule(rule);
  check::result("the slopes", slopes, rows.rows(), rows.cols());
  constexpr S kMasked = -std::numeric_limits<S>::infinity();
  const auto cap = static_cast<S>(rule.soft_cap.value_or(0));
  for (Index i = 0; i < rows.rows(); ++i) {
    auto row = rows.row(i);
    S factor = 1;
    if (rule.length_factor) {
      const auto keys = std::max<Index>(1, (row.array() > kMasked).count());
      factor = static_cast<S>(length_factor_of(rule, keys));
    }
    for (Index j = 0; j < rows.cols(); ++j) {
      S slope = 0;
      if (row[j] > kMasked) {
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
  check::not_empty("logits", rows.rows(), rows.cols());
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
  check::not_empty("weights", weights.rows(), weights.cols());
  check::same_size("rests", rests.size(), "a column of weights", weights.rows());
  constexpr std::string_view kMustBe = "for these weights it must be";
  check::has_shape("slopes", slopes, weights.rows(), weights.cols(), kMustBe);
  check::has_shape("upstream", upstream, weights.rows(), weights.cols(), kMustBe);
  for (Index i = 0; i < upstream.rows(); ++i) {
    auto row = upstream.row(i);
    Index largest = 0;
    const S reference = weights.row(i).maxCoeff(&largest) < rests[i] ? 0 : row[largest];
    row.array() -= reference;
    const S inner = dot(weights.row(i), row) - rests[i] * reference;
    row = slopes.row(i).array() * weights.row(i).array() * (row.array() - inner);
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

RuleRow rule_row(const ScoreRule& rule, const VectorIn<double>& x) {
  const Index m = x.size();
  Matrix<double> logits = Matrix<double>::Zero(1, m + (rule.off_by_one ? 1 : 0));
  logits.leftCols(m) = x.transpose();
  Matrix<double> slopes(1, m);
  rule_logits<double>(rule, logits.leftCols(m), slopes);
  RuleRow row{.others = Vector<double>::Zero(logits.size()),
              .slopes = slopes.row(0).transpose(),
              .largest = logits.leftCols(m).maxCoeff()};
  const double largest = logits.row(0).maxCoeff(&row.peak_index);
  for (Index i = 0; i < logits.size(); ++i) {
    const double distance = largest - logits(0, i);
    const double exponential = std::exp(-distance);
    if (i != row.peak_index && exponential > 0) {  // 0 times a distance of ∞ would be NaN
      row.others[i] = exponential;
      row.sum += exponential;
      row.distances += exponential * distance;
    }
  }
  return row;
}

double peak_of(const RuleRow& row) {
  const Index m = row.slopes.size();
  Index largest = row.peak_index;
  if (largest == m) {
    row.others.head(m).maxCoeff(&largest);
  }
  return row.weight(largest);
}

double entropy_of(const RuleRow& row) {
  // −ln y_i is the distance plus ln(1 + sum).
  return std::log1p(row.sum) + row.distances / (1 + row.sum);
}

double spectral_of(const RuleRow& row) {
  if (row.sum == 0) {
    return 0;
  }
  // Times 1 + sum, the largest eigenvalue λ is the root of the secular equation
  //   Σ e_i/(λ − e_i) = 1/(1 − λ)  between the second largest exponential and 1,
  // here with λ = second + t: Golub's equation (SIAM Review 15, 1973) for diag(y) − yyᵀ, where Σy =
  // 1 takes its constant away. Eigen's solver is exact only relative to n×n entries it first needs
  // built, takes n³ steps, and would make the binary larger; this is exact to the last digits.
  const double second = row.others.maxCoeff();
  const double room = 1 - second;
  // Bunch, Nielsen and Sorensen (Numer. Math. 31, 1978): the left side is replaced by r + s/t,
  // equal to it and to its slope at the last t and nowhere below it. So every step but the first
  // decreases t towards the root, with quadratic convergence, until rounding ends the decrease.
  double t = std::min(row.sum, room);
  const auto next = [&] {
    double r = 0;
    double s = 0;
    for (const double exponential : row.others) {
      const double gap = second - exponential;
      const double share = t / (t + gap);
      r += exponential / (t + gap) * (gap / (t + gap));
      s += exponential * share * share;
    }
    // r t² + b t = s·room, by the solution that has no cancellation.
    const double b = s + 1 - r * room;
    const double root = std::sqrt(b * b + 4 * r * s * room);
    return b > 0 ? 2 * s * room / (b + root) : (root - b) / (2 * r);
  };
  if (room > 0) {
    double lower = next();
    do {
      t = lower;
      lower = next();
    } while (lower < t);
  }
  return (second + t) / (1 + row.sum);
}

double slope_of(const RuleRow& row) {
  const Index m = row.slopes.size();
  if (row.sum == 0) {
    return 0;
  }
  // With p the largest weight, δ = 1 − p and u_i = y_i/δ, the squares of column j, without the row
  // of the rest, are slope_j²·y_j²((1 − y_j)² + Σ_{i≠j} y_i²). Only p can be above ½, so that no
  // difference cancels.
  const double peak = row.weight(row.peak_index);
  const double others_weight = row.sum / (1 + row.sum);
  const auto shares = row.others.head(m) / row.sum;
  const double squares = squared_norm(shares.matrix());
  double total = 0;
  double all_squares = others_weight * others_weight * squares;
  if (row.peak_index < m) {
    total = std::pow(row.slopes[row.peak_index] * peak, 2) * (1 + squares);
    all_squares += peak * peak;
  }
  for (Index j = 0; j < m; ++j) {
    const double share = row.others[j] / row.sum;
    total += std::pow(row.slopes[j] * share, 2) * (1 - 2 * others_weight * share + all_squares);
  }
  return others_weight * std::sqrt(total);
}

/// Row j is y_j(d_j − Σ_l y_l d_l), d = slope·D of the logit; with distances D_j = d_j − d_p from
/// the outcome p of the largest weight, and with u = y/δ for the others, δ = 1 − y_p, that is
///   −δ·y_p·M for p, and δ·u_j(D_j − δM) for the others, M = Σ u_l D_l.
/// The rest has no derivative, and no row.
double norm_through(const RuleRow& row, const Matrix<double>& derivatives) {
  const Index m = derivatives.rows();
  if (row.sum == 0) {
    return 0;
  }
  const double others_weight = row.sum / (1 + row.sum);
  const Vector<double> shares = row.others / row.sum;
  const bool key_is_largest = row.peak_index < m;
  const auto of_logit = [&](Index j) { return row.slopes[j] * derivatives.row(j); };
  Eigen::RowVectorXd from = Eigen::RowVectorXd::Zero(derivatives.cols());
  if (key_is_largest) {
    from = of_logit(row.peak_index);
  }
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(derivatives.cols());
  for (Index j = 0; j < m; ++j) {
    mean += shares[j] * (of_logit(j) - from);
  }
  mean -= shares.tail(shares.size() - m).sum() * from;
  double squares =
      key_is_largest ? std::pow(row.weight(row.peak_index), 2) * squared_norm(mean) : 0;
  for (Index j = 0; j < m; ++j) {
    if (shares[j] > 0) {
      squares += std::pow(shares[j], 2) * squared_norm(of_logit(j) - from - others_weight * mean);
    }
  }
  return others_weight * std::sqrt(squares);
}

}  // namespace attention_scale
