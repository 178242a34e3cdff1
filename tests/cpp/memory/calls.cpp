#include "memory/calls.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <regex>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "attention_calls.hpp"
#include "expectations.hpp"
#include "experiment_calls.hpp"
#include "first_calls.hpp"
#include "format_calls.hpp"
#include "guard.hpp"
#include "language/tiny_model.hpp"
#include "language_calls.hpp"
#include "layer_calls.hpp"
#include "rule_calls.hpp"
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

Block block_of(const std::string& type, const std::vector<double>& entries, Index rows) {
  if (type == "u8") {
    return block_of<std::uint8_t>(entries, rows);
  }
  if (type == "u32") {
    return block_of<std::uint32_t>(entries, rows);
  }
  return block_of<double>(entries, rows);
}

std::size_t bytes_of(const std::string& type) {
  if (type == "u8") {
    return sizeof(std::uint8_t);
  }
  return type == "f64" ? sizeof(double) : sizeof(float);
}

/// A field as a signature spells it: descriptor.hpp.
struct Field {
  std::string name;
  std::string mark;      ///< ":" of an array, ">" of a result, "!" and "~" of numbers
  std::string type;      ///< of the entries of an array or a result
  std::string brackets;  ///< behind the type, or those of a record's fields
  std::string initial;   ///< behind "="
  bool has_initial = false;
};

Field field_of(const std::string& text) {
  static const std::regex kField(
      R"((\w+)(?:([:>])(\w+?)((?:\[.*|\{.*)?)|([!~])|(=)([^(]*))?(?:\(.*\))?)");
  std::smatch parts;
  if (!std::regex_match(text, parts, kField)) {
    throw std::invalid_argument("no field of a signature: " + text);
  }
  return {.name = parts[1],
          .mark = parts[2].str() + parts[5].str(),
          .type = parts[3],
          .brackets = parts[4],
          .initial = parts[7],
          .has_initial = parts[6].matched};
}

/// What crosses where nothing is given.
double default_of(const Field& field) {
  if (field.mark == "!") {
    return 0;
  }
  if (!field.has_initial) {
    throw std::invalid_argument(field.name + " has no default");
  }
  return field.initial.empty() ? std::numeric_limits<double>::quiet_NaN()
                               : std::stod(field.initial);
}

/// Arguments by their names.
using Given = std::map<std::string, std::string>;

/// The pairs of a text such as "rows:2 cols:3": `separator` stands between pairs, `colon` within
/// them. What brackets hold is one value.
Given pairs_of(const std::string& text, char separator, char colon) {
  Given pairs;
  std::string pair;
  int depth = 0;
  for (const char character : text + separator) {
    if (character != separator || depth > 0) {
      depth += character == '[' || character == '{' ? 1 : 0;
      depth -= character == ']' || character == '}' ? 1 : 0;
      pair += character;
      continue;
    }
    if (!pair.empty()) {
      const std::size_t middle = pair.find(colon);
      if (middle == std::string::npos) {
        throw std::invalid_argument("not named: " + pair);
      }
      pairs[pair.substr(0, middle)] = pair.substr(middle + 1);
    }
    pair.clear();
  }
  return pairs;
}

/// Takes the value of a field out of `given`.
std::optional<std::string> taken(Given& given, const std::string& name) {
  const auto node = given.extract(name);
  return node ? std::optional(node.mapped()) : std::nullopt;
}

void refuse_left(const Given& given) {
  if (!given.empty()) {
    throw std::invalid_argument("no such field: " + given.begin()->first);
  }
}

double number_of(const Field& field, Given& given) {
  const std::optional<std::string> value = taken(given, field.name);
  return value ? std::stod(*value) : default_of(field);
}

/// The numbers of a record: {a=1,b=2}, of which those with a default may be left out.
std::vector<double> record_of(const std::string& text, const std::string& fields) {
  Given given = pairs_of(text.substr(1, text.size() - 2), ',', '=');
  std::vector<double> numbers;
  std::istringstream list(fields.substr(1, fields.size() - 2));
  for (std::string field; std::getline(list, field, ',');) {
    numbers.push_back(number_of(field_of(field), given));
  }
  refuse_left(given);
  return numbers;
}

