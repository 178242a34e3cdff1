#include "rule/row_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attention_scale::rule {
namespace {

/// By the C library, whatever the version of Eigen.
template <typename Entries>
auto tanh_of(const Entries& entries) {
  return entries.unaryExpr([](double entry) { return std::tanh(entry); });
}

using Square = std::array<std::array<double, kMostTerms>, kMostTerms>;

/// Sums over the sample for the normal equations.
struct NormalEquations {
  Square matrix{};
  std::array<double, kMostTerms> right{};
};

template <typename Trust, typename Entries>
double mean_of(const Trust& trust, const Entries& entries) {
  return (trust * entries).sum() / trust.sum();
}

bool is_compared(const WeightSample& sample, Index row) {
  return (sample.trust.row(row).array() > 0).count() > 1;
}

NormalEquations normal_equations(const WeightSample& sample, const Matrix<double>& target,
                                 Terms terms) {
  using Row = Eigen::Array<double, 1, Eigen::Dynamic>;
  NormalEquations sums;
  std::array<Row, kMostTerms> centred;
  for (Index row = 0; row < sample.logs.rows(); ++row) {
    if (!is_compared(sample, row)) {
      continue;
    }
    const auto trust = sample.trust.row(row).array();
    const Row aim = target.row(row).array() - mean_of(trust, target.row(row).array());
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto entries = terms[k]->row(row).array();
      centred[k] = entries - mean_of(trust, entries);
      sums.right[k] += (trust * centred[k] * aim).sum();
      for (std::size_t l = 0; l <= k; ++l) {
        sums.matrix[k][l] += (trust * centred[k] * centred[l]).sum();
      }
    }
  }
  return sums;
}

/// Solves for one or two coefficients, and gives the diagonal of the inverse as `errors`².
void solve(const NormalEquations& sums, std::size_t size, RowFit& fit) {
  const double a = sums.matrix[0][0];
  if (size == 1) {
    fit.solved = a > 0 && std::isfinite(a);
    if (fit.solved) {
      fit.values[0] = sums.right[0] / a;
      fit.errors[0] = 1 / std::sqrt(a);
    }
    return;
  }
  const double b = sums.matrix[1][0];
  const double c = sums.matrix[1][1];
  const double determinant = a * c - b * b;
  // Terms that are the same but for the rounding of the sums.
  fit.solved = std::isfinite(determinant) && determinant > 1e-13 * a * c;
  if (fit.solved) {
    fit.values[0] = (c * sums.right[0] - b * sums.right[1]) / determinant;
    fit.values[1] = (a * sums.right[1] - b * sums.right[0]) / determinant;
    fit.errors[0] = std::sqrt(c / determinant);
    fit.errors[1] = std::sqrt(a / determinant);
  }
}

double squares_left(const WeightSample& sample, const Matrix<double>& target, Terms terms,
                    const RowFit& fit) {
  double squares = 0;
  Eigen::Array<double, 1, Eigen::Dynamic> rest;
  for (Index row = 0; row < sample.logs.rows(); ++row) {
    if (!is_compared(sample, row)) {
      continue;
    }
    const auto trust = sample.trust.row(row).array();
    rest = target.row(row).array();
    for (std::size_t k = 0; k < terms.size(); ++k) {
      rest -= fit.values[k] * terms[k]->row(row).array();
    }
    squares += (trust * (rest - mean_of(trust, rest)).square()).sum();
  }
  return squares;
}

/// Errors from the scatter of the residuals, where that is larger than the rounding of weights.
void scale_errors(RowFit& fit) {
  const double scatter = std::max(1.0, fit.chi());
  for (double& error : fit.errors) {
    error *= scatter;
  }
}

Index freedom_of(const WeightSample& sample, std::size_t coefficients) {
  return sample.used - sample.informative - static_cast<Index>(coefficients);
}

double largest_used(const WeightSample& sample, const Matrix<double>& x) {
  return (sample.trust.array() > 0).select(x.array().abs(), 0).maxCoeff();
}

/// One step of Gauss and Newton from factor and slope.
RowFit step_capped(const WeightSample& sample, const Matrix<double>& x, double factor,
                   double slope) {
  Matrix<double> bent(x.rows(), x.cols());
  bent = tanh_of(slope * x.array());
  const Matrix<double> by_factor = bent / slope;
  Matrix<double> by_slope(x.rows(), x.cols());
  by_slope = factor / slope * (x.array() * (1 - bent.array().square()) - by_factor.array());
  const Matrix<double> target = sample.logs - factor * by_factor;
  const std::array<const Matrix<double>*, 2> terms{&by_factor, &by_slope};
  return fit_rows(sample, target, terms);
}

