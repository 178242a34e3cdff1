#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "attention_scale/softmax/softmax.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <std::floating_point S>
struct Inputs {
  Matrix<S> queries;
  Matrix<S> keys;
  Matrix<S> values;
};

/// 4 queries, 7 keys, d_k 5, d_v 3: no two sizes the same.
template <std::floating_point S>
Inputs<S> inputs() {
  return {sample<S>(4, 5, 1), sample<S>(7, 5, 2), sample<S>(7, 3, 3)};
}

template <std::floating_point S>
Attention<S> attend(const Inputs<S>& in, const AttentionOptions& options = {}) {
  return attention<S>(in.queries, in.keys, in.values, options);
}

BooleanMatrix mask_with_an_empty_row() {
  BooleanMatrix takes_part(4, 7);
  takes_part << 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0;
  return takes_part;
}

template <std::floating_point S>
double largest_finite(const Matrix<S>& matrix) {
  double largest = 0;
  for (const S entry : matrix.reshaped()) {
    largest =
        std::isfinite(entry) ? std::max(largest, std::abs(static_cast<double>(entry))) : largest;
  }
  return largest;
}

template <std::floating_point S>
testing::AssertionResult same(const Attention<S>& a, const Attention<S>& b) {
  if (const auto scores = close(a.scores, b.scores, kExactly); !scores) {
    return scores;
  }
  if (const auto logits = close(a.logits, b.logits, kExactly); !logits) {
    return logits;
  }
  if (const auto weights = close(a.weights, b.weights, kExactly); !weights) {
    return weights;
  }
  return close(a.output, b.output, kExactly);
}

// --- Goldens -------------------------------------------------------------------------------------

template <std::floating_point S>
void expect_goldens_of(const std::string& precision) {
  int count = 0;
  for (const Golden& golden : cases("attention.json")) {
    ASSERT_TRUE(golden["precision"].text() == "double" || golden["precision"].text() == "single");
    if (golden["precision"].text() != precision) {
      continue;
    }
    ++count;
    SCOPED_TRACE(golden["name"].text());
    const Inputs<S> in{golden["queries"].matrix<S>(), golden["keys"].matrix<S>(),
                       golden["values"].matrix<S>()};
    const Attention<S> result = attend(in, options_of(golden));
    // Inner products of d_k terms, added in another order than PyTorch's: the roundings of the
    // terms add up like √d_k at random. They may cancel, so the largest score counts.
    const double sum = 1 + std::sqrt(static_cast<double>(in.keys.cols()));
    EXPECT_TRUE(close(result.scores, golden["scores"].matrix<S>(), {.k = sum, .of = Of::kMatrix}));
    EXPECT_TRUE(close(result.logits, golden["logits"].matrix<S>(), {.k = sum, .of = Of::kMatrix}));
    // An error in a difference of two logits is a relative error in the weight.
    const double k = 2 * sum * (1 + largest_finite(result.logits));
    EXPECT_TRUE(close(result.weights, golden["weights"].matrix<S>(), {.k = k}));
    EXPECT_TRUE(close(result.output, golden["output"].matrix<S>(),
                      {.k = k, .at_least = largest_finite(in.values)}));
  }
  EXPECT_GT(count, 0);
}

TEST(Attention, MatchesTheGoldens) { expect_goldens_of<double>("double"); }

TEST(Attention, InSinglePrecisionMatchesTheGoldens) { expect_goldens_of<float>("single"); }

