/// \file The calls of the trained model: its data, its two lanes, and what can be read off them.
/// The model stays in the engine's memory between the calls.
#pragma once

#include "attention_scale/language/readings.hpp"
#include "attention_scale/language/tokenizer.hpp"
#include "descriptor.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attention_scale::bindings {

struct OpenModel {
  std::vector<std::uint8_t> data;  ///< the weights, and the tokens behind them
  std::optional<Tokenizer> tokenizer;
  std::optional<LanguageModel> model;
  std::vector<TokenSampler> samplers;  ///< one a lane
};

inline OpenModel& open_model() {
  static OpenModel model;
  return model;
}

/// \throws Error(kLimit) where open_model_data was not called.
inline LanguageModel& language_model() {
  if (!open_model().model) {
    throw Error(ErrorCode::kLimit, {"The trained model has not been loaded."});
  }
  return *open_model().model;
}

using LaneNumber = Number<"lane", Index>;

/// Memory for the data, which the caller fills. What was open is closed.
inline void reserve_model(Number<"bytes", std::uint32_t> bytes,
                          Output<"result", std::uint32_t> address) {
  OpenModel& open = open_model();
  open = {};
  open.data.resize(bytes);
  address.put(static_cast<double>(reinterpret_cast<Address>(open.data.data())));
}

using SizeFields =
    Struct<LanguageSizes, Member<"layers", &LanguageSizes::layers>,
           Member<"heads", &LanguageSizes::heads>, Member<"keyHeads", &LanguageSizes::key_heads>,
           Member<"model", &LanguageSizes::d_model>, Member<"hidden", &LanguageSizes::hidden>,
           Member<"vocabulary", &LanguageSizes::vocabulary>,
           Member<"positions", &LanguageSizes::positions>, Member<"theta", &LanguageSizes::theta>,
           Member<"epsilon", &LanguageSizes::epsilon>>;

/// Opens the data, of which `weights` bytes are the model's, the others the tokens.
/// \throws Error where they are not those of a model of these sizes
inline void open_model_data(SizeFields fields, Number<"weights", Index> weights) {
  OpenModel& open = open_model();
  const std::span<const std::uint8_t> data = open.data;
  check::within("the bytes of the weights", weights, 0, std::ssize(data));
  const auto split = static_cast<std::size_t>(Index{weights});
  const LanguageSizes sizes = fields;
  open.tokenizer.emplace(data.subspan(split));
  check::same_size("the tokens of the vocabulary", sizes.vocabulary, "the tokens of the data",
                   static_cast<Index>(open.tokenizer->tokens()));
  open.model.emplace(language_weights(sizes, std::as_bytes(data.first(split))));
  open.samplers.assign(kModelLanes, TokenSampler(0, 0));
}

/// The tokens of the parts of a text, of which each ends where `ends` says.
/// \throws Error(kDomain) where a part ends before it begins, or after the text
inline void encode_text(List<"text", std::uint8_t> text, List<"ends", std::uint32_t> ends,
                        Output<"result", std::uint32_t> tokens) {
  // This throws where no model is open.
  language_model();
  const std::string_view bytes(reinterpret_cast<const char*>(text.data()), text.span().size());
  std::vector<Token> found;
  std::size_t start = 0;
  for (const std::uint32_t end : ends.span()) {
    check::within("ends", end, static_cast<double>(start), static_cast<double>(bytes.size()));
    open_model().tokenizer->encode(bytes.substr(start, end - start), found);
    start = end;
  }
  tokens.put(found);
}

/// The bytes of a token, of which there are at most 255.
inline void token_bytes(Number<"token", std::uint32_t> token,
                        Output<"result", std::uint8_t> bytes) {
  // This throws where no model is open.
  language_model();
  const std::string_view text = open_model().tokenizer->bytes(token);
  bytes.put(std::vector<std::uint8_t>(text.begin(), text.end()));
}

/// The lane forgets what it has read.
inline void restart_lane(
    LaneNumber lane,
    Struct<LaneOptions, Member<"exponent", &LaneOptions::exponent>,
           Member<"layer", &LaneOptions::layer>, Member<"head", &LaneOptions::head>,
           Member<"inside!", &LaneOptions::divides_queries>>
        options,
    Number<"temperature"> temperature, Number<"seed", std::uint32_t> seed,
    Struct<SamplerLimits, Member<"topK", &SamplerLimits::top_k>,
           Member<"topP", &SamplerLimits::top_p>>
        limits) {
  LanguageModel& model = language_model();
  const TokenSampler sampler(temperature, seed, limits);
  model.restart(lane, options);
  open_model().samplers[static_cast<std::size_t>(Index{lane})] = sampler;
}

/// The lane forgets all but its first tokens.
inline void rewind_lane(LaneNumber lane, Number<"tokens", Index> tokens) {
  language_model().rewind(lane, tokens);
}

