#include "attention_scale/gradient_sampling.hpp"

#include "attention_scale/attention.hpp"
#include "attention_scale/check.hpp"
#include "attention_scale/random_state.hpp"
#include "attention_scale/word_vectors.hpp"
#include "products.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_scale {
namespace {

constexpr double kFewestKeys = 2;
constexpr double kMostKeys = 64;

/// Up to here two keys of a draw may come so close together that their distance is taken from the
/// difference of their coordinates; from here on, from their Gram matrix.
constexpr Index kNearDim = 16;

/// What one query says at one exponent.
struct Measures {
  double peak = 0;
  double entropy = 0;
  double jacobian = 0;
  double gradient = 0;
};

/// One query and its keys at one d, seen from the key l with the largest score: which key that is
/// depends on no divisor. "The others" are all keys but l.
class SeenFromTheTop {
 public:
  explicit SeenFromTheTop(Index keys)
      : others_(keys - 1), gaps_(keys - 1), distances_(keys - 1, keys - 1) {}

  /// `drawn` holds the query and then the keys, a row each; `gram`, lower triangle, their products
  /// over the first d coordinates.
  void look(const Matrix<double>& drawn, const Matrix<double>& gram, Index d) {
    const Index keys = drawn.rows() - 1;
    Index top = 0;
    const double score = gram.col(0).tail(keys).maxCoeff(&top);
    top += 1;  // a row of `drawn`
    for (Index i = 0, row = 1; row <= keys; ++row) {
      if (row != top) {
        gaps_[i] = score - gram(row, 0);
        others_[i++] = row;
      }
    }
    nearest_ = gaps_.minCoeff();
    if (d <= kNearDim) {
      differences_.resize(others_.size(), d);
      for (Index i = 0; i < others_.size(); ++i) {
        differences_.row(i) = drawn.row(others_[i]).head(d) - drawn.row(top).head(d);
      }
      distances_ = differences_.lazyProduct(differences_.transpose());
      return;
    }
    const auto product = [&](Index a, Index b) { return gram(std::max(a, b), std::min(a, b)); };
    for (Index i = 0; i < others_.size(); ++i) {
      const double to_top = product(others_[i], top) - gram(top, top);
      for (Index j = 0; j <= i; ++j) {
        distances_(i, j) = (gram(others_[i], others_[j]) - product(others_[j], top)) - to_top;
        distances_(j, i) = distances_(i, j);
      }
    }
  }

  /// All of it relative to `most`, the largest weight among the others: near saturation the squares
  /// of weights would vanish long before what is asked for does.
  Measures at(double divisor) {
    relative_ =
        ((nearest_ - gaps_.array()) / divisor).unaryExpr([](double x) { return std::exp(x); });
    const double sum = relative_.sum();
    const double exponential = std::exp(-nearest_ / divisor);
    const double all = 1 + exponential * sum;
    const double top = 1 / all;
    const double most = exponential / all;

    Measures result{.peak = top};
    result.entropy = std::log1p(exponential * sum) + most * (relative_.dot(gaps_) / divisor);

    // J_ll = y_l·Σ others, J_li = −y_l·y_i, J_ii = y_i(1 − y_i), J_ij = −y_i·y_j.
    const auto squares = relative_.array().square();
    const double sum_of_squares = squares.sum();
    const double among_others = (squares * ((1 - most * relative_.array()).square() +
                                            most * most * (sum_of_squares - squares)))
                                    .sum();
    result.jacobian = most * std::sqrt(top * top * (sum * sum + 2 * sum_of_squares) + among_others);

    // With distances from k_l: k̄ − k_l = Σ y_j δ_j and k_i − k̄ = δ_i − Σ y_j δ_j.
    // Row by row: there are few keys, and for them Eigen's general product does more than multiply.
    pulls_ = distances_.lazyProduct(relative_);
    const double of_mean = std::max(0.0, relative_.dot(pulls_));
    const double of_others = (squares * (distances_.diagonal().array() - 2 * most * pulls_.array() +
                                         most * most * of_mean)
                                            .max(0.0))
                                 .sum();
    result.gradient = most * std::sqrt(top * top * of_mean + of_others) / divisor;
    return result;
  }

 private:
  Eigen::Matrix<Index, Eigen::Dynamic, 1> others_;  // their rows among the draws
  Vector<double> gaps_;                             // s_l − s_i
  double nearest_ = 0;                              // the smallest gap
  Matrix<double> differences_;                      // δ_i = k_i − k_l, a row each
  Matrix<double> distances_;                        // δ_i·δ_j
  Vector<double> relative_;                         // y_i / the largest of them
  Vector<double> pulls_;                            // Σ_j δ_i·δ_j y_j, relative as well
};

}  // namespace

GradientDraws sample_gradients(const GradientSamplingOptions& options, std::uint32_t from,
                               Index count) {
  check::within("keys", static_cast<double>(options.keys), kFewestKeys, kMostKeys);
  check::rising("dims", options.dims, 1, kLargestDim);
  if (options.exponents.empty()) {
    throw Error(ErrorCode::kShape, "exponents is an empty list; it needs at least one number.");
  }
  check::draw_range(from, count);
  const auto dims = static_cast<Index>(options.dims.size());
  const auto exponents = static_cast<Index>(options.exponents.size());
  Matrix<double> divisors(dims, exponents);
  for (Index i = 0; i < dims; ++i) {
    for (Index j = 0; j < exponents; ++j) {
      divisors(i, j) = score_divisor(options.dims[static_cast<std::size_t>(i)],
                                     options.exponents[static_cast<std::size_t>(j)]);
    }
  }

  const Index columns = dims * exponents;
  GradientDraws draws{.peak = Matrix<double>(count, columns),
                      .entropy = Matrix<double>(count, columns),
                      .jacobian = Matrix<double>(count, columns),
                      .gradient = Matrix<double>(count, columns)};
  Matrix<double> drawn(options.keys + 1, kLargestDim);
  Matrix<double> gram(options.keys + 1, options.keys + 1);
  SeenFromTheTop seen(options.keys);
  for (Index draw = 0; draw < count; ++draw) {
    const std::array<std::uint32_t, 3> seeds{options.seed, static_cast<std::uint32_t>(options.keys),
                                             from + static_cast<std::uint32_t>(draw)};
    RandomState(seeds).normal({drawn.data(), static_cast<std::size_t>(drawn.size())});
    gram.setZero();
    Index done = 0;
    for (Index i = 0; i < dims; ++i) {
      const Index d = options.dims[static_cast<std::size_t>(i)];
      add_row_products(drawn, 0, drawn.rows(), drawn, Pairs::kUpToItself, done, d, gram);
      done = d;
      seen.look(drawn, gram, d);
      for (Index j = 0; j < exponents; ++j) {
        const Measures measures = seen.at(divisors(i, j));
        const Index column = i * exponents + j;
        draws.peak(draw, column) = measures.peak;
        draws.entropy(draw, column) = measures.entropy;
        draws.jacobian(draw, column) = measures.jacobian;
        draws.gradient(draw, column) = measures.gradient;
      }
    }
  }
  return draws;
}

}  // namespace attention_scale