TEST(Attention, GivesTheWorkedExampleInFullPrecision) {
  for (const Golden& golden : cases("worked_example.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto x = golden["x"].matrix<double>();
    const Attention<double> result = attention<double>(x, x, x, {.scale = 1.0, .mask = {}});
    // The scores are whole numbers and exact; exp, the sum and the quotient round here and in R.
    EXPECT_TRUE(close(result.weights, golden["weights"].matrix<double>(), {.k = 3}));
    EXPECT_TRUE(close(result.output, golden["z"].matrix<double>(), {.k = 4}));
  }
}

TEST(Attention, GivesTheWorkedExampleAsPrinted) {
  for (const Golden& golden : cases("worked_example.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto x = golden["x"].matrix<double>();
    const Attention<double> result = attention<double>(x, x, x, {.scale = 1.0, .mask = {}});
    const Matrix<double> six_decimals = (result.output.array() * 1e6).round() / 1e6;
    EXPECT_TRUE(close(six_decimals, golden["zPrinted"].matrix<double>(), kExactly));
  }
}

// --- What it is ----------------------------------------------------------------------------------

TEST(Attention, IsSoftmaxOfTheScaledScoresTimesTheValues) {
  const Inputs<double> in = inputs<double>();
  const Attention<double> result = attend(in, {.scale = 0.7, .mask = {}});
  const Matrix<double> logits = 0.7 * result.scores;
  EXPECT_TRUE(close(result.logits, logits, kExactly));
  EXPECT_TRUE(close(result.weights, softmax<double>(logits), kExactly));
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 7; ++j) {
      // Five products and their sum: up to five roundings in either of two orders.
      EXPECT_TRUE(close(result.scores(i, j), in.queries.row(i).dot(in.keys.row(j)),
                        {.k = 3, .at_least = 1}));
    }
  }
}

TEST(Attention, ScalesByOneOverTheRootOfDkUnlessToldOtherwise) {
  const Inputs<double> in = inputs<double>();
  EXPECT_TRUE(same(attend(in), attend(in, {.scale = 1 / std::sqrt(5.0), .mask = {}})));
  EXPECT_EQ(attention_scale_factor({}, 64), 0.125);
  EXPECT_EQ(attention_scale_factor({}, 1), 1);
  EXPECT_EQ(attention_scale_factor({.scale = -3.5, .mask = {}}, 64), -3.5);
}

TEST(Attention, OfAScaleOfZeroIsTheMeanOfTheValues) {
  const Inputs<double> in = inputs<double>();
  const Attention<double> result = attend(in, {.scale = 0.0, .mask = {}});
  EXPECT_TRUE(close(result.weights, Matrix<double>::Constant(4, 7, 1.0 / 7), {.k = 1}));
  // Seven products and their sum, a share of the values, which are about 1.
  EXPECT_TRUE(
      close(result.output, in.values.colwise().mean().replicate(4, 1), {.k = 4, .at_least = 1}));
}

TEST(Attention, OnOneKeyReturnsItsValue) {
  const Matrix<double> value = sample<double>(1, 3, 4);
  const Attention<double> result =
      attention<double>(sample<double>(5, 2, 5), sample<double>(1, 2, 6), value);
  EXPECT_TRUE(close(result.output, value.replicate(5, 1), kExactly));
}

TEST(Attention, FollowsTheKeysWhenTheyTradePlaces) {
  const Inputs<double> in = inputs<double>();
  const Attention<double> expected = attend(in);
  const Attention<double> reversed =
      attention<double>(in.queries, in.keys.colwise().reverse(), in.values.colwise().reverse());
  // The sums run the other way round, also the one that every weight of a row is divided by.
  EXPECT_TRUE(close(reversed.weights.rowwise().reverse(), expected.weights, {.k = 8}));
  EXPECT_TRUE(close(reversed.output, expected.output, {.k = 4, .at_least = 1}));
}

TEST(Attention, ReadsBlocksOfLargerMatricesAsTheyAre) {
  const Inputs<double> in = inputs<double>();
  Matrix<double> all = Matrix<double>::Constant(20, 20, kNaN);
  all.block(1, 1, 4, 5) = in.queries;
  all.block(6, 3, 7, 5) = in.keys;
  all.block(6, 11, 7, 3) = in.values;
  const Attention<double> result =
      attention<double>(all.block(1, 1, 4, 5), all.block(6, 3, 7, 5), all.block(6, 11, 7, 3));
  const Attention<double> expected = attend(in);
  EXPECT_TRUE(same(result, expected));
}

