#include "attention_scale/training/date_model.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/layers/linear.hpp"
#include "attention_scale/layers/positions.hpp"
#include "core/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace attention_scale {
namespace {

constexpr auto kSourceTokens = static_cast<Index>(kSourceCharacters.size());
constexpr auto kAnswerTokens = static_cast<Index>(kAnswerCharacters.size());

void check_model(const DateModel& model) {
  check::within("dim", model.dim, 16, 256);
  check::within("layers", model.layers, 1, 2);
  check::within("hidden", model.hidden, 1, 2048);
  check::within("heads", model.heads, 1, model.dim);
  if (model.dim % model.heads != 0) {
    throw Error(ErrorCode::kDomain,
                {"dim is ", std::to_string(model.dim), "; with ", std::to_string(model.heads),
                 " heads it must be a multiple of ", std::to_string(model.heads), "."});
  }
}

/// The name without the layer's: "cq" of "decoder.0.cq".
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

using Shape = std::pair<Index, Index>;

/// Rows and columns of the parameters, by the last part of their names.
std::map<std::string_view, Shape> shapes_of(const DateModel& model) {
  const Index dim = model.dim;
  const Index hidden = model.hidden;
  std::map<std::string_view, Shape> shapes{{"sourceEmbedding", {kSourceTokens, dim}},
                                           {"targetEmbedding", {kAnswerTokens + 1, dim}},
                                           {"w1", {dim, hidden}},
                                           {"b1", {1, hidden}},
                                           {"w2", {hidden, dim}},
                                           {"weight", {dim, kAnswerTokens}},
                                           {"bias", {1, kAnswerTokens}}};
  for (const char* matrix : {"wq", "wk", "wv", "wo", "cq", "ck", "cv", "co"}) {
    shapes[matrix] = {dim, dim};
  }
  for (const char* list : {"b2", "gamma1", "beta1", "gamma2", "beta2", "gamma3", "beta3"}) {
    shapes[list] = {1, dim};
  }
  return shapes;
}

/// The embedding of each token and its position, for texts of these lengths one after the other.
template <std::floating_point S>
void embed(const Parameter<S>& embedding, std::span<const Index> tokens,
           std::span<const Index> lengths, Matrix<S>& output) {
  const Matrix<S> places =
      positions(std::max(kLongestSource, kAnswerLength), embedding.cols()).template cast<S>();
  output.resize(static_cast<Index>(tokens.size()), embedding.cols());
  Index row = 0;
  for (const Index length : lengths) {
    for (Index place = 0; place < length; ++place, ++row) {
      output.row(row) =
          embedding.matrix().row(tokens[static_cast<std::size_t>(row)]) + places.row(place);
    }
  }
}

template <std::floating_point S>
void embed_gradient(const Matrix<S>& d_output, std::span<const Index> tokens, MatrixOut<S> d) {
  for (Index row = 0; row < d_output.rows(); ++row) {
    d.row(tokens[static_cast<std::size_t>(row)]) += d_output.row(row);
  }
}

/// What the decoder reads: each answer moved on by the start token.
std::vector<Index> shifted(std::span<const Index> targets) {
  std::vector<Index> tokens(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    tokens[i] = i % kAnswerLength == 0 ? kStartToken : targets[i - 1];
  }
  return tokens;
}

LayerMasks encoder_masks(const DateBatch& batch) { return {.own = {.lengths = batch.lengths}}; }

LayerMasks decoder_masks(const DateBatch& batch) {
  return {.own = {.causal = true}, .memory = {.lengths = batch.lengths}};
}

/// The mean cross-entropy, in double, and its gradient.
template <std::floating_point S>
double cross_entropy(const Matrix<S>& logits, std::span<const Index> targets, Matrix<S>& d_logits) {
  d_logits.resize(logits.rows(), logits.cols());
  const auto count = static_cast<double>(logits.rows());
  double sum = 0;
  Eigen::RowVectorXd row(logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) {
    const Index target = targets[static_cast<std::size_t>(i)];
    row = logits.row(i).template cast<double>();
    row.array() -= row.maxCoeff();
    const double of_target = row[target];
    row = row.unaryExpr([](double x) { return std::exp(x); });
    const double total = row.sum();
    sum += std::log(total) - of_target;
    row /= total;
    row[target] -= 1;
    d_logits.row(i) = (row / count).cast<S>();
  }
  return sum / count;
}

/// The layout of a model's `parameters`, which are as many as it holds.
template <std::floating_point S>
std::vector<DateEntry> layout_of(const DateModel& model, const Vector<S>& parameters) {
  std::vector<DateEntry> layout = date_layout(model);
  check::has_shape("parameters", parameters.transpose(), 1, parameter_count(layout),
                   "for this model it must be");
  return layout;
}

}  // namespace

std::vector<DateEntry> date_layout(const DateModel& model) {
  check_model(model);
  const std::map<std::string_view, Shape> shapes = shapes_of(model);
  std::vector<DateEntry> layout;
  Index from = 0;
  DateParameters<Parameter<double>>(model).each([&](const std::string& name, const auto&) {
    // The biases of attentions have none.
    if (const auto shape = shapes.find(last_part(name)); shape != shapes.end()) {
      const auto [rows, cols] = shape->second;
      layout.push_back({.name = name, .from = from, .rows = rows, .cols = cols});
      from += rows * cols;
    }
  });
  return layout;
}

