#include "attention_scale/random/entry_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

std::vector<double> entries(EntryLaw law, std::uint32_t seed, std::size_t count, double std = 1) {
  RandomState state(seed);
  std::vector<double> result(count);
  draw_entries(state, law, std, result);
  return result;
}

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
