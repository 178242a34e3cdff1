#include "attention_scale/layers/position_wise.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"
#include "kernels/gemm.hpp"

namespace attention_scale::tests {
namespace {

/// GELU of some numbers by mpmath, 20 digits: x·erfc(−x/√2)/2.
TEST(FeedForward, GeluHasItsDigitsAlsoWhereItIsSmall) {
  const Matrix<double> x{{-20}, {-5}, {-1}, {0}, {0.5}, {3}};
  const Matrix<double> expected{{-5.5072482372124673902e-88}, {-1.4332578593959695584e-6},
                                {-0.15865525393145705141},    {0},
                                {0.34573123063700655182},     {2.9959503059051097164}};
  const Matrix<double> one = Matrix<double>::Ones(1, 1);
  FeedForwardCache<double> cache;
  feed_forward<double>(x, {.w1 = one, .w2 = one}, Activation::kGelu, cache);
  // Near −20 an error of the argument of erfc by a last digit counts x² times.
  EXPECT_TRUE(close(cache.output, expected, {.k = 400}));
}

TEST(FeedForward, RefusesGradientsThatDoNotFit) {
  const auto x = sample<double>(2, 3, 1);
  const auto w1 = sample<double>(3, 4, 2);
  const auto w2 = sample<double>(4, 3, 3);
  FeedForwardCache<double> cache;
  const auto gradient = [&] {
    feed_forward_gradient<double>(x, {.w1 = w1, .w2 = w2}, Activation::kRelu, cache, x, {}, {});
  };
  EXPECT_TRUE(refuses(gradient, ErrorCode::kShape, {"of the cache is 0×0", "2×4"}));
  feed_forward<double>(x, {.w1 = w1, .w2 = w2}, Activation::kRelu, cache);
  EXPECT_NO_THROW(gradient());
}

TEST(Linear, RefusesGradientsThatDoNotFitAndAPackedMatrix) {
  const auto x = sample<double>(2, 3, 1);
  const auto weight = sample<double>(3, 4, 2);
  const auto d_output = sample<double>(2, 4, 3);
  Matrix<double> d_x = Matrix<double>::Zero(2, 3);
  const auto refused = [&](const Matrix<double>& of_x, const Parameter<double>& of_weight,
                           MatrixOut<double> d_weight, MatrixOut<double> d_bias,
                           std::initializer_list<std::string_view> words) {
    return refuses(
        [&] { linear_gradient<double>(of_x, of_weight, d_output, d_weight, d_bias, d_x); },
        ErrorCode::kShape, words);
  };
  Matrix<double> other(3, 3);
  EXPECT_TRUE(refused(sample<double>(3, 3, 1), weight, {}, {}, {"x is 3×3", "dOutput is 2×4"}));
  EXPECT_TRUE(refused(x, other, {}, {}, {"the parameter is 3×3", "3×4"}));
  EXPECT_TRUE(refused(x, weight, other, {}, {"gradient of the weight is 3×3", "3×4"}));
  EXPECT_TRUE(refused(x, weight, {}, other, {"gradient of the bias is 3×3", "1×4"}));
  EXPECT_TRUE(refused({}, weight, {}, {}, {"x is 0×0"}));
  const Vector<double> panels = simd::pack_right<double>(weight);
  const Parameter<double> packed(panels.data(), 3, 4, true);
  EXPECT_TRUE(refused(x, packed, {}, {}, {"is packed"}));
}

TEST(FeedForward, RefusesMatricesThatDoNotFit) {
  const auto x = sample<double>(2, 3, 1);
  const auto w1 = sample<double>(3, 4, 2);
  const auto w2 = sample<double>(5, 3, 3);
  FeedForwardCache<double> cache;
  EXPECT_TRUE(
      refuses([&] { feed_forward<double>(x, {.w1 = w1, .w2 = w2}, Activation::kRelu, cache); },
              ErrorCode::kShape, {"hidden is 2×4", "5×3"}));
  EXPECT_TRUE(refuses([&] { feed_forward<double>(x, {.w2 = w2}, Activation::kRelu, cache); },
                      ErrorCode::kShape, {"0×0"}));
}

}  // namespace
}  // namespace attention_scale::tests
