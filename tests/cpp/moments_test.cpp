#include "attention_scale/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Moments, MatchTheGoldens) {
  for (const Golden& golden : cases("moments.json")) {
    SCOPED_TRACE(golden["name"].text());
    const Moments result =
        moments(golden["data"].numbers(), static_cast<int>(golden["ddof"].index()));
    const double largest = std::max(std::abs(result.min), std::abs(result.max));
    EXPECT_EQ(result.count, golden["count"].index());
    EXPECT_EQ(result.min, golden["min"].number());
    EXPECT_EQ(result.max, golden["max"].number());
    // The running mean rounds at every step, to the digits of the entries.
    EXPECT_TRUE(close(result.mean, golden["mean"].number(), {.k = 4, .at_least = largest}));
    // Distances are taken from the first entry, so that an offset of the data costs no digits: what
    // is left are the roundings of n steps, which are of either sign and add up as √n.
    const double steps = std::sqrt(static_cast<double>(result.count));
    EXPECT_TRUE(close(result.variance, golden["variance"].number(), {.k = 2 + steps}));
    EXPECT_TRUE(close(result.std, golden["std"].number(), {.k = 2 + steps}));
  }
}

TEST(Moments, AreExactForWholeNumbersFarFromZero) {
  // 4, 7, 13, 16 on an offset: the naive formula Σx² − n·mean² loses all digits at 1e9.
  for (const double offset : {0.0, 1e6, 1e9}) {
    const std::vector<double> data{offset + 4, offset + 7, offset + 13, offset + 16};
    EXPECT_EQ(moments(data, 0).mean, offset + 10) << offset;
    EXPECT_EQ(moments(data, 0).variance, 22.5) << offset;
    EXPECT_EQ(moments(data, 1).variance, 30) << offset;
  }
}

TEST(Moments, RunAlongAtEveryStep) {
  const Matrix<double> data = sample<double>(1, 100, 1);
  RunningMoments running;
  EXPECT_EQ(running.count(), 0);
  for (Index i = 0; i < data.size(); ++i) {
    running.add(data(0, i));
    const Moments all = moments({data.data(), static_cast<std::size_t>(i + 1)});
    EXPECT_EQ(running.count(), all.count);
    EXPECT_EQ(running.mean(), all.mean);
    EXPECT_EQ(running.variance(0), all.variance);
    EXPECT_EQ(running.min(), all.min);
    EXPECT_EQ(running.max(), all.max);
  }
}

TEST(Moments, OfASampleDivideByOneLess) {
  const std::vector<double> data{1, 2, 3, 4};
  EXPECT_EQ(moments(data).variance, 1.25);
  EXPECT_EQ(moments(data, 1).variance, 5.0 / 3);
  EXPECT_EQ(moments(data, 3).variance, 5);
  EXPECT_EQ(moments(data, 3).std, std::sqrt(5.0));
}

TEST(Moments, RefuseFewerEntriesThanDdofAsksFor) {
  EXPECT_TRUE(
      refuses([] { moments({}); }, ErrorCode::kDomain, {"data has 0 entries", "ddof is 0"}));
  const std::vector<double> two{1, 2};
  EXPECT_TRUE(
      refuses([&] { moments(two, 2); }, ErrorCode::kDomain, {"data has 2 entries", "ddof is 2"}));
  EXPECT_TRUE(refuses([&] { moments(two, 3); }, ErrorCode::kDomain, {"ddof is 3"}));
  EXPECT_TRUE(refuses([&] { moments(two, -1); }, ErrorCode::kDomain, {"ddof is -1", "0 or more"}));
  EXPECT_EQ(moments(two, 1).variance, 0.5);
}

TEST(Moments, RefuseNumbersThatAreNotFiniteAndDeviationsThatOverflow) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(refuses(
        [&] {
          moments(std::vector<double>{1, bad});
        },
        ErrorCode::kDomain, {"data", "column 1", "finite"}));
  }
  EXPECT_TRUE(refuses(
      [] {
        moments(std::vector<double>{1e200, -1e200});
      },
      ErrorCode::kDomain, {"data", "overflows"}));
  EXPECT_EQ(moments(std::vector<double>{1e100, -1e100}).mean, 0);
}

}  // namespace
}  // namespace attention_scale::tests
