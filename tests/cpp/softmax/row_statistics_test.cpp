#include "attention_scale/softmax/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds entropy and peak to mpmath.

TEST(RowStatistics, TakeAWeightThatRoundsAboveOne) {
  Matrix<double> weights(1, 2);
  weights << 1 + std::numeric_limits<double>::epsilon(), 0;
  const RowStatistics result = row_statistics(weights);
  EXPECT_EQ(result.entropy[0], 0);
  EXPECT_EQ(result.peak[0], 1 + std::numeric_limits<double>::epsilon());
}

TEST(RowStatistics, AreThoseOfTheWeightsWhereARowAddsUpToLessThanOne) {
  Matrix<double> weights(2, 2);
  weights << 0.75, 0.125, 0.25, 0.5;
  const RowStatistics result = row_statistics(weights);
  EXPECT_DOUBLE_EQ(result.entropy[0], -0.75 * std::log(0.75) - 0.125 * std::log(0.125));
  EXPECT_DOUBLE_EQ(result.entropy[1], -0.25 * std::log(0.25) - 0.5 * std::log(0.5));
  EXPECT_DOUBLE_EQ(result.trace[0], 0.75 * 0.25 + 0.125 * 0.875);
  EXPECT_DOUBLE_EQ(result.trace[1], 0.25 * 0.75 + 0.5 * 0.5);
}

TEST(RowStatistics, RefuseInvalidWeightsAndThenTakeTheNextValidCall) {
  Matrix<double> weights(2, 2);
  for (const double bad : {-0.125, 1.5}) {
    weights << 0.5, 0.5, 0.25, bad;
    EXPECT_TRUE(refuses([&] { row_statistics(weights); }, ErrorCode::kDomain,
                        {"weights", bad < 0 ? "-0.125" : "1.5", "between 0 and 1"}));
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    weights << 0.5, 0.5, 0.25, bad;
    EXPECT_TRUE(refuses([&] { row_statistics(weights); }, ErrorCode::kDomain,
                        {"weights", "row 1, column 1", "finite"}));
  }
  EXPECT_TRUE(
      refuses([] { row_statistics(Matrix<double>(0, 2)); }, ErrorCode::kShape, {"weights", "0×2"}));
  EXPECT_TRUE(
      refuses([] { row_statistics(Matrix<double>(2, 0)); }, ErrorCode::kShape, {"weights", "2×0"}));
  weights << 0.5, 0.5, 0.25, 0.75;
  EXPECT_EQ(row_statistics(weights).peak_index, (std::vector<Index>{0, 1}));
}

TEST(RowChange, IsTheTotalVariationOfEachRow) {
  Matrix<double> before(4, 4);
  Matrix<double> after(4, 4);
  before << 0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0;
  after << 0.25, 0.25, 0.25, 0.25, 0, 0, 0, 1, 0.25, 0.5, 0.125, 0.125, 0.5, 0, 0, 0.5;
  const RowChange change = row_change(before, after);
  EXPECT_EQ(change.distance, (std::vector<double>{0, 1, 0.25, 0.5}));
  EXPECT_EQ(change.largest, 1);
  EXPECT_EQ(row_change(after, before).distance, change.distance);
}

TEST(RowChange, NamesTheFirstOfTheRowsThatMovedMost) {
  Matrix<double> before(3, 2);
  Matrix<double> after(3, 2);
  before << 0.5, 0.5, 0.75, 0.25, 1, 0;
  after << 0.5, 0.5, 0.5, 0.5, 0.75, 0.25;
  EXPECT_EQ(row_change(before, after).largest, 1);
  EXPECT_EQ(row_change(before, before).largest, 0);
}

TEST(RowChange, RefusesTwoShapesAndInvalidWeights) {
  const Matrix<double> half = Matrix<double>::Constant(2, 2, 0.5);
  EXPECT_TRUE(refuses([&] { row_change(half, Matrix<double>::Zero(2, 3)); }, ErrorCode::kShape,
                      {"before", "2×2", "after", "2×3"}));
  EXPECT_TRUE(refuses([&] { row_change(Matrix<double>::Zero(3, 2), half); }, ErrorCode::kShape,
                      {"before", "3×2", "after", "2×2"}));
  EXPECT_TRUE(refuses([&] { row_change(Matrix<double>(0, 2), half); }, ErrorCode::kShape,
                      {"before", "0×2"}));
  EXPECT_TRUE(refuses([&] { row_change(half, 3 * half); }, ErrorCode::kDomain, {"after", "1.5"}));
  EXPECT_TRUE(
      refuses([&] { row_change(kNaN * half, half); }, ErrorCode::kDomain, {"before", "NaN"}));
  EXPECT_EQ(row_change(half, half).distance, (std::vector<double>{0, 0}));
}

TEST(MeanOf, RefusesAnEmptyList) {
  EXPECT_TRUE(refuses([] { mean_of({}); }, ErrorCode::kShape, {"empty list"}));
}

}  // namespace
}  // namespace attention_scale::tests
