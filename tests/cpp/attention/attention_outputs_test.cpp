#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <string>

#include "attention/inputs.hpp"

namespace attention_scale::tests {
namespace {

// --- Outputs that are not wanted -----------------------------------------------------------------

template <std::floating_point S>
void expect_that_every_subset_agrees(const Inputs<S>& in, const AttentionOptions& options) {
  const Attention<S> all = attend(in, options);
  const Index n = in.queries.rows();
  const Index m = in.keys.rows();
  for (unsigned subset = 0; subset < 16; ++subset) {
    SCOPED_TRACE(subset);
    Attention<S> some{.scores = Matrix<S>(n, m),
                      .logits = Matrix<S>(n, m),
                      .weights = Matrix<S>(n, m),
                      .output = Matrix<S>(n, in.values.cols())};
    const auto wanted = [subset](unsigned bit) { return (subset & bit) != 0; };
    attention<S>(in.queries, in.keys, in.values, options,
                 {.scores = wanted(1) ? MatrixOut<S>(some.scores) : MatrixOut<S>(),
                  .logits = wanted(2) ? MatrixOut<S>(some.logits) : MatrixOut<S>(),
                  .weights = wanted(4) ? MatrixOut<S>(some.weights) : MatrixOut<S>(),
                  .output = wanted(8) ? MatrixOut<S>(some.output) : MatrixOut<S>()});
    EXPECT_TRUE(!wanted(1) || close(some.scores, all.scores, kExactly));
    EXPECT_TRUE(!wanted(2) || close(some.logits, all.logits, kExactly));
    EXPECT_TRUE(!wanted(4) || close(some.weights, all.weights, kExactly));
    EXPECT_TRUE(!wanted(8) || close(some.output, all.output, kExactly));
  }
}

TEST(Attention, HasTheSameDigitsWhicheverResultsAreWanted) {
  const AttentionOptions masked{.scale = 1.25, .mask = {.matrix = mask_with_an_empty_row()}};
  expect_that_every_subset_agrees(inputs<double>(), {});
  expect_that_every_subset_agrees(inputs<double>(), masked);
  expect_that_every_subset_agrees(inputs<double>(), {.mask = {.causal_offset = 0}});
  expect_that_every_subset_agrees(inputs<float>(), masked);
  // Large enough for the blocked matrix product.
  expect_that_every_subset_agrees<double>(
      {sample<double>(33, 65, 1), sample<double>(41, 65, 2), sample<double>(41, 17, 3)}, {});
}

// --- The output alone ----------------------------------------------------------------------------

/// Some keys each, none for every fifth query, and none of the first 300 for every fifth after it:
/// whole blocks of keys are masked.
BooleanMatrix patchy_mask(Index n, Index m) {
  BooleanMatrix takes_part(n, m);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      takes_part(i, j) = i % 5 != 0 && (i * 7 + j * 3) % 4 != 0 && (i % 5 != 1 || j >= 300);
    }
  }
  return takes_part;
}

std::string name_of(const Mask& mask) {
  return mask.causal_offset ? "causal with offset " + std::to_string(*mask.causal_offset)
         : mask.matrix      ? "matrix"
                            : "no mask";
}

template <std::floating_point S>
void expect_that_the_output_alone_agrees() {
  // Keys on both sides of one block, of two and of three; queries on both sides of a query block.
  for (const auto& [n, m] : {std::pair<Index, Index>{5, 255},
                             {9, 256},
                             {3, 257},
                             {17, 511},
                             {8, 513},
                             {40, 700},
                             {300, 300},
                             {1, 1000},
                             {1, 32768}}) {
    const Inputs<S> in{sample<S>(n, 7, 1, 2), sample<S>(m, 7, 2, 2), sample<S>(m, 5, 3)};
    for (const Mask& mask : {Mask{}, Mask{.causal_offset = 0}, Mask{.causal_offset = 30},
                             Mask{.causal_offset = -4}, Mask{.matrix = patchy_mask(n, m)}}) {
      SCOPED_TRACE(std::to_string(n) + "×" + std::to_string(m) + ", " + name_of(mask));
      const AttentionOptions options{.mask = mask};
      // Up to one block of keys every digit is the same; with more, the difference is at most what
      // the header says has been seen.
      const S largest = in.values.cwiseAbs().maxCoeff();
      const Tolerance tolerance{
          .k = m > 256 ? 8.0 : 0, .of = Of::kMatrix, .at_least = static_cast<double>(largest)};
      EXPECT_TRUE(close(output_alone(in, options), attend(in, options).output, tolerance));
    }
  }
}

TEST(Attention, OfManyKeysHasTheSameOutputWhereNothingElseIsWanted) {
  expect_that_the_output_alone_agrees<double>();
  expect_that_the_output_alone_agrees<float>();
}

TEST(Attention, FollowsLogitsThatRiseFromBlockToBlock) {
  const Index m = 1000;
  Inputs<double> in{Matrix<double>::Ones(3, 1), Matrix<double>(m, 1), sample<double>(m, 4, 1)};
  for (const double step : {0.01, 1.0, 700.0, -1.0}) {
    in.keys.col(0).setLinSpaced(m, 0, step * static_cast<double>(m - 1));
    EXPECT_TRUE(close(output_alone(in), attend(in).output, {.k = 8, .at_least = 1})) << step;
  }
}

