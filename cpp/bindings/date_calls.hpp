/// \file The calls about the model that rewrites dates. Texts cross as code points.
#pragma once

#include "attention_scale/training/date_training.hpp"
#include "training_fields.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace attention_scale::bindings {

using DateModelNumbers = Numbers<Names<"dim", "layers", "heads", "hidden">>;
using DateStartNumbers = Numbers<Names<"seed", "initialisation", "queryKeyFactor">>;
using DateSeed = Number<"seed", std::uint32_t>;
using DateScale = Number<"scale">;
using DateBatchSize = Number<"batch", Index>;

inline DateModel date_model(const DateModelNumbers& numbers) {
  return {.dim = numbers.as<Index>(0),
          .layers = numbers.as<Index>(1),
          .heads = numbers.as<Index>(2),
          .hidden = numbers.as<Index>(3)};
}

inline DateStart date_start(const DateStartNumbers& numbers) {
  return {.seed = numbers.as<std::uint32_t>(0),
          .initialisation = numbers.as<Initialisation>(1),
          .query_key_factor = numbers[2]};
}

/// The first number, the rows and the columns of each parameter.
inline void date_layout(DateModelNumbers model, Output<"layout"> layout) {
  std::vector<double> numbers;
  for (const DateEntry& entry : attention_scale::date_layout(date_model(model))) {
    for (const Index number : {entry.from, entry.rows, entry.cols}) {
      numbers.push_back(static_cast<double>(number));
    }
  }
  layout.put(numbers);
}

template <typename S>
void start_dates(DateModelNumbers model, DateStartNumbers start,
                 Output<"parameters", S> parameters) {
  parameters.put(attention_scale::start_dates<S>(date_model(model), date_start(start)));
}

/// `taken` of the rows of `records` are written.
template <typename S>
void train_dates(Input<"parameters", S> parameters, Input<"first", S> first,
                 Input<"second", S> second, Number<"step", std::int64_t> step,
                 DateModelNumbers model, DateScale scale, Number<"queryKeyRate"> query_key_rate,
                 Number<"rate"> rate, OptimiserNumbers optimiser, DateSeed seed,
                 DateBatchSize batch, Output<"nextParameters", S> next_parameters,
                 Output<"nextFirst", S> next_first, Output<"nextSecond", S> next_second,
                 Output<"records"> records, Output<"taken"> taken) {
  TrainingState<S> state{.parameters = parameters.vector(),
                         .first = first.vector(),
                         .second = second.vector(),
                         .step = step};
  records.check_shape(records.rows(), 8);
  const TrainingRun run =
      attention_scale::train_dates<S>({.model = date_model(model),
                                       .scale = scale,
                                       .query_key_rate = query_key_rate,
                                       .optimiser = optimiser_options(optimiser, rate),
                                       .seed = seed,
                                       .batch = batch},
                                      records.rows(), state);
  next_parameters.put(state.parameters);
  next_first.put(state.first);
  next_second.put(state.second);
  Index row = 0;
  for (const StepRecord& it : run.records) {
    const Eigen::Array<double, 1, 8> columns{it.loss,   it.gradient_norm, it.share,   it.low,
                                             it.median, it.high,          it.entropy, it.peak};
    records.matrix().row(row++) = columns.matrix();
  }
  taken.put({static_cast<double>(row)});
}

template <typename S>
void test_dates(Input<"parameters", S> parameters, DateModelNumbers model, DateScale scale,
                DateSeed seed, Number<"count", Index> count, Output<"result"> result) {
  const DateTest test =
      attention_scale::test_dates<S>(date_model(model), scale, parameters.vector(), seed, count);
  result.put({test.exact, test.loss});
}

template <typename S>
void answer_date(Input<"parameters", S> parameters, Input<"source", std::uint32_t> source,
                 DateModelNumbers model, DateScale scale, Output<"answer", std::uint32_t> answer,
                 Output<"right", std::uint32_t> right, Output<"weights", S> weights,
                 Output<"entropy", S> entropy, Output<"sourceInput", S> source_input,
                 Output<"targetInput", S> target_input) {
  const std::u32string text(source.span().begin(), source.span().end());
  const DateAnswer<S> result =
      attention_scale::answer_date<S>(date_model(model), scale, parameters.vector(), text);
  answer.put(std::vector<std::uint32_t>(result.answer.begin(), result.answer.end()));
  right.put(std::vector<std::uint32_t>(result.right.begin(), result.right.end()));
  weights.put(result.weights);
  entropy.put({static_cast<S>(result.entropy)});
  source_input.put(result.source_input);
  target_input.put(result.target_input);
}

/// A row of each holds a text, behind whose end are zeros.
inline void date_examples(DateSeed seed, Number<"step", std::uint32_t> step,
                          Output<"sources", std::uint32_t> sources,
                          Output<"targets", std::uint32_t> targets) {
  sources.check_shape(sources.rows(), kLongestSource);
  targets.check_shape(sources.rows(), kAnswerLength);
  std::fill_n(sources.data(), sources.size(), 0);
  Index row = 0;
  for (const DateExample& example : attention_scale::date_examples(seed, step, sources.rows())) {
    std::copy(example.source.begin(), example.source.end(), sources.data() + row * kLongestSource);
    std::copy(example.target.begin(), example.target.end(), targets.data() + row * kAnswerLength);
    ++row;
  }
}

inline void check_dates(DateModelNumbers model, DateStartNumbers start, DateScale scale,
                        DateBatchSize batch, Output<"error"> error) {
  const DateStart drawn = date_start(start);
  const DateTraining training{
      .model = date_model(model), .scale = scale, .seed = drawn.seed, .batch = batch};
  error.put({attention_scale::check_dates(
      training, attention_scale::start_dates<double>(training.model, drawn))});
}

}  // namespace attention_scale::bindings
