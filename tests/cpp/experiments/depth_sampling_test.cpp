#include "attention_scale/experiments/depth_sampling.hpp"

#include <gtest/gtest.h>

#include <string>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

DepthSamplingOptions depth_options(const Golden& golden) {
  const std::string initialisation = golden["initialisation"].text();
  DepthSamplingOptions options{.seed = golden["seed"].word(),
                               .layers = golden["layers"].index(),
                               .hidden = golden["hidden"].index()};
  options.initialisation = initialisation == "xavier"   ? Initialisation::kXavier
                           : initialisation == "packed" ? Initialisation::kPacked
                                                        : Initialisation::kNormal;
  options.layer.heads.heads = golden["heads"].index();
  if (!golden["scale"].is_null()) {
    options.layer.heads.scale = golden["scale"].number();
  }
  options.layer.norm = golden["norm"].text() == "pre" ? NormPlace::kPre : NormPlace::kPost;
  options.layer.activation =
      golden["activation"].text() == "gelu" ? Activation::kGelu : Activation::kRelu;
  return options;
}

TEST(DepthSampling, AnyRangeOfDrawsIsTheSame) {
  const Golden golden = case_named("depth_sampling.json", "Xavier, divided");
  const Matrix<double> x = golden["x"].matrix<double>();
  const DepthSamplingOptions options = depth_options(golden);
  const DepthDraws<double> all = sample_depth<double>(x, options, 0, 3);
  const DepthDraws<double> last = sample_depth<double>(x, options, 2, 1);
  EXPECT_TRUE(close(last.gradient.row(0), all.gradient.row(2), kExactly));
  EXPECT_TRUE(close(last.spread.row(0), all.spread.row(2), kExactly));
}

TEST(DepthSampling, InSinglePrecisionIsCloseToDouble) {
  const Golden golden = case_named("depth_sampling.json", "Xavier, undivided");
  const DepthDraws<float> draws =
      sample_depth<float>(golden["x"].matrix<float>(), depth_options(golden), 0, 2);
  // Rounding errors of three layers, in units of 1.2e-7.
  constexpr Tolerance kTolerance{.k = 256, .of = Of::kMatrix};
  EXPECT_TRUE(close(draws.gradient, golden["gradient"].matrix<float>(), kTolerance));
  EXPECT_TRUE(close(draws.entropy, golden["entropy"].matrix<float>(), kTolerance));
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
