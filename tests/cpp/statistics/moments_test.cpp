#include "attention_scale/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the moments to mpmath.

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
    EXPECT_TRUE(refuses([&] { moments(std::vector<double>{1, bad}); }, ErrorCode::kDomain,
                        {"data", "column 1", "finite"}));
  }
  EXPECT_TRUE(refuses([] { moments(std::vector<double>{1e200, -1e200}); }, ErrorCode::kDomain,
                      {"data", "overflows"}));
  EXPECT_EQ(moments(std::vector<double>{1e100, -1e100}).mean, 0);
}

std::span<const double> span_of(const Matrix<double>& data) {
  return {data.data(), static_cast<std::size_t>(data.size())};
}

TEST(Moments, OfPartsMergeToThoseOfTheWhole) {
  // Several blocks, and parts of them.
  const Matrix<double> data = sample<double>(1, 3000, 3).array() + 1e3;
  const auto all = span_of(data);
  const Moments expected = moments(all, 1);
  for (const std::size_t split : {0U, 1U, 7U, 1500U, 2999U, 3000U}) {
    RunningMoments first;
    first.add(all.first(split));
    RunningMoments second;
    second.add(all.subspan(split));
    first.merge(second);
    SCOPED_TRACE(split);
    const Moments merged = first.moments(1);
    EXPECT_EQ(merged.count, expected.count);
    EXPECT_EQ(merged.min, expected.min);
    EXPECT_EQ(merged.max, expected.max);
    // The same numbers by another order of the same sums.
    EXPECT_TRUE(close(merged.mean, expected.mean, {.k = 20}));
    EXPECT_TRUE(close(merged.variance, expected.variance, {.k = 60}));
  }
  RunningMoments twice;
  twice.add(all);
  twice.merge(twice);
  EXPECT_EQ(twice.count(), 6000);
  EXPECT_TRUE(close(twice.moments().variance, moments(all).variance, {.k = 20}));
}

TEST(Moments, RefuseInvalidParts) {
  EXPECT_TRUE(
      refuses([] { combined_moments({}); }, ErrorCode::kShape, {"parts", "empty", "at least"}));
  const Moments good = moments(std::vector<double>{1, 2, 4});
  const auto refused = [&](Moments bad) {
    return refuses([&] { combined_moments(std::vector<Moments>{good, bad}); }, ErrorCode::kDomain,
                   {"parts[1]", "count of 1 or more"});
  };
  EXPECT_TRUE(refused({}));
  EXPECT_TRUE(refused({.count = 1, .variance = -1}));
  EXPECT_TRUE(refused({.count = 1, .variance = kNaN}));
  EXPECT_TRUE(refused({.count = 1, .mean = kInfinity}));
  EXPECT_TRUE(refused({.count = 1, .min = 2, .max = 1}));
  EXPECT_TRUE(refuses([&] { combined_moments(std::vector<Moments>{good}, 3); }, ErrorCode::kDomain,
                      {"the whole has 3 entries", "ddof is 3"}));
}

TEST(Moments, RefusePartsWithMoreNumbersThanACountHolds) {
  constexpr std::int64_t kMost = (std::int64_t{1} << 53) - 1;
  const Moments many{.count = kMost, .variance = 1, .std = 1, .min = -1, .max = 1};
  EXPECT_EQ(combined_moments(std::vector<Moments>{many}).count, kMost);
  const auto refused = [](const std::vector<Moments>& parts) {
    return refuses([&] { combined_moments(parts); }, ErrorCode::kDomain,
                   {"parts", "counts add up to more than 9007199254740991"});
  };
  EXPECT_TRUE(refused({many, {.count = 1}}));
  // Their sum would be 2⁶³ and more, which wraps.
  EXPECT_TRUE(refused(std::vector<Moments>(1025, many)));
}

TEST(Moments, OfAMatrixRefuseTooFewOrNotFiniteEntries) {
  EXPECT_TRUE(refuses([] { matrix_moments(Matrix<double>(0, 3)); }, ErrorCode::kDomain,
                      {"matrix has 0 entries"}));
  EXPECT_TRUE(refuses([] { matrix_moments(Matrix<double>::Zero(1, 3), 1); }, ErrorCode::kDomain,
                      {"column 0 has 1 entries", "ddof is 1"}));
  EXPECT_TRUE(refuses([] { matrix_moments(Matrix<double>::Zero(3, 1), 1); }, ErrorCode::kDomain,
                      {"row 0 has 1 entries"}));
  EXPECT_TRUE(refuses([] { matrix_moments(Matrix<double>::Constant(2, 2, kNaN)); },
                      ErrorCode::kDomain, {"matrix", "NaN"}));
}

}  // namespace
}  // namespace attention_scale::tests
