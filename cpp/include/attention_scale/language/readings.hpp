/// \file What can be read off the logits of a text and off a lane of a model that has read it.
///
/// The logits [v] of the next token are finite numbers or −∞. Every function of them throws
/// Error(kShape) where there are none, and Error(kDomain) on NaN or ∞.
#pragma once

#include "attention_scale/language/model.hpp"
#include "attention_scale/language/tokenizer.hpp"
#include "attention_scale/random/random.hpp"

#include <cstdint>
#include <vector>

namespace attention_scale {

/// −ln of the probability softmax(logits) of a token, in nats.
/// \throws Error(kDomain) also where it is outside the vocabulary
double token_loss(const VectorIn<float>& logits, Token token);

struct LikelyToken {
  Token token = 0;
  double probability = 0;
};

/// The `count` tokens of the largest probabilities softmax(logits), the most probable first, of
/// equal ones that of the lower number. \throws Error(kDomain) also unless 1 ≤ count ≤ v
std::vector<LikelyToken> likeliest_tokens(const VectorIn<float>& logits, Index count);

/// Draws one token after the other.
class TokenSampler {
 public:
  /// \param temperature divides the logits before the softmax; at 0 the likeliest token is taken
  /// \param seed of RandomState, of whose uniform() each token takes one draw, except at 0
  /// \throws Error(kDomain) unless the temperature is from 0 to 100
  TokenSampler(double temperature, std::uint32_t seed);

  /// The first token whose cumulative probability is above the draw.
  Token draw(const VectorIn<float>& logits);

 private:
  double temperature_;
  RandomState random_;
};

// What can be read off a text that a lane of a model has read, without reading it again.

/// The logits of the next token at a position, had the model ended after its first, second, …, last
/// layer [layers×v]: the final RMSNorm and the output matrix at every residual stream.
/// nostalgebraist, "interpreting GPT: the logit lens" (2020). The last row is that of
/// LanguageModel::logits. \throws Error(kDomain) where there is no such lane or position
Matrix<float> logit_lens(const LanguageModel& model, Index lane, Index position);

/// −ln of the probability of each token from number `first` on, given those before it [T − first],
/// in nats; exp of their mean is the perplexity.
/// \throws Error(kDomain) unless the lane has read two tokens and 1 ≤ first < T
std::vector<double> token_losses(const LanguageModel& model, Index lane, Index first = 1);

/// Means over the rows of a head's attention, [layers·h] each, layer by layer. The first row, whose
/// only weight is 1, counts.
struct HeadStatistics {
  Vector<double> entropy;  ///< in nats
  Vector<double> largest;  ///< the largest weight
  Vector<double> trace;    ///< Σ y(1 − y), the trace of the Jacobian of softmax
  /// The standard deviation of the undivided scores q·k over all pairs of a query with a key that
  /// takes part: no mean of rows.
  Vector<double> score_deviation;
  /// The share of the rows after the first whose largest weight is on the first token; 1 of none.
  Vector<double> on_first;
};

/// \throws Error(kShape) where the lane has read nothing
HeadStatistics head_statistics(LanguageModel& model, Index lane);

/// Each head's attention [T×T] as a matrix of bytes [s×s], one after the other: the largest weight
/// of a block of b×b, as ⌊255·y + ½⌋, with the least b for which s = ⌈T/b⌉ ≤ `most`.
/// \throws Error(kShape) where the lane has read nothing, Error(kDomain) unless most is from 1 to
/// 64
std::vector<std::uint8_t> head_thumbnails(const LanguageModel& model, Index lane, Index most);

}  // namespace attention_scale
