#include "memory/calls.hpp"

#include <cstring>
#include <span>
#include <sstream>
#include <utility>

#include "attention_calls.hpp"
#include "expectations.hpp"
#include "experiment_calls.hpp"
#include "first_calls.hpp"
#include "guard.hpp"
#include "language/tiny_model.hpp"
#include "language_calls.hpp"
#include "layer_calls.hpp"
#include "training_calls.hpp"

namespace attention_scale::tests {
namespace {

namespace b = bindings;

template <typename S>
Block block_of(const std::vector<double>& entries, Index rows) {
  const std::vector<S> typed(entries.begin(), entries.end());
  const auto bytes = std::as_bytes(std::span(typed));
  return {.memory = {bytes.begin(), bytes.end()},
          .rows = rows,
          .cols = static_cast<Index>(entries.size()) / rows};
}

/// One argument, written as follows; an array of numbers of 32 bits ends in u, one in single
/// precision in f, one of bytes in b.
///   0.5      a number
///   -        an array that is not given
///   {1,2}    an array of one row
///   2x3      an array of random draws
///   2x3=0    an array of one number
///   >        a result, >> a list of results
Argument argument_of(const std::string& text, std::uint32_t seed) {
  if (text == "-") {
    return Block{};
  }
  const char type = text.back();
  if (text.front() == '>') {
    return Block{.result = type == 'u' || type == 'f' ? 4U
                           : type == 'b'              ? 1U
                                                      : sizeof(double),
                 .list = text == ">>"};
  }
  std::istringstream stream(text);
  std::vector<double> entries;
  double value = 0;
  char mark = 0;
  Index rows = 1;
  if (text.front() == '{') {
    while (stream >> mark && mark != '}' && stream >> value) {
      entries.push_back(value);
    }
  } else if (text.find('x') == std::string::npos) {
    return std::stod(text);
  } else {
    Index cols = 0;
    stream >> rows >> mark >> cols;
    const Matrix<double> draws = sample<double>(rows, cols, seed);
    entries.assign(draws.data(), draws.data() + draws.size());
    if (stream >> mark >> value) {
      entries.assign(entries.size(), value);
    }
  }
  return type == 'u'   ? block_of<std::uint32_t>(entries, rows)
         : type == 'b' ? block_of<std::uint8_t>(entries, rows)
                       : block_of<double>(entries, rows);
}

/// The arguments of a text, with spaces between them; 3*2x3 stands for three arrays of 2x3, and
/// [ 2x3 1x3 ] is a list of arrays.
Arguments arguments_of(const std::string& text) {
  Arguments arguments;
  std::istringstream stream(text);
  std::uint32_t seed = 0;
  Block* list = nullptr;
  for (std::string word; stream >> word;) {
    if (word == "]") {
      list = nullptr;
      continue;
    }
    if (word == "[") {
      list = &std::get<Block>(arguments.emplace_back(Block{.list = true}));
      continue;
    }
    const std::size_t star = word.find('*');
    const int times = star == std::string::npos ? 1 : std::stoi(word);
    for (int i = 0; i < times; ++i) {
      Argument argument =
          argument_of(star == std::string::npos ? word : word.substr(star + 1), seed++);
      if (list == nullptr) {
        arguments.push_back(std::move(argument));
      } else {
        list->arrays.push_back(std::get<Block>(std::move(argument)));
      }
    }
  }
  return arguments;
}

template <auto Function>
Call call(const char* name, const std::string& arguments, const std::vector<Call>& before = {}) {
  return {.name = name,
          .run = &b::Guarded<&b::Packed<Function>::run>::run,
          .arguments = arguments_of(arguments),
          .before = before};
}

std::vector<Call> attention_calls() {
  return {call<&b::attention<double>>("attention", "5x8 7x8 7x3 0.3 1 - 4*>"),
          call<&b::attention_gradient<double>>("attentionGradient",
                                               "5x8 7x8 7x3 5x3 0.3 1 - nan nan nan 0 4*>"),
          call<&b::softmax<double>>("softmax", "5x8 0 >"),
          call<&b::softmax_jacobian<double>>("softmaxJacobian", "1x6 >"),
          call<&b::softmax_jacobian_product<double>>("softmaxJacobianProduct", "1x6 1x6 >"),
          call<b::jacobian_norms>("jacobianNorms", "1x6 2*>"),
          call<b::softmax_central_difference>("softmaxCentralDifference", "1x6 1x6 1e-4 >"),
          call<b::passed_norms>("passedNorms", "1x6 1x6 {1,0.5} >"),
          call<b::saturation>("saturation", "1x6 {1,0.5} 5*>"),
          call<&b::query_gradients>("queryGradients", "5x8 7x8 0.3 4*>"),
          call<&b::reduced_scores>("reducedScores", "5x8 7x8 2 1 0 1 6*>"),
          call<&b::output_loss>("outputLoss", "2 5x3 7x3 1 2*>"),
          call<&b::attention<double, b::Rule>>("attention", "5x8 7x8 7x3 0.3 1 - 2 1 3 1 4*>"),
          call<&b::attention_gradient<double>>("attentionGradient",
                                               "5x8 7x8 7x3 5x3 0.3 1 - 2 1 3 1 4*>"),
          call<&b::rule_statistics>("ruleStatistics", "5x8 7x8 0.3 1 - 2 1 3 1 6*>"),
          call<b::row_statistics>("rowStatistics", "{0.5,0.25,0.25} 3*>"),
          call<b::row_change>("rowChange", "{0.5,0.5} {0.25,0.75} 2*>"),
          call<b::weight_arithmetic>("weightArithmetic", "1x6 0.5 1 8*>"),
          call<b::score_divisor>("scoreDivisor", "64 0.25 >")};
}

std::vector<Call> random_calls() {
  const Call other = call<&b::project>("project", "2x3 1 1 3 >");
  return {call<&b::project>("project", "2x3 2 1 3 >", {other}),
          call<&b::random_normal>("randomNormal", "{1,13,1}u 3 3 0 1 >"),
          call<&b::random_entries>("randomEntries", "3 9 1 1 >"),
          call<&b::word_vectors>("wordVectors", "{103,111,111,100,0,97,0}b 13 5 >")};
}

std::vector<Call> sampling_calls() {
  // What an experiment keeps for its next call is forgotten where another one begins.
  const Call other = call<&b::draw_scores>("drawScores", "2 3 2 1 0 1e9 >");
  const Call begun = call<&b::draw_scores>("drawScores", "1 70 40 1 0 1 >", {other});
  return {begun, call<&b::draw_scores>("drawScores", "1 70 40 1 0 1 >", {other, begun}),
          call<&b::sample_scores>("sampleScores", "1 70 40 1 0 0.1 6*>", {other, begun}),
          call<&b::score_histogram>("scoreHistogram", "1 70 40 1 0 0.1 1 9 8 {-4,4} 8*>", {other}),
          call<&b::score_spreads>("scoreSpreads", "1 3 1 0 {2,5}u 0 2 >"),
          call<&b::histogram>("histogram", "1x50 6 {-3,3} 2*>"),
          call<b::local_exponents>("localExponents", "{1,2,4} {1,3,7} >"),
          call<b::quantiles>("quantiles", "1x50 {0.1,0.5} >"),
          call<b::draw_summaries>("drawSummaries", "3x20 7*>"),
          call<b::moments>("moments", "1x50 1 6*>"),
          call<b::matrix_moments>("matrixMoments", "3x4 1 6*>"),
          call<&b::combined_moments>("combinedMoments", "{3,1,2,1.4,0,3} 0 6*>"),
          call<&b::normal_density>("normalDensity", "1x5 0 1 >"),
          // Small and large d, and few and many keys, are computed in different matrices.
          call<&b::sample_gradients>("sampleGradients", "1 4 {2,5,20,30}u {0,0.5,1} 0 2 4*>"),
          call<&b::sample_gradients>("sampleGradients", "1 66 {2,5,20}u {0.5} 0 1 4*>"),
          call<&b::sample_entropies>("sampleEntropies", "1 4 {2,6}u 0 2 3*>"),
          call<&b::sample_rules>("sampleRules", "1 4 6 2 2x5=1 0 2 4*>"),
          call<&b::sample_participation>("sampleParticipation", "1 {2,6}u {2,5}u 0 0 2 3*>"),
          call<&b::sample_needle>("sampleNeedle", "1 4 0.5 {2,5}u 2x5=1 0 2 2*>")};
}

/// Three words of six numbers, a context of four, and five hidden numbers.
std::vector<Call> layer_calls() {
  const std::string attention = "4*6x6 4*1x6 ";
  const std::string feed_forward = "6x5 1x5 5x6 1x6 ";
  const std::string encoder = "[ " + attention + feed_forward + "4*1x6 ] ";
  const std::string decoder = "[ " + attention + attention + feed_forward + "6*1x6 ] ";
  const std::string heads = "2 0.4 1 - - ";
  const std::string layer = "1 0 " + heads + "- - 0 1 1e-5 ";
  return {call<&b::multi_head_attention<double>>(
              "multiHeadAttention", "3x6 4x6 [ " + attention + "] - " + heads + ">> 2*> 3*-"),
          call<&b::multi_head_attention<double>>(
              "multiHeadAttention", "3x6 4x6 [ " + attention + "] 3x6 " + heads + "3*- >> 2*>"),
          call<&b::stack<double>>("stack", "3x6 - " + encoder + "- " + layer + ">> > 3*-"),
          call<&b::stack<double>>("stack", "3x6 - " + encoder + "3x6 " + layer + "2*- >> > -"),
          call<&b::stack<double>>("stack", "3x6 4x6 " + decoder + "- " + layer + ">> > 3*-"),
          call<&b::stack<double>>("stack", "3x6 4x6 " + decoder + "3x6 " + layer + "2*- >> 2*>"),
          call<&b::positions>("positions", "3x6 0 0 >"),
          call<&b::draw_layer>("drawLayer", "{1,13,1}u 4 5 0 0.5 1 >>"),
          call<&b::sample_depth<double>>("sampleDepth", "3x6 1 2 5 0 2 0.4 0 0 0 2 4*>"),
          // The address that it writes differs from call to call: no result to compare.
          call<&b::hold_layers<double>>("holdLayers", encoder + "1 0 -"),
          call<&b::release_layers>("releaseLayers", "0")};
}

/// What a lane has of its own.
const std::string kLane = "{0.5,0.01,1,2,0.5,3,4} ";
/// An optimiser, Adam.
const std::string kOptimiser = "2 0.01 0.9 0.9 0.999 1e-8 0 ";

std::vector<Call> date_calls() {
  const std::vector<ParameterEntry> layout =
      date_layout({.dim = 16, .layers = 1, .heads = 2, .hidden = 4});
  const std::string model = "16 1 2 4 ";
  const std::string start = "5 0 1 ";
  const std::string row = "1x" + std::to_string(parameter_count(layout));
  const std::string zeros = row + "=0 ";
  return {call<&b::date_layout>("dateLayout", model + ">u >"),
          call<b::start_dates<double>>("startDates", model + start + ">"),
          // Of one example each, whose texts have different lengths.
          call<b::train_dates<double>>("trainDates", "[ " + row + " ] [ " + zeros + "] [ " + zeros +
                                                         "] " + kLane + "0 3 " + kOptimiser +
                                                         model + "5 1 4*>> >"),
          call<b::test_dates<double>>("testDates", model + "0.3 " + row + " 5 2 2 0.5 3 2*>"),
          // 1 May 2026
          call<&b::answer_date<double>>("answerDate", row + " {49,32,77,97,121,32,50,48,50,54}u " +
                                                          model + "0.3 2 0.5 3 2*>u >> 3*>"),
          call<&b::date_examples>("dateExamples", "5 1 3 2*>u"),
          call<&b::check_dates>("checkDates", model + start + "0.3 2 0.5 3 1 >")};
}

std::vector<Call> recall_calls() {
  const std::string task = "1 4 3 2 ";
  const std::string lane = "[ 1x32 ] [ 1x32=0 ] [ 1x32=0 ] " + kLane;
  return {
      call<b::start_recall<double>>("startRecall", "4 1 0 1 >"),
      call<b::train_recall<double>>("trainRecall", lane + "0 2 " + kOptimiser + task + "4*>> >"),
      call<b::recall_weights<double>>("recallWeights", "1 4 3 1 1x32 0.5 2 0.5 3 >"),
      call<b::test_recall<double>>("testRecall", task + "1x32 0.5 2 0.5 3 2*>"),
      call<b::test_recall_keys<double>>("testRecallKeys", task + "0 1x32 0.5 2 0.5 3 >"),
      call<b::recall_alignment<double>>("recallAlignment", task + "1x32 2*>"),
      call<&b::check_recall>("checkRecall", task + "0 1 0.5 2 0.5 3 >")};
}

b::Array array_of(Block& block) {
  std::byte* const memory = block.memory.empty() ? nullptr : block.memory.data();
  return {.address = reinterpret_cast<b::Address>(memory),
          .rows = static_cast<std::int32_t>(block.rows),
          .cols = static_cast<std::int32_t>(block.cols)};
}

/// The data of tiny_model.hpp, with the 256 bytes as tokens.
int fill_model(b::Address /*descriptor*/) {
  LanguageSizes sizes = kTinySizes;
  sizes.vocabulary = 256;
  std::vector<std::uint8_t>& data = b::open_model().data;
  data.clear();
  for (const std::byte byte : tiny_bytes(sizes)) {
    data.push_back(static_cast<std::uint8_t>(byte));
  }
  // So many tokens and no merges, the length of each, and the bytes.
  data.insert(data.end(), {0, 1, 0, 0});
  data.insert(data.end(), 256, 1);
  for (int byte = 0; byte < 256; ++byte) {
    data.push_back(static_cast<std::uint8_t>(byte));
  }
  return b::kNoError;
}

std::vector<Call> language_calls() {
  LanguageSizes sizes = kTinySizes;
  sizes.vocabulary = 256;
  const std::string weights = std::to_string(language_weight_bytes(sizes));
  const Call fill{.name = "fill", .run = &fill_model, .arguments = {}};
  const Call open = call<&b::open_model_data>("open", "3 4 2 32 48 256 40 100 1e-5 " + weights);
  const auto restart = [](const char* lane) {
    return call<&b::restart_lane>("restart", lane + std::string(" 0.5 -1 -1 0 0.7 13"));
  };
  const Call read = call<&b::read_tokens>("read", "{72,101,121}u {72,105}u");
  std::vector<Call> calls{
      // The address that it writes differs from call to call: no result to compare.
      call<&b::reserve_model>("reserve", "64 -"),
      open,
      restart("1"),
      read,
      call<&b::encode_text>("encode", "{72,101,121,33}b {3,4}u >u"),
      call<&b::token_bytes>("tokenBytes", "72 >b"),
      call<&b::rewind_lane>("rewind", "0 2"),
      call<&b::draw_token>("draw", "0 >u"),
      call<&b::likeliest>("likeliest", "0 5 >u >"),
      call<&b::lens>("lens", "0 1 5 >u >"),
      call<&b::losses>("losses", "0 1 >"),
      call<&b::lane_logits>("logits", "1 >f"),
      call<&b::head_attention>("attention", "1 2 3 >f"),
      call<&b::thumbnails>("thumbnails", "1 2 >b"),
      call<&b::statistics>("statistics", "0 5*>"),
  };
  for (Call& each : calls) {
    each.before = {fill};
    if (each.name == "reserve" || each.name == "open") {
      continue;
    }
    each.before.push_back(open);
    each.before.push_back(restart("0"));
    if (each.name != "read") {
      each.before.push_back(read);
    }
  }
  return calls;
}

/// Of a result, or of each of a list of them.
void append(std::vector<std::byte>& bytes, const b::Array& array, std::size_t entry, bool list) {
  if (list) {
    for (std::int32_t i = 0; i < array.rows; ++i) {
      append(bytes, reinterpret_cast<const b::Array*>(array.address)[i], entry, false);
    }
    return;
  }
  const std::int32_t rows = array.rows < 0 ? 1 : array.rows;
  const std::size_t size = static_cast<std::size_t>(rows * array.cols) * entry;
  const auto* const memory = reinterpret_cast<const std::byte*>(array.address);
  bytes.insert(bytes.end(), memory, memory + size);
}

}  // namespace

Prepared::Prepared(const Call& call) : run_(call.run), arguments_(call.arguments) {
  const auto add = [this](const auto& field) {
    const auto bytes = std::as_bytes(std::span(&field, 1));
    descriptor_.insert(descriptor_.end(), bytes.begin(), bytes.end());
  };
  for (Argument& argument : arguments_) {
    auto* const block = std::get_if<Block>(&argument);
    if (block == nullptr) {
      add(std::get<double>(argument));
    } else if (block->result > 0) {
      add(b::Array{.address = 1, .rows = 0, .cols = 0});
    } else if (block->list) {
      std::vector<b::Array>& table = tables_.emplace_back();
      for (Block& array : block->arrays) {
        table.push_back(array_of(array));
      }
      add(b::Array{.address = reinterpret_cast<b::Address>(table.data()),
                   .rows = static_cast<std::int32_t>(table.size()),
                   .cols = 0});
    } else {
      add(array_of(*block));
    }
  }
}

int Prepared::run() { return run_(reinterpret_cast<b::Address>(descriptor_.data())); }

std::vector<std::byte> Prepared::results() const {
  std::vector<std::byte> bytes;
  std::size_t place = 0;
  for (const Argument& argument : arguments_) {
    const auto* const block = std::get_if<Block>(&argument);
    if (block != nullptr && block->result > 0) {
      b::Array array{};
      std::memcpy(&array, descriptor_.data() + place, sizeof(array));
      append(bytes, array, block->result, block->list);
    }
    place += block == nullptr ? sizeof(double) : sizeof(b::Array);
  }
  return bytes;
}

std::vector<Call> every_call() {
  std::vector<Call> calls;
  for (const auto& group : {attention_calls(), random_calls(), sampling_calls(), layer_calls(),
                            date_calls(), recall_calls(), language_calls()}) {
    calls.insert(calls.end(), group.begin(), group.end());
  }
  return calls;
}

}  // namespace attention_scale::tests
