#include "attention_scale/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

using Counts = std::vector<std::int64_t>;

Counts counted(Index bins, double low, double high, const std::vector<double>& data) {
  Histogram histogram(bins, low, high);
  histogram.add(data);
  return histogram.counts();
}

Counts streamed(Index bins, double low, double high, const std::vector<float>& data) {
  Histogram histogram(bins, low, high);
  histogram.add(std::span<const float>(data));
  return histogram.counts();
}

TEST(Histogram, StreamsNumbersAwayFromTheEdgesIntoTheSameBins) {
  for (const Index bins : {Index{1}, Index{7}, Index{512}}) {
    const double width = 6.0 / static_cast<double>(bins);
    std::vector<float> singles;
    std::vector<double> doubles;
    const Matrix<double> data = sample<double>(1, 3000, 6, 1.5);
    for (const double value : std::vector<double>(data.data(), data.data() + data.size())) {
      const auto single = static_cast<float>(value);
      const double place = (static_cast<double>(single) + 3) / width;
      if (std::abs(place - std::round(place)) > 1e-3) {
        singles.push_back(single);
        doubles.push_back(static_cast<double>(single));
      }
    }
    ASSERT_GT(singles.size(), 2500U);
    EXPECT_EQ(streamed(bins, -3, 3, singles), counted(bins, -3, 3, doubles)) << bins;
  }
}

TEST(Histogram, StreamsEveryNumberIntoItsBinOrTheOneBeside) {
  Histogram histogram(10, 0, 1);
  std::vector<float> edges;
  for (const double edge : histogram.edges()) {
    edges.push_back(static_cast<float>(edge));
  }
  histogram.add(std::span<const float>(edges));
  std::int64_t above = 0;  // numbers on edges may fall one bin short, and no further
  std::int64_t below = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    below += histogram.counts()[i];
    above += 1;
    EXPECT_GE(below + 1, above);
    EXPECT_LE(below, above + 1);
  }
  EXPECT_EQ(below, 11);  // both ends of the range are in it
}

TEST(Histogram, StreamsIgnoringNaNAndNumbersOutsideTheRange) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  constexpr float kEndless = std::numeric_limits<float>::infinity();
  const std::vector<float> data{kNone, kEndless, -kEndless, -1.5F,
                                1.5F,  3e38F,    0.50001F,  -0.49999F};
  EXPECT_EQ(streamed(2, -1, 1, data), (Counts{1, 1}));
  const Counts many = streamed(100000, -1, 1, data);  // more than single precision distinguishes
  EXPECT_EQ(std::accumulate(many.begin(), many.end(), std::int64_t{0}), 2);
  EXPECT_EQ(many[25000], 1);
  EXPECT_EQ(many[75000], 1);
}

TEST(Histogram, StreamsIntoARangeTooWideForSinglePrecision) {
  const std::vector<float> data{-5, -0.5F, 0, 0.5F, 5};
  EXPECT_EQ(streamed(2, 0, 1e300, data), (Counts{3, 0}));
  EXPECT_EQ(streamed(1, 0, 1e45, data), (Counts{3}));
}

TEST(Histogram, RefusesNumbersThatAreNotFinite) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(refuses([&] { counted(2, 0, 1, {0.5, bad}); }, ErrorCode::kDomain,
                        {"data", "column 1", "finite"}));
  }
}

TEST(Histogram, RefusesInvalidBinsAndRanges) {
  EXPECT_TRUE(refuses([] { Histogram(0, 0, 1); }, ErrorCode::kDomain, {"bins is 0", "1 or more"}));
  EXPECT_TRUE(refuses([] { Histogram(-3, 0, 1); }, ErrorCode::kDomain, {"bins is -3"}));
  EXPECT_TRUE(refuses([] { Histogram(1, 2, 1); }, ErrorCode::kDomain, {"from 2 to 1", "fall"}));
  // ½ more is no more.
  EXPECT_TRUE(refuses([] { Histogram(1, 1e300, 1e300); }, ErrorCode::kDomain, {"vanish"}));
  EXPECT_TRUE(refuses([] { Histogram(1, -1e308, 1e308); }, ErrorCode::kDomain, {"overflow"}));
  EXPECT_TRUE(refuses([] { Histogram(1, 0, 5e-324); }, ErrorCode::kDomain, {"overflow"}));
  EXPECT_TRUE(refuses([] { Histogram(1, kNaN, 1); }, ErrorCode::kDomain, {"lower end", "NaN"}));
  EXPECT_TRUE(refuses([] { Histogram(1, 0, kInfinity); }, ErrorCode::kDomain, {"upper end", "∞"}));
}

}  // namespace
}  // namespace attention_scale::tests
