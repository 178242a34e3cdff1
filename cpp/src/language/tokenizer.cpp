#include "attention_scale/language/tokenizer.hpp"

#include "attention_scale/core/check.hpp"

#include <string>

namespace attention_scale {
namespace {

constexpr std::size_t kBytes = 256;

/// Both tokens fit, since the table writes a token in two bytes.
std::uint32_t pair(Token left, Token right) { return left << 16U | right; }

/// Stands for the token of a byte that has none.
constexpr Token kNone = 1U << 16U;

}  // namespace

Tokenizer::Tokenizer(std::span<const std::uint8_t> table) : token_of_byte_(kBytes, kNone) {
  const auto take = [&table](std::size_t count) {
    check::fit(count <= table.size(), {"tokenizer: the table ends early; it must be complete."});
    const auto taken = table.first(count);
    table = table.subspan(count);
    return taken;
  };
  const auto number = [&take]() -> std::uint32_t {
    const auto bytes = take(2);
    return bytes[0] + 256U * bytes[1];
  };
  const std::size_t tokens = number();
  const std::size_t merges = number();
  starts_.assign(1, 0);
  for (const std::uint8_t length : take(tokens)) {
    starts_.push_back(starts_.back() + length);
  }
  const auto text = take(starts_.back());
  text_ = {reinterpret_cast<const char*>(text.data()), text.size()};

  for (Token token = 0; token < this->tokens(); ++token) {
    if (const std::string_view of_token = bytes(token); of_token.size() == 1) {
      token_of_byte_[static_cast<std::uint8_t>(of_token[0])] = token;
    }
  }
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    check::domain(token_of_byte_[byte] != kNone,
                  {"tokenizer: byte ", byte, " has no token; each must have one."});
  }

  for (std::size_t rank = 0; rank < merges; ++rank) {
    const Token left = number();
    const Token right = number();
    const Token merged = number();
    check::domain(bytes(merged) == std::string(bytes(left)).append(bytes(right)),
                  {"tokenizer: merge ", rank,
                   " does not give the bytes of its tokens, one after the other."});
    merges_.emplace(pair(left, right), Merge{.rank = rank, .merged = merged});
  }
  check::fit(table.empty(), {"tokenizer: the table goes on after its last merge."});
}

void Tokenizer::encode(std::string_view piece, std::vector<Token>& tokens) const {
  const std::size_t first = tokens.size();
  for (const char byte : piece) {
    tokens.push_back(token_of_byte_[static_cast<std::uint8_t>(byte)]);
  }
  for (;;) {
    const Merge* best = nullptr;
    std::size_t at = first;
    for (std::size_t left = first; left + 1 < tokens.size(); ++left) {
      const auto merge = merges_.find(pair(tokens[left], tokens[left + 1]));
      if (merge != merges_.end() && (best == nullptr || merge->second.rank < best->rank)) {
        best = &merge->second;
        at = left;
      }
    }
    if (best == nullptr) {
      return;
    }
    tokens[at] = best->merged;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

std::string_view Tokenizer::bytes(Token token) const {
  check::within("token", static_cast<double>(token), 0, static_cast<double>(tokens()) - 1);
  return text_.substr(starts_[token], starts_[token + 1] - starts_[token]);
}

}  // namespace attention_scale
