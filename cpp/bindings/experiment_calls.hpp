/// \file The calls of experiments: many random draws and their statistics, rules for scores,
/// saturation and lost digits.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/experiments/reduced_precision.hpp"
#include "attention_scale/experiments/sampling.hpp"
#include "attention_scale/experiments/saturation.hpp"
#include "attention_scale/experiments/score_sampling.hpp"
#include "attention_scale/random/random.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/statistics/statistics.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using Law = Number<"law=0(normal|uniform|sign)", EntryLaw>;
using Std = Number<"std=1">;
using Ddof = Number<"ddof=0", int>;
/// Draws from number `from` on.
using From = Number<"from=0", std::uint32_t>;
using Count = Number<"count", Index>;
using Bins = Number<"bins", Index>;
/// [low, high].
using Range = List<"range">;
using SamplingOptions =
    Struct<ScoreSamplingOptions, "seed", "samples", "dim", "std=1", "law=0(normal|uniform|sign)">;

/// As many draws as a call makes. \throws Error(kDomain) where it is told to make more, or none.
inline Index draws_of(Count count) {
  constexpr Index kMostDraws = 100'000;
  check::within("count", count, 1, kMostDraws);
  return count;
}

inline std::vector<Index> indices(std::span<const std::uint32_t> words) {
  return {words.begin(), words.end()};
}

using MomentsOut = Results<"count", "mean", "variance", "std", "min", "max">;

inline Histogram histogram_of(Bins bins, Range range) {
  check::fit(range.size() == 2, {"range has ", range.size(), " entries; it must be [low, high]."});
  // Bins and edges, here and as results.
  check_size("edges", 1, bins, 4 * sizeof(double));
  return {bins, range.span()[0], range.span()[1]};
}

using HistogramOut = Results<"counts", "edges">;

inline void put_histogram(const Histogram& histogram, HistogramOut results) {
  results.put(std::tie(histogram.counts(), histogram.edges()));
}

/// The experiment with these options, continued for about `work` multiply-adds: the last one, or a
/// new one. One at a time, for it may take 300 MB.
inline const ScoreSampling& score_sampling(const ScoreSamplingOptions& wanted,
                                           double work = std::numeric_limits<double>::infinity()) {
  static std::optional<ScoreSampling> last;
  if (!last || last->options() != wanted) {
    last.reset();  // frees its memory before the new experiment asks for its own
    last.emplace(wanted, work);
  } else if (last->share() < 1) {
    // Not kept meanwhile: an experiment that throws midway has lost its place in the stream.
    ScoreSampling drawing = std::move(*last);
    last.reset();
    drawing.advance(work);
    last = std::move(drawing);
  }
  return *last;
}

/// result is the finished share of the draws, from 0 to 1.
inline void draw_scores(SamplingOptions options, Number<"work"> work, Output<"result"> result) {
  result.put(score_sampling(options, work).share());
}

/// The moments of queries, keys and scores. Keeps the draws of the last options.
inline void sample_scores(SamplingOptions options, Scale scale, MomentsOut results) {
  const ScoreSamplingOptions wanted = options;
  const ScoreSampling& sampling = score_sampling(wanted);
  const double factor = attention_scale_factor({.scale = scale}, sampling.options().dim);
  results.put(std::vector{sampling.query(), sampling.key(), sampling.scores(factor)});
}

/// The scores of `count` queries from number `from` on, and their moments.
inline void score_histogram(SamplingOptions options, Scale scale, Number<"from=0", Index> from,
                            Count count, Bins bins, Range range, HistogramOut results,
                            MomentsOut of_scores) {
  Histogram histogram = histogram_of(bins, range);
  const ScoreSamplingOptions wanted = options;
  const ScoreSampling& sampling = score_sampling(wanted);
  const double factor = attention_scale_factor({.scale = scale}, sampling.options().dim);
  of_scores.put(sampling.stream(factor, from, count, histogram));
  put_histogram(histogram, results);
}

