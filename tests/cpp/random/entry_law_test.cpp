#include "attention_scale/random/entry_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attention_scale/statistics/moments.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

std::vector<double> entries(EntryLaw law, std::uint32_t seed, std::size_t count, double std = 1) {
  RandomState state(seed);
  std::vector<double> result(count);
  draw_entries(state, law, std, result);
  return result;
}

/// The largest distance of the empirical distribution of `draws` from the normal one, times √n.
double kolmogorov_smirnov(std::vector<double> draws) {
  std::sort(draws.begin(), draws.end());
  const auto n = static_cast<double>(draws.size());
  double distance = 0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double below = std::erfc(-draws[i] / std::sqrt(2.0)) / 2;
    const auto rank = static_cast<double>(i);
    distance = std::max({distance, below - rank / n, (rank + 1) / n - below});
  }
  return distance * std::sqrt(n);
}

/// √n times the distance exceeds this in one of a thousand samples of the law itself.
const double kCritical = std::sqrt(-std::log(1e-3 / 2) / 2);

TEST(EntryLaw, DrawsTheEntriesOfTheGoldens) {
  for (const Golden& golden : cases("score_sampling.json")) {
    SCOPED_TRACE(golden["name"].text());
    const std::vector<double> expected = golden["firstQueries"].numbers();
    const EntryLaw law = law_of(golden["law"]);
    // Only normal draws need a log, which may be off by a last digit.
    const Tolerance tolerance = law == EntryLaw::kNormal ? Tolerance{.k = 1} : kExactly;
    EXPECT_TRUE(close(entries(law, golden["seed"].word(), expected.size(), golden["std"].number()),
                      expected, tolerance));
  }
}

TEST(EntryLaw, HasMeanZeroAndTheVarianceAskedFor) {
  constexpr std::size_t kCount = 100000;
  for (const EntryLaw law : {EntryLaw::kNormal, EntryLaw::kUniform, EntryLaw::kSign}) {
    const Moments result = moments(entries(law, 3, kCount, 2));
    // Five standard errors, of the law with the largest. The seed is fixed.
    const double error = 1 / std::sqrt(static_cast<double>(kCount));
    EXPECT_NEAR(result.mean, 0, 5 * 2 * error);
    EXPECT_NEAR(result.variance, 4, 5 * 4 * std::sqrt(2.0) * error);
  }
}

TEST(EntryLaw, StaysWithinItsBounds) {
  const double bound = std::sqrt(3.0) / 2;
  for (const double entry : entries(EntryLaw::kUniform, 4, 10000, 0.5)) {
    ASSERT_GE(entry, -bound);
    ASSERT_LT(entry, bound);
  }
  for (const double entry : entries(EntryLaw::kSign, 4, 10000, 0.5)) {
    ASSERT_EQ(std::abs(entry), 0.5);
  }
  for (const EntryLaw law : {EntryLaw::kNormal, EntryLaw::kUniform, EntryLaw::kSign}) {
    EXPECT_EQ(entries(law, 4, 3, 0), (std::vector<double>{0, 0, 0}));
  }
}

TEST(EntryLaw, NormalDrawsPassTheKolmogorovSmirnovTest) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    EXPECT_LT(kolmogorov_smirnov(entries(EntryLaw::kNormal, seed, 10000)), kCritical) << seed;
  }
}

TEST(EntryLaw, OtherLawsOfTheSameVarianceFailTheKolmogorovSmirnovTest) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    EXPECT_GT(kolmogorov_smirnov(entries(EntryLaw::kUniform, seed, 10000)), kCritical) << seed;
    EXPECT_GT(kolmogorov_smirnov(entries(EntryLaw::kSign, seed, 10000)), kCritical) << seed;
  }
}

TEST(EntryLaw, RefusesAnInvalidDeviation) {
  for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), 1e308}) {
    for (const EntryLaw law : {EntryLaw::kNormal, EntryLaw::kUniform, EntryLaw::kSign}) {
      EXPECT_TRUE(refuses([&] { entries(law, 1, 1, bad); }, ErrorCode::kDomain,
                          {"std is ", "0 or more", "no draw overflows"}));
    }
  }
}

}  // namespace
}  // namespace attention_scale::tests
