/// \file The calls about many random draws and their statistics. Moments cross as six doubles:
/// count, mean, variance, std, min, max.
#pragma once

#include "attention_scale/experiments/entropy_sampling.hpp"
#include "attention_scale/experiments/gradient_sampling.hpp"
#include "attention_scale/experiments/score_sampling.hpp"
#include "attention_scale/experiments/score_spread.hpp"
#include "attention_scale/random/entry_law.hpp"
#include "attention_scale/statistics/histogram.hpp"
#include "attention_scale/statistics/local_exponents.hpp"
#include "attention_scale/statistics/moments.hpp"
#include "attention_scale/statistics/normal_density.hpp"
#include "attention_scale/statistics/quantiles.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using Samples = Number<"samples", Index>;
using Dim = Number<"dim", Index>;
using Std = Number<"std">;
using Law = Number<"law", EntryLaw>;
using Ddof = Number<"ddof", int>;
using From = Number<"from", std::uint32_t>;
using Counts = Output<"counts">;  ///< [bins]
using Edges = Output<"edges">;    ///< [bins + 1]; the number of bins follows from its length
using Low = Number<"low">;
using High = Number<"high">;

inline std::vector<Index> indices(std::span<const std::uint32_t> words) {
  return {words.begin(), words.end()};
}

inline void put_moments(std::initializer_list<std::span<const Moments>> lists,
                        const Room<double>& into) {
  std::vector<double> numbers;
  for (const std::span<const Moments> list : lists) {
    for (const Moments& m : list) {
      numbers.insert(numbers.end(),
                     {static_cast<double>(m.count), m.mean, m.variance, m.std, m.min, m.max});
    }
  }
  into.put(numbers);
}

inline void put_moments(const Moments& moments, const Room<double>& into) {
  put_moments({{&moments, 1}}, into);
}

/// The last experiment: being drawn, or ready. One at a time, for it may take 300 MB.
struct KeptSampling {
  std::optional<ScoreDrawing> drawing;
  std::optional<ScoreSampling> ready;

  /// The drawing, no longer kept: one that throws midway has lost its place in the stream.
  ScoreDrawing taken() {
    ScoreDrawing result = std::move(*drawing);
    drawing.reset();
    return result;
  }
};

/// The experiment with these options: the one kept, or a new one begun.
inline KeptSampling& kept_sampling(const ScoreSamplingOptions& wanted) {
  static KeptSampling kept;
  const bool same = kept.ready     ? kept.ready->options() == wanted
                    : kept.drawing ? kept.drawing->options() == wanted
                                   : false;
  if (!same) {
    // Freed before the new experiment asks for its memory.
    kept.drawing.reset();
    kept.ready.reset();
    kept.drawing.emplace(wanted);
  }
  return kept;
}

inline const ScoreSampling& score_sampling(const ScoreSamplingOptions& wanted) {
  KeptSampling& kept = kept_sampling(wanted);
  if (!kept.ready) {
    kept.ready = kept.taken().finish();
  }
  return *kept.ready;
}

/// share is one number: how much is done, from 0 to 1.
inline void draw_scores(Seed seed, Samples samples, Dim dim, Std std, Law law, Number<"work"> work,
                        Output<"share"> share) {
  KeptSampling& kept =
      kept_sampling({.seed = seed, .samples = samples, .dim = dim, .std = std, .law = law});
  if (kept.ready) {
    share.put({1});
    return;
  }
  ScoreDrawing drawing = kept.taken();
  share.put({drawing.advance(work)});
  kept.drawing = std::move(drawing);
}

/// The moments of queries, keys and scores. Keeps the draws of the last options.
inline void sample_scores(Seed seed, Samples samples, Dim dim, Std std, Law law, Scale scale,
                          Output<"moments"> moments) {
  const ScoreSampling& sampling =
      score_sampling({.seed = seed, .samples = samples, .dim = dim, .std = std, .law = law});
  const std::vector<Moments> found{sampling.query(), sampling.key(), sampling.scores(scale)};
  put_moments({found}, moments);
}

/// The scores of `count` queries from number `from` on; `moments` are those of these scores.
inline void score_histogram(Seed seed, Samples samples, Dim dim, Std std, Law law, Scale scale,
                            Number<"from", Index> from, Number<"count", Index> count, Low low,
                            High high, Counts counts, Edges edges, Output<"moments"> moments) {
  Histogram histogram(counts.size(), low, high);
  put_moments(score_sampling({.seed = seed, .samples = samples, .dim = dim, .std = std, .law = law})
                  .stream(scale, from, count, histogram),
              moments);
  counts.put(histogram.counts());
  edges.put(histogram.edges());
}

