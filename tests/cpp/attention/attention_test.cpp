#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "attention/inputs.hpp"
#include "attention_scale/softmax/softmax.hpp"

namespace attention_scale::tests {
namespace {

template <std::floating_point S>
double largest_finite(const Matrix<S>& matrix) {
  double largest = 0;
  for (const S entry : matrix.reshaped()) {
    largest =
        std::isfinite(entry) ? std::max(largest, std::abs(static_cast<double>(entry))) : largest;
  }
  return largest;
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

TEST(Attention, GivesTheWorkedExampleInFullPrecisionAndAsPrinted) {
  for (const Golden& golden : cases("worked_example.json")) {
    SCOPED_TRACE(golden["name"].text());
    const auto x = golden["x"].matrix<double>();
    const Attention<double> result = attention<double>(x, x, x, {.scale = 1.0});
    // The scores are whole numbers and exact; exp, the sum and the quotient round here and in R.
    EXPECT_TRUE(close(result.weights, golden["weights"].matrix<double>(), {.k = 3}));
    EXPECT_TRUE(close(result.output, golden["z"].matrix<double>(), {.k = 4}));
    const Matrix<double> six_decimals = (result.output.array() * 1e6).round() / 1e6;
    EXPECT_TRUE(close(six_decimals, golden["zPrinted"].matrix<double>(), kExactly));
  }
}

// --- Definition ----------------------------------------------------------------------------------

TEST(Attention, ScalesByOneOverTheRootOfDkUnlessToldOtherwise) {
  const Inputs<double> in = inputs<double>();
  EXPECT_TRUE(same(attend(in), attend(in, {.scale = 1 / std::sqrt(5.0)})));
  EXPECT_EQ(attention_scale_factor({}, 64), 0.125);
  EXPECT_EQ(attention_scale_factor({}, 1), 1);
  EXPECT_EQ(attention_scale_factor({.scale = -3.5}, 64), -3.5);
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
