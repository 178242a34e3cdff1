/// \file The calls about training: the fields of an optimiser, the call that trains the lanes of a
/// task, those about the recall task and those about the model that rewrites dates. Texts cross as
/// code points.
#pragma once

#include "attention_scale/layers/transformer.hpp"
#include "attention_scale/training/date_training.hpp"
#include "attention_scale/training/optimiser.hpp"
#include "attention_scale/training/recall.hpp"
#include "first_calls.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attention_scale::bindings {

using OptimiserFields = Struct<
    OptimiserOptions, Member<"optimiser(sgd|momentum|adam|adamw)", &OptimiserOptions::kind>,
    Member<"rate", &OptimiserOptions::rate>, Member<"momentum=0.9", &OptimiserOptions::momentum>,
    Member<"beta1=0.9", &OptimiserOptions::beta1>, Member<"beta2=0.999", &OptimiserOptions::beta2>,
    Member<"epsilon=1e-8", &OptimiserOptions::epsilon>,
    Member<"decay=0", &OptimiserOptions::decay>>;
using InitialisationName = Number<"initialisation(xavier|packed|normal)", Initialisation>;
using StartName = Number<"initialisation=0(xavier|packed|normal)", Initialisation>;
using ScoreScale = Number<"scale">;
using QueryKeyFactor = Number<"queryKeyFactor=1">;

/// What a lane has of its own, beside its state.
template <typename S>
using LaneRecords =
    Records<"lanes", TrainingLane<S>, Member<"scale", &TrainingLane<S>::scale>,
            Member<"rate", &TrainingLane<S>::rate>,
            Member<"queryKeyRate=1", &TrainingLane<S>::query_key_rate>,
            Within<&TrainingLane<S>::rule, RuleMembers>, Member<"clip=", &TrainingLane<S>::clip>>;

/// A list of each kind for each lane, and a record of `lanes`. The results are lists as well: the
/// states that follow, and a row for each of the first `numbers` numbers of a record, a column for
/// each step that was taken; a lane that diverged has 1 in `diverged`.
/// \param train train_dates or train_recall of the core, which takes up to `most` steps at a time
template <typename S, auto train, Index most, Index numbers, typename... Task>
void train_lanes(Inputs<"parameters", S> parameters, Inputs<"first", S> first,
                 Inputs<"second", S> second, LaneRecords<S> options,
                 Number<"step", std::int64_t> step, Number<"steps", Index> steps,
                 OptimiserFields optimiser, Task... task, Outputs<"parameters", S> next_parameters,
                 Outputs<"first", S> next_first, Outputs<"second", S> next_second,
                 Outputs<"records"> records, Output<"diverged"> diverged) {
  check::within("steps", steps, 1, most);
  check::has_shape("lanes", options.matrix(), std::ssize(parameters), options.cols(), "it must be");
  std::vector<TrainingLane<S>> lanes = options.list();
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    lanes[i].state = {.parameters = parameters[i].vector(),
                      .first = first[i].vector(),
                      .second = second[i].vector(),
                      .step = step};
  }
  train(task_of(task...), optimiser, steps, lanes);
  next_parameters.begin(lanes.size());
  next_first.begin(lanes.size());
  next_second.begin(lanes.size());
  records.begin(lanes.size());
  const std::span<double> ends = diverged.make_list(std::ssize(lanes));
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const TrainingLane<S>& lane = lanes[i];
    next_parameters[i].put(lane.state.parameters);
    next_first[i].put(lane.state.first);
    next_second[i].put(lane.state.second);
    MatrixOut<double> rows = records[i].make(numbers, std::ssize(lane.records));
    for (Index row = 0; row < rows.rows(); ++row) {
      for (Index col = 0; col < rows.cols(); ++col) {
        rows(row, col) = lane.records[static_cast<std::size_t>(col)].*
                         StepRecord::kNumbers[static_cast<std::size_t>(row)];
      }
    }
    ends[i] = lane.diverged ? 1 : 0;
  }
}

using RecallFields =
    Struct<RecallTask, Member<"seed", &RecallTask::seed>, Member<"dim", &RecallTask::dim>,
           Member<"n", &RecallTask::n>, Member<"batch", &RecallTask::batch>>;
/// A task of one sequence at a time.
using OneSequence = Struct<RecallTask, Member<"seed", &RecallTask::seed>,
                           Member<"dim", &RecallTask::dim>, Member<"n", &RecallTask::n>>;
using Step = Number<"step", std::uint32_t>;
template <typename S>
using Parameters = List<"parameters", S>;

template <typename S>
inline constexpr auto* start_recall =
    &returned<&attention_scale::start_recall<S>, Output<"result", S>, Dim, Seed, StartName,
              QueryKeyFactor>;

inline RecallTask task_of(RecallFields fields) { return fields; }

template <typename S>
inline constexpr auto* train_recall =
    &train_lanes<S, attention_scale::train_recall<S>, 100'000, 9, RecallFields>;

/// The attention weights of the first sequence of a step.
template <typename S>
inline constexpr auto* recall_weights =
    &returned<&attention_scale::recall_weights<S>, Output<"result", S>, OneSequence, Step,
              Parameters<S>, ScoreScale, Rule>;

/// Loss and mean weight on the right key, on the data of step 0.
template <typename S>
inline constexpr auto* test_recall =
    &returned<&attention_scale::test_recall<S>,
              Results<Member<"loss", &RecallTest::loss>, Member<"right", &RecallTest::right>>,
              RecallFields, Parameters<S>, ScoreScale, Rule>;

/// The weight on the right key of each of `batch` sequences from number `from` on.
template <typename S>
inline constexpr auto* test_recall_keys =
    &returned<&attention_scale::test_recall_keys<S>, Output<"result">, RecallFields,
              Number<"from=0", std::uint32_t>, Parameters<S>, ScoreScale, Rule>;