/// An array, written as one of
///   {1,2}      one row; of records {a=1,b=2}
///   2x3        random draws
///   2x3+       their absolute values
///   2x3=0      one number everywhere
Block array_of(const std::string& text, const Field& field, std::uint32_t seed) {
  std::vector<double> entries;
  double value = 0;
  char mark = 0;
  Index rows = 1;
  std::istringstream stream(text);
  if (text.find('=') != std::string::npos && text.front() == '{') {
    entries = record_of(text, field.brackets);
  } else if (text.front() == '{') {
    while (stream >> mark && mark != '}' && stream >> value) {
      entries.push_back(value);
    }
  } else {
    Index cols = 0;
    stream >> rows >> mark >> cols;
    const Matrix<double> draws = sample<double>(rows, cols, seed);
    entries.assign(draws.data(), draws.data() + draws.size());
    if (stream >> mark && mark == '+') {
      for (double& entry : entries) {
        entry = std::abs(entry);
      }
    } else if (stream >> value) {
      entries.assign(entries.size(), value);
    }
  }
  return block_of(field.type, entries, rows);
}

/// A list of arrays: [ 2x3 4*1x3 ], of which 4*1x3 are four of 1x3.
Block arrays_of(const std::string& text, const Field& field, std::uint32_t seed) {
  Block list{.list = true};
  std::istringstream words(text.substr(1, text.size() - 2));
  for (std::string word; words >> word;) {
    const std::size_t star = word.find('*');
    const int times = star == std::string::npos ? 1 : std::stoi(word);
    for (int i = 0; i < times; ++i) {
      list.arrays.push_back(
          array_of(star == std::string::npos ? word : word.substr(star + 1), field, seed));
      ++seed;
    }
  }
  return list;
}

/// The arguments of a call with this signature. An array that is not given by its name does not
/// take part, a number then has its default. All results are wanted but those that are given as
/// "-", with ">" before the name: ">weights:-".
Arguments arguments_of(const std::string& signature, const std::string& text) {
  Arguments arguments;
  Given inputs = pairs_of(text, ' ', ':');
  std::uint32_t seed = 0;
  std::istringstream words(signature);
  for (std::string word; words >> word;) {
    const Field field = field_of(word);
    ++seed;
    if (field.mark == ">") {
      const bool wanted = !taken(inputs, ">" + field.name);
      arguments.push_back(
          wanted ? Block{.result = bytes_of(field.type), .list = !field.brackets.empty()}
                 : Block{});
    } else if (field.mark != ":") {
      arguments.push_back(number_of(field, inputs));
    } else if (const std::optional<std::string> value = taken(inputs, field.name); !value) {
      arguments.push_back(Block{});
    } else if (value->front() == '[') {
      Block list = arrays_of(*value, field, seed);
      seed += static_cast<std::uint32_t>(list.arrays.size());
      arguments.push_back(std::move(list));
    } else {
      arguments.push_back(array_of(*value, field, seed));
    }
  }
  refuse_left(inputs);
  return arguments;
}

/// A call whose arguments are given by their names, such as "x:2x3 rows:4": arguments_of.
template <auto Function>
Call call(const char* name, const std::string& arguments, const std::vector<Call>& before = {}) {
  const std::string signature = b::Packed<Function>::template kSignature<"">.data();
  return {.name = name,
          .run = &b::Guarded<&b::Packed<Function>::run>::run,
          .arguments = arguments_of(signature, arguments),
          .before = before};
}

/// A rule of every kind.
const std::string kRule = "queryKeyNorm:2 lengthFactor:1 softCap:3 offByOne:1 ";
/// The same with the cap behind the mask, a sink and a bias.
const std::string kBiasedRule =
    "queryKeyNorm:2 lengthFactor:1 softCap:3 softCapOrder:1 sink:0.5 bias:5x7 ";
/// A rule as models are trained with.
const std::string kTrainedRule = "queryKeyNorm:2 lengthFactor:0.5 softCap:3 ";
/// One in a list.
const std::string kRules =
    "rules:{scale=1,queryKeyNorm=1,lengthFactor=1,softCap=1,softCapOrder=1,sink=1} ";

