#include "attention_scale/experiments/depth_sampling.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/web/programs.test.ts compares the draws with NumPy.

const DepthSamplingOptions kOptions{
    .seed = 3, .layers = 3, .hidden = 10, .layer = {.heads = {.heads = 2}}};

TEST(DepthSampling, AnyRangeOfDrawsIsTheSame) {
  const auto x = sample<double>(5, 8, 1);
  const DepthDraws<double> all = sample_depth<double>(x, kOptions, 0, 3);
  const DepthDraws<double> last = sample_depth<double>(x, kOptions, 2, 1);
  EXPECT_TRUE(close(last.gradient.row(0), all.gradient.row(2), kExactly));
  EXPECT_TRUE(close(last.spread.row(0), all.spread.row(2), kExactly));
}

TEST(DepthSampling, InSinglePrecisionIsCloseToDouble) {
  const auto x = sample<float>(5, 8, 1);
  const DepthDraws<float> single = sample_depth<float>(x, kOptions, 0, 2);
  const DepthDraws<double> draws = sample_depth<double>(x.cast<double>(), kOptions, 0, 2);
  // Rounding errors of three layers, in units of 1.2e-7.
  constexpr Tolerance kTolerance{.k = 256, .of = Of::kMatrix};
  EXPECT_TRUE(close(single.gradient, draws.gradient.cast<float>(), kTolerance));
  EXPECT_TRUE(close(single.entropy, draws.entropy.cast<float>(), kTolerance));
}

TEST(DepthSampling, RefusesWhatIsOutsideItsRange) {
  const auto x = sample<double>(3, 4, 1);
  const auto run = [&x](DepthSamplingOptions options, Index count = 1) {
    return [&x, options, count] { sample_depth<double>(x, options, 0, count); };
  };
  EXPECT_TRUE(refuses(run({.layers = 65}), ErrorCode::kDomain, {"layers is 65", "64"}));
  EXPECT_TRUE(refuses(run({.hidden = 0}), ErrorCode::kDomain, {"hidden is 0", "1"}));
  EXPECT_TRUE(refuses(run({}, 0), ErrorCode::kDomain, {"count is 0"}));
  EXPECT_TRUE(refuses(run({.layer = {.heads = {.heads = 3}}}), ErrorCode::kShape,
                      {"wq has 4 columns", "3 heads"}));
}

}  // namespace
}  // namespace attention_scale::tests