/// Every row has the digits that it has alone.
template <std::floating_point S>
void expect_rows_as_they_are_alone() {
  // The last block of queries is not full; two blocks of keys and a part of one, fewer for most
  // queries under the causal mask.
  const Index n = 301;
  const Index m = 600;
  const Inputs<S> in{sample<S>(n, 130, 1), sample<S>(m, 130, 2), sample<S>(m, 130, 3)};
  const BooleanMatrix patches = patchy_mask(n, m);
  for (const Mask& mask : {Mask{}, Mask{.causal_offset = 0}, Mask{.matrix = patches}}) {
    SCOPED_TRACE(name_of(mask));
    const Attention<S> together = attend(in, {.mask = mask});
    const Matrix<S> alone = output_alone(in, {.mask = mask});
    EXPECT_TRUE(
        close(together.output, Matrix<S>(together.weights * in.values), {.k = 16, .at_least = 1}));
    EXPECT_TRUE(close(alone, together.output, {.k = 16, .at_least = 1}));
    for (const Index i : {0, 1, 8, 63, 64, 71, 255, 256, 263, 264, 300}) {
      const Inputs<S> one{in.queries.row(i), in.keys, in.values};
      AttentionOptions options;
      if (mask.causal_offset) {
        options.mask.causal_offset = i;
      } else if (mask.matrix) {
        options.mask.matrix = patches.row(i);
      }
      const Attention<S> row = attend(one, options);
      EXPECT_TRUE(close(together.weights.row(i), row.weights, kExactly)) << i;
      EXPECT_TRUE(close(together.output.row(i), row.output, kExactly)) << i;
      EXPECT_TRUE(close(alone.row(i), output_alone(one, options), kExactly)) << i;
    }
  }
}

TEST(Attention, OfARowDoesNotDependOnTheOtherRows) {
  expect_rows_as_they_are_alone<double>();
  expect_rows_as_they_are_alone<float>();
}

TEST(Attention, OfManyKeysHasTheSameDigitsWhicheverResultsAreWanted) {
  const Inputs<float> in{sample<float>(40, 130, 1), sample<float>(600, 130, 2),
                         sample<float>(600, 130, 3)};
  const Attention<float> all = attend(in);
  Attention<float> some = all;
  some.weights.setZero();
  attention<float>(in.queries, in.keys, in.values, {}, {.weights = some.weights});
  EXPECT_TRUE(close(some.weights, all.weights, kExactly));
  some.logits.setZero();
  some.output.setZero();
  attention<float>(in.queries, in.keys, in.values, {},
                   {.logits = some.logits, .output = some.output});
  EXPECT_TRUE(close(some.logits, all.logits, kExactly));
  EXPECT_TRUE(close(some.output, all.output, kExactly));
}

TEST(Attention, TakesValuesOfAnySizeAsLongAsTheirMeanIsFinite) {
  const double huge = std::numeric_limits<double>::max() / 2;
  const Index m = 600;
  const Inputs<double> in{sample<double>(3, 2, 1), sample<double>(m, 2, 2),
                          Matrix<double>::Constant(m, 2, huge)};
  for (const Matrix<double>& output : {output_alone(in), attend(in).output}) {
    EXPECT_TRUE(close(output, Matrix<double>::Constant(3, 2, huge), {.k = 16}));
  }
}

TEST(Attention, WritesIntoColumnsOfAWiderMatrix) {
  const Inputs<float> in = inputs<float>();
  const Attention<float> expected = attend(in);
  // Two heads, one beside the other, in one matrix of outputs and one of weights.
  Matrix<float> outputs = Matrix<float>::Constant(4, 8, 99);
  Matrix<float> weights = Matrix<float>::Constant(4, 14, 99);
  for (const Index head : {0, 1}) {
    attention<float>(in.queries, in.keys, in.values, {},
                     {.weights = weights.middleCols(7 * head, 7),
                      .output = outputs.middleCols(1 + 3 * head, 3)});
    EXPECT_TRUE(close(weights.middleCols(7 * head, 7), expected.weights, kExactly));
    EXPECT_TRUE(close(outputs.middleCols(1 + 3 * head, 3), expected.output, kExactly));
  }
  EXPECT_TRUE(close(outputs.leftCols(1), Matrix<float>::Constant(4, 1, 99), kExactly));
  EXPECT_TRUE(close(outputs.rightCols(1), Matrix<float>::Constant(4, 1, 99), kExactly));
  // Alone, and over several blocks of keys.
  const Inputs<float> many{sample<float>(20, 9, 1), sample<float>(600, 9, 2),
                           sample<float>(600, 5, 3)};
  Matrix<float> wide = Matrix<float>::Constant(20, 7, 99);
  attention<float>(many.queries, many.keys, many.values, {}, {.output = wide.middleCols(1, 5)});
  EXPECT_TRUE(close(wide.middleCols(1, 5), output_alone(many), kExactly));
  EXPECT_TRUE(close(wide.rightCols(1), Matrix<float>::Constant(20, 1, 99), kExactly));
}

}  // namespace
}  // namespace attention_scale::tests