TEST(Attention, InSinglePrecisionAgreesWithDouble) {
  const Inputs<float> in = inputs<float>();
  const AttentionOptions options{.scale = {}, .mask = mask_with_an_empty_row()};
  const Attention<float> result = attend(in, options);
  const Attention<double> exact = attend(
      Inputs<double>{in.queries.cast<double>(), in.keys.cast<double>(), in.values.cast<double>()},
      options);
  // Five products, the exponential, seven products: each step passes its roundings on. The scores
  // and the output may cancel; what is summed in them is about 1.
  EXPECT_TRUE(close(result.scores, exact.scores.cast<float>(), {.k = 2, .of = Of::kMatrix}));
  EXPECT_TRUE(close(result.weights, exact.weights.cast<float>(), {.k = 8}));
  EXPECT_TRUE(close(result.output, exact.output.cast<float>(), {.k = 4, .at_least = 1}));
}

// --- Masks ---------------------------------------------------------------------------------------

TEST(Attention, GivesZerosWhereEveryKeyIsMasked) {
  const Inputs<double> in = inputs<double>();
  const Attention<double> result = attend(in, {.scale = {}, .mask = mask_with_an_empty_row()});
  EXPECT_TRUE(close(result.logits.row(1), Matrix<double>::Constant(1, 7, -kInfinity), kExactly));
  EXPECT_TRUE(close(result.weights.row(1), Matrix<double>::Zero(1, 7), kExactly));
  EXPECT_TRUE(close(result.output.row(1), Matrix<double>::Zero(1, 3), kExactly));
  EXPECT_TRUE(close(result.scores, attend(in).scores, kExactly));

  const Attention<double> nothing =
      attend(in, {.scale = {}, .mask = BooleanMatrix::Constant(4, 7, false)});
  EXPECT_TRUE(close(nothing.weights, Matrix<double>::Zero(4, 7), kExactly));
  EXPECT_TRUE(close(nothing.output, Matrix<double>::Zero(4, 3), kExactly));
}

TEST(Attention, CausalMaskIsTheLowerTriangleForEveryShape) {
  for (const auto& [n, m] : {std::pair<Index, Index>{5, 5}, {4, 7}, {7, 4}, {1, 3}, {3, 1}}) {
    const Inputs<double> in{sample<double>(n, 3, 1), sample<double>(m, 3, 2),
                            sample<double>(m, 2, 3)};
    BooleanMatrix lower(n, m);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < m; ++j) {
        lower(i, j) = j <= i;
      }
    }
    EXPECT_TRUE(same(attend(in, {.scale = {}, .mask = CausalMask{}}),
                     attend(in, {.scale = {}, .mask = lower})))
        << n << "×" << m;
  }
}

TEST(Attention, MaskThatLetsEveryKeyTakePartIsNone) {
  const Inputs<double> in = inputs<double>();
  EXPECT_TRUE(same(attend(in, {.scale = {}, .mask = BooleanMatrix::Constant(4, 7, true)}),
                   attend(in, {.scale = {}, .mask = NoMask{}})));
}

TEST(Attention, DoesNotDependOnAMaskedKey) {
  Inputs<double> in = inputs<double>();
  BooleanMatrix takes_part = BooleanMatrix::Constant(4, 7, true);
  takes_part.col(2).setConstant(false);
  const Attention<double> before = attend(in, {.scale = {}, .mask = takes_part});
  in.keys.row(2).setConstant(50);
  in.values.row(2).setConstant(-1e6);
  const Attention<double> after = attend(in, {.scale = {}, .mask = takes_part});
  EXPECT_TRUE(close(after.weights, before.weights, kExactly));
  EXPECT_TRUE(close(after.output, before.output, kExactly));
}

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
                 {.scores = wanted(1) ? some.scores.data() : nullptr,
                  .logits = wanted(2) ? some.logits.data() : nullptr,
                  .weights = wanted(4) ? some.weights.data() : nullptr,
                  .output = wanted(8) ? some.output.data() : nullptr});
    EXPECT_TRUE(!wanted(1) || close(some.scores, all.scores, kExactly));
    EXPECT_TRUE(!wanted(2) || close(some.logits, all.logits, kExactly));
    EXPECT_TRUE(!wanted(4) || close(some.weights, all.weights, kExactly));
    EXPECT_TRUE(!wanted(8) || close(some.output, all.output, kExactly));
  }
}

