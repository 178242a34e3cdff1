/// \file The calls about the recall task.
#pragma once

#include "attention_scale/training/recall.hpp"
#include "training_fields.hpp"

namespace attention_scale::bindings {

using TaskFields = Struct<RecallTask, "seed", "dim", "n", "batch">;
using Step = Number<"step", std::uint32_t>;
template <typename S>
using Parameters = List<"parameters", S>;

template <typename S>
inline constexpr auto* start_recall =
    &returned<&attention_scale::start_recall<S>, Output<"result", S>, Dim, Seed, StartName,
              QueryKeyFactor>;

inline RecallTask task_of(TaskFields fields) { return fields; }

template <typename S>
inline constexpr auto* train_recall =
    &train_lanes<S, attention_scale::train_recall<S>, 100'000, 9, TaskFields>;

/// Of the first sequence of a step.
template <typename S>
inline constexpr auto* recall_weights =
    &returned<&attention_scale::recall_weights<S>, Output<"result", S>,
              Struct<RecallTask, "seed", "dim", "n">, Step, Parameters<S>, ScoreScale, TrainedRule>;

/// Loss and mean weight on the right key, on the data of step 0.
template <typename S>
inline constexpr auto* test_recall =
    &returned<&attention_scale::test_recall<S>, Results<"loss", "right">, TaskFields, Parameters<S>,
              ScoreScale, TrainedRule>;

/// The weight on the right key of each of `batch` sequences from number `from` on.
template <typename S>
inline constexpr auto* test_recall_keys =
    &returned<&attention_scale::test_recall_keys<S>, Output<"result">, TaskFields,
              Number<"from=0", std::uint32_t>, Parameters<S>, ScoreScale, TrainedRule>;

template <typename S>
inline constexpr auto* recall_alignment =
    &returned<&attention_scale::recall_alignment<S>, Results<"cosine", "score">, TaskFields,
              Parameters<S>>;

inline void check_recall(TaskFields fields, StartName initialisation, QueryKeyFactor factor,
                         ScoreScale scale, TrainedRule rule, Output<"error"> error) {
  const RecallTask task = fields;
  error.put(attention_scale::check_recall(
      task, attention_scale::start_recall<double>(task.dim, task.seed, initialisation, factor),
      scale, rule));
}

}  // namespace attention_scale::bindings
