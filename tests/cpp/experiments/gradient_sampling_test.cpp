#include "attention_scale/experiments/sampling.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the draws to NumPy and mpmath.

const std::vector<Index> kSampledDims{1, 2, 16, 17, 300};
const std::vector<double> kExponents{0, 0.5, 1};

TEST(GradientSampling, OfAnyPartIsThatOfTheWhole) {
  for (const Index keys : {2, 5, 64, 65}) {
    const GradientSamplingOptions options{
        .seed = 7, .keys = keys, .dims = kSampledDims, .exponents = kExponents};
    const GradientDraws whole = sample_gradients(options, 20, 5);
    const GradientDraws first = sample_gradients(options, 20, 2);
    const GradientDraws rest = sample_gradients(options, 22, 3);
    EXPECT_EQ(first.gradient, whole.gradient.topRows(2));
    EXPECT_EQ(rest.gradient, whole.gradient.bottomRows(3));
    EXPECT_EQ(rest.entropy, whole.entropy.bottomRows(3));
    EXPECT_EQ(rest.jacobian, whole.jacobian.bottomRows(3));
    EXPECT_EQ(rest.peak, whole.peak.bottomRows(3));
  }
}

TEST(GradientSampling, OfAnExponentDoesNotDependOnThoseBesideIt) {
  const std::vector<double> exponents{0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1};
  for (const Index keys : {5, 65}) {
    GradientSamplingOptions options{
        .seed = 7, .keys = keys, .dims = kSampledDims, .exponents = exponents};
    const GradientDraws together = sample_gradients(options, 0, 3);
    const auto count = static_cast<Index>(exponents.size());
    for (Index e = 0; e < count; ++e) {
      options.exponents = std::span(exponents).subspan(static_cast<std::size_t>(e), 1);
      const GradientDraws alone = sample_gradients(options, 0, 3);
      for (Index d = 0; d < static_cast<Index>(kSampledDims.size()); ++d) {
        EXPECT_EQ(alone.peak.col(d), together.peak.col(d * count + e));
        EXPECT_EQ(alone.entropy.col(d), together.entropy.col(d * count + e));
        EXPECT_EQ(alone.jacobian.col(d), together.jacobian.col(d * count + e));
        EXPECT_EQ(alone.gradient.col(d), together.gradient.col(d * count + e));
      }
    }
  }
}

TEST(GradientSampling, RefusesOptionsOutsideTheirRanges) {
  const auto refused = [](const GradientSamplingOptions& options, std::uint32_t from, Index count,
                          ErrorCode code, std::string_view words) {
    return refuses([&] { sample_gradients(options, from, count); }, code, {words});
  };
  const std::vector<Index> falling{4, 2};
  const std::vector<Index> large{1025};
  const std::vector<double> above{0.5, 1.5};
  const std::vector<double> nan{std::numeric_limits<double>::quiet_NaN()};
  const auto with = [](Index keys, std::span<const Index> dims, std::span<const double> exponents) {
    return GradientSamplingOptions{.seed = 1, .keys = keys, .dims = dims, .exponents = exponents};
  };
  EXPECT_TRUE(refused(with(1, kSampledDims, kExponents), 0, 1, kDomain, "keys is 1"));
  EXPECT_TRUE(refused(with(513, kSampledDims, kExponents), 0, 1, kDomain, "keys is 513"));
  EXPECT_TRUE(refused(with(3, {}, kExponents), 0, 1, kShape, "dims is an empty list"));
  EXPECT_TRUE(refused(with(3, falling, kExponents), 0, 1, kDomain, "dims[1] is 2 after 4"));
  EXPECT_TRUE(refused(with(3, large, kExponents), 0, 1, kDomain, "dims[0] is 1025"));
  EXPECT_TRUE(refused(with(3, kSampledDims, {}), 0, 1, kShape, "exponents is an empty list"));
  EXPECT_TRUE(refused(with(3, kSampledDims, above), 0, 1, kDomain, "exponent is 1.5"));
  EXPECT_TRUE(refused(with(3, kSampledDims, nan), 0, 1, kDomain, "exponent is NaN"));
  EXPECT_TRUE(refused(with(3, kSampledDims, kExponents), 0, 0, kDomain, "count is 0"));
  EXPECT_TRUE(refused(with(3, kSampledDims, kExponents), 4294967295U, 2, kDomain, "count is 2"));
  EXPECT_EQ(sample_gradients(with(3, kSampledDims, kExponents), 4294967295U, 1).peak.rows(), 1);
}

}  // namespace
}  // namespace attention_scale::tests