inline void random_entries(Seed seed, Count count, Std std, Law law, Output<"result"> result) {
  check::within("count", count, 0, kMostEntries);
  RandomState state(seed);
  draw_entries(state, law, std, result.make_list(count));
}

/// result [draws×dims].
inline void score_spreads(
    Struct<ScoreSpreadOptions, "seed", "samples", "std=1", "law=0(normal|uniform|sign)"> options,
    List<"dims", std::uint32_t> dims, From from, Count count, Output<"result"> result) {
  result.check_shape(draws_of(count), dims.size());
  result.put(attention_scale::score_spreads(options, indices(dims), from, count));
}

inline void histogram(List<"data"> data, Bins bins, Range range, HistogramOut results) {
  Histogram found = histogram_of(bins, range);
  found.add(data);
  put_histogram(found, results);
}

inline constexpr auto* local_exponents =
    &returned<&attention_scale::local_exponents, Output<"result">, List<"x">, List<"y">>;

inline constexpr auto* quantiles =
    &returned<&attention_scale::quantiles, Output<"result">, List<"data">, List<"probabilities">>;

inline constexpr auto* draw_summaries =
    &returned<&attention_scale::draw_summaries,
              Results<"low", "median", "high", "mean", "std", "largest", "share">, Input<"draws">>;

inline constexpr auto* moments =
    &returned<&attention_scale::moments, MomentsOut, List<"data">, Ddof>;

inline constexpr auto* matrix_moments =
    &returned<&attention_scale::matrix_moments, MomentsOut, Input<"matrix">, Ddof>;

inline constexpr auto* jacobian_norms =
    &returned<&attention_scale::jacobian_norms, Results<"frobenius", "spectral">, List<"logits">>;

inline constexpr auto* softmax_central_difference =
    &returned<&attention_scale::softmax_central_difference, Output<"result">, List<"logits">,
              List<"direction">, Number<"step">>;

inline constexpr auto* passed_norms = &returned<&attention_scale::passed_norms, Output<"result">,
                                                List<"logits">, List<"upstream">, List<"scales">>;

inline constexpr auto* saturation =
    &returned<&attention_scale::saturation,
              Results<"spread", "entropy", "peak", "frobenius", "spectral">, List<"logits">,
              List<"scales">>;

/// A row for the moments of each part.
inline void combined_moments(Records<"parts", "{count~,mean~,variance~,std~,min~,max~}"> parts,
                             Ddof ddof, MomentsOut results) {
  std::vector<Moments> given;
  for (Index i = 0; i < parts.rows(); ++i) {
    const auto part = parts.matrix().row(i);
    given.push_back({.count = converted<std::int64_t>("the count", part[0]),
                     .mean = part[1],
                     .variance = part[2],
                     .std = part[3],
                     .min = part[4],
                     .max = part[5]});
  }
  results.put(attention_scale::combined_moments(given, ddof));
}

inline void normal_density(List<"x"> x, Number<"mean"> mean, Number<"std"> std,
                           Output<"result"> result) {
  std::transform(x.span().begin(), x.span().end(), result.make_list(x.size()).begin(),
                 [=](double entry) { return attention_scale::normal_density(entry, mean, std); });
}

/// Each result [draws×dims·exponents].
inline void sample_gradients(Seed seed, Number<"keys", Index> keys,
                             List<"dims", std::uint32_t> dims, List<"exponents"> exponents,
                             From from, Count count,
                             Results<"peak", "entropy", "jacobian", "gradient"> results) {
  results.check_shape(draws_of(count), check::product({dims.size(), exponents.size()}));
  const std::vector<Index> of_dims = indices(dims);
  results.put(attention_scale::sample_gradients(
      {.seed = seed, .keys = keys, .dims = of_dims, .exponents = exponents}, from, count));
}

