#include "attention_scale/training/date_training.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/row_statistics.hpp"
#include "core/instantiate.hpp"
#include "training/slope_error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace attention_scale {
namespace {

constexpr Index kMostExamples = 512;

DateBatch examples_of(std::uint32_t seed, std::uint32_t step, Index count) {
  return date_batch(date_examples(seed, step, count));
}

/// The factor of the rate of each parameter.
std::vector<RateRun> rate_runs(std::span<const DateEntry> layout, double query_key_rate) {
  std::vector<RateRun> runs;
  for (const DateEntry& entry : layout) {
    runs.push_back({.from = entry.from,
                    .size = entry.rows * entry.cols,
                    .factor = makes_scores(entry) ? query_key_rate : 1});
  }
  return runs;
}

/// The W^Q of the cross-attention of the last layer.
const DateEntry& watched(std::span<const DateEntry> layout) {
  return *std::find_if(layout.rbegin(), layout.rend(),
                       [](const DateEntry& entry) { return entry.name.ends_with(".cq"); });
}

}  // namespace

template <std::floating_point S>
TrainingRun train_dates(const DateTraining& training, Index steps, TrainingState<S>& state) {
  const auto [model, scale, query_key_rate, optimiser, seed, batch] = training;
  check::within("batch", batch, 1, kMostExamples);
  check_steps(state.step, steps);
  check::finite("scale", scale);
  check::within("queryKeyRate", query_key_rate, 0, 1e4);
  check_optimiser(optimiser);
  const std::vector<DateEntry> layout = date_layout(model);
  const Index size = parameter_count(layout);
  check_state(optimiser, size, state);
  const std::vector<RateRun> runs = rate_runs(layout, query_key_rate);
  const DateEntry& wq = watched(layout);

  TrainingRun run;
  TrainingState<S> scratch;
  DateCache<S> cache;
  Vector<S> gradient(size);
  Matrix<S> d_queries(batch * kAnswerLength, model.dim);
  for (Index i = 0; i < steps && !run.diverged; ++i) {
    const DateBatch examples = examples_of(seed, static_cast<std::uint32_t>(state.step + 1), batch);
    try {
      const DateNetwork<S> network(model, scale, state.parameters);
      const double loss = network.loss(examples, cache);
      network.gradient(examples, cache, entries_of(gradient), d_queries);
      const std::optional<StepRecord> record = step_record<S>(
          loss, Eigen::Map<const Matrix<S>>(gradient.data() + wq.from, wq.rows, wq.cols),
          Eigen::Map<const Matrix<S>>(d_queries.data(), d_queries.rows() * model.heads,
                                      model.dim / model.heads),
          cache.weights);
      run.diverged = !record || !take_step(optimiser, runs, gradient, state, scratch);
      if (!run.diverged) {
        run.records.push_back(*record);
      }
    } catch (const Error& error) {
      // The arguments have been checked: a number of the passes is not finite.
      if (error.code() != ErrorCode::kDomain) {
        throw;
      }
      run.diverged = true;
    }
  }
  return run;
}

template <std::floating_point S>
DateTest test_dates(const DateModel& model, double scale, const Vector<S>& parameters,
                    std::uint32_t seed, Index count) {
  check::within("count", count, 1, 10'000);
  const DateNetwork<S> network(model, scale, parameters);
  const std::vector<DateExample> examples = date_examples(seed, 0, count);
  DateCache<S> cache;
  Index exact = 0;
  double loss = 0;
  for (Index first = 0; first < count; first += kMostExamples) {
    const Index some = std::min(kMostExamples, count - first);
    const DateBatch batch = date_batch(std::span(examples).subspan(static_cast<std::size_t>(first),
                                                                   static_cast<std::size_t>(some)));
    loss += network.loss(batch, cache) * static_cast<double>(some);
    const std::vector<Index> written = most_probable(cache);
    for (auto character = written.begin(), target = batch.targets.begin();
         character != written.end(); character += kAnswerLength, target += kAnswerLength) {
      exact += std::equal(character, character + kAnswerLength, target) ? 1 : 0;
    }
  }
  const auto all = static_cast<double>(count);
  return {.exact = static_cast<double>(exact) / all, .loss = loss / all};
}

template <std::floating_point S>
DateAnswer<S> answer_date(const DateModel& model, double scale, const Vector<S>& parameters,
                          std::u32string_view source) {
  const DateNetwork<S> network(model, scale, parameters);
  const DateExample example = date_example(source);
  DateBatch batch = date_batch({&example, 1});
  // The character that is to be written does not change what is predicted for it: it is masked.
  std::fill(batch.targets.begin(), batch.targets.end(), 0);
  DateCache<S> cache;
  DateAnswer<S> result;
  result.right = example.target;
  for (std::size_t i = 0; i < kAnswerLength; ++i) {
    network.loss(batch, cache);
    batch.targets[i] = most_probable(cache)[i];
    result.answer += kAnswerCharacters[static_cast<std::size_t>(batch.targets[i])];
  }
  const RowStatistics rows = row_statistics(cache.weights.template cast<double>());
  result.entropy = mean_of(rows.entropy);
  result.weights = std::move(cache.weights);
  result.source_input = std::move(cache.source_input);
  result.target_input = std::move(cache.target_input);
  return result;
}

double check_dates(const DateTraining& training, const Vector<double>& parameters) {
  constexpr double kDistance = 1e-6;
  check::within("batch", training.batch, 1, kMostExamples);
  Vector<double> moved = parameters;
  const DateBatch batch = examples_of(training.seed, 1, training.batch);
  const DateNetwork<double> network(training.model, training.scale, moved);
  DateCache<double> cache;
  Vector<double> gradient(moved.size());
  const double loss_here = network.loss(batch, cache);
  network.gradient(batch, cache, entries_of(gradient), {});

  RandomState state(training.seed);
  double worst = 0;
  for (const DateEntry& entry : network.layout()) {
    const Index size = entry.rows * entry.cols;
    const Vector<double> kept = moved.segment(entry.from, size);
    const Vector<double> own = gradient.segment(entry.from, size);
    Vector<double> direction(size);
    state.normal(entries_of(direction));
    direction = direction.binaryExpr(
        own, [](double draw, double slope) { return std::copysign(draw, slope); });
    direction /= std::sqrt(direction.dot(direction));
    const auto loss_at = [&](double distance) {
      moved.segment(entry.from, size) = kept + distance * direction;
      return network.loss(batch, cache);
    };
    const double analytic = own.dot(direction);
    const double numeric = (loss_at(kDistance) - loss_at(-kDistance)) / (2 * kDistance);
    moved.segment(entry.from, size) = kept;
    const double typical = own.norm() / std::sqrt(static_cast<double>(size));
    worst = std::max(worst, slope_error(analytic, numeric, typical, loss_here, kDistance));
  }
  return worst;
}

ATTENTION_SCALE_INSTANTIATE(train_dates);
ATTENTION_SCALE_INSTANTIATE(test_dates);
ATTENTION_SCALE_INSTANTIATE(answer_date);

}  // namespace attention_scale
