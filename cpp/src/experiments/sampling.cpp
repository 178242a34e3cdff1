#include "attention_scale/experiments/sampling.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random.hpp"
#include "kernels/exponential.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
namespace {

void check_rules(std::span<const SampledRule> rules) {
  check::not_empty_list("rules", rules.size(), "at least one rule");
  for (const SampledRule& sampled : rules) {
    check_rule(sampled.rule);
    if (sampled.scale) {
      check::within("scale", *sampled.scale, 0, 1e6);
    }
  }
}

/// Memory for a number of every draw in every column, which is filled one draw after the other.
Matrix<double> table(Index draws, Index columns) {
  Matrix<double> numbers(draws, columns);
  return numbers;
}

/// A column for every pair of entries of two lists.
Index columns_of(std::ptrdiff_t first, std::ptrdiff_t second) {
  return check::checked_count("the columns of the results", {first, second});
}

/// A query and its keys.
class Draw {
 public:
  Draw(std::uint32_t seed, std::uint32_t number, Index dim, Index keys)
      : dim_(dim),
        lengths_(seed, number, 1),
        length_(std::sqrt(lengths_.chi_square(dim))),
        along_(keys) {
    RandomState(seed, number, 0).normal(entries_of(along_));
  }

  /// x of the first keys, into as many entries of `x`.
  void put_x(const SampledRule& sampled, double size, VectorOut<double> x) {
    if (sampled.rule.query_key_norm) {
      if (cosines_.size() == 0) {
        draw_cosines();
      }
      x = *sampled.rule.query_key_norm * cosines_.head(x.size());
    } else {
      x = factor_of(sampled) * size * size * length_ * along_.head(x.size());
    }
  }
  /// x of a key of length √d with this cosine.
  [[nodiscard]] double x_of(const SampledRule& sampled, double cosine) const {
    return cosine * sampled.rule.query_key_norm.value_or(factor_of(sampled) * length_ *
                                                         std::sqrt(static_cast<double>(dim_)));
  }

 private:
  void draw_cosines() {
    cosines_ = along_;
    for (double& cosine : cosines_) {
      const double across = dim_ > 1 ? lengths_.chi_square(dim_ - 1) : 0;
      const double length = std::sqrt(cosine * cosine + across);
      cosine = length > 0 ? cosine / length : 0;
    }
  }
  [[nodiscard]] double factor_of(const SampledRule& sampled) const {
    return attention_scale_factor({.scale = sampled.scale}, dim_);
  }

  Index dim_;
  RandomState lengths_;
  double length_;
  Vector<double> along_;
  Vector<double> cosines_;
};

/// Sums over a row of softmax to which keys are added, relative to the largest logit so far.
struct GrowingRow {
  double largest = 0;
  double sum = 0;        // Σ e, e = exp(logit − largest)
  double squares = 0;    // Σ e²
  double distances = 0;  // Σ e·(largest − logit)