/// Each lane reads its tokens.
inline void read_tokens(List<"first", std::uint32_t> first, List<"second", std::uint32_t> second) {
  language_model().read({first.span(), second.span()});
}

inline TokenSampler& sampler_of(Index lane) {
  return open_model().samplers[static_cast<std::size_t>(lane)];
}

inline void draw_token(LaneNumber lane, Output<"result", std::uint32_t> token) {
  const auto logits = language_model().logits(lane);
  token.put(sampler_of(lane).draw(logits));
}

using Count = Number<"count", Index>;
using LikelyTokens = Output<"tokens", std::uint32_t>;
using Probabilities = Output<"probabilities", double>;

/// The `count` likeliest tokens of each row of logits, row by row.
inline void put_likeliest(const Matrix<float>& logits, Index count, const LikelyTokens& tokens,
                          const Probabilities& probabilities) {
  std::vector<std::uint32_t> found;
  std::vector<double> likely;
  for (Index row = 0; row < logits.rows(); ++row) {
    for (const LikelyToken& next : likeliest_tokens(logits.row(row).transpose(), count)) {
      found.push_back(next.token);
      likely.push_back(next.probability);
    }
  }
  tokens.put(found);
  probabilities.put(likely);
}

/// The likeliest tokens, and the chance with which the lane draws each.
inline void likeliest(LaneNumber lane, Count count, LikelyTokens tokens,
                      Probabilities probabilities, Output<"chances", double> chances) {
  const auto logits = language_model().logits(lane);
  put_likeliest(logits.transpose(), count, tokens, probabilities);
  const Vector<double> all = sampler_of(lane).chances(logits);
  std::vector<double> drawn;
  for (const LikelyToken& next : likeliest_tokens(logits, count)) {
    drawn.push_back(all[static_cast<Index>(next.token)]);
  }
  chances.put(drawn);
}

/// The `count` likeliest tokens at a position by the logit lens of each layer.
inline void lens(LaneNumber lane, Number<"position", Index> position, Count count,
                 LikelyTokens tokens, Probabilities probabilities) {
  put_likeliest(logit_lens(language_model(), lane, position), count, tokens, probabilities);
}

inline void losses(LaneNumber lane, Number<"first", Index> first, Output<"result"> losses) {
  losses.put(token_losses(language_model(), lane, first));
}

inline void lane_logits(LaneNumber lane, Output<"result", float> logits) {
  logits.put(Vector<float>(language_model().logits(lane)));
}

/// The weights of a head [T·T].
inline void head_attention(LaneNumber lane, Number<"layer", Index> layer,
                           Number<"head", Index> head, Output<"result", float> weights) {
  const MatrixIn<float> rows = language_model().attention(lane, layer, head);
  float* const list = weights.make_list(rows.size()).data();
  Eigen::Map<Matrix<float>>(list, rows.rows(), rows.cols()) = rows;
}

/// The heads as matrices of at most `most` rows, of bytes.
inline void thumbnails(LaneNumber lane, Number<"most", Index> most,
                       Output<"result", std::uint8_t> bytes) {
  bytes.put(head_thumbnails(language_model(), lane, most));
}

/// The scores of a query of a head with each key up to it, before and after both are turned by
/// their positions; their deviations over all pairs of the head.
inline void rotation(
    LaneNumber lane, Number<"layer", Index> layer, Number<"head", Index> head,
    Number<"position", Index> position,
    Results<Member<"plain", &RotaryScores::plain>, Member<"rotated", &RotaryScores::rotated>,
            Member<"plainDeviation", &RotaryScores::plain_deviation>,
            Member<"rotatedDeviation", &RotaryScores::rotated_deviation>>
        results) {
  results.put(rotary_scores(language_model(), lane, layer, head, position));
}

/// How alike the scores of a layer's heads are [heads·heads], and the means of those that read the
/// same keys and of the others.
inline void correlations(LaneNumber lane, Number<"layer", Index> layer,
                         Results<Member<"correlations", &HeadCorrelations::correlations>,
                                 Member<"within", &HeadCorrelations::within>,
                                 Member<"between", &HeadCorrelations::between>>
                             results) {
  results.put(head_correlations(language_model(), lane, layer));
}

/// Means over the rows of each head [layers·heads], and the deviation of its scores.
inline void statistics(
    LaneNumber lane,
    Results<Member<"entropy", &HeadStatistics::entropy>,
            Member<"largest", &HeadStatistics::largest>, Member<"trace", &HeadStatistics::trace>,
            Member<"scoreDeviation", &HeadStatistics::score_deviation>,
            Member<"onFirst", &HeadStatistics::on_first>>
        results) {
  results.put(head_statistics(language_model(), lane));
}

}  // namespace attention_scale::bindings
