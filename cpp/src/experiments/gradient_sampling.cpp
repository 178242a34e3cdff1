#include "attention_scale/experiments/gradient_sampling.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/exponential.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_scale {
namespace {

constexpr Index kFewestKeys = 2;
constexpr Index kMostKeys = 512;

/// Up to so many keys, the products of all pairs of keys are computed once for all exponents;
/// above, each exponent takes its sums over the keys themselves: keys·d multiply-adds, not keys²·d.
constexpr Index kMostPairedKeys = 64;

/// Up to this d, two keys of a draw may be so close together that their distance is computed from
/// the differences of their coordinates; above, from their Gram matrix.
constexpr Index kNearDim = 16;

/// Number of exponents that are computed at a time.
constexpr Index kDivisors = simd::kLanes<double>;
using Packet = simd::Packet<double>;

/// One query and its keys at one d, relative to the key l with the largest score, which is the same
/// for every divisor. "The others" are all keys except l.
class RelativeToLargest {
 public:
  explicit RelativeToLargest(Index keys)
      : others_(keys - 1),
        gaps_(keys - 1),
        lengths_(keys - 1),
        relative_((keys - 1) * kDivisors),
        pulls_((keys - 1) * kDivisors) {}

  /// `drawn` holds the query and then the keys, one in each row; the lower triangle of `gram` holds
  /// their products over the first d coordinates, of more than kMostPairedKeys keys its first
  /// column alone.
  void set(const Matrix<double>& drawn, const Matrix<double>& gram, Index d) {
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
    const bool paired = keys <= kMostPairedKeys;
    if (d <= kNearDim || !paired) {
      differences_ = drawn(others_, Eigen::seqN(0, d)).rowwise() - drawn.row(top).head(d);
      if (!paired) {
        lengths_ = differences_.rowwise().squaredNorm();
        return;
      }
      distances_ = differences_.lazyProduct(differences_.transpose());
      lengths_ = distances_.diagonal();
      return;
    }
    distances_.resize(keys - 1, keys - 1);
    const auto product = [&](Index a, Index b) { return gram(std::max(a, b), std::min(a, b)); };
    for (Index i = 0; i < others_.size(); ++i) {
      const double to_top = product(others_[i], top) - gram(top, top);
      for (Index j = 0; j <= i; ++j) {
        distances_(i, j) = (gram(others_[i], others_[j]) - product(others_[j], top)) - to_top;
        distances_(j, i) = distances_(i, j);
      }
    }
    lengths_ = distances_.diagonal();
  }

  /// Writes the measures at the first `wanted` of kDivisors divisors, none of them 0, into row
  /// `draw` of each matrix, from `column` on. Weights are computed relative to `most`, the largest
  /// weight among the others: near saturation the squares of the weights would underflow long
  /// before the measures do.
  void measure(const double* divisors, Index wanted, GradientDraws& draws, Index draw,
               Index column) {
    const Index count = gaps_.size();
    const auto divisor = Packet::load(divisors);
    const auto relative = [this](Index i) {
      return Packet::load(relative_.data() + i * kDivisors);
    };
    const auto pull = [this](Index i) { return Packet::load(pulls_.data() + i * kDivisors); };
    const simd::Exponential<double> exponential;
    Packet sum{};
    Packet gaps{};
    Packet squares{};
    for (Index i = 0; i < count; ++i) {
      const Packet y = exponential(Packet::of(nearest_ - gaps_[i]) / divisor);
      y.store(relative_.data() + i * kDivisors);
      sum = sum + y;
      gaps = gaps + gaps_[i] * y;
      squares = squares + y * y;
    }
    // With distances δ_i = k_i − k_l: k̄ − k_l = Σ y_j δ_j and k_i − k̄ = δ_i − Σ y_j δ_j.
    if (count < kMostPairedKeys) {
      const simd::LeftFactor<double> distances(distances_, kDivisors);
      distances.multiply(0, count, relative_.data(), 0, count, pulls_.data(), kDivisors,
                         simd::Result::kReplaced);
    } else {
      for (Index lane = 0; lane < wanted; ++lane) {
        mean_ = Vector<double>::Zero(differences_.cols());
        for (Index i = 0; i < count; ++i) {
          mean_ += relative_[i * kDivisors + lane] * differences_.row(i);
        }
        for (Index i = 0; i < count; ++i) {
          pulls_[i * kDivisors + lane] = differences_.row(i).dot(mean_);
        }
      }
    }

    std::array<double, kDivisors> largest_of_others{};
    for (std::size_t lane = 0; lane < kDivisors; ++lane) {
      largest_of_others[lane] = std::exp(-nearest_ / divisors[lane]);
    }
    const Packet zero{};
    const Packet one = Packet::of(1);
    const auto nearest = Packet::load(largest_of_others.data());
    const Packet peak = one / (one + nearest * sum);
    const Packet most = nearest / (one + nearest * sum);
    Packet mean{};  // |k̄ − k_l|² / most²
    for (Index i = 0; i < count; ++i) {
      mean = mean + relative(i) * pull(i);
    }
    mean = larger(mean, zero);
    // Both squared norms of the rows of the others, over most².
    // J_ll = y_l·Σ others, J_li = −y_l·y_i, J_ii = y_i(1 − y_i), J_ij = −y_i·y_j.
    Packet jacobian{};
    Packet gradient{};
    for (Index i = 0; i < count; ++i) {
      const Packet y = relative(i);
      const Packet rest = one - most * y;
      jacobian = jacobian + y * y * (rest * rest + most * most * (squares - y * y));
      const Packet distance =
          Packet::of(lengths_[i]) - (2.0 * (most * pull(i))) + most * most * mean;
      gradient = gradient + y * y * larger(distance, zero);
    }
    jacobian = peak * peak * (sum * sum + 2.0 * squares) + jacobian;
    gradient = peak * peak * mean + gradient;

    for (std::size_t lane = 0; lane < static_cast<std::size_t>(wanted); ++lane, ++column) {
      const auto of = [lane](const Packet& packet) {
        return packet.registers[lane / Packet::kRegisterSize][lane % Packet::kRegisterSize];
      };
      draws.peak(draw, column) = of(peak);
      draws.entropy(draw, column) =
          std::log1p(largest_of_others[lane] * of(sum)) + of(most) * (of(gaps) / divisors[lane]);
      draws.jacobian(draw, column) = of(most) * std::sqrt(of(jacobian));
      draws.gradient(draw, column) = of(most) * std::sqrt(of(gradient)) / divisors[lane];
    }
  }

