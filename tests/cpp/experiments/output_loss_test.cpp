#include "attention_scale/experiments/saturation.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/web/programs.test.ts compares losses and gradients with NumPy.

TEST(OutputLoss, RefusesWhatDoesNotFitAndWhatOverflows) {
  const Matrix<double> two = Matrix<double>::Ones(2, 2);
  const auto refused = [](OutputLoss loss, const Matrix<double>& output,
                          const Matrix<double>& values, Index target, ErrorCode code,
                          std::initializer_list<std::string_view> words) {
    return refuses([&] { output_loss(loss, output, values, target); }, code, words);
  };
  EXPECT_TRUE(refused(OutputLoss::kSum, Matrix<double>(0, 2), two, 0, ErrorCode::kShape,
                      {"output", "0×2"}));
  EXPECT_TRUE(refused(OutputLoss::kSum, two, Matrix<double>(0, 2), 0, ErrorCode::kShape,
                      {"values", "0×2"}));
  EXPECT_TRUE(refused(OutputLoss::kSum, two, Matrix<double>::Ones(2, 3), 0, ErrorCode::kShape,
                      {"output is 2×2", "values is 2×3", "d_v"}));
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Matrix<double> spoilt = two;
    spoilt(1, 0) = bad;
    EXPECT_TRUE(refused(OutputLoss::kSum, spoilt, two, 0, ErrorCode::kDomain,
                        {"output", "row 1, column 0"}));
    EXPECT_TRUE(refused(OutputLoss::kSum, two, spoilt, 0, ErrorCode::kDomain,
                        {"values", "row 1, column 0"}));
  }
  for (const Index target : {-1, 2}) {
    EXPECT_TRUE(refused(OutputLoss::kTarget, two, two, target, ErrorCode::kDomain,
                        {"target is ", "between 0 and 1"}));
    EXPECT_EQ(output_loss(OutputLoss::kSum, two, two, target).loss, 4);
  }
  for (const OutputLoss loss : {OutputLoss::kSum, OutputLoss::kSquares, OutputLoss::kTarget}) {
    EXPECT_TRUE(refused(loss, 1e308 * two, -1e308 * two, 0, ErrorCode::kDomain,
                        {"output", "loss", "overflows"}));
  }
}

}  // namespace
}  // namespace attention_scale::tests
