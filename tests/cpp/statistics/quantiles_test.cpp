#include "attention_scale/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds quantiles and summaries to NumPy.

using List = std::vector<double>;

TEST(Quantiles, OfInfinitiesAreBetweenThem) {
  const List data{-kInfinity, 1, kInfinity};
  EXPECT_EQ(quantiles(data, List{0, 0.25, 0.5, 0.75, 1}),
            (List{-kInfinity, -kInfinity, 1, kInfinity, kInfinity}));
  EXPECT_EQ(quantiles(List{kInfinity, kInfinity}, List{0.3}), List{kInfinity});
  // Nothing lies in proportion between −∞ and ∞.
  EXPECT_TRUE(std::isnan(quantiles(List{-kInfinity, kInfinity}, List{0.5})[0]));
}

TEST(Quantiles, DoNotOverflowBetweenFarNeighbours) {
  EXPECT_EQ(quantiles(List{-1.5e308, 1.5e308}, List{0, 0.5, 1}), (List{-1.5e308, 0, 1.5e308}));
}

TEST(Quantiles, RefuseNoDataNaNAndInvalidProbabilities) {
  EXPECT_TRUE(refuses([] { quantiles({}, List{0.5}); }, ErrorCode::kShape,
                      {"data is an empty list", "at least one"}));
  EXPECT_TRUE(refuses([] { quantiles(List{1, kNaN}, List{0.5}); }, ErrorCode::kDomain,
                      {"data: entry 1 is NaN"}));
  for (const double bad : {-0.1, 1.1, kNaN}) {
    EXPECT_TRUE(refuses([&] { quantiles(List{1}, List{0.5, bad}); }, ErrorCode::kDomain,
                        {"probabilities[1]", "between 0 and 1"}));
  }
}

TEST(DrawSummaries, OfAConstantHaveNoDeviation) {
  for (const double constant : {0.1, -3e-300, 1.7e308, 0.0}) {
    const DrawSummary result = draw_summaries(Matrix<double>::Constant(1, 9, constant)).at(0);
    for (const double value :
         {result.low, result.median, result.high, result.mean, result.largest}) {
      EXPECT_EQ(value, constant);
    }
    EXPECT_EQ(result.std, 0);
  }
}

TEST(DrawSummaries, KeepTheirDigitsWhereSquaresWouldVanishOrOverflow) {
  const Matrix<double> draws = sample<double>(1, 30, 8).cwiseAbs();
  const DrawSummary expected = draw_summaries(draws).at(0);
  for (const double unit : {std::ldexp(1.0, -900), std::ldexp(1.0, 1000)}) {
    const DrawSummary result = draw_summaries(unit * draws).at(0);
    EXPECT_TRUE(close(result.mean, unit * expected.mean, {.k = 2}));
    EXPECT_TRUE(close(result.std, unit * expected.std, {.k = 2}));
    EXPECT_TRUE(close(result.share, expected.share, {.k = 2}));
  }
}

TEST(DrawSummaries, HaveTheShareOfTheDrawsThatSupplyTheSumOfSquares) {
  for (const double value : {1e-300, -1e-300, 0.1, 1e300}) {
    Matrix<double> draws = Matrix<double>::Zero(1, 100);
    for (Index count = 1; count <= 100; ++count) {
      draws(0, count - 1) = value;
      EXPECT_TRUE(
          close(draw_summaries(draws).at(0).share, static_cast<double>(count) / 100, {.k = 32}));
    }
  }
  // What is 10⁻⁹ times as large does not count beside one draw, though most draws are so.
  Matrix<double> draws = Matrix<double>::Constant(1, 50, 1e-309);
  draws(0, 7) = 1e-300;
  EXPECT_EQ(draw_summaries(draws).at(0).share, 1.0 / 50);
  EXPECT_EQ(draw_summaries(Matrix<double>::Zero(1, 50)).at(0).share, 0);
}

TEST(DrawSummaries, RefuseADeviationThatOverflows) {
  Matrix<double> draws(2, 2);
  draws << 1, 2, 1.7e308, -1.7e308;
  EXPECT_TRUE(refuses([&] { draw_summaries(draws); }, ErrorCode::kDomain,
                      {"draws", "row 1", "deviation overflows"}));
}

TEST(DrawSummaries, RefuseEmptyOrNotFiniteDraws) {
  EXPECT_TRUE(
      refuses([] { draw_summaries(Matrix<double>(0, 3)); }, ErrorCode::kShape, {"draws is 0×3"}));
  EXPECT_TRUE(
      refuses([] { draw_summaries(Matrix<double>(3, 0)); }, ErrorCode::kShape, {"draws is 3×0"}));
  for (const double bad : {kNaN, kInfinity}) {
    EXPECT_TRUE(refuses([&] { draw_summaries(Matrix<double>::Constant(1, 2, bad)); },
                        ErrorCode::kDomain, {"draws", "finite"}));
  }
}

}  // namespace
}  // namespace attention_scale::tests