inline void random_entries(Seed seed, Std std, Law law, Output<"entries"> entries) {
  RandomState state(seed);
  draw_entries(state, law, std, entries.span());
}

/// spreads [draws×dims], for draws from number `from` on.
inline void score_spreads(Seed seed, Samples samples, Std std, Law law,
                          Input<"dims", std::uint32_t> dims, From from, Output<"spreads"> spreads) {
  spreads.put(
      attention_scale::score_spreads({.seed = seed, .samples = samples, .std = std, .law = law},
                                     indices(dims.span()), from, spreads.rows()));
}

inline void histogram(Input<"data"> data, Low low, High high, Counts counts, Edges edges) {
  Histogram result(counts.size(), low, high);
  result.add(data.span());
  counts.put(result.counts());
  edges.put(result.edges());
}

/// results [probabilities].
inline void quantiles(Input<"data"> data, Input<"probabilities"> probabilities,
                      Output<"results"> results) {
  results.put(attention_scale::quantiles(data.span(), probabilities.span()));
}

/// exponents [x − 1].
inline void local_exponents(Input<"x"> x, Input<"y"> y, Output<"exponents"> exponents) {
  exponents.put(attention_scale::local_exponents(x.span(), y.span()));
}

/// Each result [rows of draws].
inline void draw_summaries(Input<"draws"> draws, Output<"low"> low, Output<"median"> median,
                           Output<"high"> high, Output<"mean"> mean, Output<"std"> std,
                           Output<"largest"> largest) {
  Index row = 0;
  for (const DrawSummary& summary : attention_scale::draw_summaries(draws.matrix())) {
    low.data()[row] = summary.low;
    median.data()[row] = summary.median;
    high.data()[row] = summary.high;
    mean.data()[row] = summary.mean;
    std.data()[row] = summary.std;
    largest.data()[row] = summary.largest;
    ++row;
  }
}

inline void moments(Input<"data"> data, Ddof ddof, Output<"moments"> moments) {
  put_moments(attention_scale::moments(data.span(), ddof), moments);
}

/// The moments of all entries, of each row, of each column.
inline void matrix_moments(Input<"entries"> entries, Ddof ddof, Output<"moments"> moments) {
  const MatrixMoments found = attention_scale::matrix_moments(entries.matrix(), ddof);
  put_moments({{&found.all, 1}, found.rows, found.cols}, moments);
}

/// `parts` is [count×6].
inline void combined_moments(Input<"parts"> parts, Ddof ddof, Output<"moments"> moments) {
  std::vector<Moments> given;
  for (Index i = 0; i < parts.rows(); ++i) {
    const auto part = parts.matrix().row(i);
    given.push_back({.count = static_cast<std::int64_t>(part[0]),
                     .mean = part[1],
                     .variance = part[2],
                     .std = part[3],
                     .min = part[4],
                     .max = part[5]});
  }
  put_moments(attention_scale::combined_moments(given, ddof), moments);
}

/// densities [x].
inline void normal_density(Input<"x"> x, Number<"mean"> mean, Std std,
                           Output<"densities"> densities) {
  std::transform(x.span().begin(), x.span().end(), densities.data(),
                 [=](double entry) { return attention_scale::normal_density(entry, mean, std); });
}

/// Each result [draws×dims·exponents], for draws from number `from` on.
inline void sample_gradients(Seed seed, Number<"keys", Index> keys,
                             Input<"dims", std::uint32_t> dims, Input<"exponents"> exponents,
                             From from, Output<"peak"> peak, Output<"entropy"> entropy,
                             Output<"jacobian"> jacobian, Output<"gradient"> gradient) {
  const std::vector<Index> dim_numbers = indices(dims.span());
  const GradientDraws draws = attention_scale::sample_gradients(
      {.seed = seed, .keys = keys, .dims = dim_numbers, .exponents = exponents.span()}, from,
      peak.rows());
  peak.put(draws.peak);
  entropy.put(draws.entropy);
  jacobian.put(draws.jacobian);
  gradient.put(draws.gradient);
}

/// Each result [draws×counts], for draws from number `from` on.
inline void sample_entropies(Seed seed, Dim dim, Input<"counts", std::uint32_t> counts, From from,
                             Output<"root"> root, Output<"logarithmic"> logarithmic) {
  const std::vector<Index> key_counts = indices(counts.span());
  const EntropyDraws drawn = attention_scale::sample_entropies(
      {.seed = seed, .dim = dim, .counts = key_counts}, from, root.rows());
  root.put(drawn.root);
  logarithmic.put(drawn.logarithmic);
}

}  // namespace attention_scale::bindings
