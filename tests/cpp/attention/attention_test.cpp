#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "attention/inputs.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds attention to PyTorch, in both precisions.

TEST(Attention, OfTheWorkedExampleHasTheDigitsOfR) {
  const Matrix<double> x{{1, 3, 2}, {1, 1, 3}, {1, 2, 1}};
  const Attention<double> result = attention<double>(x, x, x, {.scale = 1.0});
  const Matrix<double> weights{{0.9755587549443865, 0.0178679818703045, 0.006573263185309083},
                               {0.2676231541498624, 0.7274751568004648, 0.004901689049672921},
                               {0.9094429985127419, 0.04527850074362907, 0.04527850074362907}};
  const Matrix<double> output{{1, 2.957690773074082, 2.0112947186849954},
                              {1, 1.540147997349398, 2.7225734677507925},
                              {1, 2.8641644977691127, 2}};
  // The scores are whole numbers and exact; exp, the sum and the quotient round here and in R.
  EXPECT_TRUE(close(result.weights, weights, {.k = 3}));
  EXPECT_TRUE(close(result.output, output, {.k = 4}));
}

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
