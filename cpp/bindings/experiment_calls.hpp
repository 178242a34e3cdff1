/// \file The calls of experiments: many random draws and their statistics, rules for scores,
/// saturation and lost digits.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/given_weights.hpp"
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
    Struct<ScoreSamplingOptions, Member<"seed", &ScoreSamplingOptions::seed>,
           Member<"samples", &ScoreSamplingOptions::samples>,
           Member<"dim", &ScoreSamplingOptions::dim>, Member<"std=1", &ScoreSamplingOptions::std>,
           Member<"law=0(normal|uniform|sign)", &ScoreSamplingOptions::law>>;

/// The number of draws that a call makes. \throws Error(kDomain) unless it is 1 to kMostDraws.
inline Index draws_of(Count count) {
  constexpr Index kMostDraws = 100'000;
  check::within("count", count, 1, kMostDraws);
  return count;
}

inline std::vector<Index> indices(std::span<const std::uint32_t> words) {
  return {words.begin(), words.end()};
}

using MomentsOut = Results<Member<"count", &Moments::count>, Member<"mean", &Moments::mean>,
                           Member<"variance", &Moments::variance>, Member<"std", &Moments::std>,
                           Member<"min", &Moments::min>, Member<"max", &Moments::max>>;

inline Histogram histogram_of(Bins bins, Range range) {
  check::fit(range.size() == 2, {"range has ", range.size(), " entries; it must be [low, high]."});
  // Bins and edges, here and as results.
  check_size("edges", 1, bins, 4 * sizeof(double));
  return {bins, range.span()[0], range.span()[1]};
}

using Counts = Output<"counts">;
using Edges = Output<"edges">;

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
                            Count count, Bins bins, Range range, Counts counts, Edges edges,
                            MomentsOut of_scores) {
  Histogram histogram = histogram_of(bins, range);
  const ScoreSamplingOptions wanted = options;
  const ScoreSampling& sampling = score_sampling(wanted);
  const double factor = attention_scale_factor({.scale = scale}, sampling.options().dim);
  of_scores.put(sampling.stream(factor, from, count, histogram));
  counts.put(histogram.counts());
  edges.put(histogram.edges());
}

inline void random_entries(Seed seed, Count count, Std std, Law law, Output<"result"> result) {
  check::within("count", count, 0, kMostEntries);
  RandomState state(seed);
  draw_entries(state, law, std, result.make_list(count));
}

using SpreadOptions = Struct<ScoreSpreadOptions, Member<"seed", &ScoreSpreadOptions::seed>,
                             Member<"samples", &ScoreSpreadOptions::samples>,
                             Member<"std=1", &ScoreSpreadOptions::std>,
                             Member<"law=0(normal|uniform|sign)", &ScoreSpreadOptions::law>>;

/// result [draws×dims].
inline void score_spreads(SpreadOptions options, List<"dims", std::uint32_t> dims, From from,
                          Count count, Output<"result"> result) {
  result.check_shape(draws_of(count), dims.size());
  result.put(attention_scale::score_spreads(options, indices(dims), from, count));
}

inline void histogram(List<"data"> data, Bins bins, Range range, Counts counts, Edges edges) {
  Histogram found = histogram_of(bins, range);
  found.add(data);
  counts.put(found.counts());
  edges.put(found.edges());
}

inline constexpr auto* local_exponents =
    &returned<&attention_scale::local_exponents, Output<"result">, List<"x">, List<"y">>;

inline constexpr auto* quantiles =
    &returned<&attention_scale::quantiles, Output<"result">, List<"data">, List<"probabilities">>;

using Summaries =
    Results<Member<"low", &DrawSummary::low>, Member<"median", &DrawSummary::median>,
            Member<"high", &DrawSummary::high>, Member<"mean", &DrawSummary::mean>,
            Member<"std", &DrawSummary::std>, Member<"largest", &DrawSummary::largest>,
            Member<"share", &DrawSummary::share>>;

inline constexpr auto* draw_summaries =
    &returned<&attention_scale::draw_summaries, Summaries, Input<"draws">>;

inline constexpr auto* moments =
    &returned<&attention_scale::moments, MomentsOut, List<"data">, Ddof>;

inline constexpr auto* matrix_moments =
    &returned<&attention_scale::matrix_moments, MomentsOut, Input<"matrix">, Ddof>;

