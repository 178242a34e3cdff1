#include "sampling_calls.hpp"

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
#include "memory.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace attention_scale::bindings {
namespace {

constexpr int kMomentNumbers = 6;

std::span<const double> numbers(Address address, int count) {
  return {at<const double>(address), static_cast<std::size_t>(count)};
}

std::vector<Index> indices(Address words, int count) {
  const auto* first = at<const std::uint32_t>(words);
  return {first, first + count};
}

void put(const Moments& m, Address address, int place = 0) {
  vector<double>(address + sizeof(double) * kMomentNumbers * static_cast<std::size_t>(place),
                 kMomentNumbers)
      << static_cast<double>(m.count),
      m.mean, m.variance, m.std, m.min, m.max;
}

void put(const Histogram& result, Address counts, Address edges) {
  std::copy(result.counts().begin(), result.counts().end(), at<double>(counts));
  std::copy(result.edges().begin(), result.edges().end(), at<double>(edges));
}

/// The last experiment: on its way, or ready. One at a time, for it may take 300 MB.
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
KeptSampling& kept_sampling(double seed, int samples, int dim, double std, int law) {
  static KeptSampling kept;
  const ScoreSamplingOptions wanted{.seed = static_cast<std::uint32_t>(seed),
                                    .samples = samples,
                                    .dim = dim,
                                    .std = std,
                                    .law = static_cast<EntryLaw>(law)};
  const bool same = kept.ready     ? kept.ready->options() == wanted
                    : kept.drawing ? kept.drawing->options() == wanted
                                   : false;
  if (!same) {
    // Before the new one asks for its memory.
    kept.drawing.reset();
    kept.ready.reset();
    kept.drawing.emplace(wanted);
  }
  return kept;
}

const ScoreSampling& score_sampling(double seed, int samples, int dim, double std, int law) {
  KeptSampling& kept = kept_sampling(seed, samples, dim, std, law);
  if (!kept.ready) {
    kept.ready = kept.taken().finish();
  }
  return *kept.ready;
}

}  // namespace

void draw_scores(double seed, int samples, int dim, double std, int law, double work,
                 Address share) {
  KeptSampling& kept = kept_sampling(seed, samples, dim, std, law);
  if (kept.ready) {
    *at<double>(share) = 1;
    return;
  }
  ScoreDrawing drawing = kept.taken();
  *at<double>(share) = drawing.advance(work);
  kept.drawing = std::move(drawing);
}

void sample_scores(double seed, int samples, int dim, double std, int law, double scale,
                   Address result) {
  const ScoreSampling& sampling = score_sampling(seed, samples, dim, std, law);
  put(sampling.query(), result, 0);
  put(sampling.key(), result, 1);
  put(sampling.scores(scale), result, 2);
}

void score_histogram(double seed, int samples, int dim, double std, int law, double scale, int from,
                     int count, int bins, double low, double high, Address counts, Address edges,
                     Address result) {
  Histogram histogram(bins, low, high);
  put(score_sampling(seed, samples, dim, std, law).stream(scale, from, count, histogram), result);
  put(histogram, counts, edges);
}

void random_entries(double seed, double std, int law, int count, Address entries) {
  RandomState state(static_cast<std::uint32_t>(seed));
  draw_entries(state, static_cast<EntryLaw>(law), std,
               {at<double>(entries), static_cast<std::size_t>(count)});
}

void score_spreads(double seed, int samples, double std, int law, Address dims, int dim_count,
                   double from, int count, Address spreads) {
  const ScoreSpreadOptions options{.seed = static_cast<std::uint32_t>(seed),
                                   .samples = samples,
                                   .std = std,
                                   .law = static_cast<EntryLaw>(law)};
  put_matrix<double>(spreads,
                     attention_scale::score_spreads(options, indices(dims, dim_count),
                                                    static_cast<std::uint32_t>(from), count));
}

void histogram(Address data, int count, int bins, double low, double high, Address counts,
               Address edges) {
  Histogram result(bins, low, high);
  result.add(numbers(data, count));
  put(result, counts, edges);
}

void quantiles(Address data, int count, Address probabilities, int probability_count,
               Address results) {
  const std::vector<double> found =
      attention_scale::quantiles(numbers(data, count), numbers(probabilities, probability_count));
  std::copy(found.begin(), found.end(), at<double>(results));
}

void local_exponents(Address x, int x_count, Address y, int y_count, Address exponents) {
  const std::vector<double> found =
      attention_scale::local_exponents(numbers(x, x_count), numbers(y, y_count));
  std::copy(found.begin(), found.end(), at<double>(exponents));
}

void draw_summaries(Address draws, int rows, int cols, Address summaries) {
  const auto found = attention_scale::draw_summaries(matrix<double>(draws, rows, cols));
  auto* into = at<double>(summaries);
  for (const DrawSummary& s : found) {
    for (const double value : {s.low, s.median, s.high, s.mean, s.std, s.largest}) {
      *into++ = value;
    }
  }
}

void matrix_moments(Address entries, int rows, int cols, int ddof, Address result) {
  const MatrixMoments found =
      attention_scale::matrix_moments(matrix<double>(entries, rows, cols), ddof);
  int place = 0;
  put(found.all, result, place++);
  for (const Moments& row : found.rows) {
    put(row, result, place++);
  }
  for (const Moments& col : found.cols) {
    put(col, result, place++);
  }
}

void combined_moments(Address parts, int count, int ddof, Address result) {
  std::vector<Moments> given;
  for (int i = 0; i < count; ++i) {
    const auto part = matrix<double>(parts, count, kMomentNumbers).row(i);
    given.push_back({.count = static_cast<std::int64_t>(part[0]),
                     .mean = part[1],
                     .variance = part[2],
                     .std = part[3],
                     .min = part[4],
                     .max = part[5]});
  }
  put(attention_scale::combined_moments(given, ddof), result);
}

void normal_density(Address x, int count, double mean, double std, Address densities) {
  const auto given = numbers(x, count);
  std::transform(given.begin(), given.end(), at<double>(densities),
                 [=](double entry) { return attention_scale::normal_density(entry, mean, std); });
}

void sample_gradients(double seed, int keys, Address dims, int dim_count, Address exponents,
                      int exponent_count, double from, int count, Address peak, Address entropy,
                      Address jacobian, Address gradient) {
  const std::vector<Index> dim_numbers = indices(dims, dim_count);
  const GradientDraws draws =
      attention_scale::sample_gradients({.seed = static_cast<std::uint32_t>(seed),
                                         .keys = keys,
                                         .dims = dim_numbers,
                                         .exponents = numbers(exponents, exponent_count)},
                                        static_cast<std::uint32_t>(from), count);
  put_matrix<double>(peak, draws.peak);
  put_matrix<double>(entropy, draws.entropy);
  put_matrix<double>(jacobian, draws.jacobian);
  put_matrix<double>(gradient, draws.gradient);
}

void sample_entropies(double seed, int dim, Address counts, int number_of_counts, double from,
                      int draws, Address root, Address logarithmic) {
  const std::vector<Index> key_counts = indices(counts, number_of_counts);
  const EntropyDraws drawn = attention_scale::sample_entropies(
      {.seed = static_cast<std::uint32_t>(seed), .dim = dim, .counts = key_counts},
      static_cast<std::uint32_t>(from), draws);
  put_matrix<double>(root, drawn.root);
  put_matrix<double>(logarithmic, drawn.logarithmic);
}

}  // namespace attention_scale::bindings
