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

/// Which tokens are drawn. Both limits count from the likeliest token on, and of equally likely
/// ones from that of the lower number. One token stays at least.
struct SamplerLimits {
  /// So many tokens; 0: all. Fan, Lewis and Dauphin, "Hierarchical Neural Story Generation" (2018).
  Index top_k = 0;
  /// The fewest tokens whose probabilities have at least this sum; 1: all. The probabilities are
  /// those of the chosen temperature among the tokens that top_k leaves. Holtzman et al., "The
  /// Curious Case of Neural Text Degeneration" (2020).
  double top_p = 1;
};

/// Draws one token after the other.
class TokenSampler {
 public:
  /// \param temperature divides the logits before the softmax; at 0 the likeliest token is taken
  /// \param seed of RandomState, of whose uniform() each token takes one draw, except at 0
  /// \throws Error(kDomain) unless the temperature is from 0 to 100, top_k 0 or more, and top_p
  /// from 0 to 1
  TokenSampler(double temperature, std::uint32_t seed, const SamplerLimits& limits = {});

  /// The probability with which each token is drawn [v]; 0 of one that the limits leave out.
  [[nodiscard]] Vector<double> chances(const VectorIn<float>& logits) const;

  /// The first token whose cumulative chance is above the draw.
  Token draw(const VectorIn<float>& logits);

 private:
  /// What the chances are in proportion to, at a temperature above 0.
  [[nodiscard]] std::vector<double> shares(const VectorIn<float>& logits) const;

  double temperature_;
  RandomState random_;
  SamplerLimits limits_;
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

/// What turning queries and keys by their positions does to the scores q·k of a head, which are not
/// divided. All pairs are those of a query with a key that takes part.
struct RotaryScores {
  Vector<double> plain;          ///< of one query with each key up to it, neither of them turned
  Vector<double> rotated;        ///< of the same, turned as the model reads them
  double plain_deviation = 0;    ///< the standard deviation over all pairs
  double rotated_deviation = 0;  ///< as in HeadStatistics
};

/// \param position of the query, whose scores are [position + 1]
/// \throws Error(kDomain) where there is no such lane, layer, head or position
RotaryScores rotary_scores(const LanguageModel& model, Index lane, Index layer, Index head,
                           Index position);

/// How alike the scores of the heads of a layer are.
struct HeadCorrelations {
  /// Of each two heads [h×h]: Pearson's correlation over all pairs of a query with a key that takes
  /// part, each score less the mean of its query, which softmax does not see. 0 where a head's
  /// scores do not vary; 1 on the diagonal.
  Matrix<double> correlations;
  double within = 0;   ///< the mean over pairs of heads that read the same keys; 0 of none
  double between = 0;  ///< the mean over the other pairs of heads; 0 of none
};

/// \throws Error(kShape) where the lane has read nothing, Error(kDomain) where there is no such
/// lane or layer
HeadCorrelations head_correlations(const LanguageModel& model, Index lane, Index layer);

/// Each head's attention [T×T] as a matrix of bytes [s×s], one after the other: the largest weight
/// of a block of b×b, as ⌊255·y + ½⌋, with the least b for which s = ⌈T/b⌉ ≤ `most`.
/// \throws Error(kShape) where the lane has read nothing, Error(kDomain) unless most is from 1 to
/// 64
std::vector<std::uint8_t> head_thumbnails(const LanguageModel& model, Index lane, Index most);

}  // namespace attention_scale
