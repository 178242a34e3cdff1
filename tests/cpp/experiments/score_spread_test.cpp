#include "attention_scale/experiments/score_sampling.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/web/programs.test.ts compares the draws with NumPy.

const std::vector<Index> kDims{1, 10, 100};

TEST(ScoreSpreads, OfAnyPartAreThoseOfTheWhole) {
  const ScoreSpreadOptions options{.seed = 5, .samples = 20};
  const Matrix<double> whole = score_spreads(options, kDims, 3, 4);
  EXPECT_EQ(score_spreads(options, kDims, 3, 1), whole.topRows(1));
  EXPECT_EQ(score_spreads(options, kDims, 4, 3), whole.bottomRows(3));
}

TEST(ScoreSpreads, DoNotDependOnTheOtherDims) {
  const ScoreSpreadOptions options{.seed = 6, .samples = 20};
  const Matrix<double> all = score_spreads(options, kDims, 0, 2);
  const Matrix<double> last = score_spreads(options, std::vector<Index>{100}, 0, 2);
  EXPECT_TRUE(close(last, all.rightCols(1), {.k = 100}));  // the terms in another order
}

TEST(ScoreSpreads, RefuseOptionsOutsideTheirRanges) {
  const auto refused = [](ScoreSpreadOptions options, const std::vector<Index>& dims,
                          std::uint32_t from, Index count, ErrorCode code,
                          std::initializer_list<std::string_view> words) {
    return refuses([&] { score_spreads(options, dims, from, count); }, code, words);
  };
  EXPECT_TRUE(refused({.samples = 1}, kDims, 0, 1, kDomain, {"samples is 1", "2 and 2000"}));
  EXPECT_TRUE(refused({.samples = 2001}, kDims, 0, 1, kDomain, {"samples is 2001"}));
  EXPECT_TRUE(refused({.samples = 2, .std = -1}, kDims, 0, 1, kDomain, {"std is -1"}));
  EXPECT_TRUE(refused({.samples = 2}, {}, 0, 1, kShape, {"dims is an empty list"}));
  EXPECT_TRUE(refused({.samples = 2}, {0, 1}, 0, 1, kDomain, {"dims[0] is 0"}));
  EXPECT_TRUE(refused({.samples = 2}, {1, 1025}, 0, 1, kDomain, {"dims[1] is 1025"}));
  EXPECT_TRUE(refused({.samples = 2}, {3, 3}, 0, 1, kDomain, {"dims[1] is 3 after 3", "rise"}));
  EXPECT_TRUE(refused({.samples = 2}, kDims, 0, 0, kDomain, {"count is 0"}));
  EXPECT_TRUE(refused({.samples = 2}, kDims, 4294967295U, 2, kDomain, {"count is 2"}));
}

}  // namespace
}  // namespace attention_scale::tests
