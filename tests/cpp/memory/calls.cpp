#include "memory/calls.hpp"

#include <initializer_list>
#include <span>

#include "attention_calls.hpp"
#include "attention_scale/training/date_model.hpp"
#include "date_calls.hpp"
#include "first_calls.hpp"
#include "goldens.hpp"
#include "guard.hpp"
#include "layer_calls.hpp"
#include "recall_calls.hpp"
#include "sampling_calls.hpp"
#include "saturation_calls.hpp"

namespace attention_scale::tests {
namespace {

namespace b = bindings;

template <auto Function>
constexpr auto kRun = &b::Guarded<&b::Packed<Function>::run>::run;

template <typename S>
Block block_of(const std::vector<S>& entries, Index rows) {
  const auto bytes = std::as_bytes(std::span(entries));
  return {.memory = {bytes.begin(), bytes.end()},
          .rows = rows,
          .cols = static_cast<Index>(entries.size()) / rows};
}

Argument list(std::initializer_list<double> entries) {
  return block_of(std::vector<double>(entries), 1);
}

template <typename S>
Argument words(std::initializer_list<S> entries) {
  return block_of(std::vector<S>(entries), 1);
}

Argument in(Index rows, Index cols, std::uint32_t seed = 1) {
  const Matrix<double> draws = sample<double>(rows, cols, seed);
  return block_of(std::vector<double>(draws.data(), draws.data() + draws.size()), rows);
}

template <typename S = double>
Argument out(Index rows, Index cols) {
  return Block{.memory = std::vector<std::byte>(static_cast<std::size_t>(rows * cols) * sizeof(S)),
               .rows = rows,
               .cols = cols,
               .output = true};
}

/// An array that is not given.
const Argument kNone = Block{};

Arguments all(std::initializer_list<Arguments> parts) {
  Arguments arguments;
  for (const Arguments& part : parts) {
    arguments.insert(arguments.end(), part.begin(), part.end());
  }
  return arguments;
}

Arguments times(std::size_t count, const Argument& argument) { return Arguments(count, argument); }

std::vector<Call> attention_calls() {
  const Argument q = in(5, 8);
  const Argument k = in(7, 8, 2);
  const Argument v = in(7, 3, 3);
  const Arguments options{0.3, 1.0, kNone};
  const Argument logits = in(1, 6);
  return {
      {"attention", kRun<&b::attention<double>>,
       all({{q, k, v}, options, times(3, out(5, 7)), {out(5, 3)}})},
      {"attentionGradient", kRun<&b::attention_gradient<double>>,
       all({{q, k, v, in(5, 3)}, options, {out(5, 8), out(7, 8), out(7, 3), out(5, 7)}})},
      {"softmax", kRun<&b::softmax<double>>, {q, out(5, 8)}},
      {"softmaxJacobian", kRun<&b::softmax_jacobian<double>>, {logits, out(6, 6)}},
      {"softmaxJacobianProduct",
       kRun<&b::softmax_jacobian_product<double>>,
       {logits, in(1, 6, 2), out(1, 6)}},
      {"jacobianNorms", kRun<&b::jacobian_norms>, {logits, out(1, 2)}},
      {"softmaxCentralDifference",
       kRun<&b::softmax_central_difference>,
       {logits, in(1, 6, 2), 1e-4, out(1, 6)}},
      {"passedNorms", kRun<&b::passed_norms>, {logits, in(1, 6, 2), list({1, 0.5}), out(1, 2)}},
      {"saturation", kRun<&b::saturation>, all({{logits, list({1, 0.5})}, times(5, out(1, 2))})},
      {"queryGradients", kRun<&b::query_gradients>, all({{q, k, 0.3}, times(4, out(1, 5))})},
      {"reducedScores",
       kRun<&b::reduced_scores>,
       {q, k, 2.0, 1.0, 0.0, 1.0, out(5, 7), out(5, 7), out(5, 7), out(1, 3)}},
      {"outputLoss", kRun<&b::output_loss>, {2.0, in(5, 3), v, 1.0, out(1, 1), out(5, 3)}},
      {"rowStatistics",
       kRun<&b::row_statistics>,
       {list({0.5, 0.25, 0.25}), out(1, 1), out(1, 1), out(1, 1)}},
      {"rowChange",
       kRun<&b::row_change>,
       {list({0.5, 0.5}), list({0.25, 0.75}), out(1, 1), out(1, 1)}},
      {"weightArithmetic", kRun<&b::weight_arithmetic>, {logits, 0.5, 1.0, out(1, 8)}},
      {"scoreDivisor", kRun<&b::score_divisor>, {64.0, 0.25, out(1, 1)}}};
}

std::vector<Call> random_calls() {
  const Argument seeds = words<std::uint32_t>({13, 1});
  const auto project = [](double seed) {
    return Call{"project", kRun<&b::project>, {in(2, 3), seed, 1.0, out(2, 3)}};
  };
  Call projected = project(2);
  projected.before = {project(1)};
  return {projected,
          {"randomNormal", kRun<&b::random_normal>, {seeds, 0.0, 0.0, 1.0, out(1, 9)}},
          {"randomEntries", kRun<&b::random_entries>, {3.0, 1.0, 1.0, out(1, 9)}},
          {"wordVectors",
           kRun<&b::word_vectors>,
           {words<std::uint8_t>({'g', 'o', 'o', 'd', 0, 'a', 0}), 13.0, 5.0, out(2, 5)}}};
}

std::vector<Call> sampling_calls() {
  // What an experiment keeps for its next call is forgotten where another one begins.
  const Call other{"drawScores", kRun<&b::draw_scores>, {2.0, 3.0, 2.0, 1.0, 0.0, 1e9, out(1, 1)}};
  const Arguments options{1.0, 70.0, 40.0, 1.0, 0.0};
  const Call begun{"drawScores", kRun<&b::draw_scores>, all({options, {1.0, out(1, 1)}}), {other}};
  Call continued = begun;
  continued.before = {other, begun};
  const Argument spread = out(2, 2);
  const Argument moments = out(1, 6);
  return {
      begun,
      continued,
      {"sampleScores", kRun<&b::sample_scores>, all({options, {0.1, out(3, 6)}}), {other, begun}},
      {"scoreHistogram",
       kRun<&b::score_histogram>,
       all({options, {0.1, 1.0, 9.0, -4.0, 4.0, out(1, 8), out(1, 9), moments}}),
       {other}},
      {"scoreSpreads",
       kRun<&b::score_spreads>,
       {1.0, 3.0, 1.0, 0.0, words<std::uint32_t>({2, 5}), 0.0, spread}},
      {"histogram", kRun<&b::histogram>, {in(1, 50), -3.0, 3.0, out(1, 6), out(1, 7)}},
      {"localExponents", kRun<&b::local_exponents>, {list({1, 2, 4}), list({1, 3, 7}), out(1, 2)}},
      {"quantiles", kRun<&b::quantiles>, {in(1, 50), list({0.1, 0.5}), out(1, 2)}},
      {"drawSummaries", kRun<&b::draw_summaries>, all({{in(3, 20)}, times(7, out(1, 3))})},
      {"moments", kRun<&b::moments>, {in(1, 50), 1.0, moments}},
      {"matrixMoments", kRun<&b::matrix_moments>, {in(3, 4), 1.0, out(8, 6)}},
      {"combinedMoments", kRun<&b::combined_moments>, {list({3, 1, 2, 1.4, 0, 3}), 0.0, moments}},
      {"normalDensity", kRun<&b::normal_density>, {in(1, 5), 0.0, 1.0, out(1, 5)}},
      // Small and large d, and few and many keys, are computed in different matrices.
      {"sampleGradients", kRun<&b::sample_gradients>,
       all({{1.0, 4.0, words<std::uint32_t>({2, 5, 20, 30}), list({0, 0.5, 1}), 0.0},
            times(4, out(2, 12))})},
      {"sampleGradients", kRun<&b::sample_gradients>,
       all({{1.0, 66.0, words<std::uint32_t>({2, 5, 20}), list({0.5}), 0.0}, times(4, out(1, 3))})},
      {"sampleEntropies", kRun<&b::sample_entropies>,
       all({{1.0, 4.0, words<std::uint32_t>({2, 6}), 0.0}, times(3, spread)})}};
}

constexpr Index kWords = 3;
constexpr Index kContext = 4;
constexpr Index kWidth = 6;
constexpr Index kHidden = 5;

/// The parameters of layers, in the order of their names.
Arguments attention_parameters() {
  return all({times(4, in(kWidth, kWidth)), times(4, in(1, kWidth))});
}
Arguments other_parameters(std::size_t norms) {
  return all({{in(kWidth, kHidden), in(1, kHidden), in(kHidden, kWidth), in(1, kWidth)},
              times(2 * norms, in(1, kWidth))});
}
/// Memory of the shapes of such parameters.
Arguments outputs_like(const Arguments& inputs) {
  Arguments outputs;
  for (const Argument& input : inputs) {
    const Block& block = std::get<Block>(input);
    outputs.push_back(out(block.rows, block.cols));
  }
  return outputs;
}
/// The results of two heads of self-attention, or on the context.
Arguments attention_results(Index keys) {
  const Argument words = out(kWords, kWidth);
  const Argument others = out(keys, kWidth);
  return all({times(3, out(2 * kWords, keys)), {words, others, others, words, words}});
}

std::vector<Call> layer_calls() {
  const Argument x = in(kWords, kWidth);
  const Argument context = in(kContext, kWidth, 2);
  const Argument upstream = in(kWords, kWidth, 3);
  const Argument like_x = out(kWords, kWidth);
  const Argument like_context = out(kContext, kWidth);
  const Arguments heads{2.0, 0.4, 1.0, kNone, kNone};
  const Arguments layer{0.0, 1.0, 1e-5};
  const Arguments kept{0.0, 0.0};
  const Arguments attention = attention_parameters();
  const Arguments encoder = all({attention, other_parameters(2)});
  const Arguments decoder = all({attention, attention, other_parameters(3)});
  const Argument hidden = out(kWords, kHidden);
  const Call encoded{"encoderLayer", kRun<&b::encoder_layer<double>>,
                     all({{x},
                          encoder,
                          heads,
                          layer,
                          kept,
                          attention_results(kWords),
                          {like_x, like_x, hidden, like_x, like_x, like_x}})};
  const Call decoded{"decoderLayer", kRun<&b::decoder_layer<double>>,
                     all({{x, context},
                          decoder,
                          heads,
                          {kNone, kNone},
                          layer,
                          kept,
                          attention_results(kWords),
                          attention_results(kContext),
                          times(4, like_x),
                          {hidden},
                          times(3, like_x)})};
  return {{"multiHeadAttention", kRun<&b::multi_head_attention<double>>,
           all({{x, context}, attention, heads, attention_results(kContext)})},
          {"multiHeadAttentionGradient", kRun<&b::multi_head_attention_gradient<double>>,
           all({{x, context},
                attention,
                {upstream},
                heads,
                outputs_like(attention),
                {like_x, like_context}})},
          encoded,
          {"encoderLayerGradient",
           kRun<&b::encoder_layer_gradient<double>>,
           all({{x}, encoder, {upstream}, heads, layer, outputs_like(encoder), {like_x}}),
           {encoded}},
          decoded,
          {"decoderLayerGradient",
           kRun<&b::decoder_layer_gradient<double>>,
           all({{x, context},
                decoder,
                {upstream, kNone},
                heads,
                {kNone, kNone},
                layer,
                outputs_like(decoder),
                {like_x, like_context}}),
           {decoded}},
          {"positions", kRun<&b::positions>, {x, like_x}},
          {"drawLayer", kRun<&b::draw_layer>,
           all({{words<std::uint32_t>({13, 1}), 0.0, 0.0, 0.5}, times(10, out(4, 4))})},
          {"sampleDepth", kRun<&b::sample_depth<double>>,
           all({{x, 1.0, 2.0, 5.0, 0.0, 2.0, 0.4, 0.0, 0.0, 0.0}, times(4, out(2, 2))})},
          // The address that it writes differs from call to call: no result to compare.
          {"holdParameter", kRun<&b::hold_parameter<double>>, {x, words<std::uint32_t>({0})}},
          {"releaseParameter", kRun<&b::release_parameter>, {0.0}}};
}

/// An optimiser, Adam.
const Arguments kOptimiser{2.0, 0.9, 0.9, 0.999, 1e-8, 0.0};

std::vector<Call> date_calls() {
  const DateModel model{.dim = 16, .layers = 1, .heads = 2, .hidden = 4};
  const Arguments numbers{16.0, 1.0, 2.0, 4.0};
  const Arguments start{5.0, 0.0, 1.0};
  const std::vector<DateEntry> layout = date_layout(model);
  const Index size = parameter_count(layout);
  const Vector<double> drawn = start_dates<double>(model, {.seed = 5});
  const Argument parameters = block_of(std::vector<double>(drawn.begin(), drawn.end()), 1);
  const Argument zeros = block_of(std::vector<double>(static_cast<std::size_t>(size)), 1);
  const Argument state = out(1, size);
  const Argument one = out(1, 1);
  return {
      {"dateLayout", kRun<&b::date_layout>,
       all({numbers, {out(static_cast<Index>(layout.size()), 3)}})},
      {"startDates", kRun<&b::start_dates<double>>, all({numbers, start, {state}})},
      // Of one example each, whose texts have different lengths.
      {"trainDates", kRun<&b::train_dates<double>>,
       all({{parameters, zeros, zeros, 0.0},
            numbers,
            {0.3, 1.0, 0.01},
            kOptimiser,
            {5.0, 1.0},
            times(3, state),
            {out(3, 8), one}})},
      {"testDates", kRun<&b::test_dates<double>>,
       all({{parameters}, numbers, {0.3, 5.0, 2.0, out(1, 2)}})},
      {"answerDate", kRun<&b::answer_date<double>>,
       all({{parameters, words<std::uint32_t>({'1', ' ', 'M', 'a', 'y', ' ', '2', '0', '2', '6'})},
            numbers,
            {0.3},
            times(2, out<std::uint32_t>(1, 10)),
            {out(20, 10), one, out(10, 16), out(10, 16)}})},
      {"dateExamples",
       kRun<&b::date_examples>,
       {5.0, 1.0, out<std::uint32_t>(3, kLongestSource), out<std::uint32_t>(3, kAnswerLength)}},
      {"checkDates", kRun<&b::check_dates>, all({numbers, start, {0.3, 1.0, one}})}};
}

std::vector<Call> recall_calls() {
  const Arguments task{1.0, 4.0, 3.0, 2.0};
  const Argument parameters = in(1, 32);
  const Argument zeros = block_of(std::vector<double>(32), 1);
  return {
      {"startRecall", kRun<&b::start_recall<double>>, {1.0, 4.0, 0.0, 1.0, out(1, 32)}},
      {"recallData", kRun<&b::recall_data<double>>,
       all({task, {1.0, out(12, 4), out(12, 4), out(1, 4)}})},
      {"trainRecall", kRun<&b::train_recall<double>>,
       all({{parameters, zeros, zeros, list({0.5, 0.01, 1}), kNone, kNone, kNone},
            task,
            {0.0, 2.0},
            kOptimiser,
            times(3, out(1, 32)),
            {out(2, 9), out(1, 2)}})},
      {"trainRecall", kRun<&b::train_recall<double>>,
       all({{parameters, zeros, zeros, list({0.5, 0.01, 1}), in(6, 4), in(6, 4, 2),
             words<std::uint32_t>({1, 2})},
            task,
            {0.0, 1.0},
            kOptimiser,
            times(3, out(1, 32)),
            {out(1, 9), out(1, 2)}})},
      {"recallWeights", kRun<&b::recall_weights<double>>,
       all({{parameters}, task, {1.0, 0.5, out(3, 3)}})},
      {"testRecall", kRun<&b::test_recall<double>>, all({{parameters}, task, {0.5, out(1, 2)}})},
      {"recallAlignment", kRun<&b::recall_alignment<double>>,
       all({{parameters}, task, {out(1, 2)}})},
      {"checkRecall", kRun<&b::check_recall>, all({{parameters}, task, {0.5, out(1, 1)}})}};
}

}  // namespace

Prepared::Prepared(const Call& call) : run_(call.run), arguments_(call.arguments) {
  const auto add = [this](const auto& field) {
    const auto bytes = std::as_bytes(std::span(&field, 1));
    descriptor_.insert(descriptor_.end(), bytes.begin(), bytes.end());
  };
  for (Argument& argument : arguments_) {
    if (auto* const block = std::get_if<Block>(&argument)) {
      std::byte* const memory = block->memory.empty() ? nullptr : block->memory.data();
      add(b::Array{.address = reinterpret_cast<b::Address>(memory),
                   .rows = static_cast<std::int32_t>(block->rows),
                   .cols = static_cast<std::int32_t>(block->cols)});
    } else {
      add(std::get<double>(argument));
    }
  }
}

int Prepared::run() { return run_(reinterpret_cast<b::Address>(descriptor_.data())); }

std::vector<std::byte> Prepared::results() const {
  std::vector<std::byte> bytes;
  for (const Argument& argument : arguments_) {
    const auto* const block = std::get_if<Block>(&argument);
    if (block != nullptr && block->output) {
      bytes.insert(bytes.end(), block->memory.begin(), block->memory.end());
    }
  }
  return bytes;
}

std::vector<Call> every_call() {
  std::vector<Call> calls;
  for (const auto& group : {attention_calls(), random_calls(), sampling_calls(), layer_calls(),
                            date_calls(), recall_calls()}) {
    calls.insert(calls.end(), group.begin(), group.end());
  }
  return calls;
}

}  // namespace attention_scale::tests