TEST(Attention, HasTheSameDigitsWhicheverResultsAreWanted) {
  const AttentionOptions masked{.scale = 1.25, .mask = mask_with_an_empty_row()};
  expect_that_every_subset_agrees(inputs<double>(), {});
  expect_that_every_subset_agrees(inputs<double>(), masked);
  expect_that_every_subset_agrees(inputs<double>(), {.scale = {}, .mask = CausalMask{}});
  expect_that_every_subset_agrees(inputs<float>(), masked);
  // Large enough for the blocked matrix product.
  expect_that_every_subset_agrees<double>(
      {sample<double>(33, 65, 1), sample<double>(41, 65, 2), sample<double>(41, 17, 3)}, {});
}

// --- The output alone ----------------------------------------------------------------------------

template <std::floating_point S>
Matrix<S> output_alone(const Inputs<S>& in, const AttentionOptions& options = {}) {
  Matrix<S> output = Matrix<S>::Constant(in.queries.rows(), in.values.cols(), 99);
  attention<S>(in.queries, in.keys, in.values, options, {.output = output.data()});
  return output;
}

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

template <std::floating_point S>
void expect_that_the_output_alone_agrees() {
  // Keys on both sides of one block, of two and of three; queries on both sides of a strip.
  for (const auto& [n, m] : {std::pair<Index, Index>{5, 255},
                             {9, 256},
                             {3, 257},
                             {17, 511},
                             {8, 513},
                             {40, 700},
                             {300, 300},
                             {1, 1000}}) {
    const Inputs<S> in{sample<S>(n, 7, 1, 2), sample<S>(m, 7, 2, 2), sample<S>(m, 5, 3)};
    for (const Mask& mask : {Mask(NoMask{}), Mask(CausalMask{}), Mask(patchy_mask(n, m))}) {
      SCOPED_TRACE(std::to_string(n) + "×" + std::to_string(m) + ", mask " +
                   std::to_string(mask.index()));
      const AttentionOptions options{.scale = {}, .mask = mask};
      // The same sums in other groups: a rounding for every block and every 32 of its terms. What
      // is summed is the values, which are about 1.
      EXPECT_TRUE(
          close(output_alone(in, options), attend(in, options).output, {.k = 8, .at_least = 1}));
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

TEST(Attention, GivesEqualQueriesEqualDigits) {
  // In every lane, in the first strip and in the last, which is not full.
  const Index n = 21;
  const Inputs<float> in{sample<float>(1, 9, 1).replicate(n, 1), sample<float>(300, 9, 2),
                         sample<float>(300, 3, 3)};
  const Attention<float> result = attend(in);
  EXPECT_TRUE(close(result.weights, result.weights.row(0).replicate(n, 1), kExactly));
  EXPECT_TRUE(close(result.output, result.output.row(0).replicate(n, 1), kExactly));
  const Matrix<float> alone = output_alone(in);
  EXPECT_TRUE(close(alone, alone.row(0).replicate(n, 1), kExactly));
  const Inputs<float> one{in.queries.topRows(1), in.keys, in.values};
  EXPECT_TRUE(close(output_alone(one), alone.topRows(1), kExactly));
}

/// Keys and values that outgrow the cache, so that strips of queries meet them together: every row
/// has the digits that it has alone.
template <std::floating_point S>
void expect_rows_as_they_are_alone() {
  // More strips than meet at a time, the last of them not full; two blocks of keys and a part, also
  // for those who see only keys up to their own.
  const Index n = 301;
  const Index m = 600;
  const Inputs<S> in{sample<S>(n, 130, 1), sample<S>(m, 130, 2), sample<S>(m, 130, 3)};
  ASSERT_GT((in.keys.size() + in.values.size()) * static_cast<Index>(sizeof(S)), 1 << 19);
  const BooleanMatrix patches = patchy_mask(n, m);
  for (const Mask& mask : {Mask(NoMask{}), Mask(CausalMask{}), Mask(patches)}) {
    SCOPED_TRACE("mask " + std::to_string(mask.index()));
    const Attention<S> together = attend(in, {.scale = {}, .mask = mask});
    const Matrix<S> alone = output_alone(in, {.scale = {}, .mask = mask});
    EXPECT_TRUE(
        close(together.output, Matrix<S>(together.weights * in.values), {.k = 16, .at_least = 1}));
    EXPECT_TRUE(close(alone, together.output, {.k = 16, .at_least = 1}));
    for (const Index i : {0, 1, 8, 63, 64, 71, 255, 256, 263, 264, 300}) {
      const Inputs<S> one{in.queries.row(i), in.keys, in.values};
      AttentionOptions options;
      if (std::holds_alternative<CausalMask>(mask)) {
        BooleanMatrix seen = BooleanMatrix::Constant(1, m, false);
        seen.leftCols(i + 1).setConstant(true);
        options.mask = seen;
      } else if (std::holds_alternative<BooleanMatrix>(mask)) {
        options.mask = BooleanMatrix(patches.row(i));
      }
      const Attention<S> row = attend(one, options);
      EXPECT_TRUE(close(together.weights.row(i), row.weights, kExactly)) << i;
      EXPECT_TRUE(close(together.output.row(i), row.output, kExactly)) << i;
      EXPECT_TRUE(close(alone.row(i), output_alone(one, options), kExactly)) << i;
    }
  }
}

TEST(Attention, OfARowDoesNotDependOnTheStripsThatMeetItsKeysWithIt) {
  expect_rows_as_they_are_alone<double>();
  expect_rows_as_they_are_alone<float>();
}

TEST(Attention, OfManyKeysHasTheSameDigitsWhicheverResultsAreWanted) {
  const Inputs<float> in{sample<float>(40, 130, 1), sample<float>(600, 130, 2),
                         sample<float>(600, 130, 3)};
  const Attention<float> all = attend(in);
  Attention<float> some = all;
  some.weights.setZero();
  attention<float>(in.queries, in.keys, in.values, {}, {.weights = some.weights.data()});
  EXPECT_TRUE(close(some.weights, all.weights, kExactly));
  some.logits.setZero();
  some.output.setZero();
  attention<float>(in.queries, in.keys, in.values, {},
                   {.logits = some.logits.data(), .output = some.output.data()});
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

TEST(Attention, RefusesAnOverflowAlsoWhereNothingOfItWouldBeSeen) {
  const Index m = 600;
  Inputs<double> in{sample<double>(20, 1, 1), sample<double>(m, 1, 2), sample<double>(m, 1, 3)};
  in.queries(4, 0) = 1e200;
  in.keys(550, 0) = 1e200;  // behind the fourth query under a causal mask
  const auto alone = [&in](const AttentionOptions& options) { output_alone(in, options); };
  const std::initializer_list<std::string_view> words{"queries·keysᵀ", "row 4, column 550", "∞",
                                                      "overflows double precision"};
  EXPECT_TRUE(refuses([&] { alone({}); }, ErrorCode::kDomain, words));
  EXPECT_TRUE(
      refuses([&] { alone({.scale = {}, .mask = CausalMask{}}); }, ErrorCode::kDomain, words));
  // A score that overflows is told of before a logit that does, though it comes later.
  in.queries(1, 0) = 1e100;
  in.keys(7, 0) = 1e100;
  const AttentionOptions enlarged{.scale = 1e200, .mask = {}};
  EXPECT_TRUE(refuses([&] { alone(enlarged); }, ErrorCode::kDomain, words));
  in.keys(550, 0) = 1;
  EXPECT_TRUE(refuses([&] { alone(enlarged); }, ErrorCode::kDomain,
                      {"scale·scores", "row 1, column 7", "∞"}));
  EXPECT_NO_THROW(alone({}));
}

TEST(Attention, WritesOnlyIntoTheMemoryItIsGiven) {
  const Inputs<double> in = inputs<double>();
  std::vector<double> memory(1 + 3 * 28 + 12 + 1, 99);
  double* const start = memory.data() + 1;
  attention<double>(
      in.queries, in.keys, in.values, {},
      {.scores = start, .logits = start + 28, .weights = start + 2 * 28, .output = start + 3 * 28});
  EXPECT_EQ(memory.front(), 99);
  EXPECT_EQ(memory.back(), 99);
  const Attention<double> expected = attend(in);
  using View = Eigen::Map<Matrix<double>>;
  EXPECT_TRUE(close(View(start, 4, 7), expected.scores, kExactly));
  EXPECT_TRUE(close(View(start + 28, 4, 7), expected.logits, kExactly));
  EXPECT_TRUE(close(View(start + 2 * 28, 4, 7), expected.weights, kExactly));
  EXPECT_TRUE(close(View(start + 3 * 28, 4, 3), expected.output, kExactly));
}

// --- Refusals ------------------------------------------------------------------------------------

testing::AssertionResult attention_refuses(const Inputs<double>& in,
                                           const AttentionOptions& options, ErrorCode code,
                                           std::initializer_list<std::string_view> words) {
  const testing::AssertionResult result = refuses([&] { attend(in, options); }, code, words);
  // What was refused leaves nothing behind: the next good call works.
  EXPECT_NO_THROW(attend(inputs<double>()));
  return result;
}

TEST(Attention, RefusesShapesThatDoNotFit) {
  Inputs<double> in = inputs<double>();
  in.keys = sample<double>(7, 6, 1);
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape,
                                {"queries is 4×5", "keys is 7×6", "columns", "d_k"}));
  in.keys = sample<double>(7, 4, 1);
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {"queries is 4×5", "keys is 7×4"}));
  in = inputs<double>();
  in.values = sample<double>(6, 3, 1);
  EXPECT_TRUE(
      attention_refuses(in, {}, ErrorCode::kShape, {"keys is 7×5", "values is 6×3", "rows"}));
  in.values = sample<double>(8, 3, 1);
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {"keys is 7×5", "values is 8×3"}));
}

