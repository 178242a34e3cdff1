#include "kernels/online_softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

using simd::kPanelRows;
using Lanes = Eigen::Matrix<double, Eigen::Dynamic, kPanelRows<double>, Eigen::RowMajor>;

TEST(OnlineSoftmax, InBlocksIsThatOfTheWholeRow) {
  const Index length = 100;
  const Lanes logits = sample<double>(length, kPanelRows<double>, 5, 4);
  Lanes whole = logits;
  simd::OnlineSoftmax<double> all;
  all.advance(whole.data(), length);
  all.divide(whole.data(), length);

  Lanes blocks = logits;
  simd::OnlineSoftmax<double> online;
  for (Index first = 0; first < length; first += 30) {
    const Index count = std::min<Index>(30, length - first);
    const auto factor = online.advance(blocks.data() + first * kPanelRows<double>, count);
    const Lanes before = blocks.topRows(first);
    simd::rescale(blocks.data(), first, factor);
    EXPECT_TRUE((blocks.topRows(first).array() <= before.array()).all());
  }
  online.divide(blocks.data(), length);
  // An exponential and a product for each of the four blocks, and their part of the sum.
  EXPECT_TRUE(close(blocks, whole, {.k = 16}));
}

TEST(OnlineSoftmax, GivesTheRestItsWeight) {
  Lanes weights = sample<double>(3, kPanelRows<double>, 5, 4);
  simd::OnlineSoftmax<double> softmax(1.5);
  softmax.advance(weights.data(), 3);
  softmax.divide(weights.data(), 3);
  Eigen::RowVectorXd rests(kPanelRows<double>);
  softmax.rests(1.5).store(rests.data());
  const Matrix<double> sums = weights.colwise().sum() + rests;
  EXPECT_TRUE(close(sums, Matrix<double>::Ones(1, kPanelRows<double>), {.k = 4}));
}

TEST(OnlineSoftmax, DropsWhatIsLostBesideTheLargestTermInSinglePrecision) {
  using Singles = Eigen::Matrix<float, Eigen::Dynamic, kPanelRows<float>, Eigen::RowMajor>;
  Singles weights(3, kPanelRows<float>);
  weights.row(0).setZero();
  weights.row(1).setConstant(-69);  // exp(−69) > 2^−100 > exp(−70)
  weights.row(2).setConstant(-70);
  simd::OnlineSoftmax<float> softmax;
  softmax.advance(weights.data(), 3);
  softmax.divide(weights.data(), 3);
  EXPECT_TRUE((weights.row(0).array() == 1).all());
  EXPECT_TRUE(close(weights(1, 0), static_cast<float>(std::exp(-69.0)), {.k = 2}));
  EXPECT_TRUE((weights.row(2).array() == 0).all());
}

}  // namespace
}  // namespace attention_scale::tests
