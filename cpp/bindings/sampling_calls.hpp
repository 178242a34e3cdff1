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
#include <limits>
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

inline void put_moments(const std::vector<Moments>& list, const Room<double>& into) {
  std::vector<double> numbers;
  for (const Moments& m : list) {
    numbers.insert(numbers.end(),
                   {static_cast<double>(m.count), m.mean, m.variance, m.std, m.min, m.max});
  }
  into.put(numbers);
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

/// share is one number: the finished share of the draws, from 0 to 1.
inline void draw_scores(Seed seed, Samples samples, Dim dim, Std std, Law law, Number<"work"> work,
                        Output<"share"> share) {
  share.put({score_sampling({seed, samples, dim, std, law}, work).share()});
}

/// The moments of queries, keys and scores. Keeps the draws of the last options.
inline void sample_scores(Seed seed, Samples samples, Dim dim, Std std, Law law, Scale scale,
                          Output<"moments"> moments) {
  const ScoreSampling& sampling = score_sampling({seed, samples, dim, std, law});
  put_moments({sampling.query(), sampling.key(), sampling.scores(scale)}, moments);
}

/// The scores of `count` queries from number `from` on; `moments` are those of these scores.
inline void score_histogram(Seed seed, Samples samples, Dim dim, Std std, Law law, Scale scale,
                            Number<"from", Index> from, Number<"count", Index> count, Low low,
                            High high, Counts counts, Edges edges, Output<"moments"> moments) {
  Histogram histogram(counts.size(), low, high);
  const ScoreSampling& sampling = score_sampling({seed, samples, dim, std, law});
  put_moments({sampling.stream(scale, from, count, histogram)}, moments);
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
  spreads.put(attention_scale::score_spreads({seed, samples, std, law}, indices(dims.span()), from,
                                             spreads.rows()));
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
                           Output<"largest"> largest, Output<"share"> share) {
  for (const Room<double>& result :
       std::initializer_list<Room<double>>{low, median, high, mean, std, largest, share}) {
    result.check_shape(1, draws.rows());
  }
  Index row = 0;
  for (const DrawSummary& summary : attention_scale::draw_summaries(draws.matrix())) {
    low.data()[row] = summary.low;
    median.data()[row] = summary.median;
    high.data()[row] = summary.high;
    mean.data()[row] = summary.mean;
    std.data()[row] = summary.std;
    largest.data()[row] = summary.largest;
    share.data()[row] = summary.share;
    ++row;
  }
}

inline void moments(Input<"data"> data, Ddof ddof, Output<"moments"> moments) {
  put_moments({attention_scale::moments(data.span(), ddof)}, moments);
}

/// The moments of all entries, of each row, of each column.
inline void matrix_moments(Input<"entries"> entries, Ddof ddof, Output<"moments"> moments) {
  const MatrixMoments found = attention_scale::matrix_moments(entries.matrix(), ddof);
  std::vector<Moments> list{found.all};
  list.insert(list.end(), found.rows.begin(), found.rows.end());
  list.insert(list.end(), found.cols.begin(), found.cols.end());
  put_moments(list, moments);
}

/// `parts` is [count×6].
inline void combined_moments(Input<"parts"> parts, Ddof ddof, Output<"moments"> moments) {
  parts.check_shape(parts.rows(), 6);
  std::vector<Moments> given;
  for (Index i = 0; i < parts.rows(); ++i) {
    const auto part = parts.matrix().row(i);
    given.push_back({converted<std::int64_t>("the count", part[0]), part[1], part[2], part[3],
                     part[4], part[5]});
  }
  put_moments({attention_scale::combined_moments(given, ddof)}, moments);
}

/// densities [x].
inline void normal_density(Input<"x"> x, Number<"mean"> mean, Std std,
                           Output<"densities"> densities) {
  densities.check_shape(x.rows(), x.cols());
  std::transform(x.span().begin(), x.span().end(), densities.data(),
                 [=](double entry) { return attention_scale::normal_density(entry, mean, std); });
}

/// Each result [draws×dims·exponents], for draws from number `from` on.
inline void sample_gradients(Seed seed, Number<"keys", Index> keys,
                             Input<"dims", std::uint32_t> dims, Input<"exponents"> exponents,
                             From from, Output<"peak"> peak, Output<"entropy"> entropy,
                             Output<"jacobian"> jacobian, Output<"gradient"> gradient) {
  const GradientDraws draws = attention_scale::sample_gradients(
      {seed, keys, indices(dims.span()), exponents.span()}, from, peak.rows());
  peak.put(draws.peak);
  entropy.put(draws.entropy);
  jacobian.put(draws.jacobian);
  gradient.put(draws.gradient);
}

/// Each result [draws×counts], for draws from number `from` on.
inline void sample_entropies(Seed seed, Dim dim, Input<"counts", std::uint32_t> counts, From from,
                             Output<"root"> root, Output<"logarithmic"> logarithmic,
                             Output<"level"> level) {
  const EntropyDraws drawn =
      attention_scale::sample_entropies({seed, dim, indices(counts.span())}, from, root.rows());
  root.put(drawn.root);
  logarithmic.put(drawn.logarithmic);
  level.put(drawn.level);
}

}  // namespace attention_scale::bindings
