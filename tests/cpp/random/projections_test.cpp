#include "attention_scale/random/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

constexpr std::array kAll{Projection::kQueries, Projection::kKeys, Projection::kValues};

Matrix<double> identity(Index d) { return Matrix<double>::Identity(d, d); }

// tests/engine holds the projections to NumPy.

TEST(Projections, DrawnInStepsEqualThoseDrawnAtOnce) {
  Projections in_steps(7);
  for (const Index d : {3, 64, 16, 65}) {
    for (const Projection projection : kAll) {
      Projections at_once(7);
      EXPECT_TRUE(close(in_steps.project(identity(d), projection, d),
                        at_once.project(identity(d), projection, d), kExactly))
          << d;
    }
  }
}

TEST(Projections, RefuseSizesOutsideTheRangeAndThenTakeTheNextGoodCall) {
  Projections projections(0);
  const auto project = [&](Index d, Index columns) {
    return projections.project(Matrix<double>::Ones(2, d), Projection::kQueries, columns);
  };
  EXPECT_TRUE(refuses([&] { project(1025, 1); }, ErrorCode::kDomain,
                      {"columns of x is 1025", "between 1 and 1024"}));
  EXPECT_TRUE(
      refuses([&] { project(3, 0); }, ErrorCode::kDomain, {"columns is 0", "between 1 and 3"}));
  EXPECT_TRUE(
      refuses([&] { project(3, 4); }, ErrorCode::kDomain, {"columns is 4", "between 1 and 3"}));
  EXPECT_TRUE(refuses([&] { project(0, 1); }, ErrorCode::kShape, {"x is 2×0"}));
  EXPECT_TRUE(refuses([&] { projections.project(Matrix<double>(0, 3), Projection::kValues, 1); },
                      ErrorCode::kShape, {"x is 0×3"}));
  EXPECT_TRUE(close(project(3, 3),
                    Projections(0).project(Matrix<double>::Ones(2, 3), Projection::kQueries, 3),
                    kExactly));
}

TEST(Projections, RefuseNumbersThatAreNotFiniteAndProductsThatOverflow) {
  Projections projections(0);
  Matrix<double> x = Matrix<double>::Ones(2, 3);
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    x(1, 2) = bad;
    EXPECT_TRUE(refuses([&] { projections.project(x, Projection::kKeys, 3); }, ErrorCode::kDomain,
                        {"x", "row 1, column 2", "finite"}));
  }
  x.setConstant(std::numeric_limits<double>::max());
  EXPECT_TRUE(refuses([&] { projections.project(x, Projection::kKeys, 3); }, ErrorCode::kDomain,
                      {"x·W", "overflows"}));
  x.setOnes();
  EXPECT_NO_THROW(projections.project(x, Projection::kKeys, 3));
}

}  // namespace
}  // namespace attention_scale::tests
