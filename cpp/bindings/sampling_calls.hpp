/// \file The calls about many random draws and their statistics.
#pragma once

#include "attention_scale/experiments/entropy_sampling.hpp"
#include "attention_scale/experiments/gradient_sampling.hpp"
#include "attention_scale/experiments/score_sampling.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/statistics/histogram.hpp"
#include "attention_scale/statistics/local_exponents.hpp"
#include "attention_scale/statistics/moments.hpp"
#include "attention_scale/statistics/normal_density.hpp"
#include "attention_scale/statistics/quantiles.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"

#include <algorithm>
#include <limits>
#include <optional>
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
  if (range.size() != 2) {
    throw Error(ErrorCode::kShape,
                {"range has ", std::to_string(range.size()), " entries; it must be [low, high]."});
  }
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
  static std::optional<ScoreSampling> kept;
  if (!kept || kept->options() != wanted) {
    kept.reset();  // frees its memory before the new experiment asks for its own
    kept.emplace(wanted, work);
  } else if (kept->share() < 1) {
    // Not kept meanwhile: an experiment that throws midway has lost its place in the stream.
    ScoreSampling drawing = std::move(*kept);
    kept.reset();
    drawing.advance(work);
    kept = std::move(drawing);
  }
  return *kept;
}

/// result is the finished share of the draws, from 0 to 1.
inline void draw_scores(SamplingOptions options, Number<"work"> work, Output<"result"> result) {
  result.put(score_sampling(options, work).share());
}

/// The moments of queries, keys and scores. Keeps the draws of the last options.
inline void sample_scores(SamplingOptions options, Scale scale, MomentsOut results) {
  const ScoreSampling& sampling = score_sampling(options);
  const double factor = attention_scale_factor({.scale = scale}, sampling.options().dim);
  results.put(std::vector{sampling.query(), sampling.key(), sampling.scores(factor)});
}

/// The scores of `count` queries from number `from` on, and their moments.
inline void score_histogram(SamplingOptions options, Scale scale, Number<"from=0", Index> from,
                            Count count, Bins bins, Range range, HistogramOut results,
                            MomentsOut moments) {
  Histogram histogram = histogram_of(bins, range);
  const ScoreSampling& sampling = score_sampling(options);
  const double factor = attention_scale_factor({.scale = scale}, sampling.options().dim);
  moments.put(sampling.stream(factor, from, count, histogram));
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

/// A row for the moments of each part.
inline void combined_moments(ArrayField<"parts", double, "{count,mean,variance,std,min,max}"> parts,
                             Ddof ddof, MomentsOut results) {
  std::vector<Moments> given;
  for (Index i = 0; i < parts.rows(); ++i) {
    const auto part = parts.matrix().row(i);
    given.push_back({converted<std::int64_t>("the count", part[0]), part[1], part[2], part[3],
                     part[4], part[5]});
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
  results.check_shape(draws_of(count), dims.size() * exponents.size());
  results.put(
      attention_scale::sample_gradients({seed, keys, indices(dims), exponents}, from, count));
}

/// Each result [draws×counts].
inline void sample_entropies(Seed seed, Dim dim, List<"counts", std::uint32_t> counts, From from,
                             Count count, Results<"root", "logarithmic", "level"> results) {
  results.check_shape(draws_of(count), counts.size());
  results.put(attention_scale::sample_entropies({seed, dim, indices(counts)}, from, count));
}

}  // namespace attention_scale::bindings
