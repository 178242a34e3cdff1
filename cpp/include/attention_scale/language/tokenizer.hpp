/// \file Byte-level byte pair encoding: text to the numbers of tokens and back.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attention_scale {

/// A token's number in the vocabulary.
using Token = std::uint32_t;

/// The tokens of a model and the merges that make them (Sennrich, Haddow and Birch 2016, on bytes
/// as in GPT-2: each of the 256 bytes is a token, so that any text can be written).
class Tokenizer {
 public:
  /// \param table all numbers little-endian: the count of tokens and the count of merges (16 bits
  /// each), the length of each token (8 bits), the bytes of all tokens, and for each merge, the
  /// first to be made first, the left, the right and the merged token (16 bits each). Kept by
  /// reference.
  /// \throws Error(kShape) where the table ends early or goes on, Error(kDomain) where a byte has
  /// no token or a merge names a token that there is not.
  explicit Tokenizer(std::span<const std::uint8_t> table);

  /// Appends the tokens of `piece`, a part of a text across whose ends no merge goes, in UTF-8.
  void encode(std::string_view piece, std::vector<Token>& tokens) const;

  /// The bytes of a token: valid UTF-8 only together with those of its neighbours.
  /// \throws Error(kDomain) where there is no such token
  [[nodiscard]] std::string_view bytes(Token token) const;

  [[nodiscard]] std::size_t tokens() const { return starts_.size() - 1; }

 private:
  struct Merge {
    std::size_t rank;  ///< the merge with the lower rank is made first
    Token merged;      ///< the token that takes the place of both
  };

  std::string_view text_;            ///< the bytes of all tokens
  std::vector<std::size_t> starts_;  ///< where each token begins in `text_`, and the last one ends
  std::vector<Token> token_of_byte_;
  std::unordered_map<std::uint32_t, Merge> merges_;  ///< by the left and the right token
};

}  // namespace attention_scale