inline constexpr auto* jacobian_norms =
    &returned<&attention_scale::jacobian_norms,
              Results<Member<"frobenius", &JacobianNorms::frobenius>,
                      Member<"spectral", &JacobianNorms::spectral>>,
              List<"logits">>;

inline constexpr auto* softmax_central_difference =
    &returned<&attention_scale::softmax_central_difference, Output<"result">, List<"logits">,
              List<"direction">, Number<"step">>;

inline constexpr auto* passed_norms = &returned<&attention_scale::passed_norms, Output<"result">,
                                                List<"logits">, List<"upstream">, List<"scales">>;

using SaturationOut =
    Results<Member<"spread", &Saturation::spread>, Member<"entropy", &Saturation::entropy>,
            Member<"peak", &Saturation::peak>, Member<"frobenius", &Saturation::frobenius>,
            Member<"spectral", &Saturation::spectral>>;

inline constexpr auto* saturation =
    &returned<&attention_scale::saturation, SaturationOut, List<"logits">, List<"scales">>;

inline constexpr auto* tempered_weights =
    &returned<&attention_scale::tempered_weights, Output<"result">, Input<"weights">,
              Number<"power">>;

/// The moments of each part.
using MomentsOfParts =
    Records<"parts", Moments, Member<"count~", &Moments::count>, Member<"mean~", &Moments::mean>,
            Member<"variance~", &Moments::variance>, Member<"std~", &Moments::std>,
            Member<"min~", &Moments::min>, Member<"max~", &Moments::max>>;

inline void combined_moments(MomentsOfParts parts, Ddof ddof, MomentsOut results) {
  results.put(attention_scale::combined_moments(parts.list(), ddof));
}

inline void normal_density(List<"x"> x, Number<"mean"> mean, Number<"std"> std,
                           Output<"result"> result) {
  std::transform(x.span().begin(), x.span().end(), result.make_list(x.size()).begin(),
                 [=](double entry) { return attention_scale::normal_density(entry, mean, std); });
}

/// Each result [draws×dims·exponents].
inline void sample_gradients(
    Seed seed, Number<"keys", Index> keys, List<"dims", std::uint32_t> dims,
    List<"exponents"> exponents, From from, Count count,
    Results<Member<"peak", &GradientDraws::peak>, Member<"entropy", &GradientDraws::entropy>,
            Member<"jacobian", &GradientDraws::jacobian>,
            Member<"gradient", &GradientDraws::gradient>>
        results) {
  results.check_shape(draws_of(count), check::product({dims.size(), exponents.size()}));
  const std::vector<Index> of_dims = indices(dims);
  results.put(attention_scale::sample_gradients(
      {.seed = seed, .keys = keys, .dims = of_dims, .exponents = exponents}, from, count));
}

/// Each result [draws×counts].
inline void sample_entropies(
    Seed seed, Dim dim, List<"counts", std::uint32_t> counts, From from, Count count,
    Results<Member<"root", &EntropyDraws::root>, Member<"logarithmic", &EntropyDraws::logarithmic>,
            Member<"level", &EntropyDraws::root_of_logarithm>>
        results) {
  results.check_shape(draws_of(count), counts.size());
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_entropies({.seed = seed, .dim = dim, .counts = of_counts},
                                                from, count));
}

/// Each result [queries], but for the share.
inline void rule_statistics(
    Input<"queries"> queries, Input<"keys"> keys, Scale scale, CausalCorner causal, MaskMatrix mask,
    Bias bias, Rule rule,
    Results<Member<"peak", &RuleStatistics::peak>, Member<"entropy", &RuleStatistics::entropy>,
            Member<"largest", &RuleStatistics::largest>, Member<"slope", &RuleStatistics::slope>,
            Member<"gradient", &RuleStatistics::gradient>>
        results,
    Output<"share"> share) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows(), 2 * sizeof(double));
  Matrix<double> memory;
  const RuleStatistics found = attention_scale::rule_statistics(
      queries, keys, ruled_options(scale, causal, mask, queries.rows(), keys.rows()),
      with_bias(rule, bias, memory));
  results.put(found);
  const Eigen::Map<const Matrix<double>> draws(found.gradient.data(), 1, queries.rows());
  share.put(attention_scale::draw_summaries(draws).front().share);
}

using Rules = Records<"rules", SampledRule, Member<"scale=", &SampledRule::scale>,
                      Within<&SampledRule::rule, RuleMembers>>;

