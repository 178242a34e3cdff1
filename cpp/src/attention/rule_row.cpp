#include "attention/rule_row.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {

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
  const double rest = row.sum / (1 + row.sum);
  const auto shares = row.others.head(m) / row.sum;
  const double squares = shares.squaredNorm();
  double total = 0;
  double all_squares = rest * rest * squares;
  if (row.peak_index < m) {
    total = std::pow(row.slopes[row.peak_index] * peak, 2) * (1 + squares);
    all_squares += peak * peak;
  }
  for (Index j = 0; j < m; ++j) {
    const double share = row.others[j] / row.sum;
    total += std::pow(row.slopes[j] * share, 2) * (1 - 2 * rest * share + all_squares);
  }
  return rest * std::sqrt(total);
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
  const double rest = row.sum / (1 + row.sum);
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
      key_is_largest ? std::pow(row.weight(row.peak_index), 2) * mean.squaredNorm() : 0;
  for (Index j = 0; j < m; ++j) {
    if (shares[j] > 0) {
      squares += std::pow(shares[j], 2) * (of_logit(j) - from - rest * mean).squaredNorm();
    }
  }
  return rest * std::sqrt(squares);
}

RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule) {
  const bool unit = rule.query_key_norm.has_value();
  Matrix<double> all_x(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used.
  check_rule(rule);
  ruled_attention<double>(queries, keys, keys, options, {.query_key_norm = rule.query_key_norm},
                          {.logits = all_x});
  const double longest = length_factor_of(rule, keys.rows());
  check::no_overflow<double>(
      "lengthFactor·ln(keys)·scale·scores",
      all_x.unaryExpr([=](double x) { return std::isinf(x) ? 0 : longest * x; }).eval());
  const double factor =
      unit ? *rule.query_key_norm : attention_scale_factor(options, queries.cols());
  const UnitRows<double> unit_queries = unit_rows<double>(queries);
  const UnitRows<double> unit_keys = unit_rows<double>(keys);
  // Keys are scaled to about 1 by a power of two, which is exact: the squares of large keys would
  // overflow, those of small keys underflow. Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const double largest = keys.cwiseAbs().maxCoeff();
  const int exponent = largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  const Matrix<double> keys_in_units = std::scalbn(1.0, -exponent) * keys;

  const std::vector<double> zeros(static_cast<std::size_t>(queries.rows()));
  RuleStatistics result{zeros, zeros, zeros, zeros, zeros};
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const auto query = static_cast<Index>(i);
    const Vector<double> x = all_x.row(query).transpose();
    if (x.maxCoeff() == -std::numeric_limits<double>::infinity()) {
      continue;
    }
    const RuleRow row = rule_row(rule, x);
    result.peak[i] = peak_of(row);
    result.entropy[i] = entropy_of(row);
    result.largest[i] = row.largest;
    result.slope[i] = slope_of(row);
    const double length = unit_queries.lengths[query];
    if (!unit) {
      result.gradient[i] =
          std::scalbn(std::abs(factor) * norm_through(row, keys_in_units), exponent);
    } else if (length > 0) {
      // ∂cos/∂q = (k̂ − cos·q̂)/|q|
      const auto direction = unit_queries.rows.row(query);
      const Vector<double> cosines = unit_keys.rows.lazyProduct(direction.transpose());
      const Matrix<double> derivatives = unit_keys.rows - cosines.lazyProduct(direction);
      result.gradient[i] = factor * norm_through(row, derivatives) / length;
    }
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), queries.rows(), 1));
  return result;
}

}  // namespace attention_scale