TEST(Attention, RefusesEmptyMatrices) {
  for (const auto& [rows, cols, shape] :
       {std::tuple<Index, Index, const char*>{0, 5, "0×5"}, {4, 0, "4×0"}, {0, 0, "0×0"}}) {
    Inputs<double> in = inputs<double>();
    in.queries.resize(rows, cols);
    EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {"queries", shape}));
    in = inputs<double>();
    in.keys.resize(rows, cols);
    EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {"keys", shape}));
    in = inputs<double>();
    in.values.resize(rows, cols);
    EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {"values", shape}));
  }
}

TEST(Attention, RefusesAMaskOfAnotherShape) {
  for (const auto& [rows, cols, shape] : {std::tuple<Index, Index, const char*>{7, 4, "7×4"},
                                          {3, 7, "3×7"},
                                          {4, 6, "4×6"},
                                          {0, 0, "0×0"}}) {
    EXPECT_TRUE(attention_refuses(inputs<double>(),
                                  {.scale = {}, .mask = BooleanMatrix::Constant(rows, cols, true)},
                                  ErrorCode::kShape, {"mask", shape, "4×7"}));
  }
}

TEST(Attention, RefusesEntriesThatAreNotFinite) {
  for (const auto& [bad, sign] :
       {std::pair<double, const char*>{kNaN, "NaN"}, {kInfinity, "∞"}, {-kInfinity, "−∞"}}) {
    Inputs<double> in = inputs<double>();
    in.queries(2, 3) = bad;
    EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kDomain,
                                  {"queries", "row 2, column 3", sign, "finite"}));
    in = inputs<double>();
    in.keys(6, 4) = bad;
    EXPECT_TRUE(
        attention_refuses(in, {}, ErrorCode::kDomain, {"keys", "row 6, column 4", sign, "finite"}));
    in = inputs<double>();
    in.values(0, 0) = bad;
    // Also where the mask would leave the value out.
    EXPECT_TRUE(attention_refuses(in, {.scale = {}, .mask = BooleanMatrix::Constant(4, 7, false)},
                                  ErrorCode::kDomain,
                                  {"values", "row 0, column 0", sign, "finite"}));
  }
}

