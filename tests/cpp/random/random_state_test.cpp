#include "attention_scale/random/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

std::vector<double> draws(RandomState state, std::size_t count) {
  std::vector<double> result(count);
  state.normal(result);
  return result;
}

// tests/engine holds many more to NumPy.
TEST(RandomState, DrawsTheNormalsOfNumPy) {
  // The system's log may be off by a last digit.
  EXPECT_TRUE(close(draws(RandomState(0U), 2), {1.764052345967664, 0.4001572083672233}, {.k = 1}));
}

TEST(RandomState, DrawsTheUniformDoublesOfNumPyToTheBit) {
  // The numbers are what numpy.random.RandomState(0).random_sample(4) and RandomState([13,
  // 1]).random_sample(4) print.
  RandomState zero(0U);
  for (const double expected :
       {0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.5448831829968969}) {
    EXPECT_EQ(zero.uniform(), expected);
  }
  const std::vector<std::uint32_t> seeds{13, 1};
  RandomState pair(seeds);
  for (const double expected :
       {0.8384698492233548, 0.6916251663380156, 0.6412442644903762, 0.7140696615422547}) {
    EXPECT_EQ(pair.uniform(), expected);
  }
}

TEST(RandomState, DrawsTheSameNumbersInStepsAndAtOnce) {
  const std::vector<double> at_once = draws(RandomState(5U), 1001);
  RandomState state(5U);
  std::vector<double> in_steps(1001);
  const std::span<double> all(in_steps);
  std::size_t begin = 0;
  for (const std::size_t size : {1U, 2U, 0U, 5U, 311U, 682U}) {  // odd ones split a pair of draws
    state.normal(all.subspan(begin, size));
    begin += size;
  }
  ASSERT_EQ(begin, in_steps.size());
  EXPECT_EQ(in_steps, at_once);

  RandomState again(5U);
  for (const double draw : at_once) {
    double next = 0;
    again.normal({&next, 1});
    ASSERT_EQ(next, draw);
  }
}

TEST(RandomState, RefusesAMeanAndADeviationWhoseDrawsCouldOverflow) {
  std::array<double, 3> draws{};
  EXPECT_TRUE(refuses([&] { RandomState(1U).normal(draws, 1e308, 1e308); }, ErrorCode::kDomain,
                      {"mean is 1e+308", "std is 1e+308", "overflows"}));
  RandomState(1U).normal(draws, 1e300, 1e300);
  EXPECT_TRUE(std::isfinite(draws[0]));
}

TEST(RandomState, RefusesAnEmptyListOfSeeds) {
  EXPECT_TRUE(refuses([] { RandomState(std::span<const std::uint32_t>()); }, ErrorCode::kDomain,
                      {"seed", "empty", "at least one"}));
  const std::vector<std::uint32_t> one{0};
  EXPECT_NO_THROW(RandomState{one});
}

}  // namespace
}  // namespace attention_scale::tests
