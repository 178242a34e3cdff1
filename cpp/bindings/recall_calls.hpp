/// \file The calls about the recall task.
#pragma once

#include "attention_scale/training/recall.hpp"
#include "training_fields.hpp"

namespace attention_scale::bindings {

using TaskFields = Struct<RecallTask, "seed", "dim", "n", "batch">;
using Step = Number<"step", std::uint32_t>;

template <typename S>
void start_recall(Seed seed, Dim dim, StartName initialisation, QueryKeyFactor factor,
                  Output<"result", S> result) {
  result.put(attention_scale::start_recall<S>(dim, seed, initialisation, factor));
}

inline RecallTask task_of(TaskFields fields) { return fields.value(); }

template <typename S>
inline constexpr auto* train_recall =
    &train_lanes<S, attention_scale::train_recall<S>, 100'000, 9, TaskFields>;

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