std::vector<Call> attention_calls() {
  const std::string qk = "queries:5x8 keys:7x8 ";
  const std::string qkv = qk + "values:7x3 ";
  const std::string masked = "scale:0.3 causal:1 ";
  return {call<&b::attention<double>>("attention", qkv + masked),
          call<&b::attention_gradient<double>>("attentionGradient", qkv + "dOutput:5x3 " + masked),
          call<&b::softmax<double>>("softmax", "logits:5x8 list:0"),
          call<&b::softmax_jacobian<double>>("softmaxJacobian", "logits:1x6"),
          call<&b::softmax_jacobian_product<double>>("softmaxJacobianProduct",
                                                     "logits:1x6 upstream:1x6"),
          call<b::jacobian_norms>("jacobianNorms", "logits:1x6"),
          call<b::softmax_central_difference>("softmaxCentralDifference",
                                              "logits:1x6 direction:1x6 step:1e-4"),
          call<b::passed_norms>("passedNorms", "logits:1x6 upstream:1x6 scales:{1,0.5}"),
          call<b::saturation>("saturation", "logits:1x6 scales:{1,0.5}"),
          call<&b::query_gradients>("queryGradients", qk + "scale:0.3"),
          call<&b::reduced_scores>("reducedScores", qk + "precision:2 accumulate:1"),
          call<&b::output_loss>("outputLoss", "loss:2 output:5x3 values:7x3 target:1"),
          call<&b::ruled_attention<double>>("attention", qkv + masked + kRule),
          call<&b::attention_gradient<double>>("attentionGradient",
                                               qkv + "dOutput:5x3 " + masked + kRule),
          call<&b::rule_statistics>("ruleStatistics", qk + masked + kRule),
          call<&b::ruled_attention<double>>("attention", qkv + masked + kBiasedRule),
          call<&b::attention_gradient<double>>("attentionGradient",
                                               qkv + "dOutput:5x3 " + masked + kBiasedRule),
          call<&b::rule_statistics>("ruleStatistics", qk + masked + kBiasedRule),
          // They follow no rule, so that every rule is tried.
          call<&b::measure_rule>("measureRule", "queries:6x8 keys:9x8 weights:6x9+ heads:2"),
          call<b::row_statistics>("rowStatistics", "weights:{0.5,0.25,0.25}"),
          call<b::tempered_weights>("temperedWeights", "weights:{0.5,0.25,0.25} power:8"),
          call<b::row_change>("rowChange", "before:{0.5,0.5} after:{0.25,0.75}"),
          call<b::weight_arithmetic>("weightArithmetic", "scores:1x6 scale:0.5 index:1"),
          call<b::score_divisor>("scoreDivisor", "dim:64 exponent:0.25")};
}

std::vector<Call> format_calls() {
  const std::string half = "format:2 bigEndian:0 bytes:{0,60,0,192} ";
  return {call<&b::decode_numbers>("decodeNumbers", half + ">double:-"),
          call<&b::decode_numbers>("decodeNumbers", half + ">single:-"),
          call<&b::summarise_weights>("summariseWeights",
                                      "format:2 bigEndian:0 bytes:{0,60,0,48,0,0,0,52} rows:2 "
                                      "cols:2 block:1 unscaled:8 scaled:1")};
}

std::vector<Call> random_calls() {
  const Call other = call<&b::project>("project", "x:2x3 seed:1 projection:1 columns:3");
  return {call<&b::project>("project", "x:2x3 seed:2 projection:1 columns:3", {other}),
          call<&b::random_normal>("randomNormal", "seed:{1,13,1} rows:3 cols:3"),
          call<&b::random_entries>("randomEntries", "seed:3 count:9 law:1"),
          call<&b::word_vectors>("wordVectors", "utf8:{103,111,111,100,0,97,0} seed:13 dim:5")};
}

