/// \file The calls about the recall task.
#pragma once

#include "attention_scale/training/recall.hpp"
#include "rule_fields.hpp"
#include "training_fields.hpp"

#include <algorithm>
#include <vector>

namespace attention_scale::bindings {

using TaskFields = Struct<RecallTask, "seed", "dim", "n", "batch">;
using Step = Number<"step", std::uint32_t>;

template <typename S>
void start_recall(Seed seed, Dim dim, StartName initialisation, QueryKeyFactor factor,
                  Output<"result", S> result) {
  result.put(attention_scale::start_recall<S>(dim, seed, initialisation, factor));
}

/// A list of each kind for each lane, and a row of `lanes` with its scale, rate, queryKeyRate,
/// queryKeyNorm, lengthFactor, softCap and clip, the last four NaN where it has none. The results
/// are lists as well; a lane that diverged has 1 in `diverged`.
template <typename S>
void train_recall(Inputs<"parameters", S> parameters, Inputs<"first", S> first,
                  Inputs<"second", S> second, Input<"rows"> options, TaskFields task, Step step,
                  Number<"steps", Index> steps, OptimiserFields optimiser,
                  Outputs<"parameters", S> next_parameters, Outputs<"first", S> next_first,
                  Outputs<"second", S> next_second, Outputs<"records"> records,
                  Output<"diverged"> diverged) {
  const Index count = steps_of(steps, 100'000);
  std::vector<RecallLane<S>> lanes(parameters.size());
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
                          .step = std::int64_t{step}}};
  }
  attention_scale::train_recall<S>(task.value(), optimiser.value(), count, lanes);
  next_parameters.begin(lanes.size());
  next_first.begin(lanes.size());
  next_second.begin(lanes.size());
  records.begin(lanes.size());
  const std::span<double> ends = diverged.make_list(static_cast<Index>(lanes.size()));
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const RecallLane<S>& lane = lanes[i];
    next_parameters[i].put(lane.state.parameters);
    next_first[i].put(lane.state.first);
    next_second[i].put(lane.state.second);
    put_records(lane.records, records[i], &RecallRecord::right);
    ends[i] = lane.diverged ? 1 : 0;
  }
}

/// Of the first sequence of a step.
template <typename S>
void recall_weights(List<"parameters", S> parameters, Struct<RecallTask, "seed", "dim", "n"> task,
                    Step step, Number<"scale"> scale, TrainedRule rule,
                    Output<"result", S> result) {
  result.put(attention_scale::recall_weights<S>(task.value(), step, parameters.vector(), scale,
                                                rule.value()));
}

/// Loss and mean weight on the right key, on the data of step 0.
template <typename S>
void test_recall(List<"parameters", S> parameters, TaskFields task, Number<"scale"> scale,
                 TrainedRule rule, Results<"loss", "right"> results) {
  results.put(
      attention_scale::test_recall<S>(task.value(), parameters.vector(), scale, rule.value()));
}

/// The weight on the right key of each of `batch` sequences from number `from` on.
template <typename S>
void test_recall_keys(List<"parameters", S> parameters, TaskFields task,
                      Number<"from=0", std::uint32_t> from, Number<"scale"> scale, TrainedRule rule,
                      Output<"result"> result) {
  result.put(attention_scale::test_recall_keys<S>(task.value(), from, parameters.vector(), scale,
                                                  rule.value()));
}

template <typename S>
void recall_alignment(List<"parameters", S> parameters, TaskFields task,
                      Results<"cosine", "score"> results) {
  results.put(attention_scale::recall_alignment<S>(task.value(), parameters.vector()));
}

inline void check_recall(TaskFields fields, StartName initialisation, QueryKeyFactor factor,
                         Number<"scale"> scale, TrainedRule rule, Output<"error"> error) {
  const RecallTask task = fields.value();
  const auto start =
      attention_scale::start_recall<double>(task.dim, task.seed, initialisation, factor);
  error.put(attention_scale::check_recall(task, start, scale, rule.value()));
}

}  // namespace attention_scale::bindings
