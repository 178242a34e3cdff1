#include "attention_scale/random/random.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the entries to NumPy.

std::vector<double> entries(EntryLaw law, std::uint32_t seed, std::size_t count, double std = 1) {
  RandomState state(seed);
  std::vector<double> result(count);
  draw_entries(state, law, std, result);
  return result;
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