  void add(double logit) {
    if (sum == 0 || logit > largest) {
      const double moved = sum == 0 ? 0 : logit - largest;
      const double factor = std::exp(-moved);
      distances = factor * (distances + moved * sum);
      sum *= factor;
      squares *= factor * factor;
      largest = logit;
    }
    const double exponential = std::exp(logit - largest);
    sum += exponential;
    squares += exponential * exponential;
    distances += exponential * (largest - logit);
  }
};

/// Up to so many keys, the products of all pairs of keys are computed once for all exponents;
/// above, each exponent takes its sums over the keys themselves: keys·d multiply-adds, not keys²·d.
constexpr Index kMostPairedKeys = 64;

/// Up to this d, two keys of a draw may be so close together that their distance is computed from
/// the differences of their coordinates; above, from their Gram matrix.
constexpr Index kNearDim = 16;

/// Number of exponents that are computed at a time.
constexpr Index kDivisors = simd::kPanelRows<double>;
/// A number for each of them.
using Row = Eigen::Array<double, 1, kDivisors>;
using DivisorColumns = Eigen::Matrix<double, Eigen::Dynamic, kDivisors, Eigen::RowMajor>;

/// One query and its keys at one d, relative to the key l with the largest score, which is the same
/// for every divisor. "The others" are all keys except l.
class RelativeToLargest {
 public:
  /// `drawn` holds the query and then the keys, one in each row; the lower triangle of `gram` holds
  /// their products over the first d coordinates, of more than kMostPairedKeys keys its first
  /// column alone.
  void set(const Matrix<double>& drawn, const Matrix<double>& gram, Index d) {
    const Index keys = drawn.rows() - 1;
    resize(others_, keys - 1);
    resize(gaps_, keys - 1);
    resize(relative_, keys - 1, kDivisors);
    resize(products_with_mean_, keys - 1, kDivisors);
    Index top = 0;
    const double score = gram.col(0).tail(keys).maxCoeff(&top);
    top += 1;  // a row of `drawn`
    for (Index row = 1, i = 0; row <= keys; ++row) {
      if (row != top) {
        gaps_[i] = score - gram(row, 0);
        others_[i] = row;
        ++i;
      }
    }
    nearest_ = gaps_.minCoeff();
    const bool paired = keys <= kMostPairedKeys;
    if (d <= kNearDim || !paired) {
      assign(differences_, drawn(others_, Eigen::seqN(0, d)).rowwise() - drawn.row(top).head(d));
      if (!paired) {
        resize(lengths_, differences_.rows());
        for (Index row = 0; row < differences_.rows(); ++row) {
          lengths_[row] = squared_norm(differences_.row(row));
        }
        return;
      }
      assign(distances_, differences_.lazyProduct(differences_.transpose()));
      assign(lengths_, distances_.diagonal());
      return;
    }
    resize(distances_, keys - 1, keys - 1);
    const auto product = [&](Index a, Index b) { return gram(std::max(a, b), std::min(a, b)); };
    for (Index i = 0; i < others_.size(); ++i) {
      const double to_top = product(others_[i], top) - gram(top, top);
      for (Index j = 0; j <= i; ++j) {
        distances_(i, j) = (gram(others_[i], others_[j]) - product(others_[j], top)) - to_top;
        distances_(j, i) = distances_(i, j);
      }
    }
    assign(lengths_, distances_.diagonal());
  }

  /// Writes the measures at the first `wanted` of kDivisors divisors, none of them 0, into row
  /// `draw` of each matrix, from `column` on. Weights are computed relative to `most`, the largest
  /// weight among the others: near saturation the squares of the weights would underflow long
  /// before the measures do.
  void measure(const Row& divisors, Index wanted, GradientDraws& draws, Index draw, Index column) {
    const simd::Exponential<double> exponential;
    for (Index i = 0; i < gaps_.size(); ++i) {
      const Row logits = (nearest_ - gaps_[i]) / divisors;
      exponential(simd::Packet<double>::load(logits.data())).store(relative_.row(i).data());
    }
    // With distances δ_i = k_i − k_l: k̄ − k_l = Σ y_j δ_j and k_i − k̄ = δ_i − Σ y_j δ_j.
    if (gaps_.size() < kMostPairedKeys) {
      products_with_mean_.noalias() = distances_.lazyProduct(relative_);
    } else {
      resize(mean_, differences_.cols(), kDivisors);
      simd::gemm<double>(differences_.transpose(), relative_, mean_);
      simd::gemm<double>(differences_, mean_, products_with_mean_);
    }

    const Row sum = relative_.array().colwise().sum();
    const Row gaps = (relative_.array().colwise() * gaps_.array()).colwise().sum();
    const Row squares = relative_.array().square().colwise().sum();
    const Row nearest = (-nearest_ / divisors).unaryExpr([](double x) { return std::exp(x); });
    const Row peak = 1 / (1 + nearest * sum);
    const Row most = nearest / (1 + nearest * sum);
    // |k̄ − k_l|² / most²
    const Row mean = (relative_.array() * products_with_mean_.array()).colwise().sum().max(0.0);
    // Both squared norms of all rows, over most².
    // J_ll = y_l·Σ others, J_li = −y_l·y_i, J_ii = y_i(1 − y_i), J_ij = −y_i·y_j.
    Row jacobian = peak.square() * (sum.square() + 2 * squares);
    Row gradient = peak.square() * mean;
    for (Index i = 0; i < gaps_.size(); ++i) {
      const Row y = relative_.row(i);
      const Row one_minus_weight = 1 - most * y;
      // Squared lengths, as this one and `mean`, may round to less than 0.
      const Row distance =
          lengths_[i] - 2 * most * products_with_mean_.row(i).array() + most.square() * mean;
      jacobian += y.square() * (one_minus_weight.square() + most.square() * (squares - y.square()));
      gradient += y.square() * distance.max(0.0);
    }

    const auto put = [=](Matrix<double>& into, const Row& row) {
      into.row(draw).segment(column, wanted) = row.head(wanted).matrix();
    };
    put(draws.peak, peak);
    put(draws.entropy,
        (nearest * sum).unaryExpr([](double x) { return std::log1p(x); }) + most * gaps / divisors);
    put(draws.jacobian, most * jacobian.sqrt());
    put(draws.gradient, most * gradient.sqrt() / divisors);
  }

