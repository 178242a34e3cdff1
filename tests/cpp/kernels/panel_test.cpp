#include "kernels/panel.hpp"

#include <gtest/gtest.h>

#include "goldens.hpp"
#include "kernels/softmax_panel.hpp"

namespace attention_scale::tests {
namespace {

using simd::kLanes;
using simd::Layout;

/// A panel as a matrix: a column a lane.
template <std::floating_point S>
using Panel = Eigen::Matrix<S, Eigen::Dynamic, kLanes<S>, Eigen::RowMajor>;

/// Each sum in the order of its terms, as the kernels promise to the last digit.
template <std::floating_point S>
Matrix<S> product(const Matrix<S>& left, const Matrix<S>& right) {
  Matrix<S> result = Matrix<S>::Zero(left.rows(), right.cols());
  for (Index row = 0; row < left.rows(); ++row) {
    for (Index col = 0; col < right.cols(); ++col) {
      for (Index k = 0; k < left.cols(); ++k) {
        result(row, col) += left(row, k) * right(k, col);
      }
    }
  }
  return result;
}

constexpr std::array<Index, 12> kAwkward{1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33, 100};

template <std::floating_point S>
void expect_products() {
  for (const Index rows : kAwkward) {
    for (const Index depth : kAwkward) {
      SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(depth));
      const Panel<S> panel = sample<S>(depth, kLanes<S>, 1);
      // In a wider matrix, whose other entries would show.
      const Matrix<S> wide = sample<S>(rows, depth + 3, 2);
      const Matrix<S> left = wide.middleCols(1, depth);
      const Matrix<S> expected = product<S>(left, panel);
      Panel<S> into = Panel<S>::Constant(rows + 1, kLanes<S>, 7);
      simd::multiply<S, Layout::kRows>({wide.data() + 1, wide.cols()}, rows, panel.data(), depth,
                                       into.data());
      EXPECT_TRUE(close(into.topRows(rows), expected, kExactly));
      EXPECT_TRUE(close(into.bottomRows(1), Matrix<S>::Constant(1, kLanes<S>, 7), kExactly));

      const Matrix<S> tall = wide.transpose();
      into.setConstant(7);
      simd::multiply<S, Layout::kColumns>({tall.data() + tall.cols(), tall.cols()}, rows,
                                          panel.data(), depth, into.data());
      EXPECT_TRUE(close(into.topRows(rows), expected, kExactly));
      EXPECT_TRUE(close(into.bottomRows(1), Matrix<S>::Constant(1, kLanes<S>, 7), kExactly));

      for (const Index lanes : {Index{1}, Index{1000}}) {  // in place, and in tiles
        const simd::Tiles<S> tiles(tall, lanes);
        into.setConstant(7);
        tiles.multiply(panel.data(), 1, depth, into.data());
        EXPECT_TRUE(close(into.topRows(rows), expected, kExactly)) << lanes;
        EXPECT_TRUE(close(into.bottomRows(1), Matrix<S>::Constant(1, kLanes<S>, 7), kExactly));
      }
    }
  }
}

TEST(Panel, MultipliesToTheLastDigitAtEverySize) { expect_products<double>(); }

TEST(Panel, InSinglePrecisionMultipliesToTheLastDigitAtEverySize) { expect_products<float>(); }

template <std::floating_point S>
void expect_packing() {
  for (Index count = 1; count <= kLanes<S>; ++count) {
    for (const Index length : kAwkward) {
      SCOPED_TRACE(std::to_string(count) + "×" + std::to_string(length));
      const Matrix<S> rows = sample<S>(count, length + 2, 3);
      Panel<S> panel = Panel<S>::Constant(length, kLanes<S>, 7);
      simd::pack<S>(rows.data() + 1, rows.cols(), count, length, panel.data());
      EXPECT_TRUE(close(panel.leftCols(count), rows.middleCols(1, length).transpose(), kExactly));
      EXPECT_TRUE((panel.rightCols(kLanes<S> - count).array() == S{0}).all());
      Matrix<S> back = Matrix<S>::Constant(count, length + 2, 7);
      simd::unpack<S>(panel.data(), count, length, back.data() + 1, back.cols());
      EXPECT_TRUE(close(back.middleCols(1, length), rows.middleCols(1, length), kExactly));
      EXPECT_TRUE(close(back.leftCols(1), Matrix<S>::Constant(count, 1, 7), kExactly));
      EXPECT_TRUE(close(back.rightCols(1), Matrix<S>::Constant(count, 1, 7), kExactly));
    }
  }
}

TEST(Panel, HoldsRowsAndGivesThemBack) {
  expect_packing<double>();
  expect_packing<float>();
}

TEST(RunningSoftmax, InPiecesIsThatOfTheWholeRow) {
  const Index length = 100;
  const Panel<double> logits = sample<double>(length, kLanes<double>, 5, 4);
  Panel<double> whole = logits;
  simd::RunningSoftmax<double> all;
  all.advance(whole.data(), length);
  all.divide(whole.data(), length);

  // What a piece is worth at the end is what the later ones leave of it.
  Panel<double> pieces = logits;
  simd::RunningSoftmax<double> running;
  for (Index first = 0; first < length; first += 30) {
    const Index count = std::min<Index>(30, length - first);
    const auto kept = running.advance(pieces.data() + first * kLanes<double>, count);
    const Panel<double> before = pieces.topRows(first);
    const Panel<double> nothing = Panel<double>::Zero(first, kLanes<double>);
    simd::decay_and_add(pieces.data(), kept, nothing.data(), first);
    EXPECT_TRUE((pieces.topRows(first).array() <= before.array()).all());
  }
  running.divide(pieces.data(), length);
  // An exponential and a product for each of the four pieces, and their share of the sum.
  EXPECT_TRUE(close(pieces, whole, {.k = 16}));
}

}  // namespace
}  // namespace attention_scale::tests