std::vector<Call> sampling_calls() {
  // What an experiment keeps for its next call is forgotten where another one begins.
  const std::string options = "seed:1 samples:70 dim:40 ";
  const Call other = call<&b::draw_scores>("drawScores", "seed:2 samples:3 dim:2 work:1e9");
  const Call begun = call<&b::draw_scores>("drawScores", options + "work:1", {other});
  return {begun, call<&b::draw_scores>("drawScores", options + "work:1", {other, begun}),
          call<&b::sample_scores>("sampleScores", options + "scale:0.1", {other, begun}),
          call<&b::score_histogram>(
              "scoreHistogram", options + "scale:0.1 from:1 count:9 bins:8 range:{-4,4}", {other}),
          call<&b::score_spreads>("scoreSpreads", "seed:1 samples:3 dims:{2,5} count:2"),
          call<&b::histogram>("histogram", "data:1x50 bins:6 range:{-3,3}"),
          call<b::local_exponents>("localExponents", "x:{1,2,4} y:{1,3,7}"),
          call<b::quantiles>("quantiles", "data:1x50 probabilities:{0.1,0.5}"),
          call<b::draw_summaries>("drawSummaries", "draws:3x20"),
          call<b::moments>("moments", "data:1x50 ddof:1"),
          call<b::matrix_moments>("matrixMoments", "matrix:3x4 ddof:1"),
          call<&b::combined_moments>("combinedMoments",
                                     "parts:{count=3,mean=1,variance=2,std=1.4,min=0,max=3}"),
          call<&b::normal_density>("normalDensity", "x:1x5 mean:0 std:1"),
          // Small and large d, and few and many keys, are computed in different matrices.
          call<&b::sample_gradients>("sampleGradients",
                                     "seed:1 keys:4 dims:{2,5,20,30} exponents:{0,0.5,1} count:2"),
          call<&b::sample_gradients>("sampleGradients",
                                     "seed:1 keys:66 dims:{2,5,20} exponents:{0.5} count:1"),
          call<&b::sample_entropies>("sampleEntropies", "seed:1 dim:4 counts:{2,6} count:2"),
          call<&b::sample_rules>("sampleRules", "seed:1 dim:4 keys:6 size:2 count:2 " + kRules),
          call<&b::sample_participation>("sampleParticipation",
                                         "seed:1 dims:{2,6} counts:{2,5} count:2"),
          call<&b::sample_needle>("sampleNeedle",
                                  "seed:1 dim:4 cosine:0.5 counts:{2,5} count:2 " + kRules)};
}

/// Three words of six numbers, a context of four, and five hidden numbers.
std::vector<Call> layer_calls() {
  const std::string attention = "4*6x6 4*1x6 ";
  const std::string feed_forward = "6x5 1x5 5x6 1x6 ";
  const std::string attention_layer = "parameters:[" + attention + "] ";
  const std::string encoder = "parameters:[" + attention + feed_forward + "4*1x6] ";
  const std::string decoder = "parameters:[" + attention + attention + feed_forward + "6*1x6] ";
  const std::string context = "x:3x6 context:4x6 heads:2 scale:0.4 causal:1 ";
  const std::string words = "x:3x6 layers:1 held:0 heads:2 scale:0.4 causal:1 activation:1 ";
  const std::string words_and_memory = words + "memory:4x6 ";
  const std::string no_gradients = ">gradients:- >x:- ";
  return {
      call<&b::multi_head_attention<double>>(
          "multiHeadAttention", context + attention_layer + no_gradients + ">context:-"),
      call<&b::multi_head_attention<double>>(
          "multiHeadAttention",
          context + attention_layer + "dOutput:3x6 >heads:- >concatenated:- >output:-"),
      call<&b::multi_head_attention<double>>(
          "multiHeadAttention",
          context + "keyHeads:1 sinks:{0.5,-1} bias:3x4 softCap:3 parameters:[6x6 2*6x3 6x6 1x6 "
                    "2*1x3 1x6] dOutput:3x6"),
      call<&b::stack<double>>("stack", words + encoder + no_gradients + ">memory:-"),
      call<&b::stack<double>>("stack",
                              words + encoder + "dOutput:3x6 >layers:- >output:- >memory:-"),
      call<&b::stack<double>>("stack", words_and_memory + decoder + no_gradients + ">memory:-"),
      call<&b::stack<double>>("stack",
                              words_and_memory + decoder + "dOutput:3x6 >layers:- >output:-"),
      call<&b::positions>("positions", "x:3x6 rows:0 cols:0"),
      call<&b::draw_layer>("drawLayer",
                           "seed:{1,13,1} dim:4 hidden:5 initialisation:0 queryFactor:0.5 cross:1"),
      call<&b::sample_depth<double>>(
          "sampleDepth",
          "x:3x6 seed:1 layers:2 hidden:5 initialisation:0 heads:2 scale:0.4 count:2"),
      // The address that it writes differs from call to call: no result to compare.
      call<&b::hold_layers<double>>("holdLayers", encoder + "layers:1 cross:0 >result:-"),
      call<&b::release_layers>("releaseLayers", "address:0")};
}

/// What a lane has of its own.
const std::string kLane =
    "lanes:{scale=0.5,rate=0.01,queryKeyRate=1,queryKeyNorm=2,lengthFactor=0.5,softCap=3,clip=4} ";
const std::string kAdam = "optimiser:2 rate:0.01 ";