 private:
  Eigen::Matrix<Index, Eigen::Dynamic, 1> others_;  // their rows among the draws
  Vector<double> gaps_;                             // s_l − s_i
  double nearest_ = 0;                              // the smallest gap
  Matrix<double> differences_;                      // δ_i = k_i − k_l, a row each
  Matrix<double> distances_;                        // δ_i·δ_j, up to kMostPairedKeys keys
  Vector<double> lengths_;                          // δ_i·δ_i
  Vector<double> relative_;  // y_i / the largest of them, at kDivisors exponents
  Vector<double> pulls_;     // Σ_j δ_i·δ_j y_j, likewise
  Vector<double> mean_;      // Σ_j y_j δ_j
};

}  // namespace

GradientDraws sample_gradients(const GradientSamplingOptions& options, std::uint32_t from,
                               Index count) {
  check::within("keys", options.keys, kFewestKeys, kMostKeys);
  check::rising("dims", options.dims, 1, kLargestDim);
  check::not_empty_list("exponents", options.exponents.size());
  check::draw_range(from, count);
  const auto dims = static_cast<Index>(options.dims.size());
  const auto exponents = static_cast<Index>(options.exponents.size());
  const Index padded = (exponents + kDivisors - 1) / kDivisors * kDivisors;
  Matrix<double> divisors = Matrix<double>::Ones(dims, padded);
  for (Index i = 0; i < dims; ++i) {
    for (Index j = 0; j < exponents; ++j) {
      divisors(i, j) = score_divisor(options.dims[static_cast<std::size_t>(i)],
                                     options.exponents[static_cast<std::size_t>(j)]);
    }
  }

  const Matrix<double> empty(count, dims * exponents);
  GradientDraws draws{.peak = empty, .entropy = empty, .jacobian = empty, .gradient = empty};
  Matrix<double> drawn(options.keys + 1, kLargestDim);
  const bool paired = options.keys <= kMostPairedKeys;
  Matrix<double> gram(options.keys + 1, paired ? options.keys + 1 : 1);
  RelativeToLargest relative(options.keys);
  for (Index draw = 0; draw < count; ++draw) {
    RandomState(options.seed, static_cast<std::uint32_t>(options.keys),
                from + static_cast<std::uint32_t>(draw))
        .normal(entries_of(drawn));
    gram.setZero();
    Index done = 0;
    for (Index i = 0; i < dims; ++i) {
      const Index d = options.dims[static_cast<std::size_t>(i)];
      if (paired) {
        simd::add_gram<double>(drawn.middleCols(done, d - done), gram);
      } else {
        const auto added = drawn.middleCols(done, d - done);
        for (Index row = 0; row < drawn.rows(); ++row) {
          gram(row, 0) += added.row(row).dot(added.row(0));
        }
      }
      done = d;
      relative.set(drawn, gram, d);
      for (Index j = 0; j < exponents; j += kDivisors) {
        relative.measure(&divisors(i, j), std::min(kDivisors, exponents - j), draws, draw,
                         i * exponents + j);
      }
    }
  }
  return draws;
}

}  // namespace attention_scale
