#include "softmax/softmax_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attention_scale {

SoftmaxRow softmax_row(const VectorIn<double>& logits, Vector<double> slopes) {
  SoftmaxRow row{.others = Vector<double>::Zero(logits.size()),
                 .largest = logits.head(slopes.size()).maxCoeff()};
  row.slopes = std::move(slopes);
  const double largest = logits.maxCoeff(&row.peak_index);
  for (Index i = 0; i < logits.size(); ++i) {
    const double distance = largest - logits[i];
    const double exponential = std::exp(-distance);
    if (i != row.peak_index && exponential > 0) {  // 0 times a distance of ∞ would be NaN
      row.others[i] = exponential;
      row.sum += exponential;
      row.distances += exponential * distance;
    }
  }
  return row;
}

SoftmaxRow softmax_row(const VectorIn<double>& x) {
  constexpr double kMasked = -std::numeric_limits<double>::infinity();
  return softmax_row(x, (x.array() > kMasked).cast<double>().matrix());
}

double peak_of(const SoftmaxRow& row) {
  const Index m = row.slopes.size();
  Index largest = row.peak_index;
  if (largest == m) {
    row.others.head(m).maxCoeff(&largest);
  }
  return row.weight(largest);
}

double entropy_of(const SoftmaxRow& row) {
  // −ln y_i is the distance plus ln(1 + sum).
  return std::log1p(row.sum) + row.distances / (1 + row.sum);
}

double spectral_of(const SoftmaxRow& row) {
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

double slope_of(const SoftmaxRow& row) {
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
double norm_through(const SoftmaxRow& row, const Matrix<double>& derivatives) {
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