/// Each result [draws×counts].
inline void sample_entropies(Seed seed, Dim dim, List<"counts", std::uint32_t> counts, From from,
                             Count count, Results<"root", "logarithmic", "level"> results) {
  results.check_shape(draws_of(count), counts.size());
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_entropies({.seed = seed, .dim = dim, .counts = of_counts},
                                                from, count));
}

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
using Rules = Records<"rules", "{scale=,queryKeyNorm=,lengthFactor=,softCap=,offByOne!}">;

inline std::vector<SampledRule> sampled_rules(Rules rules) {
  std::vector<SampledRule> list;
  for (Index i = 0; i < rules.rows(); ++i) {
    const auto row = rules.matrix().row(i);
    list.push_back({.scale = given(row[0]),
                    .rule = {.query_key_norm = given(row[1]),
                             .length_factor = given(row[2]),
                             .soft_cap = given(row[3]),
                             .off_by_one = row[4] == 1}});
  }
  return list;
}

/// Each result [draws×rules].
inline void sample_rules(Seed seed, Dim dim, Number<"keys", Index> keys, Number<"size=1"> size,
                         Rules rules, From from, Count count,
                         Results<"peak", "entropy", "largest", "slope"> results) {
  results.check_shape(draws_of(count), rules.rows());
  const std::vector<SampledRule> list = sampled_rules(rules);
  results.put(attention_scale::sample_rules(
      {.seed = seed, .dim = dim, .keys = keys, .size = size, .rules = list}, from, count));
}

/// Each result [draws×dims·counts].
inline void sample_participation(Seed seed, List<"dims", std::uint32_t> dims,
                                 List<"counts", std::uint32_t> counts,
                                 Number<"exponent=0"> exponent, From from, Count count,
                                 Results<"participation", "entropy", "peak"> results) {
  results.check_shape(draws_of(count), check::product({dims.size(), counts.size()}));
  const std::vector<Index> of_dims = indices(dims);
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_participation(
      {.seed = seed, .dims = of_dims, .counts = of_counts, .exponent = exponent}, from, count));
}

/// Each result [draws×rules·counts].
inline void sample_needle(Seed seed, Dim dim, Number<"cosine"> cosine,
                          List<"counts", std::uint32_t> counts, Rules rules, From from, Count count,
                          Results<"needle", "slope"> results) {
  results.check_shape(draws_of(count), check::product({rules.rows(), counts.size()}));
  const std::vector<SampledRule> list = sampled_rules(rules);
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_needle(
      {.seed = seed, .dim = dim, .cosine = cosine, .counts = of_counts, .rules = list}, from,
      count));
}

/// Each result [queries].
inline void query_gradients(Input<"queries"> queries, Input<"keys"> keys, Scale scale,
                            Results<"peak", "entropy", "jacobian", "gradient"> results) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows());
  const RuleStatistics found =
      attention_scale::rule_statistics(queries, keys, {.scale = scale}, {});
  results.put(std::tie(found.peak, found.entropy, found.slope, found.gradient));
}

using PrecisionOptions =
    Struct<ReducedPrecisionOptions, "precision(double|float|half|bfloat16)",
           "accumulate=0(same|float)", "place=0(scores|queries|keys|both)", "size=1">;

/// logits, exact and difference [n×m].
inline void reduced_scores(
    Input<"queries"> queries, Input<"keys"> keys, PrecisionOptions options,
    Results<"logits", "exact", "difference", "overflowed", "largestDifference", "largestRelative">
        results) {
  check_size("logits", queries.rows(), keys.rows());
  results.put(attention_scale::reduced_scores(queries, keys, options));
}

/// `target` is the row of `values` to which the outputs are pulled, and has no effect on the other
/// losses.
inline void output_loss(Number<"loss(sum|squares|target)", OutputLoss> kind, Input<"output"> output,
                        Input<"values"> values, Number<"target="> target,
                        Results<"loss", "dOutput"> results) {
  const Index row = kind == OutputLoss::kTarget ? converted<Index>("target", target) : 0;
  results.put(attention_scale::output_loss(kind, output, values, row));
}

}  // namespace attention_scale::bindings