TEST(Attention, RefusesAScaleThatIsNotFinite) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(attention_refuses(inputs<double>(), {.scale = bad, .mask = {}}, ErrorCode::kDomain,
                                  {"scale", "finite"}));
    EXPECT_THROW(attention_scale_factor({.scale = bad, .mask = {}}, 4), Error);
  }
}

TEST(Attention, RefusesProductsThatOverflow) {
  Inputs<double> in = inputs<double>();
  in.queries(1, 0) = 1e200;
  in.keys(2, 0) = 1e200;
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kDomain,
                                {"queries·keysᵀ", "row 1, column 2", "overflows", "double"}));
  in.keys(2, 0) = 1;
  EXPECT_TRUE(attention_refuses(in, {.scale = 1e200, .mask = {}}, ErrorCode::kDomain,
                                {"scale·scores", "row 1", "overflows"}));
  EXPECT_NO_THROW(attend(in, {.scale = 1e-200, .mask = {}}));

  // Entries that a double would still multiply.
  Inputs<float> single = inputs<float>();
  single.queries(1, 0) = 1e30F;
  single.keys(2, 0) = 1e30F;
  EXPECT_TRUE(refuses([&] { attend(single); }, ErrorCode::kDomain,
                      {"queries·keysᵀ", "row 1, column 2", "overflows", "single"}));
  EXPECT_NO_THROW(attend(inputs<float>()));
}