double capped_squares(const WeightSample& sample, const Matrix<double>& x, double factor,
                      double slope) {
  const Matrix<double> target = sample.logs - capped(x, factor, slope);
  return squares_left(sample, target, {}, {});
}

/// The slope of a logarithmic grid that leaves the least.
RowFit best_of_grid(const WeightSample& sample, const Matrix<double>& x) {
  constexpr int kSteps = 14;
  const double largest = largest_used(sample, x);
  RowFit best{.squares = std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kSteps; ++step) {
    const double slope = 0.05 * std::pow(1.75, step) / largest;
    RowFit fit = fit_rows(sample, capped(x, 1, slope));
    fit.values[1] = slope;
    if (fit.solved && fit.squares < best.squares) {
      best = fit;
    }
  }
  return best;
}

}  // namespace

double RowFit::chi() const {
  return freedom > 0 ? std::sqrt(squares / static_cast<double>(freedom)) : 0;
}

double RowFit::left(const WeightSample& sample) const {
  return sample.spread > 0 ? std::sqrt(squares / sample.spread) : 0;
}

RowFit fit_rows(const WeightSample& sample, const Matrix<double>& target, Terms terms) {
  RowFit fit;
  solve(normal_equations(sample, target, terms), terms.size(), fit);
  fit.freedom = freedom_of(sample, terms.size());
  fit.squares = squares_left(sample, target, terms, fit);
  scale_errors(fit);
  return fit;
}

RowFit fit_rows(const WeightSample& sample, const Matrix<double>& term) {
  const std::array<const Matrix<double>*, 1> terms{&term};
  return fit_rows(sample, sample.logs, terms);
}

Matrix<double> capped(const Matrix<double>& x, double factor, double slope) {
  Matrix<double> logits(x.rows(), x.cols());
  logits = factor / slope * tanh_of(slope * x.array());
  return logits;
}

RowFit fit_capped(const WeightSample& sample, const Matrix<double>& x) {
  RowFit best = best_of_grid(sample, x);
  if (!best.solved) {
    return best;
  }
  constexpr int kMostSteps = 40;
  double squares = best.squares;
  double factor = best.values[0];
  double slope = best.values[1];
  RowFit fit;
  double share = 1;
  for (int step = 0; step < kMostSteps && share > 1e-4; ++step) {
    fit = step_capped(sample, x, factor, slope);
    if (!fit.solved) {
      return fit;
    }
    const double next_factor = factor + share * fit.values[0];
    const double next_slope = slope + share * fit.values[1];
    const double next = next_slope > 0 ? capped_squares(sample, x, next_factor, next_slope)
                                       : std::numeric_limits<double>::infinity();
    if (!(next <= squares)) {
      share /= 2;
      continue;
    }
    const bool settled = std::abs(next_slope - slope) <= 1e-13 * slope;
    factor = next_factor;
    slope = next_slope;
    squares = next;
    share = 1;
    if (settled) {
      break;
    }
  }
  fit.values = {factor, slope};
  fit.errors = step_capped(sample, x, factor, slope).errors;
  fit.squares = squares;
  return fit;
}

namespace {

/// Sums over the diagonals j − i of a sample.
class Diagonals {
  /// The diagonals of a row, from its first key on.
  template <typename Values>
  [[nodiscard]] auto part(Values& values, Index row) const {
    const Index query = sample_.rows[static_cast<std::size_t>(row)];
    return values.segment(first_ - query, sample_.logs.cols());
  }

 public:
  explicit Diagonals(const WeightSample& sample) : sample_(sample) {
    const Index last = sample.rows.empty() ? 0 : sample.rows.back();
    first_ = last;
    trust_ = Vector<double>::Zero(last + sample.logs.cols());
    for (Index row = 0; row < sample.logs.rows(); ++row) {
      if (is_compared(sample, row)) {
        part(trust_, row) += sample.trust.row(row).transpose();
      }
    }
  }

  [[nodiscard]] const Vector<double>& trust() const { return trust_; }

  /// Σ trust·(x − mean of the row) on each diagonal.
  [[nodiscard]] Vector<double> sums(const Matrix<double>& x) const {
    Vector<double> result = Vector<double>::Zero(trust_.size());
    for (Index row = 0; row < x.rows(); ++row) {
      if (is_compared(sample_, row)) {
        const auto trust = sample_.trust.row(row).array();
        const double mean = mean_of(trust, x.row(row).array());
        part(result, row).array() += (trust * (x.row(row).array() - mean)).transpose();
      }
    }
    return result;
  }

  /// The same of the matrix with `values` on its diagonals.
  [[nodiscard]] Vector<double> normal(const Vector<double>& values) const {
    return sums(spread(values));
  }

