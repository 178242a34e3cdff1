#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "attention/inputs.hpp"

namespace attention_scale::tests {
namespace {

TEST(Attention, DoesNotDependOnAMaskedKey) {
  Inputs<double> in = inputs<double>();
  BooleanMatrix takes_part = BooleanMatrix::Constant(4, 7, true);
  takes_part.col(2).setConstant(false);
  const Attention<double> before = attend(in, {.mask = {.matrix = takes_part}});
  in.keys.row(2).setConstant(50);
  in.values.row(2).setConstant(-1e6);
  const Attention<double> after = attend(in, {.mask = {.matrix = takes_part}});
  EXPECT_TRUE(close(after.weights, before.weights, kExactly));
  EXPECT_TRUE(close(after.output, before.output, kExactly));
}

TEST(Attention, MasksTogetherAreTheMatrixOfTheKeysThatAllOfThemAdmit) {
  const Index n = 9;
  const Index m = 300;  // two blocks of keys where only the output is wanted
  const Inputs<double> in{sample<double>(n, 3, 1), sample<double>(m, 3, 2),
                          sample<double>(m, 2, 3)};
  BooleanMatrix matrix(n, m);
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i < n; ++i) {
      matrix(i, j) = (i + j) % 4 != 0 && j < 290;
    }
  }
  constexpr Index kLeast = std::numeric_limits<Index>::min();
  constexpr Index kMost = std::numeric_limits<Index>::max();
  for (const Index offset :
       {Index{0}, Index{7}, Index{280}, Index{1000}, Index{-3}, Index{-1000}, kLeast, kMost}) {
    for (const bool with_matrix : {false, true}) {
      SCOPED_TRACE(std::to_string(offset) + (with_matrix ? ", matrix" : ""));
      AttentionOptions together{.mask = {.causal_offset = offset}};
      if (with_matrix) {
        together.mask.matrix = matrix;
      }
      BooleanMatrix admitted(n, m);
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < m; ++j) {
          admitted(i, j) = j - i <= offset && (!with_matrix || matrix(i, j));
        }
      }
      const AttentionOptions explicitly{.mask = {.matrix = admitted}};
      EXPECT_TRUE(same(attend(in, together), attend(in, explicitly)));
      EXPECT_TRUE(close(output_alone(in, together), output_alone(in, explicitly), kExactly));
    }
  }
}

}  // namespace
}  // namespace attention_scale::tests