std::vector<Call> date_calls() {
  const std::vector<ParameterEntry> layout =
      date_layout({.dim = 16, .layers = 1, .heads = 2, .hidden = 4});
  const std::string model = "dim:16 layers:1 heads:2 hidden:4 ";
  const std::string start = "seed:5 initialisation:0 ";
  const std::string row = "1x" + std::to_string(parameter_count(layout));
  const std::string parameters = "parameters:" + row + " ";
  const std::string state =
      "parameters:[" + row + "] first:[" + row + "=0] second:[" + row + "=0] step:0 ";
  return {call<&b::date_layout>("dateLayout", model),
          call<b::start_dates<double>>("startDates", model + start),
          // Batches of one example, whose texts have different lengths.
          call<b::train_dates<double>>(
              "trainDates", state + kLane + "steps:3 " + kAdam + model + "seed:5 batch:1"),
          call<b::test_dates<double>>(
              "testDates", model + parameters + "scale:0.3 seed:5 count:2 " + kTrainedRule),
          // 1 May 2026
          call<&b::answer_date<double>>("answerDate", parameters +
                                                          "text:{49,32,77,97,121,32,50,48,50,54} " +
                                                          model + "scale:0.3 " + kTrainedRule),
          call<&b::date_examples>("dateExamples", "seed:5 step:1 count:3"),
          call<&b::check_dates>("checkDates", model + start + "scale:0.3 batch:1 " + kTrainedRule)};
}

std::vector<Call> recall_calls() {
  const std::string one = "seed:1 dim:4 n:3 ";
  const std::string task = one + "batch:2 ";
  const std::string tested = "parameters:1x32 scale:0.5 " + kTrainedRule;
  const std::string state = "parameters:[1x32] first:[1x32=0] second:[1x32=0] step:0 ";
  return {call<b::start_recall<double>>("startRecall", "dim:4 seed:1"),
          call<b::train_recall<double>>("trainRecall", state + kLane + "steps:2 " + kAdam + task),
          call<b::recall_weights<double>>("recallWeights", one + "step:1 " + tested),
          call<b::test_recall<double>>("testRecall", task + tested),
          call<b::test_recall_keys<double>>("testRecallKeys", task + tested),
          call<b::recall_alignment<double>>("recallAlignment", task + "parameters:1x32"),
          call<&b::check_recall>("checkRecall", task + "scale:0.5 " + kTrainedRule)};
}

b::Array place_of(Block& block) {
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
  const Call open = call<&b::open_model_data>(
      "open",
      "layers:3 heads:4 keyHeads:2 model:32 hidden:48 vocabulary:256 positions:40 theta:100 "
      "epsilon:1e-5 weights:" +
          weights);
  const auto restart = [](const char* lane) {
    return call<&b::restart_lane>(
        "restart",
        std::string("exponent:0.5 layer:-1 head:-1 temperature:0.7 seed:13 topK:9 topP:0.9 lane:") +
            lane);
  };
  const Call read = call<&b::read_tokens>("read", "first:{72,101,121} second:{72,105}");
  std::vector<Call> calls{
      // The address that it writes differs from call to call: no result to compare.
      call<&b::reserve_model>("reserve", "bytes:64 >result:-"),
      open,
      restart("1"),
      read,
      call<&b::encode_text>("encode", "text:{72,101,121,33} ends:{3,4}"),
      call<&b::token_bytes>("tokenBytes", "token:72"),
      call<&b::rewind_lane>("rewind", "lane:0 tokens:2"),
      call<&b::draw_token>("draw", "lane:0"),
      call<&b::likeliest>("likeliest", "lane:0 count:5"),
      call<&b::lens>("lens", "lane:0 position:1 count:5"),
      call<&b::losses>("losses", "lane:0 first:1"),
      call<&b::lane_logits>("logits", "lane:1"),
      call<&b::head_attention>("attention", "lane:1 layer:2 head:3"),
      call<&b::thumbnails>("thumbnails", "lane:1 most:2"),
      call<&b::statistics>("statistics", "lane:0"),
      call<&b::rotation>("rotation", "lane:0 layer:1 head:2 position:1"),
      call<&b::correlations>("correlations", "lane:1 layer:2"),
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

/// Appends the entries of a result, or of each result of a list.
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
        table.push_back(place_of(array));
      }
      add(b::Array{.address = reinterpret_cast<b::Address>(table.data()),
                   .rows = static_cast<std::int32_t>(table.size()),
                   .cols = 0});
    } else {
      add(place_of(*block));
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
                            date_calls(), recall_calls(), language_calls(), format_calls()}) {
    calls.insert(calls.end(), group.begin(), group.end());
  }
  return calls;
}

}  // namespace attention_scale::tests
