#include "attention/rule_row.hpp"

#include <cmath>

namespace attention_scale {

RuleRow rule_row(const ScoreRule& rule, const VectorIn<double>& x) {
  const Index m = x.size();
  Vector<double> logits(m + (rule.off_by_one ? 1 : 0));
  logits.head(m) = x;
  RuleRow row;
  row.slopes.resize(m);
  rule_logits<double>(rule, logits.head(m), row.slopes.data());
  row.largest = logits.head(m).maxCoeff();
  if (rule.off_by_one) {
    logits[m] = 0;
  }
  row.outcomes = peaked_row(logits);
  return row;
}

double peak_of(const RuleRow& row) {
  const PeakedRow& all = row.outcomes;
  const Index m = row.slopes.size();
  return peak_of(all) * (all.peak_index < m ? 1 : all.others.head(m).maxCoeff());
}

double slope_of(const RuleRow& row) {
  const PeakedRow& all = row.outcomes;
  const Index m = row.slopes.size();
  if (all.sum == 0) {
    return 0;
  }
  // With p the largest weight, δ = 1 − p and u_i = y_i/δ, the squares of column j, without the row
  // of the rest, are slope_j²·y_j²((1 − y_j)² + Σ_{i≠j} y_i²). Only p can be above ½, so that no
  // difference cancels.
  const double peak = peak_of(all);
  const double rest = all.sum / (1 + all.sum);
  const auto shares = all.others.head(m) / all.sum;
  const double squares = shares.squaredNorm();
  double total = 0;
  double all_squares = rest * rest * squares;
  if (all.peak_index < m) {
    total = std::pow(row.slopes[all.peak_index] * peak, 2) * (1 + squares);
    all_squares += peak * peak;
  }
  for (Index j = 0; j < m; ++j) {
    const double share = all.others[j] / all.sum;
    total += std::pow(row.slopes[j] * share, 2) * (1 - 2 * rest * share + all_squares);
  }
  return rest * std::sqrt(total);
}

/// Row j of J·D is y_j(d_j − Σ_l y_l d_l); with distances D_j = d_j − d_p from the outcome p of the
/// largest weight, and with u = y/δ for the others, δ = 1 − y_p, that is
///   −δ·y_p·M for p, and δ·u_j(D_j − δM) for the others, M = Σ u_l D_l.
/// The rest has no derivative, and no row.
double norm_through(const RuleRow& row, const Matrix<double>& derivatives) {
  const PeakedRow& all = row.outcomes;
  const Index m = derivatives.rows();
  if (all.sum == 0) {
    return 0;
  }
  const double rest = all.sum / (1 + all.sum);
  const Vector<double> shares = all.others / all.sum;
  const bool key_is_largest = all.peak_index < m;
  Eigen::RowVectorXd from = Eigen::RowVectorXd::Zero(derivatives.cols());
  if (key_is_largest) {
    from = derivatives.row(all.peak_index);
  }
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(derivatives.cols());
  for (Index j = 0; j < m; ++j) {
    mean += shares[j] * (derivatives.row(j) - from);
  }
  mean -= shares.tail(shares.size() - m).sum() * from;
  double squares = key_is_largest ? std::pow(peak_of(all), 2) * mean.squaredNorm() : 0;
  for (Index j = 0; j < m; ++j) {
    if (shares[j] > 0) {
      squares += std::pow(shares[j], 2) * (derivatives.row(j) - from - rest * mean).squaredNorm();
    }
  }
  return rest * std::sqrt(squares);
}

}  // namespace attention_scale
