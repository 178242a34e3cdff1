#include "attention_scale/experiments/sampling.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine/rule-goldens.test.ts compares the draws with NumPy.

const std::vector<Index> kRuledDims{1, 64};
const std::vector<Index> kRuledCounts{2, 40};
const std::vector<SampledRule> kRules{{}, {.scale = 1, .rule = {.query_key_norm = 8}}};

TEST(RuleSampling, OfAnyPartIsThatOfTheWhole) {
  const RuleSamplingOptions options{.seed = 5, .dim = 9, .keys = 20, .rules = kRules};
  EXPECT_EQ(sample_rules(options, 11, 3).slope, sample_rules(options, 10, 4).slope.bottomRows(3));
  const ParticipationOptions map{.seed = 5, .dims = kRuledDims, .counts = kRuledCounts};
  EXPECT_EQ(sample_participation(map, 11, 3).entropy,
            sample_participation(map, 10, 4).entropy.bottomRows(3));
  const NeedleOptions needle{.seed = 5, .dim = 9, .counts = kRuledCounts, .rules = kRules};
  EXPECT_EQ(sample_needle(needle, 11, 3).needle, sample_needle(needle, 10, 4).needle.bottomRows(3));
}

TEST(RuleSampling, RefusesOptionsOutsideTheirRanges) {
  const auto refused = [](RuleSamplingOptions options, std::string_view words,
                          ErrorCode code = kDomain) {
    return refuses([&] { sample_rules(options, 0, 1); }, code, {words});
  };
  const std::vector<SampledRule> negative{{.scale = -1}};
  EXPECT_TRUE(refused({.dim = 0, .rules = kRules}, "dim is 0"));
  EXPECT_TRUE(refused({.dim = 1025, .rules = kRules}, "dim is 1025"));
  EXPECT_TRUE(refused({.keys = 0, .rules = kRules}, "keys is 0"));
  EXPECT_TRUE(refused({.keys = 32769, .rules = kRules}, "keys is 32769"));
  EXPECT_TRUE(refused({.size = 0.001, .rules = kRules}, "size is 0.001"));
  EXPECT_TRUE(refused({.rules = negative}, "scale is -1"));
  EXPECT_TRUE(refused({}, "rules is an empty list", kShape));
}

TEST(RuleSampling, RefusesNumbersOfKeysAndCosinesOutsideTheirRanges) {
  const std::vector<Index> one{1};
  const auto participation = [](std::span<const Index> dims, std::span<const Index> counts,
                                double exponent) {
    return [=] { sample_participation({1, dims, counts, exponent}, 0, 1); };
  };
  EXPECT_TRUE(refuses(participation({}, kRuledCounts, 0), kShape, {"dims is an empty list"}));
  EXPECT_TRUE(refuses(participation(kRuledDims, one, 0), kDomain, {"counts[0] is 1"}));
  EXPECT_TRUE(refuses(participation(kRuledDims, kRuledCounts, 1.5), kDomain, {"exponent is 1.5"}));
  const auto needle = [](double cosine, std::span<const Index> counts) {
    return [=] { sample_needle({1, 4, cosine, counts, kRules}, 0, 1); };
  };
  EXPECT_TRUE(refuses(needle(-1.5, kRuledCounts), kDomain, {"cosine is -1.5"}));
  EXPECT_TRUE(refuses(needle(0.5, one), kDomain, {"counts[0] is 1"}));
}

}  // namespace
}  // namespace attention_scale::tests
