#include "softmax/peaked_row.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {

PeakedRow peaked_row(const VectorIn<double>& logits, double scale) {
  PeakedRow row;
  const double largest = logits.maxCoeff(&row.peak_index);
  row.others = Vector<double>::Zero(logits.size());
  for (Index i = 0; i < logits.size(); ++i) {
    const double distance = scale * (largest - logits[i]);
    const double exponential = std::exp(-distance);
    if (i != row.peak_index && exponential > 0) {  // 0 times a distance of ∞ would be NaN
      row.others[i] = exponential;
      row.sum += exponential;
      row.distances += exponential * distance;
    }
  }
  return row;
}

double peak_of(const PeakedRow& row) { return 1 / (1 + row.sum); }

double entropy_of(const PeakedRow& row) {
  // −ln y_i is the distance plus ln(1 + sum).
  return std::log1p(row.sum) + row.distances / (1 + row.sum);
}

double frobenius_of(const PeakedRow& row) {
  if (row.sum == 0) {
    return 0;
  }
  // With p the peak, δ = 1 − p, u_i = y_i/δ and s = Σ_all y² = p² + δ²Σu²:
  //   ‖J‖² = Σ_all y_i²((1 − y_i)² + s − y_i²) = δ²·[p²(1 + Σu²) + Σu²(1 + s) − 2δΣu³],
  // and only p can be above ½, so that the last difference cancels no more than a digit.
  const double peak = peak_of(row);
  const double rest = row.sum / (1 + row.sum);
  double squares = 0;
  double cubes = 0;
  for (const double exponential : row.others) {
    const double share = exponential / row.sum;
    squares += share * share;
    cubes += share * share * share;
  }
  const double all = peak * peak + rest * rest * squares;
  return rest * std::sqrt(peak * peak * (1 + squares) + squares * (1 + all) - 2 * rest * cubes);
}

double spectral_of(const PeakedRow& row) {
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

}  // namespace attention_scale