Index parameter_count(std::span<const DateEntry> layout) {
  const DateEntry& last = layout.back();
  return last.from + last.rows * last.cols;
}

bool makes_scores(const DateEntry& entry) {
  const std::string_view part = last_part(entry.name);
  return part == "wq" || part == "wk" || part == "cq" || part == "ck";
}

template <std::floating_point S>
Vector<S> start_dates(const DateModel& model, const DateStart& start) {
  check::within("queryKeyFactor", start.query_key_factor, 0, 1e4);
  const std::vector<DateEntry> layout = date_layout(model);
  RandomState state(start.seed);
  Vector<S> parameters = Vector<S>::Zero(parameter_count(layout));
  for (const DateEntry& entry : layout) {
    MatrixOut<S> matrix(parameters.data() + entry.from, entry.rows, entry.cols);
    const std::string_view part = last_part(entry.name);
    if (part.ends_with("Embedding")) {
      Matrix<double> draws(entry.rows, entry.cols);
      state.normal(entries_of(draws));
      matrix.noalias() = draws.cast<S>();
    } else if (part.starts_with("gamma")) {
      matrix.setOnes();
    } else if (entry.rows > 1) {
      const bool projection = makes_scores(entry) || part == "wv" || part == "cv";
      draw_matrix<S>(state, start.initialisation, projection, matrix);
    }
    if (makes_scores(entry)) {
      matrix *= static_cast<S>(start.query_key_factor);
    }
  }
  return parameters;
}

template <std::floating_point S>
DateNetwork<S>::DateNetwork(const DateModel& model, double scale, const Vector<S>& parameters)
    : model_(model),
      scale_(scale),
      layout_(layout_of(model, parameters)),
      parameters_(model, layout_, parameters.data()) {
  check::finite("scale", scale);
}

template <std::floating_point S>
LayerOptions DateNetwork<S>::options(const DateBatch& batch) const {
  const auto count = static_cast<Index>(batch.lengths.size());
  return {.heads = {.heads = model_.heads, .batch = count, .scale = scale_}};
}

template <std::floating_point S>
double DateNetwork<S>::loss(const DateBatch& batch, DateCache<S>& cache) const {
  const LayerOptions layer = options(batch);
  const std::vector<Index> answers(batch.lengths.size(), kAnswerLength);
  embed<S>(parameters_.source_embedding, batch.sources, batch.lengths, cache.source_input);
  embed<S>(parameters_.target_embedding, shifted(batch.targets), answers, cache.target_input);
  const Matrix<S>& memory =
      transformer_stack<S>(cache.source_input, kNoMemory<S>, parameters_.encoder, layer,
                           encoder_masks(batch), cache.encoder);
  cache.weights.resize(cache.target_input.rows() * model_.heads,
                       *std::max_element(batch.lengths.begin(), batch.lengths.end()));
  const Matrix<S>& output = transformer_stack<S>(cache.target_input, memory, parameters_.decoder,
                                                 layer, decoder_masks(batch), cache.decoder,
                                                 {.memory = {.weights = cache.weights}});
  linear<S>(output, parameters_.output_weight, parameters_.output_bias,
            {"the decoder's output", "output.weight", "output.bias"}, cache.logits);
  return cross_entropy<S>(cache.logits, batch.targets, cache.d_logits);
}

template <std::floating_point S>
void DateNetwork<S>::gradient(const DateBatch& batch, const DateCache<S>& cache,
                              std::span<S> gradient, MatrixOut<S> d_queries) const {
  const LayerOptions layer = options(batch);
  std::fill(gradient.begin(), gradient.end(), S{0});
  const DateParameters<MatrixOut<S>> to(model_, layout_, gradient.data());
  const Matrix<S>& memory = cache.encoder.back().output(layer.norm);
  Matrix<S> d_output = Matrix<S>::Zero(cache.target_input.rows(), model_.dim);
  linear_gradient<S>(cache.decoder.back().output(layer.norm), parameters_.output_weight,
                     cache.d_logits, to.output_weight, to.output_bias, d_output);
  Matrix<S> d_memory = Matrix<S>::Zero(memory.rows(), memory.cols());
  Matrix<S> d_input = Matrix<S>::Zero(cache.target_input.rows(), model_.dim);
  transformer_stack_gradient<S>(cache.target_input, memory, parameters_.decoder, layer,
                                decoder_masks(batch), cache.decoder, d_output, to.decoder, d_input,
                                d_memory, d_queries);
  embed_gradient<S>(d_input, shifted(batch.targets), to.target_embedding);
  d_input = Matrix<S>::Zero(memory.rows(), memory.cols());
  transformer_stack_gradient<S>(cache.source_input, kNoMemory<S>, parameters_.encoder, layer,
                                encoder_masks(batch), cache.encoder, d_memory, to.encoder, d_input);
  embed_gradient<S>(d_input, batch.sources, to.source_embedding);
}

template <std::floating_point S>
std::vector<Index> most_probable(const DateCache<S>& cache) {
  std::vector<Index> tokens(static_cast<std::size_t>(cache.logits.rows()));
  for (std::size_t row = 0; row < tokens.size(); ++row) {
    cache.logits.row(static_cast<Index>(row)).maxCoeff(&tokens[row]);
  }
  return tokens;
}

ATTENTION_SCALE_INSTANTIATE(start_dates);
template class DateNetwork<double>;
template class DateNetwork<float>;
ATTENTION_SCALE_INSTANTIATE(most_probable);

}  // namespace attention_scale