  [[nodiscard]] Matrix<double> spread(const Vector<double>& values) const {
    Matrix<double> x(sample_.logs.rows(), sample_.logs.cols());
    for (Index row = 0; row < x.rows(); ++row) {
      x.row(row) = part(values, row).transpose();
    }
    return x;
  }

  /// The values on the diagonals that leave the least of x.
  [[nodiscard]] Vector<double> solve(const Matrix<double>& x) const {
    constexpr int kMostSteps = 200;
    const Vector<double> scale = (trust_.array() > 0).select(1 / trust_.array().max(1e-300), 0);
    Vector<double> values = Vector<double>::Zero(trust_.size());
    Vector<double> rest = sums(x);
    Vector<double> guided = scale.cwiseProduct(rest);
    Vector<double> direction = guided;
    double size = dot(rest, guided);
    const double enough = 1e-26 * size;
    for (int step = 0; step < kMostSteps && size > enough; ++step) {
      const Vector<double> image = normal(direction);
      const double curvature = dot(direction, image);
      if (!(curvature > 0)) {
        break;
      }
      const double length = size / curvature;
      values += length * direction;
      rest -= length * image;
      guided = scale.cwiseProduct(rest);
      const double next = dot(rest, guided);
      direction = guided + next / size * direction;
      size = next;
    }
    return values;
  }

 private:
  const WeightSample& sample_;
  Index first_ = 0;  ///< the place of the diagonal 0
  Vector<double> trust_{};
};

}  // namespace

RelativeFit fit_relative(const WeightSample& sample, const Matrix<double>& x) {
  const Diagonals diagonals(sample);
  const Matrix<double> x_bias = diagonals.spread(diagonals.solve(x));
  const Matrix<double> log_bias = diagonals.spread(diagonals.solve(sample.logs));
  const Matrix<double> x_left = x - x_bias;
  const Matrix<double> log_left = sample.logs - log_bias;
  const std::array<const Matrix<double>*, 1> terms{&x_left};
  RelativeFit found;
  found.fit = fit_rows(sample, log_left, terms);
  const Index diagonals_used = (diagonals.trust().array() > 0).count();
  found.fit.freedom -= std::max<Index>(diagonals_used - 1, 0);
  scale_errors(found.fit);
  found.bias = log_bias - found.fit.values[0] * x_bias;
  return found;
}

double Leftover::largest() const { return std::max({cube, position, distance, length}); }

namespace {

/// Sums for one regressor beside the term: over rows, of what is relative to the means of rows.
struct Beside {
  double squares = 0;    ///< Σ trust·z²
  double with_term = 0;  ///< Σ trust·z·term
  double with_rest = 0;  ///< Σ trust·z·residual

  template <typename Row, typename Z>
  void add(const Row& trust, const Row& term, const Row& rest, const Z& z) {
    const Row centred = z - mean_of(trust, z);
    squares += (trust * centred.square()).sum();
    with_term += (trust * centred * term).sum();
    with_rest += (trust * centred * rest).sum();
  }

  /// The share of `left` that the regressor would take away.
  [[nodiscard]] double share(double term_squares, double left) const {
    const double own = squares - with_term * with_term / term_squares;
    return own > 1e-9 * squares && left > 0 ? std::min(1.0, with_rest * with_rest / own / left) : 0;
  }
};

}  // namespace

Leftover leftover_of(const WeightSample& sample, const Matrix<double>& term, const RowFit& fit,
                     const Vector<double>& lengths) {
  using Row = Eigen::Array<double, 1, Eigen::Dynamic>;
  const Row place = Row::LinSpaced(term.cols(), 0, static_cast<double>(term.cols() - 1));
  double term_squares = 0;
  Beside cube;
  Beside position;
  Beside distance;
  Beside length;
  for (Index row = 0; row < term.rows(); ++row) {
    if (!is_compared(sample, row)) {
      continue;
    }
    const Row trust = sample.trust.row(row).array();
    const Row raw = term.row(row).array();
    const Row centred = raw - mean_of(trust, raw);
    const Row logs = sample.logs.row(row).array();
    const Row rest = logs - mean_of(trust, logs) - fit.values[0] * centred;
    const auto query = static_cast<double>(sample.rows[static_cast<std::size_t>(row)]);
    term_squares += (trust * centred.square()).sum();
    cube.add(trust, centred, rest, raw.cube());
    position.add(trust, centred, rest, place);
    distance.add(trust, centred, rest, (place - query).abs());
    length.add(trust, centred, rest, raw * lengths[row]);
  }
  return {.cube = cube.share(term_squares, fit.squares),
          .position = position.share(term_squares, fit.squares),
          .distance = distance.share(term_squares, fit.squares),
          .length = length.share(term_squares, fit.squares)};
}

}  // namespace attention_scale::rule
