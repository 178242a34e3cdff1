#include "attention_scale/layers/transformer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

TEST(Positions, AreTheSinesAndCosinesOfThePaper) {
  // sin and cos of p, and of p/100: 10000^(2/4) = 100.
  const Matrix<double> expected{{0, 1, 0, 1},
                                {std::sin(1.0), std::cos(1.0), std::sin(0.01), std::cos(0.01)},
                                {std::sin(2.0), std::cos(2.0), std::sin(0.02), std::cos(0.02)}};
  EXPECT_TRUE(close(positions(3, 4), expected, {.k = 4}));
}

TEST(Positions, EndWithASineWhereTheWidthIsOdd) {
  EXPECT_TRUE(close(positions(2, 1), Matrix<double>{{0}, {std::sin(1.0)}}, {.k = 1}));
}

TEST(Positions, NeedARowAndAColumn) {
  EXPECT_TRUE(refuses([] { positions(0, 4); }, ErrorCode::kShape, {"positions", "0×4"}));
  EXPECT_TRUE(refuses([] { positions(4, 0); }, ErrorCode::kShape, {"positions", "4×0"}));
}

}  // namespace
}  // namespace attention_scale::tests