template <typename S>
inline constexpr auto* recall_alignment = &returned<
    &attention_scale::recall_alignment<S>,
    Results<Member<"cosine", &RecallAlignment::cosine>, Member<"score", &RecallAlignment::score>>,
    RecallFields, Parameters<S>>;

inline void check_recall(RecallFields fields, StartName initialisation, QueryKeyFactor factor,
                         ScoreScale scale, Rule rule, Output<"error"> error) {
  const RecallTask task = fields;
  error.put(attention_scale::check_recall(
      task, attention_scale::start_recall<double>(task.dim, task.seed, initialisation, factor),
      scale, rule));
}

using Hidden = Number<"hidden=", std::optional<double>>;  ///< none: 4·d
using Batch = Number<"batch", Index>;

inline Index hidden_of(std::optional<double> hidden, Index dim) {
  return converted<Index>("hidden", hidden.value_or(4.0 * static_cast<double>(dim)));
}

struct DateSizes {
  Index dim = 0;
  Index layers = 0;
  Index heads = 0;
  std::optional<double> hidden{};
};

struct ModelFields
    : Struct<DateSizes, Member<"dim", &DateSizes::dim>, Member<"layers=1", &DateSizes::layers>,
             Member<"heads=1", &DateSizes::heads>, Member<"hidden=", &DateSizes::hidden>> {
  using Struct::Struct;
  operator DateModel() const {
    const DateSizes sizes = *this;
    return {.dim = sizes.dim,
            .layers = sizes.layers,
            .heads = sizes.heads,
            .hidden = hidden_of(sizes.hidden, sizes.dim)};
  }
};

/// Texts, each ended by a line feed.
inline void put_texts(const std::vector<std::u32string>& texts, const Result<std::uint32_t>& into) {
  std::vector<std::uint32_t> points;
  for (const std::u32string& text : texts) {
    points.insert(points.end(), text.begin(), text.end());
    points.push_back(U'\n');
  }
  into.put(points);
}

/// The name of each parameter, and a row for its first number, its rows and its columns.
inline void date_layout(ModelFields model, Output<"names", std::uint32_t> names,
                        Output<"places"> places) {
  const std::vector<ParameterEntry> layout = attention_scale::date_layout(model);
  Matrix<double> rows(std::ssize(layout), 3);
  std::vector<std::u32string> texts;
  for (const ParameterEntry& entry : layout) {
    const auto row = std::ssize(texts);
    rows(row, 0) = static_cast<double>(entry.from);
    rows(row, 1) = static_cast<double>(entry.rows);
    rows(row, 2) = static_cast<double>(entry.cols);
    texts.emplace_back(entry.name.begin(), entry.name.end());
  }
  places.put(rows);
  put_texts(texts, names);
}

template <typename S>
inline constexpr auto* start_dates =
    &returned<&attention_scale::start_dates<S>, Output<"result", S>, ModelFields, Seed, StartName,
              QueryKeyFactor>;

inline DateTask task_of(ModelFields model, Seed seed, Batch batch) {
  return {.model = model, .seed = seed, .batch = batch};
}

template <typename S>
inline constexpr auto* train_dates =
    &train_lanes<S, attention_scale::train_dates<S>, 10'000, 8, ModelFields, Seed, Batch>;

template <typename S>
inline constexpr auto* test_dates =
    &returned<&attention_scale::test_dates<S>,
              Results<Member<"exact", &DateTest::exact>, Member<"loss", &DateTest::loss>>,
              ModelFields, ScoreScale, Parameters<S>, Seed, Number<"count", Index>, Rule>;

template <typename S>
void answer_date(Parameters<S> parameters, List<"text", std::uint32_t> source, ModelFields model,
                 ScoreScale scale, Rule rule, Output<"answer", std::uint32_t> answer,
                 Output<"right", std::uint32_t> right, Outputs<"weights", S> weights,
                 Output<"entropy", S> entropy, Output<"sourceInput", S> source_input,
                 Output<"targetInput", S> target_input) {
  const std::u32string text(source.span().begin(), source.span().end());
  const DateAnswer<S> result =
      attention_scale::answer_date<S>(model, scale, parameters, text, rule);
  put_texts({result.answer}, answer);
  put_texts({result.right}, right);
  weights.begin(static_cast<std::size_t>(result.weights.rows() / kAnswerLength));
  for (Index row = 0; row < result.weights.rows(); row += kAnswerLength) {
    weights[static_cast<std::size_t>(row / kAnswerLength)].put(
        result.weights.middleRows(row, kAnswerLength));
  }
  entropy.put(result.entropy);
  source_input.put(result.source_input);
  target_input.put(result.target_input);
}

inline void date_examples(Seed seed, Step step, Number<"count", Index> count,
                          Output<"sources", std::uint32_t> sources,
                          Output<"targets", std::uint32_t> targets) {
  check::within("count", count, 1, 10'000);
  std::vector<std::u32string> read;
  std::vector<std::u32string> written;
  for (const DateExample& example : attention_scale::date_examples(seed, step, count)) {
    read.push_back(example.source);
    written.push_back(example.target);
  }
  put_texts(read, sources);
  put_texts(written, targets);
}

inline void check_dates(ModelFields model, Seed seed, StartName initialisation,
                        QueryKeyFactor factor, ScoreScale scale, Rule rule, Batch batch,
                        Output<"error"> error) {
  const DateTask task = task_of(model, seed, batch);
  error.put(attention_scale::check_dates(
      task, attention_scale::start_dates<double>(task.model, seed, initialisation, factor), scale,
      rule));
}

}  // namespace attention_scale::bindings
