/// \file The calls about rules for scores (score_rule.hpp).
#pragma once

#include "attention_scale/attention/ruled_attention.hpp"
#include "attention_scale/experiments/rule_sampling.hpp"
#include "attention_scale/statistics/quantiles.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"
#include "rule_fields.hpp"
#include "sampling_calls.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace attention_scale::bindings {

/// Each result [queries], but for the share.
inline void rule_statistics(Input<"queries"> queries, Input<"keys"> keys, Scale scale,
                            Causal causal, MaskMatrix mask, Rule rule,
                            Results<"peak", "entropy", "largest", "slope", "gradient"> results,
                            Output<"share"> share) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows(), 2 * sizeof(double));
  const RuleStatistics found =
      attention_scale::rule_statistics(queries, keys, attention_options(scale, causal, mask), rule);
  results.put(found);
  const Eigen::Map<const Matrix<double>> draws(found.gradient.data(), 1, queries.rows());
  share.put(attention_scale::draw_summaries(draws).front().share);
}

/// A row for each rule: scale, queryKeyNorm, lengthFactor, softCap, offByOne; NaN where not given.
using Rules =
    ArrayField<"rules", double, "{scale=,queryKeyNorm=,lengthFactor=,softCap=,offByOne!}">;

inline std::vector<SampledRule> sampled_rules(Rules rules) {
  std::vector<SampledRule> list;
  for (Index i = 0; i < rules.rows(); ++i) {
    const auto row = rules.matrix().row(i);
    list.push_back({given(row[0]), {given(row[1]), given(row[2]), given(row[3]), row[4] == 1}});
  }
  return list;
}

/// Each result [draws×rules].
inline void sample_rules(Seed seed, Dim dim, Number<"keys", Index> keys, Number<"size=1"> size,
                         Rules rules, From from, Count count,
                         Results<"peak", "entropy", "largest", "slope"> results) {
  results.check_shape(draws_of(count), rules.rows());
  const std::vector<SampledRule> list = sampled_rules(rules);
  results.put(attention_scale::sample_rules({seed, dim, keys, size, list}, from, count));
}

/// Each result [draws×dims·counts].
inline void sample_participation(Seed seed, List<"dims", std::uint32_t> dims,
                                 List<"counts", std::uint32_t> counts,
                                 Number<"exponent=0"> exponent, From from, Count count,
                                 Results<"participation", "entropy", "peak"> results) {
  results.check_shape(draws_of(count), dims.size() * counts.size());
  results.put(attention_scale::sample_participation(
      {seed, indices(dims), indices(counts), exponent}, from, count));
}

/// Each result [draws×rules·counts].
inline void sample_needle(Seed seed, Dim dim, Number<"cosine"> cosine,
                          List<"counts", std::uint32_t> counts, Rules rules, From from, Count count,
                          Results<"needle", "slope"> results) {
  results.check_shape(draws_of(count), rules.rows() * counts.size());
  const std::vector<SampledRule> list = sampled_rules(rules);
  results.put(
      attention_scale::sample_needle({seed, dim, cosine, indices(counts), list}, from, count));
}

}  // namespace attention_scale::bindings
