#include "attention_scale/training/date_training.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "core/instantiate.hpp"
#include "training/train_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace attention_scale {
namespace {

constexpr auto kSourceTokens = std::ssize(kSourceCharacters);
constexpr auto kAnswerTokens = std::ssize(kAnswerCharacters);
constexpr Index kMostExamples = 512;

// --- Parameters ----------------------------------------------------------------------------------

void check_model(const DateModel& model) {
  check::within("dim", model.dim, 16, 256);
  check::within("layers", model.layers, 1, 2);
  check::within("hidden", model.hidden, 1, 2048);
  check::within("heads", model.heads, 1, model.dim);
  check::domain(model.dim % model.heads == 0,
                {"dim is ", model.dim, "; with ", model.heads, " heads it must be a multiple of ",
                 model.heads, "."});
}

/// The parameters in memory of the caller, by layer. `Store` is Parameter<S> or MatrixOut<S>.
template <typename Store>
struct Parameters {
  Store source_embedding{};
  Store target_embedding{};
  std::vector<LayerParameters<Store>> encoder{};
  std::vector<LayerParameters<Store>> decoder{};
  Store output_weight{};
  Store output_bias{};

  explicit Parameters(const DateModel& model)
      : encoder(static_cast<std::size_t>(model.layers)),
        decoder(encoder.size(), {.has_cross = true}) {}

  /// The parameters at `data`, laid out as date_layout says.
  template <typename S>
  Parameters(const DateModel& model, S* data) : Parameters(model) {
    each(model, [&data](const std::string&, ParameterRole, Store& store, Index rows, Index cols) {
      std::construct_at(&store, Store(data, rows, cols));
      data += rows * cols;
    });
  }

