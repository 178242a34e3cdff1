#include "attention_scale/random/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

/// More than two blocks.
constexpr int kWords = 1500;

TEST(Twister, MakesTheWordsOfTheStandardOne) {
  for (const std::uint32_t seed : {0U, 1U, 5489U, 0xFFFFFFFFU}) {
    Twister twister(seed);
    std::mt19937 standard(seed);
    for (int i = 0; i < kWords; ++i) {
      ASSERT_EQ(twister(), standard()) << "word " << i << " of seed " << seed;
    }
  }
}

TEST(Twister, SeededByAnArrayMakesTheWordsOfItsAuthors) {
  // The first and the 1000th of mt19937ar.out, which Matsumoto and Nishimura publish beside their
  // program.
  const std::array<std::uint32_t, 4> seeds{0x123, 0x234, 0x345, 0x456};
  Twister twister(seeds);
  EXPECT_EQ(twister(), 1067595299U);
  EXPECT_EQ(twister(), 955945823U);
  for (int i = 2; i < 999; ++i) {
    twister();
  }
  EXPECT_EQ(twister(), 3460025646U);
}

TEST(Twister, AheadAreTheNextWords) {
  Twister in_blocks(7U);
  Twister one_by_one(7U);
  int taken = 0;
  for (std::size_t most = 1; taken < kWords; ++most) {
    const auto ahead = in_blocks.ahead();
    ASSERT_FALSE(ahead.empty());
    const std::size_t count = std::min(most, ahead.size());
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(ahead[i], one_by_one());
    }
    in_blocks.skip(count);
    taken += static_cast<int>(count);
  }
  EXPECT_EQ(in_blocks(), one_by_one());
}

TEST(Twister, SkipsNoMoreWordsThanThereAre) {
  Twister twister(7U);
  const std::size_t ahead = twister.ahead().size();
  EXPECT_TRUE(refuses([&] { twister.skip(ahead + 1); }, kDomain, {"is 625", "624"}));
  twister.skip(ahead);
  EXPECT_TRUE(refuses([&] { twister.skip(1); }, kDomain, {"is 1", "there are 0"}));
}

}  // namespace
}  // namespace attention_scale::tests
