/// \file The choice of the next token from its logits [v], finite numbers or −∞. Every function
/// throws Error(kShape) where there are none, and Error(kDomain) on NaN or ∞.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/language/tokenizer.hpp"
#include "attention_scale/random/random_state.hpp"

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

}  // namespace attention_scale
