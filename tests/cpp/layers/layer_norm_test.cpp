#include "attention_scale/layers/position_wise.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

template <std::floating_point S>
LayerNormCache<S> normalized(const Matrix<S>& x, const Matrix<S>& gamma, const Matrix<S>& beta,
                             double epsilon = 1e-5) {
  LayerNormCache<S> cache;
  LayerNormParameters<Parameter<S>> parameters{.gamma = gamma, .beta = beta};
  parameters.gamma.name = "gamma";
  parameters.beta.name = "beta";
  layer_norm<S>(x, parameters, epsilon, cache);
  return cache;
}

TEST(LayerNorm, GivesEveryRowMeanZeroAndVarianceOne) {
  const Matrix<double> x = (sample<double>(11, 70, 1, 3).array() + 1e6).matrix();
  const Matrix<double> ones = Matrix<double>::Ones(1, 70);
  const Matrix<double> zeros = Matrix<double>::Zero(1, 70);
  const Matrix<double> y = normalized<double>(x, ones, zeros, 1e-300).output;
  for (Index row = 0; row < y.rows(); ++row) {
    EXPECT_NEAR(y.row(row).mean(), 0, 1e-9);
    EXPECT_NEAR(y.row(row).squaredNorm() / 70, 1, 1e-9);
  }
}

TEST(LayerNorm, DoesNotDependOnThePositionOfARow) {
  const auto x = sample<float>(9, 37, 2);
  const auto gamma = sample<float>(1, 37, 3);
  const auto beta = sample<float>(1, 37, 4);
  const Matrix<float> all = normalized<float>(x, gamma, beta).output;
  const Matrix<float> last = x.row(8);
  EXPECT_TRUE(close(normalized<float>(last, gamma, beta).output, all.row(8), kExactly));
}

TEST(LayerNorm, ARowOfEqualNumbersBecomesBeta) {
  const auto beta = sample<double>(1, 5, 5);
  const Matrix<double> x = Matrix<double>::Constant(2, 5, 3.0);
  const Matrix<double> output = normalized<double>(x, sample<double>(1, 5, 6), beta).output;
  EXPECT_TRUE(close(output.row(1), beta.row(0), kExactly));
}

TEST(LayerNorm, RefusesGradientsThatDoNotFit) {
  const auto x = sample<double>(2, 3, 7);
  const Matrix<double> ones = Matrix<double>::Ones(1, 3);
  const LayerNormParameters<Parameter<double>> parameters{.gamma = ones, .beta = ones};
  const LayerNormCache<double> cache = normalized<double>(x, ones, ones);
  const auto refused = [&](const Matrix<double>& d_output, Index rows, Index cols,
                           std::initializer_list<std::string_view> words) {
    Matrix<double> d_gamma(rows, cols);
    Matrix<double> d_x(2, 3);
    return refuses(
        [&] { layer_norm_gradient<double>(parameters, cache, d_output, {.gamma = d_gamma}, d_x); },
        ErrorCode::kShape, words);
  };
  EXPECT_TRUE(refused(sample<double>(2, 4, 1), 1, 4, {"the parameter is 1×3", "1×4"}));
  EXPECT_TRUE(refused(sample<double>(3, 3, 1), 1, 3, {"normalised matrix of the cache is 2×3"}));
  EXPECT_TRUE(refused(x, 2, 3, {"the gradient of gamma is 2×3", "1×3"}));
  EXPECT_TRUE(refused({}, 1, 3, {"dOutput is 0×0"}));
}

TEST(LayerNorm, RefusesWhatItCannotNormalise) {
  const auto x = sample<double>(2, 3, 7);
  const Matrix<double> ones = Matrix<double>::Ones(1, 3);
  const Matrix<double> four = Matrix<double>::Ones(1, 4);
  EXPECT_TRUE(refuses([&] { normalized<double>(x, four, ones); }, ErrorCode::kShape,
                      {"gamma is 1×4", "1×3"}));
  EXPECT_TRUE(refuses([&] { normalized<double>(x, ones, four); }, ErrorCode::kShape,
                      {"beta is 1×4", "1×3"}));
  EXPECT_TRUE(refuses([&] { normalized<double>(x, ones, ones, 0); }, ErrorCode::kDomain,
                      {"epsilon is 0", "above 0"}));
  EXPECT_TRUE(refuses([&] { normalized<double>(1e200 * x, ones, ones); }, ErrorCode::kDomain,
                      {"the variance of a row", "∞"}));
  Matrix<double> spoilt = ones;
  spoilt(0, 1) = kInfinity;
  EXPECT_TRUE(refuses([&] { normalized<double>(x, spoilt, ones); }, ErrorCode::kDomain,
                      {"gamma", "column 1", "∞"}));
}

}  // namespace
}  // namespace attention_scale::tests
