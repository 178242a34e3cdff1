#include "attention_scale/language/tokenizer.hpp"

#include "attention_scale/core/check.hpp"

#include <string>

namespace attention_scale {
namespace {

constexpr std::size_t kBytes = 256;

/// Reads a table from its start; each read is checked against its end.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> rest) : rest_(rest) {}

  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > rest_.size()) {
      throw Error(ErrorCode::kShape, {"tokenizer: the table ends early; it must be complete."});
    }
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::uint32_t number() {
    const auto bytes = take(2);
    return bytes[0] + 256U * bytes[1];
  }

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::uint8_t> rest_;
};

std::uint32_t pair(Token left, Token right) { return left << 16U | right; }

/// Of a byte without a token.
constexpr Token kNone = 1U << 16U;

}  // namespace

Tokenizer::Tokenizer(std::span<const std::uint8_t> table) : token_of_byte_(kBytes, kNone) {
  Reader reader(table);
  const std::size_t tokens = reader.number();
  const std::size_t merges = reader.number();
  starts_.assign(1, 0);
  for (const std::uint8_t length : reader.take(tokens)) {
    starts_.push_back(starts_.back() + length);
  }
  const auto text = reader.take(starts_.back());
  text_ = {reinterpret_cast<const char*>(text.data()), text.size()};

  for (Token token = 0; token < this->tokens(); ++token) {
    if (const std::string_view own = bytes(token); own.size() == 1) {
      token_of_byte_[static_cast<std::uint8_t>(own[0])] = token;
    }
  }
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    if (token_of_byte_[byte] == kNone) {
      throw Error(ErrorCode::kDomain,
                  {"tokenizer: byte ", std::to_string(byte), " has no token; each must have one."});
    }
  }

  for (std::size_t rank = 0; rank < merges; ++rank) {
    const Token left = reader.number();
    const Token right = reader.number();
    const Token merged = reader.number();
    if (bytes(merged) != std::string(bytes(left)).append(bytes(right))) {
      throw Error(ErrorCode::kDomain,
                  {"tokenizer: merge ", std::to_string(rank),
                   " does not give the bytes of its tokens, one after the other."});
    }
    merges_.emplace(pair(left, right), Merge{rank, merged});
  }
  if (!reader.at_end()) {
    throw Error(ErrorCode::kShape, {"tokenizer: the table goes on after its last merge."});
  }
}

const Tokenizer::Merge* Tokenizer::merge_of(Token left, Token right) const {
  const auto found = merges_.find(pair(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

void Tokenizer::encode(std::string_view piece, std::vector<Token>& tokens) const {
  const auto first = static_cast<std::ptrdiff_t>(tokens.size());
  for (const char byte : piece) {
    tokens.push_back(token_of_byte_[static_cast<std::uint8_t>(byte)]);
  }
  for (;;) {
    const Merge* best = nullptr;
    auto at = tokens.end();
    for (auto left = tokens.begin() + first; left < tokens.end() - 1; ++left) {
      const Merge* const merge = merge_of(left[0], left[1]);
      if (merge != nullptr && (best == nullptr || merge->rank < best->rank)) {
        best = merge;
        at = left;
      }
    }
    if (best == nullptr) {
      return;
    }
    *at = best->merged;
    tokens.erase(at + 1);
  }
}

std::string_view Tokenizer::bytes(Token token) const {
  check::within("token", static_cast<double>(token), 0, static_cast<double>(tokens()) - 1);
  return text_.substr(starts_[token], starts_[token + 1] - starts_[token]);
}

}  // namespace attention_scale
