#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>

#include "attention/inputs.hpp"

namespace attention_scale::tests {
namespace {

testing::AssertionResult attention_refuses(const Inputs<double>& in,
                                           const AttentionOptions& options, ErrorCode code,
                                           std::initializer_list<std::string_view> words) {
  const testing::AssertionResult result = refuses([&] { attend(in, options); }, code, words);
  // A refused call changes nothing: the next valid call works.
  EXPECT_NO_THROW(attend(inputs<double>()));
  return result;
}

TEST(Attention, RefusesShapesThatDoNotFit) {
  Inputs<double> in = inputs<double>();
  in.keys = sample<double>(7, 6, 1);
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape,
                                {"queries is 4×5", "keys is 7×6", "columns", "d_k"}));
  in = inputs<double>();
  in.values = sample<double>(6, 3, 1);
  EXPECT_TRUE(
      attention_refuses(in, {}, ErrorCode::kShape, {"keys is 7×5", "values is 6×3", "rows"}));
}

constexpr std::array<std::pair<Matrix<double> Inputs<double>::*, const char*>, 3> kMatrices{
    {{&Inputs<double>::queries, "queries"},
     {&Inputs<double>::keys, "keys"},
     {&Inputs<double>::values, "values"}}};

TEST(Attention, RefusesEmptyMatrices) {
  for (const auto& [matrix, name] : kMatrices) {
    for (const auto& [rows, cols, shape] :
         {std::tuple<Index, Index, const char*>{0, 5, "0×5"}, {4, 0, "4×0"}, {0, 0, "0×0"}}) {
      Inputs<double> in = inputs<double>();
      (in.*matrix).resize(rows, cols);
      EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kShape, {name, shape}));
    }
  }
}

TEST(Attention, RefusesAMaskOfAnotherShape) {
  for (const auto& [rows, cols, shape] : {std::tuple<Index, Index, const char*>{7, 4, "7×4"},
                                          {3, 7, "3×7"},
                                          {4, 6, "4×6"},
                                          {0, 0, "0×0"}}) {
    EXPECT_TRUE(attention_refuses(inputs<double>(),
                                  {.mask = {.matrix = BooleanMatrix::Constant(rows, cols, true)}},
                                  ErrorCode::kShape, {"mask", shape, "4×7"}));
  }
}

TEST(Attention, RefusesMemoryOfAnotherShape) {
  const Inputs<double> in = inputs<double>();
  Matrix<double> result(4, 6);
  const auto into = [&](const AttentionOutputs<double>& outputs) {
    return [&in, outputs] { attention<double>(in.queries, in.keys, in.values, {}, outputs); };
  };
  EXPECT_TRUE(refuses(into({.scores = result}), ErrorCode::kShape, {"scores is 4×6", "4×7"}));
  EXPECT_TRUE(refuses(into({.logits = result}), ErrorCode::kShape, {"logits is 4×6", "4×7"}));
  EXPECT_TRUE(refuses(into({.weights = result}), ErrorCode::kShape, {"weights is 4×6", "4×7"}));
  EXPECT_TRUE(refuses(into({.output = result}), ErrorCode::kShape, {"output is 4×6", "4×3"}));
}

TEST(Attention, RefusesEntriesThatAreNotFiniteAlsoWhereTheMaskLeavesThemOut) {
  const AttentionOptions masked{.mask = {.matrix = BooleanMatrix::Constant(4, 7, false)}};
  for (const auto& [matrix, name] : kMatrices) {
    for (const auto& [bad, sign] :
         {std::pair<double, const char*>{kNaN, "NaN"}, {kInfinity, "∞"}, {-kInfinity, "−∞"}}) {
      Inputs<double> in = inputs<double>();
      (in.*matrix)(3, 2) = bad;
      EXPECT_TRUE(attention_refuses(in, masked, ErrorCode::kDomain,
                                    {name, "row 3, column 2", sign, "finite"}));
    }
  }
}

TEST(Attention, RefusesAScaleThatIsNotFinite) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(attention_refuses(inputs<double>(), {.scale = bad}, ErrorCode::kDomain,
                                  {"scale", "finite"}));
    EXPECT_THROW(attention_scale_factor({.scale = bad}, 4), Error);
  }
}