/// Each result [draws×rules].
inline void sample_rules(
    Seed seed, Dim dim, Number<"keys", Index> keys, Number<"size=1"> size, Rules rules, From from,
    Count count,
    Results<Member<"peak", &RuleDraws::peak>, Member<"entropy", &RuleDraws::entropy>,
            Member<"largest", &RuleDraws::largest>, Member<"slope", &RuleDraws::slope>>
        results) {
  results.check_shape(draws_of(count), rules.rows());
  const std::vector<SampledRule> list = rules.list();
  results.put(attention_scale::sample_rules(
      {.seed = seed, .dim = dim, .keys = keys, .size = size, .rules = list}, from, count));
}

/// Each result [draws×dims·counts].
inline void sample_participation(
    Seed seed, List<"dims", std::uint32_t> dims, List<"counts", std::uint32_t> counts,
    Number<"exponent=0"> exponent, From from, Count count,
    Results<Member<"participation", &ParticipationDraws::participation>,
            Member<"entropy", &ParticipationDraws::entropy>,
            Member<"peak", &ParticipationDraws::peak>>
        results) {
  results.check_shape(draws_of(count), check::product({dims.size(), counts.size()}));
  const std::vector<Index> of_dims = indices(dims);
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_participation(
      {.seed = seed, .dims = of_dims, .counts = of_counts, .exponent = exponent}, from, count));
}

/// Each result [draws×rules·counts].
inline void sample_needle(
    Seed seed, Dim dim, Number<"cosine"> cosine, List<"counts", std::uint32_t> counts, Rules rules,
    From from, Count count,
    Results<Member<"needle", &NeedleDraws::needle>, Member<"slope", &NeedleDraws::slope>> results) {
  results.check_shape(draws_of(count), check::product({rules.rows(), counts.size()}));
  const std::vector<SampledRule> list = rules.list();
  const std::vector<Index> of_counts = indices(counts);
  results.put(attention_scale::sample_needle(
      {.seed = seed, .dim = dim, .cosine = cosine, .counts = of_counts, .rules = list}, from,
      count));
}

/// Each result [queries].
inline void query_gradients(
    Input<"queries"> queries, Input<"keys"> keys, Scale scale,
    Results<Member<"peak", &RuleStatistics::peak>, Member<"entropy", &RuleStatistics::entropy>,
            Member<"jacobian", &RuleStatistics::slope>,
            Member<"gradient", &RuleStatistics::gradient>>
        results) {
  check_size("queries·keysᵀ", queries.rows(), keys.rows());
  results.put(attention_scale::rule_statistics(queries, keys, {.scale = scale}, {}));
}

using PrecisionOptions =
    Struct<ReducedPrecisionOptions,
           Member<"precision(double|float|half|bfloat16)", &ReducedPrecisionOptions::precision>,
           Member<"accumulate=0(same|float)", &ReducedPrecisionOptions::accumulate_in_float>,
           Member<"place=0(scores|queries|keys|both)", &ReducedPrecisionOptions::place>,
           Member<"size=1", &ReducedPrecisionOptions::size>>;

using ReducedScoresOut =
    Results<Member<"logits", &ReducedScores::logits>, Member<"exact", &ReducedScores::exact>,
            Member<"difference", &ReducedScores::difference>,
            Member<"overflowed", &ReducedScores::overflowed>,
            Member<"largestDifference", &ReducedScores::largest_difference>,
            Member<"largestRelative", &ReducedScores::largest_relative>>;

/// logits, exact and difference [n×m].
inline void reduced_scores(Input<"queries"> queries, Input<"keys"> keys, PrecisionOptions options,
                           ReducedScoresOut results) {
  check_size("logits", queries.rows(), keys.rows());
  results.put(attention_scale::reduced_scores(queries, keys, options));
}

/// `target` is the row of `values` to which the outputs are pulled, and has no effect on the other
/// losses.
inline void output_loss(
    Number<"loss(sum|squares|target)", OutputLoss> kind, Input<"output"> output,
    Input<"values"> values, Number<"target="> target,
    Results<Member<"loss", &LossGradient::loss>, Member<"dOutput", &LossGradient::d_output>>
        results) {
  const Index row = kind == OutputLoss::kTarget ? converted<Index>("target", target) : 0;
  results.put(attention_scale::output_loss(kind, output, values, row));
}

}  // namespace attention_scale::bindings