  /// Calls visit(name, role, parameter, rows, cols) for each parameter in the order of the layout.
  template <typename Visit>
  void each(const DateModel& model, Visit visit) {
    using Role = ParameterRole;
    visit("sourceEmbedding", Role::kEmbedding, source_embedding, kSourceTokens, model.dim);
    visit("targetEmbedding", Role::kEmbedding, target_embedding, kAnswerTokens + 1, model.dim);
    for (auto* const stack : {&encoder, &decoder}) {
      for (std::size_t i = 0; i < stack->size(); ++i) {
        const std::string layer =
            (stack == &encoder ? "encoder." : "decoder.") + std::to_string(i) + '.';
        (*stack)[i].each([&](const ParameterKind& kind, Store& store) {
          const auto [rows, cols] = parameter_shape(kind.role, model.dim, model.hidden);
          if (rows > 0) {
            visit(layer + kind.name, kind.role, store, rows, cols);
          }
        });
      }
    }
    visit("output.weight", Role::kOutput, output_weight, model.dim, kAnswerTokens);
    visit("output.bias", Role::kOutputBias, output_bias, Index{1}, kAnswerTokens);
  }
};

// --- The model -----------------------------------------------------------------------------------

/// The embedding of each token and its position, for texts of these lengths one after the other.
/// `places` are the positions of the longest of all texts.
template <std::floating_point S>
void embed(const Parameter<S>& embedding, const Matrix<S>& places, std::span<const Index> tokens,
           std::span<const Index> lengths, Matrix<S>& output) {
  resize(output, std::ssize(tokens), embedding.cols);
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

/// The mean cross-entropy, in double, and its gradient.
template <std::floating_point S>
double cross_entropy(const Matrix<S>& logits, std::span<const Index> targets, Matrix<S>& d_logits) {
  resize(d_logits, logits.rows(), logits.cols());
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

/// What the model computes of a batch of b examples, and its gradients. The parameters of the last
/// loss have to outlive its gradient.
template <std::floating_point S>
class Network {
 public:
  Matrix<S> source_input;  // embeddings and positions of the sources, one below the other
  Matrix<S> target_input;  // those of the answers, moved on by the start token [b·10×d]
  Matrix<S> weights;       // the weights of the last cross-attention [b·h·10×m], 0 behind shorter
                           // sources

  explicit Network(const DateModel& model)
      : count_(parameter_count(date_layout(model))),
        model_(model),
        places_(positions(std::max(kLongestSource, kAnswerLength), model.dim).template cast<S>()),
        parameters_(model) {}

  /// The mean cross-entropy of the 10·b characters, in nats, each predicted from the source and the
  /// characters before it; `scale` multiplies the scores of every attention. \throws Error(kShape)
  /// where the number of parameters is another, Error(kDomain) where a number overflows.
  double loss(const Vector<S>& parameters, double scale, const ScoreRule& rule,
              const DateBatch& batch) {
    check::finite("scale", scale);
    check_rule(rule);
    encoder_.options.heads = {.heads = model_.heads, .scale = scale, .rule = rule};
    decoder_.options = encoder_.options;
    check::has_shape("parameters", parameters.transpose(), 1, count_, "for this model it must be");
    parameters_ = Parameters<Parameter<S>>(model_, parameters.data());
    const std::vector<Index> answers(batch.lengths.size(), kAnswerLength);
    encoder_.layers = parameters_.encoder;
    encoder_.masks.attention.lengths = batch.lengths;
    decoder_.layers = parameters_.decoder;
    decoder_.masks.attention.causal = CausalMask::kUpperLeft;
    decoder_.masks.attention.lengths = answers;
    decoder_.masks.cross.lengths = batch.lengths;
    embed<S>(parameters_.source_embedding, places_, batch.sources, batch.lengths, source_input);
    embed<S>(parameters_.target_embedding, places_, shifted(batch.targets), answers, target_input);
    const Matrix<S>& memory = encoder_.forward(source_input, Matrix<S>());
    resize(weights, target_input.rows() * model_.heads,
           *std::max_element(batch.lengths.begin(), batch.lengths.end()));
    std::vector<LayerSquares<S>> squares(parameters_.decoder.size());
    squares.back().cross.weights.rebind(weights);
    linear<S>("the decoder's output", decoder_.forward(target_input, memory, squares),
              parameters_.output_weight, parameters_.output_bias, logits_);
    return cross_entropy<S>(logits_, batch.targets, d_logits_);
  }

  /// Sets `gradient`, which has the length of the parameters, to the gradient of the last loss, and
  /// `d_queries` [b·10×d] to that of the queries of the last cross-attention.
  /// \throws Error(kDomain) where a number overflows.
  void gradient(const DateBatch& batch, Vector<S>& gradient, MatrixOut<S> d_queries) const {
    gradient.setZero();
    const Parameters<MatrixOut<S>> to(model_, gradient.data());
    const Matrix<S>& memory = encoder_.output();
    Matrix<S> d_output = Matrix<S>::Zero(target_input.rows(), model_.dim);
    linear_gradient<S>(decoder_.output(), parameters_.output_weight, d_logits_, to.output_weight,
                       to.output_bias, d_output);
    Matrix<S> d_memory = Matrix<S>::Zero(memory.rows(), memory.cols());
    Matrix<S> d_target_input = Matrix<S>::Zero(target_input.rows(), model_.dim);
    decoder_.backward(target_input, memory, d_output, to.decoder, d_target_input, d_memory,
                      d_queries);
    embed_gradient<S>(d_target_input, shifted(batch.targets), to.target_embedding);
    Matrix<S> d_source_input = Matrix<S>::Zero(memory.rows(), memory.cols());
    encoder_.backward(source_input, Matrix<S>(), d_memory, to.encoder, d_source_input);
    embed_gradient<S>(d_source_input, batch.sources, to.source_embedding);
  }

  /// QK-clip of every head, by the scores of the last loss.
  void clip(double most, Vector<S>& parameters) const {
    const Parameters<MatrixOut<S>> to(model_, parameters.data());
    encoder_.clip(most, to.encoder);
    decoder_.clip(most, to.decoder);
  }

  /// The characters that are the most probable ones, the first of equal ones [b·10].
  [[nodiscard]] std::vector<Index> most_probable() const {
    std::vector<Index> tokens(static_cast<std::size_t>(logits_.rows()));
    for (std::size_t row = 0; row < tokens.size(); ++row) {
      logits_.row(static_cast<Index>(row)).maxCoeff(&tokens[row]);
    }
    return tokens;
  }

 private:
  Index count_;  // number of parameters; first, because date_layout checks the model
  DateModel model_;
  Matrix<S> places_;  // the positions, which all steps have in common
  Parameters<Parameter<S>> parameters_;
  LayerStack<S> encoder_;  // reads the last parameters, and keeps what it made of the last batch
  LayerStack<S> decoder_;
  Matrix<S> logits_;    // [b·10×11]
  Matrix<S> d_logits_;  // (softmax(logits) − target)/(10·b), the gradient of the loss
};

}  // namespace

std::vector<ParameterEntry> date_layout(const DateModel& model) {
  check_model(model);
  std::vector<ParameterEntry> layout;
  Index from = 0;
  Parameters<Parameter<double>>(model).each(
      model, [&](const std::string& name, ParameterRole role, const auto&, Index rows, Index cols) {
        layout.push_back({.name = name, .role = role, .from = from, .rows = rows, .cols = cols});
        from += rows * cols;
      });
  return layout;
}

template <std::floating_point S>
Vector<S> start_dates(const DateModel& model, std::uint32_t seed, Initialisation initialisation,
                      double query_key_factor) {
  check::within("queryKeyFactor", query_key_factor, 0, 1e4);
  const std::vector<ParameterEntry> layout = date_layout(model);
  RandomState state(seed);
  Vector<S> parameters(parameter_count(layout));
  for (const ParameterEntry& entry : layout) {
    MatrixOut<S> matrix(parameters.data() + entry.from, entry.rows, entry.cols);
    draw_parameter<S>(state, initialisation, entry.kind(), matrix);
    if (entry.makes_scores()) {
      matrix *= static_cast<S>(query_key_factor);
    }
  }
  return parameters;
}

template <std::floating_point S>
void train_dates(const DateTask& task, const OptimiserOptions& optimiser, Index steps,
                 std::span<TrainingLane<S>> lanes) {
  check::within("batch", task.batch, 1, kMostExamples);
  const std::vector<ParameterEntry> layout = date_layout(task.model);
  // The last W^Q of all is that of the cross-attention of the last layer.
  const ParameterEntry& wq = *std::find_if(
      layout.rbegin(), layout.rend(),
      [](const ParameterEntry& entry) { return entry.role == ParameterRole::kQueries; });
  Network<S> network(task.model);
  DateBatch examples;
  Matrix<S> d_queries(task.batch * kAnswerLength, task.model.dim);
  train_lanes<S>(
      optimiser, steps, lanes, layout,
      [&](std::uint32_t step) {
        examples = date_batch(date_examples(task.seed, step, task.batch));
      },
      [&](const TrainingLane<S>& lane, Vector<S>& gradient) {
        const double loss = network.loss(lane.state.parameters, lane.scale, lane.rule, examples);
        network.gradient(examples, gradient, d_queries);
        return step_record<S>(
            loss, Eigen::Map<const Matrix<S>>(gradient.data() + wq.from, wq.rows, wq.cols),
            Eigen::Map<const Matrix<S>>(d_queries.data(), d_queries.rows() * task.model.heads,
                                        task.model.dim / task.model.heads),
            network.weights);
      },
      [&](TrainingLane<S>& lane) { network.clip(*lane.clip, lane.state.parameters); });
}

template <std::floating_point S>
DateTest test_dates(const DateModel& model, double scale, const Vector<S>& parameters,
                    std::uint32_t seed, Index count, const ScoreRule& rule) {
  check::within("count", count, 1, 10'000);
  Network<S> network(model);
  const std::vector<DateExample> examples = date_examples(seed, 0, count);
  Index exact = 0;
  double loss = 0;
  for (Index first = 0; first < count; first += kMostExamples) {
    const Index some = std::min(kMostExamples, count - first);
    const DateBatch batch = date_batch(std::span(examples).subspan(static_cast<std::size_t>(first),
                                                                   static_cast<std::size_t>(some)));
    loss += network.loss(parameters, scale, rule, batch) * static_cast<double>(some);
    const std::vector<Index> written = network.most_probable();
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
                          std::u32string_view source, const ScoreRule& rule) {
  Network<S> network(model);
  const DateExample example = date_example(source);
  DateBatch batch = date_batch({&example, 1});
  // The character that is to be written does not change what is predicted for it: it is masked.
  std::fill(batch.targets.begin(), batch.targets.end(), 0);
  DateAnswer<S> result;
  result.right = example.target;
  for (std::size_t i = 0; i < kAnswerLength; ++i) {
    network.loss(parameters, scale, rule, batch);
    batch.targets[i] = network.most_probable()[i];
    result.answer += kAnswerCharacters[static_cast<std::size_t>(batch.targets[i])];
  }
  const RowStatistics rows = row_statistics(network.weights.template cast<double>());
  result.entropy = mean_of(rows.entropy);
  result.weights = std::move(network.weights);
  result.source_input = std::move(network.source_input);
  result.target_input = std::move(network.target_input);
  return result;
}

double check_dates(const DateTask& task, const Vector<double>& parameters, double scale,
                   const ScoreRule& rule) {
  constexpr double kDistance = 1e-6;
  check::within("batch", task.batch, 1, kMostExamples);
  const DateBatch batch = date_batch(date_examples(task.seed, 1, task.batch));
  Network<double> network(task.model);
  const auto loss = [&](const Vector<double>& at) { return network.loss(at, scale, rule, batch); };
  const double loss_here = loss(parameters);
  Vector<double> gradient(parameters.size());
  network.gradient(batch, gradient, {});
  RandomState state(task.seed);
  return largest_slope_error(
      date_layout(task.model), parameters, gradient, loss_here, loss,
      [&](const Vector<double>& own, const Vector<double>& slopes) {
        Vector<double> direction(own.size());
        state.normal(entries_of(direction));
        // Signs of the gradient: no cancellation.
        direction = direction.binaryExpr(
            slopes, [](double draw, double slope) { return std::copysign(draw, slope); });
        return Vector<double>(kDistance / norm(direction) * direction);
      },
      [](const auto& difference) { return difference(1); });
}

ATTENTION_SCALE_INSTANTIATE(start_dates);
ATTENTION_SCALE_INSTANTIATE(train_dates);
ATTENTION_SCALE_INSTANTIATE(test_dates);
ATTENTION_SCALE_INSTANTIATE(answer_date);

}  // namespace attention_scale
