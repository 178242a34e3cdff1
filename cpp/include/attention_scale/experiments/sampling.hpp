/// \file Weights and gradients of random queries and keys: under rules (score_rule.hpp), for many
/// d, many divisors, and up to 32,768 keys.
///
/// For the rules, the participation and the needle the coordinates of the keys are not drawn: of
/// normal keys the component along the query is normal, and the length of the rest is χ with d − 1
/// degrees of freedom, both independent. With R(i) = RandomState([seed, t, i]), draw t takes
///   z = R(0).normal(size=n), and from R(1) first |q|² = chisquare(d), then, where a rule has a
///   query-key norm and d > 1, ρ² = chisquare(d − 1, size=n);
/// q·k = |q|·z and cos(q, k) = z/√(z² + ρ²).
#pragma once

#include "attention_scale/attention/score_rule.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace attention_scale {

inline constexpr Index kMostSampledKeys = 32768;

/// A rule and its scale: 0 to 10⁶, without a value 1/√d.
struct SampledRule {
  std::optional<double> scale{};
  ScoreRule rule{};
};

struct RuleSamplingOptions {
  std::uint32_t seed = 0;
  Index dim = 64;   ///< d, 1 to kLargestDim
  Index keys = 16;  ///< n, 1 to kMostSampledKeys
  double size = 1;  ///< of W^Q and W^K: multiplies queries and keys; 0.01 to 1000
  std::span<const SampledRule> rules;
};

/// The measures of RuleStatistics, each [draws×rules].
struct RuleDraws {
  Matrix<double> peak;
  Matrix<double> entropy;
  Matrix<double> largest;
  Matrix<double> slope;
};

/// Draws `from` to `from` + `count` − 1. \throws Error(kDomain) if an option is outside its range,
/// Error(kShape) without rules.
RuleDraws sample_rules(const RuleSamplingOptions& options, std::uint32_t from, Index count);

struct ParticipationOptions {
  std::uint32_t seed = 0;
  std::span<const Index> dims;    ///< rising, each from 1 to kLargestDim
  std::span<const Index> counts;  ///< numbers of keys n, rising, each from 2 to kMostSampledKeys
  double exponent = 0;            ///< scores are divided by d^exponent; 0 to 1
};

/// Each [draws × dims·counts]; the column of dims[i] and counts[j] is i·counts + j.
struct ParticipationDraws {
  Matrix<double> participation;  ///< Σ y²
  Matrix<double> entropy;        ///< divided by ln n
  Matrix<double> peak;
};

/// Softmax over the first n scores |q|·z/d^exponent. All dims and all n share z, and |q|² of one
/// dim after the other is R(1).chisquare(d). \throws as above.
ParticipationDraws sample_participation(const ParticipationOptions& options, std::uint32_t from,
                                        Index count);

struct NeedleOptions {
  std::uint32_t seed = 0;
  Index dim = 64;                 ///< 1 to kLargestDim
  double cosine = 0.5;            ///< of the needle with the query, −1 to 1
  std::span<const Index> counts;  ///< numbers of keys n, rising, each from 2 to kMostSampledKeys
  std::span<const SampledRule> rules;
};

/// Each [draws × rules·counts]; the column of rules[i] and counts[j] is i·counts + j.
struct NeedleDraws {
  Matrix<double> needle;  ///< its weight
  Matrix<double> slope;   ///< ‖∂y/∂x‖_F of all keys
};

/// The needle is a key of length √d whose cosine with the query is `cosine`; the other keys are the
/// first n − 1 of the largest count − 1. \throws as above.
NeedleDraws sample_needle(const NeedleOptions& options, std::uint32_t from, Index count);

/// The number of keys for which all scalings are equal.
inline constexpr Index kEvenKeys = 512;

struct EntropySamplingOptions {
  std::uint32_t seed = 0;
  Index dim = 64;                 ///< d_k, 1 to kLargestDim
  std::span<const Index> counts;  ///< numbers of keys n, rising, each from 1 to 8192
};

/// Entropies in nats, [draws×counts], of softmax with three scalings of the scores.
struct EntropyDraws {
  Matrix<double> root;         ///< of softmax(q·k / √d)
  Matrix<double> logarithmic;  ///< of softmax(κ·ln n·q·k / d), κ = √d / ln 512: Su Jianlin (2021)
  Matrix<double> root_of_logarithm;  ///< of softmax(√(ln n / ln 512)·q·k / √d)
};

/// Draws `from` to `from` + `count` − 1. Draw t is x = RandomState([seed, dim,
/// t]).normal(size=(most keys + 1, dim)): the query is x[0], the n keys are x[1:n + 1]. \throws
/// Error(kDomain) if an option is outside its range.
EntropyDraws sample_entropies(const EntropySamplingOptions& options, std::uint32_t from,
                              Index count);

struct GradientSamplingOptions {
  std::uint32_t seed = 0;
  Index keys = 3;                     ///< m, 2 to 512
  std::span<const Index> dims;        ///< rising, each from 1 to kLargestDim
  std::span<const double> exponents;  ///< scores are divided by d^exponent; each from 0 to 1
};

/// The measures of rule_statistics, for one query in each draw. Each is [draws × dims·exponents];
/// the column of dims[i] and exponents[j] is i·exponents + j.
struct GradientDraws {
  Matrix<double> peak;
  Matrix<double> entropy;
  Matrix<double> jacobian;
  Matrix<double> gradient;
};

/// Draws `from` to `from` + `count` − 1. Draw t is
/// x = RandomState([seed, keys, t]).normal(size=(keys + 1, 1024)): the query is x[0, :d], the keys
/// are x[1:, :d]. So every d and every exponent use the same draws, and any range of draws can be
/// computed separately. \throws Error(kDomain) if an option is outside its range.
GradientDraws sample_gradients(const GradientSamplingOptions& options, std::uint32_t from,
                               Index count);

}  // namespace attention_scale