TEST(Attention, RefusesProductsThatOverflow) {
  Inputs<double> in = inputs<double>();
  in.queries(1, 0) = 1e200;
  in.keys(2, 0) = 1e200;
  EXPECT_TRUE(attention_refuses(in, {}, ErrorCode::kDomain,
                                {"queries·keysᵀ", "row 1, column 2", "overflows", "double"}));
  in.keys(2, 0) = 1;
  EXPECT_TRUE(attention_refuses(in, {.scale = 1e200}, ErrorCode::kDomain,
                                {"scale·scores", "row 1", "overflows"}));
  EXPECT_NO_THROW(attend(in, {.scale = 1e-200}));

  // Entries that a double would still multiply.
  Inputs<float> single = inputs<float>();
  single.queries(1, 0) = 1e30F;
  single.keys(2, 0) = 1e30F;
  EXPECT_TRUE(refuses([&] { attend(single); }, ErrorCode::kDomain,
                      {"queries·keysᵀ", "row 1, column 2", "overflows", "single"}));
  EXPECT_NO_THROW(attend(inputs<float>()));
}

TEST(Attention, RefusesAnOverflowEvenIfNoResultWouldShowIt) {
  const Index m = 600;
  Inputs<double> in{sample<double>(20, 1, 1), sample<double>(m, 1, 2), sample<double>(m, 1, 3)};
  in.queries(4, 0) = 1e200;
  in.keys(550, 0) = 1e200;
  const auto alone = [&in](const AttentionOptions& options) { output_alone(in, options); };
  const std::initializer_list<std::string_view> words{"queries·keysᵀ", "row 4, column 550", "∞",
                                                      "overflows double precision"};
  EXPECT_TRUE(refuses([&] { alone({}); }, ErrorCode::kDomain, words));
  // A score that overflows is told of before a logit that does, though it comes later.
  in.queries(1, 0) = 1e100;
  in.keys(7, 0) = 1e100;
  const AttentionOptions enlarged{.scale = 1e200};
  EXPECT_TRUE(refuses([&] { alone(enlarged); }, ErrorCode::kDomain, words));
  in.keys(550, 0) = 1;
  EXPECT_TRUE(refuses([&] { alone(enlarged); }, ErrorCode::kDomain,
                      {"scale·scores", "row 1, column 7", "∞"}));
  EXPECT_NO_THROW(alone({}));
}

/// Both kinds of masks leave a key out whose score overflows.
TEST(Attention, TakesAScoreThatOverflowsWhereItIsMaskedAndNotAsked) {
  const Index m = 600;
  Inputs<double> in{sample<double>(20, 1, 1), sample<double>(m, 1, 2), sample<double>(m, 1, 3)};
  const Inputs<double> small = in;
  in.queries(4, 0) = 1e200;
  in.keys(550, 0) = 1e200;  // behind the fourth query under a causal mask
  BooleanMatrix matrix = BooleanMatrix::Constant(20, m, true);
  matrix(4, 550) = false;
  for (const Mask& mask : {Mask{.causal_offset = 0}, Mask{.matrix = matrix}}) {
    const AttentionOptions masked{.mask = mask};
    // The rows of the other queries are those without the large query.
    const Matrix<double> output = output_alone(in, masked);
    EXPECT_TRUE(output.allFinite());
    Inputs<double> usual = small;
    usual.keys(550, 0) = 1e200;
    EXPECT_TRUE(close(output.row(3), output_alone(usual, masked).row(3), kExactly));
    Matrix<double> weights(20, m);
    attention<double>(in.queries, in.keys, in.values, masked, {.weights = weights});
    EXPECT_EQ(weights(4, 550), 0);
    Matrix<double> d_values(m, 1);
    EXPECT_NO_THROW(attention_gradient<double>(in.queries, in.keys, in.values, in.queries * 1e-200,
                                               masked, {}, {.values = d_values}));
    EXPECT_TRUE(refuses([&] { attend(in, masked); }, ErrorCode::kDomain,
                        {"queries·keysᵀ", "row 4, column 550", "overflows"}));
    // Of the score that is wanted, the logit is −∞.
    EXPECT_NO_THROW(attend(usual, {.scale = 1e-300, .mask = mask}));
  }
}

TEST(Attention, RefusesAWidthThatHasNoRoot) {
  EXPECT_EQ(attention_scale_factor({.scale = 2}, 0), 2);
  EXPECT_TRUE(refuses([] { attention_scale_factor({}, 0); }, ErrorCode::kDomain, {"dim is 0"}));
}

}  // namespace
}  // namespace attention_scale::tests
