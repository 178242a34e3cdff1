#include "attention_scale/experiments/gradient_sampling.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/exponential.hpp"
#include "kernels/panel.hpp"
#include "kernels/products.hpp"

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

/// Exponents that are looked at side by side.
constexpr Index kLanes = simd::kLanes<double>;
using Across = simd::Across<double>;
using Packet = simd::Packet<double>;
using Lanes = std::array<double, kLanes>;

/// What one query says, at an exponent each.
struct Measures {
  Lanes peak;
  Lanes entropy;
  Lanes jacobian;
  Lanes gradient;
};

/// One query and its keys at one d, seen from the key l with the largest score: which key that is
/// depends on no divisor. "The others" are all keys but l.
class SeenFromTheTop {
 public:
  explicit SeenFromTheTop(Index keys)
      : others_(keys - 1),
        gaps_(keys - 1),
        distances_(keys - 1, keys - 1),
        relative_((keys - 1) * kLanes),
        pulls_((keys - 1) * kLanes) {}

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

  /// At `count` of kLanes divisors; the others are not 0. All of it relative to `most`, the largest
  /// weight among the others: near saturation the squares of weights would vanish long before what
  /// is asked for does.
  Measures at(const double* divisors, std::size_t count) {
    const Sums sums = weigh(Across::load(divisors));
    // With distances from k_l: k̄ − k_l = Σ y_j δ_j and k_i − k̄ = δ_i − Σ y_j δ_j.
    simd::multiply<double, simd::Layout::kRows>({distances_.data(), distances_.outerStride()},
                                                gaps_.size(), relative_.data(), gaps_.size(),
                                                pulls_.data());
    Lanes most{};
    Measures result{};
    for (std::size_t lane = 0; lane < count; ++lane) {
      const double exponential = std::exp(-nearest_ / divisors[lane]);
      const double others = exponential * sums.of_weights[lane];
      result.peak[lane] = 1 / (1 + others);
      most[lane] = exponential / (1 + others);
      result.entropy[lane] =
          std::log1p(others) + most[lane] * (sums.of_gaps[lane] / divisors[lane]);
    }
    const Squares squares = square(Across::load(most.data()), sums);
    for (std::size_t lane = 0; lane < count; ++lane) {
      // J_ll = y_l·Σ others, J_li = −y_l·y_i, J_ii = y_i(1 − y_i), J_ij = −y_i·y_j.
      const double top = result.peak[lane] * result.peak[lane];
      const double sum = sums.of_weights[lane];
      result.jacobian[lane] = most[lane] * std::sqrt(top * (sum * sum + 2 * sums.of_squares[lane]) +
                                                     squares.jacobian_of_others[lane]);
      result.gradient[lane] =
          most[lane] * std::sqrt(top * squares.of_mean[lane] + squares.gradient_of_others[lane]) /
          divisors[lane];
    }
    return result;
  }

 private:
  struct Sums {
    Lanes of_weights;
    Lanes of_gaps;
    Lanes of_squares;
  };
  /// What stands under the roots, as a part of the square of `most`.
  struct Squares {
    Lanes of_mean;  // |k̄ − k_l|²
    Lanes jacobian_of_others;
    Lanes gradient_of_others;
  };

  static Lanes lanes_of(const Across& across) {
    Lanes result{};
    across.store(result.data());
    return result;
  }

  /// Weighs the others, relative to the nearest of them.
  Sums weigh(const Across& divisors) {
    const simd::Exponential<double> exponential;
    const Packet nearest = Packet::of(nearest_);
    Across of_weights{};
    Across of_gaps{};
    Across of_squares{};
    for (Index i = 0; i < gaps_.size(); ++i) {
      const Packet gap = Packet::of(gaps_[i]);
      const Across y =
          each([&](Packet divisor) { return exponential((nearest - gap) / divisor); }, divisors);
      y.store(relative_.data() + i * kLanes);
      of_weights = each([](Packet a, Packet b) { return a + b; }, of_weights, y);
      of_gaps = each([&](Packet a, Packet b) { return a + b * gap; }, of_gaps, y);
      of_squares = each([](Packet a, Packet b) { return a + b * b; }, of_squares, y);
    }
    return {lanes_of(of_weights), lanes_of(of_gaps), lanes_of(of_squares)};
  }

  [[nodiscard]] Squares square(const Across& most, const Sums& sums) const {
    const Across of_squares = Across::load(sums.of_squares.data());
    const auto for_each = [&](auto&& add) {
      for (Index i = 0; i < gaps_.size(); ++i) {
        add(i, Across::load(relative_.data() + i * kLanes),
            Across::load(pulls_.data() + i * kLanes));
      }
    };
    const Packet zero{};
    const Packet one = Packet::of(1);
    Across of_mean{};
    for_each([&](Index, const Across& y, const Across& pull) {
      of_mean = each([](Packet sum, Packet a, Packet b) { return sum + a * b; }, of_mean, y, pull);
    });
    of_mean = each([&](Packet x) { return larger(x, zero); }, of_mean);
    Across jacobian{};
    Across gradient{};
    for_each([&](Index i, const Across& y, const Across& pull) {
      jacobian = each(
          [&](Packet sum, Packet a, Packet m, Packet squares) {
            const Packet rest = one - m * a;
            return sum + a * a * (rest * rest + m * m * (squares - a * a));
          },
          jacobian, y, most, of_squares);
      const Packet own = Packet::of(distances_(i, i));
      gradient = each(
          [&](Packet sum, Packet a, Packet b, Packet m, Packet mean) {
            const Packet distance = own - (2.0 * (m * b)) + m * m * mean;
            return sum + a * a * larger(distance, zero);
          },
          gradient, y, pull, most, of_mean);
    });
    return {lanes_of(of_mean), lanes_of(jacobian), lanes_of(gradient)};
  }

  Eigen::Matrix<Index, Eigen::Dynamic, 1> others_;  // their rows among the draws
  Vector<double> gaps_;                             // s_l − s_i
  double nearest_ = 0;                              // the smallest gap
  Matrix<double> differences_;                      // δ_i = k_i − k_l, a row each
  Matrix<double> distances_;                        // δ_i·δ_j
  Vector<double> relative_;  // y_i / the largest of them, at kLanes exponents
  Vector<double> pulls_;     // Σ_j δ_i·δ_j y_j, likewise
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
  const Index padded = (exponents + kLanes - 1) / kLanes * kLanes;
  Matrix<double> divisors = Matrix<double>::Ones(dims, padded);
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
      for (Index j = 0; j < exponents; j += kLanes) {
        const Index lanes = std::min(kLanes, exponents - j);
        const Measures measures = seen.at(&divisors(i, j), static_cast<std::size_t>(lanes));
        const Index column = i * exponents + j;
        std::copy_n(measures.peak.begin(), lanes, &draws.peak(draw, column));
        std::copy_n(measures.entropy.begin(), lanes, &draws.entropy(draw, column));
        std::copy_n(measures.jacobian.begin(), lanes, &draws.jacobian(draw, column));
        std::copy_n(measures.gradient.begin(), lanes, &draws.gradient(draw, column));
      }
    }
  }
  return draws;
}

}  // namespace attention_scale
