#include "attention_scale/experiments/rule_sampling.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random.hpp"

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
      const double rest = dim_ > 1 ? lengths_.chi_square(dim_ - 1) : 0;
      const double length = std::sqrt(cosine * cosine + rest);
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

}  // namespace

RuleDraws sample_rules(const RuleSamplingOptions& options, std::uint32_t from, Index count) {
  check::within("dim", options.dim, 1, kLargestDim);
  check::within("keys", options.keys, 1, kMostSampledKeys);
  check::within("size", options.size, 0.01, 1000);
  check_rules(options.rules);
  check::draw_range(from, count);
  const Matrix<double> empty(count, static_cast<Index>(options.rules.size()));
  RuleDraws draws{.peak = empty, .entropy = empty, .largest = empty, .slope = empty};
  Vector<double> x(options.keys);
  for (Index t = 0; t < count; ++t) {
    Draw draw(options.seed, from + static_cast<std::uint32_t>(t), options.dim, options.keys);
    Index column = 0;
    for (const SampledRule& sampled : options.rules) {
      draw.put_x(sampled, options.size, x);
      const RuleRow row = rule_row(sampled.rule, x);
      draws.peak(t, column) = peak_of(row);
      draws.entropy(t, column) = entropy_of(row);
      draws.largest(t, column) = row.largest;
      draws.slope(t, column++) = slope_of(row);
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
  const Matrix<double> empty(count,
                             static_cast<Index>(options.dims.size() * options.counts.size()));
  ParticipationDraws draws{.participation = empty, .entropy = empty, .peak = empty};
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
        draws.peak(t, column++) = 1 / row.sum;
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
  const Matrix<double> empty(count,
                             static_cast<Index>(options.rules.size() * options.counts.size()));
  NeedleDraws draws{.needle = empty, .slope = empty};
  Vector<double> x(options.counts.back());
  for (Index t = 0; t < count; ++t) {
    Draw draw(options.seed, from + static_cast<std::uint32_t>(t), options.dim, x.size() - 1);
    Index column = 0;
    for (const SampledRule& sampled : options.rules) {
      x[0] = draw.x_of(sampled, options.cosine);
      draw.put_x(sampled, 1, x.tail(x.size() - 1));
      for (const Index n : options.counts) {
        const RuleRow row = rule_row(sampled.rule, x.head(n));
        draws.needle(t, column) = row.weight(0);
        draws.slope(t, column++) = slope_of(row);
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

  const auto columns = static_cast<Index>(options.counts.size());
  const auto d = static_cast<double>(options.dim);
  EntropyDraws draws{.root = Matrix<double>(count, columns),
                     .logarithmic = Matrix<double>(count, columns),
                     .level = Matrix<double>(count, columns)};
  Vector<double> query(options.dim);
  Vector<double> key(options.dim);
  Vector<double> scores(options.counts.back());
  for (Index draw = 0; draw < count; ++draw) {
    RandomState state(options.seed, static_cast<std::uint32_t>(options.dim),
                      from + static_cast<std::uint32_t>(draw));
    state.normal(entries_of(query));
    for (double& score : scores) {
      state.normal(entries_of(key));
      score = query.dot(key);
    }
    for (Index i = 0; i < columns; ++i) {
      const Index n = options.counts[static_cast<std::size_t>(i)];
      const double root = 1 / std::sqrt(d);
      const double share =
          std::log(static_cast<double>(n)) / std::log(static_cast<double>(kEvenKeys));
      const auto entropy = [&](double scale) {
        return entropy_of(rule_row({}, scale * scores.head(n)));
      };
      draws.root(draw, i) = entropy(root);
      draws.logarithmic(draw, i) = entropy(share * root);
      draws.level(draw, i) = entropy(std::sqrt(share) * root);
    }
  }
  return draws;
}

}  // namespace attention_scale