 private:
  Eigen::Matrix<Index, Eigen::Dynamic, 1> others_;  // their rows among the draws
  Vector<double> gaps_;                             // s_l − s_i
  double nearest_ = 0;                              // the smallest gap
  Matrix<double> differences_;                      // δ_i = k_i − k_l, a row each
  Matrix<double> distances_;                        // δ_i·δ_j, up to kMostPairedKeys keys
  Vector<double> lengths_;                          // δ_i·δ_i
  DivisorColumns relative_;                         // y_i / the largest of them
  // Σ_j y_j δ_j over the largest weight of the others, a coordinate a row: the mean of the keys,
  // relative to k_l.
  DivisorColumns mean_;
  DivisorColumns products_with_mean_;  // δ_i·Σ_j y_j δ_j, likewise
};

}  // namespace

RuleDraws sample_rules(const RuleSamplingOptions& options, std::uint32_t from, Index count) {
  check::within("dim", options.dim, 1, kLargestDim);
  check::within("keys", options.keys, 1, kMostSampledKeys);
  check::within("size", options.size, 0.01, 1000);
  check_rules(options.rules);
  check::draw_range(from, count);
  const auto rules = std::ssize(options.rules);
  RuleDraws draws{.peak = table(count, rules),
                  .entropy = table(count, rules),
                  .largest = table(count, rules),
                  .slope = table(count, rules)};
  Vector<double> x(options.keys);
  for (Index t = 0; t < count; ++t) {
    Draw draw(options.seed, from + static_cast<std::uint32_t>(t), options.dim, options.keys);
    Index column = 0;
    for (const SampledRule& sampled : options.rules) {
      draw.put_x(sampled, options.size, x);
      const SoftmaxRow row = rule_row(sampled.rule, x);
      draws.peak(t, column) = peak_of(row);
      draws.entropy(t, column) = entropy_of(row);
      draws.largest(t, column) = row.largest;
      draws.slope(t, column) = slope_of(row);
      ++column;
    }
  }
  return draws;
}

ParticipationDraws sample_participation(const ParticipationOptions& options, std::uint32_t from,
                                        Index count) {
  check::rising("dims", options.dims, 1, kLargestDim);
  check::rising("counts", options.counts, 2, kMostSampledKeys);
  check::within("exponent", options.exponent, 0, 1);
  check::draw_range(from, count);
  const Index columns = columns_of(std::ssize(options.dims), std::ssize(options.counts));
  ParticipationDraws draws{.participation = table(count, columns),
                           .entropy = table(count, columns),
                           .peak = table(count, columns)};
  Vector<double> along(options.counts.back());
  for (Index t = 0; t < count; ++t) {
    const std::uint32_t number = from + static_cast<std::uint32_t>(t);
    RandomState(options.seed, number, 0).normal(entries_of(along));
    RandomState lengths(options.seed, number, 1);
    Index column = 0;
    for (const Index dim : options.dims) {
      const double factor =
          std::sqrt(lengths.chi_square(dim)) / score_divisor(dim, options.exponent);
      GrowingRow row;
      Index key = 0;
      for (const Index n : options.counts) {
        for (; key < n; ++key) {
          row.add(factor * along[key]);
        }
        draws.participation(t, column) = row.squares / (row.sum * row.sum);
        draws.entropy(t, column) =
            (std::log(row.sum) + row.distances / row.sum) / std::log(static_cast<double>(n));
        draws.peak(t, column) = 1 / row.sum;
        ++column;
      }
    }
  }
  return draws;
}

