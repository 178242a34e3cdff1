/// \file The calls about the recall task.
#pragma once

#include "attention_scale/training/recall.hpp"
#include "training_fields.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using TaskNumbers = Numbers<Names<"seed", "dim", "n", "batch">>;
using Step = Number<"step", std::uint32_t>;
using ScoreScale = Number<"scale">;

inline RecallTask recall_task(const TaskNumbers& numbers) {
  return {.seed = numbers.as<std::uint32_t>(0),
          .dim = numbers.as<Index>(1),
          .n = numbers.as<Index>(2),
          .batch = numbers.as<Index>(3)};
}

template <typename S>
void start_recall(Number<"seed", std::uint32_t> seed, Number<"dim", Index> dim,
                  Number<"initialisation", Initialisation> initialisation,
                  Number<"queryKeyFactor"> factor, Output<"parameters", S> parameters) {
  parameters.put(attention_scale::start_recall<S>(dim, seed, initialisation, factor));
}

/// The data of as many steps as the results have room for, from number `step` on.
template <typename S>
void recall_data(TaskNumbers numbers, Step step, Output<"tokens", S> tokens,
                 Output<"values", S> values, Output<"right", double> right) {
  const RecallTask task = recall_task(numbers);
  check_task(task);
  RecallData<S> data;
  const Index rows = task.batch * task.n;
  const Index steps = tokens.rows() / rows;
  tokens.check_shape(steps * rows, task.dim);
  values.check_shape(steps * rows, values.cols());
  right.check_shape(1, steps * task.batch);
  for (Index i = 0; i < steps; ++i) {
    draw_recall<S>(task, step + static_cast<std::uint32_t>(i), data);
    tokens.matrix().middleRows(i * rows, rows) = data.tokens;
    values.matrix().middleRows(i * rows, rows) = data.values;
    std::copy(data.rights.begin(), data.rights.end(), right.data() + i * task.batch);
  }
}

/// The given data of `steps` steps, or none.
template <typename S>
std::vector<RecallData<S>> data_of(const ArrayView<const S>& tokens,
                                   const ArrayView<const S>& values,
                                   const ArrayView<const std::uint32_t>& right, Index steps) {
  values.check_shape(tokens.rows(), values.cols());
  std::vector<RecallData<S>> data(static_cast<std::size_t>(tokens.size() > 0 ? steps : 0));
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Index rows = tokens.rows() / steps;
    const auto first = static_cast<Index>(i) * rows;
    const std::size_t batch = right.span().size() / static_cast<std::size_t>(steps);
    data[i].tokens = tokens.matrix().middleRows(first, rows);
    data[i].values = values.matrix().middleRows(first, rows);
    const auto rights = right.span().subspan(i * batch, batch);
    data[i].rights.assign(rights.begin(), rights.end());
  }
  return data;
}

/// Each row of the states is a lane, each row of `lanes` its scale, rate and queryKeyRate. The
/// records of a lane are `steps` rows; its row of `ends` has the number of those that were written,
/// and 1 where it diverged.
template <typename S>
void train_recall(Input<"parameters", S> parameters, Input<"first", S> first,
                  Input<"second", S> second, Input<"lanes", double> options,
                  Input<"tokens", S> tokens, Input<"values", S> values,
                  Input<"right", std::uint32_t> right, TaskNumbers task, Step step,
                  Number<"steps", Index> steps, OptimiserNumbers optimiser,
                  Output<"nextParameters", S> next_parameters, Output<"nextFirst", S> next_first,
                  Output<"nextSecond", S> next_second, Output<"records", double> records,
                  Output<"ends", double> ends) {
  options.check_shape(options.rows(), 3);
  records.check_shape(std::int64_t{options.rows()} * steps, 9);
  ends.check_shape(options.rows(), 2);
  std::vector<RecallLane<S>> lanes(static_cast<std::size_t>(options.rows()));
  const auto row_of = [](const auto& lists, Index lane) -> Vector<S> {
    return lists.size() > 0 ? Vector<S>(lists.matrix().row(lane)) : Vector<S>();
  };
  for (Index i = 0; i < options.rows(); ++i) {
    const auto lane = options.matrix().row(i);
    lanes[static_cast<std::size_t>(i)] = {.scale = lane[0],
                                          .rate = lane[1],
                                          .query_key_rate = lane[2],
                                          .state = {.parameters = row_of(parameters, i),
                                                    .first = row_of(first, i),
                                                    .second = row_of(second, i),
                                                    .step = std::int64_t{step}}};
  }
  const auto data = data_of<S>(tokens, values, right, steps);
  attention_scale::train_recall<S>(recall_task(task), optimiser_options(optimiser, 1), steps, data,
                                   lanes);
  const auto put = [](const auto& room, Index lane, const Vector<S>& list) {
    if (room.size() > 0) {
      room.matrix().row(lane) = list;
    }
  };
  records.matrix().setZero();
  for (Index i = 0; i < options.rows(); ++i) {
    const RecallLane<S>& lane = lanes[static_cast<std::size_t>(i)];
    put(next_parameters, i, lane.state.parameters);
    put(next_first, i, lane.state.first);
    put(next_second, i, lane.state.second);
    Index row = i * steps;
    for (const RecallRecord& it : lane.records) {
      records.matrix().row(row++) << it.loss, it.gradient_norm, it.share, it.low, it.median,
          it.high, it.entropy, it.peak, it.right;
    }
    ends.matrix().row(i) << static_cast<double>(lane.records.size()), lane.diverged ? 1.0 : 0.0;
  }
}

template <typename S>
void recall_weights(Input<"parameters", S> parameters, TaskNumbers task, Step step,
                    ScoreScale scale, Output<"weights", S> weights) {
  weights.put(
      attention_scale::recall_weights<S>(recall_task(task), step, parameters.vector(), scale));
}

/// Loss and mean weight on the right key, on the data of step 0.
template <typename S>
void test_recall(Input<"parameters", S> parameters, TaskNumbers task, ScoreScale scale,
                 Output<"results", S> results) {
  const RecallTest test =
      attention_scale::test_recall<S>(recall_task(task), parameters.vector(), scale);
  results.put({static_cast<S>(test.loss), static_cast<S>(test.right)});
}

template <typename S>
void recall_alignment(Input<"parameters", S> parameters, TaskNumbers task,
                      Output<"results", S> results) {
  const RecallAlignment alignment =
      attention_scale::recall_alignment<S>(recall_task(task), parameters.vector());
  results.put({static_cast<S>(alignment.cosine), static_cast<S>(alignment.score)});
}

inline void check_recall(Input<"parameters"> parameters, TaskNumbers task, ScoreScale scale,
                         Output<"error"> error) {
  error.put({attention_scale::check_recall(recall_task(task), parameters.vector(), scale)});
}

}  // namespace attention_scale::bindings