TEST(ScoreDivisor, IsDkToTheExponent) {
  EXPECT_EQ(score_divisor(64, 0.5), 8);
  for (const Index dim : {1, 2, 3, 16, 512, 1024}) {
    EXPECT_EQ(score_divisor(dim, 0.5), std::sqrt(static_cast<double>(dim)));
    EXPECT_EQ(score_divisor(dim, 0), 1);
    EXPECT_EQ(score_divisor(dim, 1), static_cast<double>(dim));
  }
  // pow, once: 1024^0.3 is 2³.
  EXPECT_TRUE(close(score_divisor(1024, 0.3), 8.0, {.k = 2}));
}

TEST(ScoreDivisor, RefusesADimBelowOneAndAnExponentOutsideTheUnitInterval) {
  EXPECT_TRUE(
      refuses([] { score_divisor(0, 0.5); }, ErrorCode::kDomain, {"dim is 0", "between 1"}));
  EXPECT_TRUE(refuses([] { score_divisor(-4, 0.5); }, ErrorCode::kDomain, {"dim is -4"}));
  for (const double bad : {-0.1, 1.1, kInfinity, kNaN}) {
    EXPECT_TRUE(refuses([bad] { score_divisor(64, bad); }, ErrorCode::kDomain,
                        {"exponent", "between 0 and 1"}));
  }
  // Just above 1 and said to be so.
  EXPECT_TRUE(refuses([] { score_divisor(64, std::nextafter(1.0, 2.0)); }, ErrorCode::kDomain,
                      {"exponent is 1.0000000000000002"}));
  EXPECT_EQ(score_divisor(64, 0.5), 8);
}

}  // namespace
}  // namespace attention_scale::tests