NeedleDraws sample_needle(const NeedleOptions& options, std::uint32_t from, Index count) {
  check::within("dim", options.dim, 1, kLargestDim);
  check::within("cosine", options.cosine, -1, 1);
  check::rising("counts", options.counts, 2, kMostSampledKeys);
  check_rules(options.rules);
  check::draw_range(from, count);
  const Index columns = columns_of(std::ssize(options.rules), std::ssize(options.counts));
  NeedleDraws draws{.needle = table(count, columns), .slope = table(count, columns)};
  Vector<double> x(options.counts.back());
  for (Index t = 0; t < count; ++t) {
    Draw draw(options.seed, from + static_cast<std::uint32_t>(t), options.dim, x.size() - 1);
    Index column = 0;
    for (const SampledRule& sampled : options.rules) {
      x[0] = draw.x_of(sampled, options.cosine);
      draw.put_x(sampled, 1, x.tail(x.size() - 1));
      for (const Index n : options.counts) {
        const SoftmaxRow row = rule_row(sampled.rule, x.head(n));
        draws.needle(t, column) = row.weight(0);
        draws.slope(t, column) = slope_of(row);
        ++column;
      }
    }
  }
  return draws;
}

EntropyDraws sample_entropies(const EntropySamplingOptions& options, std::uint32_t from,
                              Index count) {
  constexpr Index kMostEntropyKeys = 8192;
  check::within("dim", options.dim, 1, kLargestDim);
  check::rising("counts", options.counts, 1, kMostEntropyKeys);
  check::draw_range(from, count);

  const auto columns = std::ssize(options.counts);
  const auto d = static_cast<double>(options.dim);
  EntropyDraws draws{.root = table(count, columns),
                     .logarithmic = table(count, columns),
                     .root_of_logarithm = table(count, columns)};
  Vector<double> query(options.dim);
  Vector<double> key(options.dim);
  Vector<double> scores(options.counts.back());
  for (Index draw = 0; draw < count; ++draw) {
    RandomState state(options.seed, static_cast<std::uint32_t>(options.dim),
                      from + static_cast<std::uint32_t>(draw));
    state.normal(entries_of(query));
    for (double& score : scores) {
      state.normal(entries_of(key));
      score = dot(query, key);
    }
    for (Index i = 0; i < columns; ++i) {
      const Index n = options.counts[static_cast<std::size_t>(i)];
      const double root = 1 / std::sqrt(d);
      const double share =
          std::log(static_cast<double>(n)) / std::log(static_cast<double>(kEvenKeys));
      const auto entropy = [&](double scale) {
        return entropy_of(softmax_row(scale * scores.head(n)));
      };
      draws.root(draw, i) = entropy(root);
      draws.logarithmic(draw, i) = entropy(share * root);
      draws.root_of_logarithm(draw, i) = entropy(std::sqrt(share) * root);
    }
  }
  return draws;
}

GradientDraws sample_gradients(const GradientSamplingOptions& options, std::uint32_t from,
                               Index count) {
  check::within("keys", options.keys, 2, 512);
  check::rising("dims", options.dims, 1, kLargestDim);
  check::not_empty_list("exponents", options.exponents.size());
  check::draw_range(from, count);
  const auto dims = std::ssize(options.dims);
  const auto exponents = std::ssize(options.exponents);
  const Index columns = columns_of(dims, exponents);
  const Index padded = (exponents + kDivisors - 1) / kDivisors * kDivisors;
  // The places behind the last exponent hold 1: measure() divides by a whole block.
  Matrix<double> divisors = Matrix<double>::Ones(dims, padded);
  for (Index i = 0; i < dims; ++i) {
    for (Index j = 0; j < exponents; ++j) {
      divisors(i, j) = score_divisor(options.dims[static_cast<std::size_t>(i)],
                                     options.exponents[static_cast<std::size_t>(j)]);
    }
  }

  GradientDraws draws{.peak = table(count, columns),
                      .entropy = table(count, columns),
                      .jacobian = table(count, columns),
                      .gradient = table(count, columns)};
  Matrix<double> drawn(options.keys + 1, kLargestDim);
  const bool paired = options.keys <= kMostPairedKeys;
  Matrix<double> gram(options.keys + 1, paired ? options.keys + 1 : 1);
  RelativeToLargest relative;
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
          gram(row, 0) += dot(added.row(row), added.row(0));
        }
      }
      done = d;
      relative.set(drawn, gram, d);
      for (Index j = 0; j < exponents; j += kDivisors) {
        relative.measure(divisors.block<1, kDivisors>(i, j), std::min(kDivisors, exponents - j),
                         draws, draw, i * exponents + j);
      }
    }
  }
  return draws;
}

}  // namespace attention_scale
