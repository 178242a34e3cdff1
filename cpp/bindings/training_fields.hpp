/// \file What the calls about training share: the fields of an optimiser, and the call that trains
/// the lanes of a task.
#pragma once

#include "attention_scale/layers/initialisation.hpp"
#include "attention_scale/training/lane.hpp"
#include "first_calls.hpp"
#include "rule_fields.hpp"

#include <vector>

namespace attention_scale::bindings {

using OptimiserFields =
    Struct<OptimiserOptions, "optimiser(sgd|momentum|adam|adamw)", "rate", "momentum=0.9",
           "beta1=0.9", "beta2=0.999", "epsilon=1e-8", "decay=0">;
using InitialisationName = Number<"initialisation(xavier|packed|normal)", Initialisation>;
using StartName = Number<"initialisation=0(xavier|packed|normal)", Initialisation>;
using ScoreScale = Number<"scale">;
using QueryKeyFactor = Number<"queryKeyFactor=1">;

/// A list of each kind for each lane, and a row of `lanes` with its scale, rate, queryKeyRate,
/// queryKeyNorm, lengthFactor, softCap and clip, the last four NaN where it has none. The results
/// are lists as well: the states that follow, and a row for each of the first `numbers` numbers of
/// a record, a column for each step that was taken; a lane that diverged has 1 in `diverged`.
/// \param train train_dates or train_recall of the core, which takes up to `most` steps at a time
template <typename S, auto train, Index most, Index numbers, typename... TaskFields>
void train_lanes(
    Inputs<"parameters", S> parameters, Inputs<"first", S> first, Inputs<"second", S> second,
    ArrayField<"lanes", double,
               "{scale,rate,queryKeyRate=1,queryKeyNorm=,lengthFactor=,softCap=,clip=}">
        options,
    Number<"step", std::int64_t> step, Number<"steps", Index> steps, OptimiserFields optimiser,
    TaskFields... task, Outputs<"parameters", S> next_parameters, Outputs<"first", S> next_first,
    Outputs<"second", S> next_second, Outputs<"records"> records, Output<"diverged"> diverged) {
  check::within("steps", steps, 1, most);
  std::vector<TrainingLane<S>> lanes(parameters.size());
  check::has_shape("lanes", options.matrix(), static_cast<Index>(lanes.size()), 7, "it must be");
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto lane = options.matrix().row(static_cast<Index>(i));
    lanes[i] = {.scale = lane[0],
                .rule = {.query_key_norm = given(lane[3]),
                         .length_factor = given(lane[4]),
                         .soft_cap = given(lane[5])},
                .clip = given(lane[6]),
                .rate = lane[1],
                .query_key_rate = lane[2],
                .state = {.parameters = parameters[i].vector(),
                          .first = first[i].vector(),
                          .second = second[i].vector(),
                          .step = step}};
  }
  train(task_of(task...), optimiser, steps, lanes);
  next_parameters.begin(lanes.size());
  next_first.begin(lanes.size());
  next_second.begin(lanes.size());
  records.begin(lanes.size());
  const std::span<double> ends = diverged.make_list(static_cast<Index>(lanes.size()));
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const TrainingLane<S>& lane = lanes[i];
    next_parameters[i].put(lane.state.parameters);
    next_first[i].put(lane.state.first);
    next_second[i].put(lane.state.second);
    MatrixOut<double> rows = records[i].make(numbers, static_cast<Index>(lane.records.size()));
    for (Index row = 0; row < rows.rows(); ++row) {
      for (Index col = 0; col < rows.cols(); ++col) {
        rows(row, col) = lane.records[static_cast<std::size_t>(col)].*
                         StepRecord::kNumbers[static_cast<std::size_t>(row)];
      }
    }
    ends[i] = lane.diverged ? 1 : 0;
  }
}

}  // namespace attention_scale::bindings
