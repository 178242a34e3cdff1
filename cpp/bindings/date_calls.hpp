/// \file The calls about the model that rewrites dates. Texts cross as code points.
#pragma once

#include "attention_scale/training/date_training.hpp"
#include "training_fields.hpp"

#include <string>
#include <vector>

namespace attention_scale::bindings {

using Hidden = Number<"hidden=", std::optional<double>>;  ///< none: 4·d
using Batch = Number<"batch", Index>;

inline Index hidden_of(std::optional<double> hidden, Index dim) {
  return converted<Index>("hidden", hidden.value_or(4.0 * static_cast<double>(dim)));
}

struct DateSizes {
  Index dim, layers, heads;
  std::optional<double> hidden;
};

struct ModelFields : Struct<DateSizes, "dim", "layers=1", "heads=1", "hidden="> {
  using Struct::Struct;
  operator DateModel() const {
    const DateSizes sizes = *this;
    return {sizes.dim, sizes.layers, sizes.heads, hidden_of(sizes.hidden, sizes.dim)};
  }
};

/// Texts, each ended by a line feed.
inline void put_texts(const std::vector<std::u32string>& texts, const Room<std::uint32_t>& into) {
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
  MatrixOut<double> rows = places.make(static_cast<Index>(layout.size()), 3);
  std::vector<std::u32string> texts;
  for (const ParameterEntry& entry : layout) {
    rows.row(static_cast<Index>(texts.size())) << static_cast<double>(entry.from),
        static_cast<double>(entry.rows), static_cast<double>(entry.cols);
    texts.emplace_back(entry.name.begin(), entry.name.end());
  }
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
    &returned<&attention_scale::test_dates<S>, Results<"exact", "loss">, ModelFields, ScoreScale,
              List<"parameters", S>, Seed, Number<"count", Index>, TrainedRule>;

template <typename S>
void answer_date(List<"parameters", S> parameters, List<"text", std::uint32_t> source,
                 ModelFields model, ScoreScale scale, TrainedRule rule,
                 Output<"answer", std::uint32_t> answer, Output<"right", std::uint32_t> right,
                 Outputs<"weights", S> weights, Output<"entropy", S> entropy,
                 Output<"sourceInput", S> source_input, Output<"targetInput", S> target_input) {
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

inline void date_examples(Seed seed, Number<"step", std::uint32_t> step,
                          Number<"count", Index> count, Output<"sources", std::uint32_t> sources,
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
                        QueryKeyFactor factor, ScoreScale scale, TrainedRule rule, Batch batch,
                        Output<"error"> error) {
  const DateTask task = task_of(model, seed, batch);
  error.put(attention_scale::check_dates(
      task, attention_scale::start_dates<double>(task.model, seed, initialisation, factor), scale,
      rule));
}

}  // namespace attention_scale::bindings
