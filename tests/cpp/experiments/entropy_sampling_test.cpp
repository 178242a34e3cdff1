#include "attention_scale/experiments/sampling.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/web/programs.test.ts compares the draws with NumPy.

const std::vector<Index> kCounts{1, 2, 40, 512};

TEST(EntropySampling, OfAnyPartIsThatOfTheWhole) {
  const EntropySamplingOptions options{.seed = 5, .dim = 9, .counts = kCounts};
  const EntropyDraws whole = sample_entropies(options, 10, 4);
  EXPECT_EQ(sample_entropies(options, 10, 1).root, whole.root.topRows(1));
  EXPECT_EQ(sample_entropies(options, 11, 3).logarithmic, whole.logarithmic.bottomRows(3));
}

TEST(EntropySampling, RefusesOptionsOutsideTheirRanges) {
  const auto refused = [](Index dim, const std::vector<Index>& counts, std::uint32_t from,
                          Index count, ErrorCode code, std::string_view words) {
    return refuses(
        [&] { sample_entropies({.seed = 1, .dim = dim, .counts = counts}, from, count); }, code,
        {words});
  };
  EXPECT_TRUE(refused(0, kCounts, 0, 1, kDomain, "dim is 0"));
  EXPECT_TRUE(refused(1025, kCounts, 0, 1, kDomain, "dim is 1025"));
  EXPECT_TRUE(refused(4, {}, 0, 1, kShape, "counts is an empty list"));
  EXPECT_TRUE(refused(4, {0}, 0, 1, kDomain, "counts[0] is 0"));
  EXPECT_TRUE(refused(4, {8193}, 0, 1, kDomain, "counts[0] is 8193"));
  EXPECT_TRUE(refused(4, {2, 2}, 0, 1, kDomain, "counts[1] is 2 after 2"));
  EXPECT_TRUE(refused(4, kCounts, 0, 0, kDomain, "count is 0"));
  EXPECT_TRUE(refused(4, kCounts, 4294967295U, 2, kDomain, "count is 2"));
}

}  // namespace
}  // namespace attention_scale::tests
