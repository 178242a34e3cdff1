#include "attention_scale/language/tokenizer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "expectations.hpp"

namespace attention_scale {
namespace {

using tests::refuses;
using Merges = std::vector<std::array<int, 3>>;

/// A table of the 256 bytes as tokens 0 to 255, of `longer` tokens after them, and of `merges`.
std::vector<std::uint8_t> table_of(const std::vector<std::string>& longer, const Merges& merges) {
  std::vector<std::uint8_t> table;
  const auto add = [&](std::size_t number) {
    table.push_back(static_cast<std::uint8_t>(number % 256));
    table.push_back(static_cast<std::uint8_t>(number / 256));
  };
  add(256 + longer.size());
  add(merges.size());
  table.insert(table.end(), 256, 1);
  for (const std::string& token : longer) {
    table.push_back(static_cast<std::uint8_t>(token.size()));
  }
  for (int byte = 0; byte < 256; ++byte) {
    table.push_back(static_cast<std::uint8_t>(byte));
  }
  for (const std::string& token : longer) {
    table.insert(table.end(), token.begin(), token.end());
  }
  for (const auto& merge : merges) {
    for (const int token : merge) {
      add(static_cast<std::size_t>(token));
    }
  }
  return table;
}

std::vector<std::uint8_t> small_table() {
  return table_of({"bc", "ab", "abc", "aa"},
                  {{'b', 'c', 256}, {'a', 'b', 257}, {'a', 256, 258}, {'a', 'a', 259}});
}

TEST(Tokenizer, MakesTheMergeOfTheLowestRankFirst) {
  const auto table = small_table();
  const Tokenizer tokenizer(table);
  std::vector<Token> tokens{7};
  // b and c are merged before a and b; of three a the first two.
  tokenizer.encode("abcabaaa", tokens);
  EXPECT_EQ(tokens, (std::vector<Token>{7, 258, 257, 259, 'a'}));
  tokenizer.encode("", tokens);
  tokenizer.encode("\xff", tokens);
  EXPECT_EQ(tokens.size(), 6U);
  EXPECT_EQ(tokens.back(), 255U);
  EXPECT_EQ(tokenizer.bytes(258), "abc");
  EXPECT_EQ(tokenizer.tokens(), 260U);
}

TEST(Tokenizer, MakesNoTokensOfAnEmptyText) {
  const auto table = small_table();
  std::vector<Token> tokens;
  Tokenizer(table).encode("", tokens);
  EXPECT_TRUE(tokens.empty());
}

TEST(Tokenizer, RefusesTablesThatAreNotWhole) {
  const auto whole = small_table();
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{3}, std::size_t{300}, whole.size() - 1}) {
    EXPECT_TRUE(refuses([&] { Tokenizer(std::span(whole).first(size)); }, ErrorCode::kShape,
                        {"tokenizer", "ends early"}));
  }
  auto longer = whole;
  longer.push_back(0);
  EXPECT_TRUE(refuses([&] { Tokenizer{longer}; }, ErrorCode::kShape, {"goes on"}));
}

TEST(Tokenizer, RefusesTablesWhoseTokensDoNotFit) {
  const auto other = table_of({"bc"}, {{'b', 'd', 256}});
  EXPECT_TRUE(refuses([&] { Tokenizer{other}; }, ErrorCode::kDomain, {"merge 0"}));
  const auto beyond = table_of({}, {{'b', 'd', 256}});
  EXPECT_TRUE(refuses([&] { Tokenizer{beyond}; }, ErrorCode::kDomain, {"token is 256", "255"}));
  auto byteless = small_table();
  byteless[4 + 260 + 'q'] = 'p';
  EXPECT_TRUE(refuses([&] { Tokenizer{byteless}; }, ErrorCode::kDomain, {"byte 113"}));
}

}  // namespace
}  // namespace attention_scale
