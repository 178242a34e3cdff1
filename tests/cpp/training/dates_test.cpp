#include "attention_scale/training/dates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds examples to NumPy and datetime.

TEST(Dates, ASourceLeadsBackToItsExample) {
  std::size_t longest = 0;
  for (const DateExample& example : date_examples(1, 2, 500)) {
    EXPECT_EQ(date_example(example.source).target, example.target);
    longest = std::max(longest, example.source.size());
  }
  EXPECT_EQ(longest, kLongestSource);
  EXPECT_EQ(date_example(U"29 Feb 2000").target, U"2000-02-29");
  EXPECT_EQ(date_example(U"1950年1月1日").target, U"1950-01-01");
  EXPECT_EQ(date_example(U"December 31, 2049").target, U"2049-12-31");
}

TEST(Dates, RefusesWhatIsNoDateOfTheFourFormats) {
  for (const char32_t* source :
       {U"", U"30 Feb 2026", U"29 Feb 2026", U"20 nov 2026", U"01 Nov 2026", U"20 Nov 2050",
        U"20 Nov 1949", U"2026-11-20", U"20 Nov 2026 ", U"2026年13月1日", U"November 20 2026"}) {
    EXPECT_TRUE(
        refuses([&] { date_example(source); }, ErrorCode::kDomain, {"1950", "2049", "2026年"}));
  }
  EXPECT_TRUE(refuses([] { date_examples(1, 1, 0); }, ErrorCode::kDomain, {"count"}));
}

TEST(Dates, ABatchHoldsThePlacesOfAllCharacters) {
  const auto examples = date_examples(3, 4, 3000);
  const DateBatch batch = date_batch(examples);
  auto source = batch.sources.begin();
  auto target = batch.targets.begin();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    ASSERT_EQ(batch.lengths[i], static_cast<Index>(examples[i].source.size()));
    for (const char32_t character : examples[i].source) {
      ASSERT_EQ(kSourceCharacters[static_cast<std::size_t>(*source++)], character);
    }
    for (const char32_t character : examples[i].target) {
      ASSERT_EQ(kAnswerCharacters[static_cast<std::size_t>(*target++)], character);
    }
  }
  // Every character but the padding occurs.
  const std::set<Index> places(batch.sources.begin(), batch.sources.end());
  EXPECT_EQ(places.size(), kSourceCharacters.size() - 1);
  EXPECT_FALSE(places.contains(0));
}

}  // namespace
}  // namespace attention_scale::tests
