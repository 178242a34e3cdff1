#include "attention_scale/attention/attention.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

template <std::floating_point S>
struct GradientInputs {
  Matrix<S> queries;
  Matrix<S> keys;
  Matrix<S> values;
  Matrix<S> d_output;
};

/// 4 queries, 6 keys, d_k 5, d_v 3: no two sizes the same.
template <std::floating_point S>
GradientInputs<S> gradient_inputs() {
  return {sample<S>(4, 5, 1), sample<S>(6, 5, 2), sample<S>(6, 3, 3), sample<S>(4, 3, 4)};
}

template <std::floating_point S>
struct AttentionGradient {
  Matrix<S> queries;
  Matrix<S> keys;
  Matrix<S> values;
  Matrix<S> scores;
};

template <std::floating_point S>
AttentionGradient<S> gradient_of(const GradientInputs<S>& in,
                                 const AttentionOptions& options = {}) {
  AttentionGradient<S> gradient{in.queries, in.keys, in.values,
                                Matrix<S>(in.queries.rows(), in.keys.rows())};
  attention_gradient<S>(in.queries, in.keys, in.values, in.d_output, options, {},
                        {gradient.queries, gradient.keys, gradient.values, gradient.scores});
  return gradient;
}

BooleanMatrix gradient_mask() {
  BooleanMatrix takes_part(4, 6);
  takes_part << 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0;
  return takes_part;
}

TEST(AttentionGradient, KeepsItsDigitsWhereSoftmaxSaturates) {
  for (const double score : {1.0, 30.0, 40.0, 300.0, 700.0}) {
    const Matrix<double> one = Matrix<double>::Ones(1, 1);
    Matrix<double> keys(2, 1);
    Matrix<double> values(2, 1);
    keys << 0, score;
    values << 3, 1;
    const AttentionGradient<double> gradient =
        gradient_of<double>({one, keys, values, one}, {.scale = 1.0});
    // y(1 − y) of the logistic function times the difference of the values; two exponentials and
    // a few products, here and there.
    const double slope = 2 * std::exp(-score) / std::pow(1 + std::exp(-score), 2);
    Matrix<double> expected(1, 2);
    expected << slope, -slope;
    EXPECT_TRUE(close(gradient.scores, expected, {.k = 3})) << score;
    EXPECT_TRUE(close(gradient.queries(0, 0), -slope * score, {.k = 3})) << score;
  }
}

TEST(AttentionGradient, IsZeroForAMaskedKeyAndWhereEveryKeyIsMasked) {
  const AttentionGradient<double> gradient =
      gradient_of(gradient_inputs<double>(), {.mask = {.matrix = gradient_mask()}});
  EXPECT_TRUE(close(gradient.queries.row(1), Matrix<double>::Zero(1, 5), kExactly));
  EXPECT_TRUE(close(gradient.scores.row(1), Matrix<double>::Zero(1, 6), kExactly));

  const BooleanMatrix takes_part = gradient_mask();
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 6; ++j) {
      EXPECT_TRUE(takes_part(i, j) || gradient.scores(i, j) == 0) << i << ", " << j;
    }
  }
  BooleanMatrix without_third = BooleanMatrix::Constant(4, 6, true);
  without_third.col(2).setConstant(false);
  const AttentionGradient<double> rest =
      gradient_of(gradient_inputs<double>(), {.mask = {.matrix = without_third}});
  EXPECT_TRUE(close(rest.keys.row(2), Matrix<double>::Zero(1, 5), kExactly));
  EXPECT_TRUE(close(rest.values.row(2), Matrix<double>::Zero(1, 3), kExactly));
}

/// The formulas of the header, written out.
GradientInputs<double> by_the_formulas(const GradientInputs<double>& in,
                                       const AttentionOptions& options) {
  const Matrix<double> weights = attention<double>(in.queries, in.keys, in.values, options).weights;
  const Matrix<double> d_weights = in.d_output * in.values.transpose();
  const Vector<double> mean = weights.cwiseProduct(d_weights).rowwise().sum();
  const Matrix<double> d_scores =
      attention_scale_factor(options, in.queries.cols()) *
      weights.cwiseProduct(d_weights - mean.replicate(1, weights.cols()));
  return {d_scores * in.keys, d_scores.transpose() * in.queries, weights.transpose() * in.d_output,
          d_scores};
}

TEST(AttentionGradient, IsThatOfTheFormulasForManyQueriesAndKeys) {
  // The sizes lie on both sides of a strip, of eight strips, and of the keys and columns taken at a
  // time.
  for (const auto& [n, m, d_k, d_v] : {std::tuple<Index, Index, Index, Index>{7, 70, 9, 5},
                                       {33, 3, 4, 8},
                                       {70, 130, 17, 3},
                                       {65, 64, 8, 33},
                                       {1, 200, 1, 1}}) {
    SCOPED_TRACE(std::to_string(n) + "×" + std::to_string(m));
    const GradientInputs<double> in{sample<double>(n, d_k, 1), sample<double>(m, d_k, 2),
                                    sample<double>(m, d_v, 3), sample<double>(n, d_v, 4)};
    for (const AttentionOptions& options :
         {AttentionOptions{}, AttentionOptions{.scale = -0.75, .mask = {.causal_offset = 0}}}) {
      const AttentionGradient<double> gradient = gradient_of(in, options);
      const GradientInputs<double> expected = by_the_formulas(in, options);
      // Sums of up to 130 products, in another order, of terms about as large as the entries: √130
      // halves of a rounding on either side.
      const Tolerance tolerance{.k = 12, .of = Of::kMatrix};
      EXPECT_TRUE(close(gradient.queries, expected.queries, tolerance));
      EXPECT_TRUE(close(gradient.keys, expected.keys, tolerance));
      EXPECT_TRUE(close(gradient.values, expected.values, tolerance));
      EXPECT_TRUE(close(gradient.scores, expected.d_output, tolerance));
    }
  }
}

TEST(AttentionGradient, HasTheSameDigitsWhetherACausalMaskOrAMatrixMasksAKey) {
  // Products leave out the keys that a causal mask takes from many queries.
  const GradientInputs<float> in{sample<float>(140, 5, 1), sample<float>(150, 5, 2),
                                 sample<float>(150, 3, 3), sample<float>(140, 3, 4)};
  for (const Index offset : {-100, 0, 9}) {
    BooleanMatrix takes_part(140, 150);
    for (Index query = 0; query < takes_part.rows(); ++query) {
      for (Index key = 0; key < takes_part.cols(); ++key) {
        takes_part(query, key) = key - query <= offset;
      }
    }
    const auto causal = gradient_of(in, {.mask = {.causal_offset = offset}});
    const auto masked = gradient_of(in, {.mask = {.matrix = takes_part}});
    EXPECT_TRUE(close(causal.queries, masked.queries, kExactly)) << offset;
    EXPECT_TRUE(close(causal.keys, masked.keys, kExactly)) << offset;
    EXPECT_TRUE(close(causal.values, masked.values, kExactly)) << offset;
    EXPECT_TRUE(close(causal.scores, masked.scores, kExactly)) << offset;
  }
}

TEST(AttentionGradient, InSinglePrecisionAgreesWithDouble) {
  const GradientInputs<float> in = gradient_inputs<float>();
  const AttentionOptions options{.mask = {.matrix = gradient_mask()}};
  const AttentionGradient<float> single = gradient_of(in, options);
  const AttentionGradient<double> exact =
      gradient_of(GradientInputs<double>{in.queries.cast<double>(), in.keys.cast<double>(),
                                         in.values.cast<double>(), in.d_output.cast<double>()},
                  options);
  const Tolerance tolerance{.k = 4, .of = Of::kMatrix};  // sums of a few products, which may cancel
  EXPECT_TRUE(close(single.queries, exact.queries.cast<float>(), tolerance));
  EXPECT_TRUE(close(single.keys, exact.keys.cast<float>(), tolerance));
  EXPECT_TRUE(close(single.values, exact.values.cast<float>(), tolerance));
  EXPECT_TRUE(close(single.scores, exact.scores.cast<float>(), tolerance));
}

TEST(AttentionGradient, IsUntouchedByAMaskedKeyWhoseProductWouldOverflow) {
  GradientInputs<float> in{Matrix<float>::Ones(2, 1), Matrix<float>::Ones(2, 1),
                           Matrix<float>(2, 1), Matrix<float>::Constant(2, 1, 1e30F)};
  in.values << 1, 3e38F;
  BooleanMatrix first_key_alone(2, 2);
  first_key_alone << 1, 0, 1, 0;
  const AttentionGradient<float> gradient =
      gradient_of(in, {.scale = 1, .mask = {.matrix = first_key_alone}});
  EXPECT_EQ(gradient.scores, Matrix<float>::Zero(2, 2));
  EXPECT_EQ(gradient.queries, Matrix<float>::Zero(2, 1));
  EXPECT_EQ(gradient.keys, Matrix<float>::Zero(2, 1));
  EXPECT_EQ(gradient.values(0, 0), 2e30F);
  EXPECT_EQ(gradient.values(1, 0), 0);
  // A causal mask admits that key for the second query.
  EXPECT_TRUE(refuses([&] { gradient_of(in, {.scale = 1, .mask = {.causal_offset = 0}}); },
                      ErrorCode::kDomain, {"∂L/∂scores: the entry in row 1", "overflows single"}));
  in.queries.conservativeResize(1, 1);
  in.d_output.conservativeResize(1, 1);
  EXPECT_EQ(gradient_of(in, {.scale = 1, .mask = {.causal_offset = 0}}).scores,
            Matrix<float>::Zero(1, 2));
}

template <std::floating_point S>
void expect_that_one_gradient_alone_equals_all(Index n, Index m) {
  const GradientInputs<S> in{sample<S>(n, 5, 1), sample<S>(m, 5, 2), sample<S>(m, 3, 3),
                             sample<S>(n, 3, 4)};
  const AttentionOptions options{.mask = {.causal_offset = 1}};
  const AttentionGradient<S> all = gradient_of(in, options);
  using Outputs = AttentionGradientOutputs<S>;
  const auto expect = [&](const Matrix<S>& expected, auto outputs) {
    Matrix<S> alone = Matrix<S>::Constant(expected.rows(), expected.cols(), 99);
    attention_gradient<S>(in.queries, in.keys, in.values, in.d_output, options, {}, outputs(alone));
    EXPECT_TRUE(close(alone, expected, kExactly)) << n << " queries, " << m << " keys";
  };
  expect(all.queries, [](Matrix<S>& to) { return Outputs{.queries = to}; });
  expect(all.keys, [](Matrix<S>& to) { return Outputs{.keys = to}; });
  expect(all.values, [](Matrix<S>& to) { return Outputs{.values = to}; });
  expect(all.scores, [](Matrix<S>& to) { return Outputs{.scores = to}; });
}

TEST(AttentionGradient, HasTheSameDigitsWhereOneResultAloneIsWanted) {
  for (const auto& [n, m] : {std::pair<Index, Index>{4, 6}, {64, 9}, {150, 70}}) {
    expect_that_one_gradient_alone_equals_all<double>(n, m);
    expect_that_one_gradient_alone_equals_all<float>(n, m);
  }
}

TEST(AttentionGradient, RefusesAGradientOfTheOutputOfAnotherShape) {
  GradientInputs<double> in = gradient_inputs<double>();
  for (const auto& [rows, cols, shape] : {std::tuple<Index, Index, const char*>{3, 4, "3×4"},
                                          {5, 3, "5×3"},
                                          {4, 2, "4×2"},
                                          {0, 3, "0×3"},
                                          {4, 0, "4×0"}}) {
    in.d_output = Matrix<double>::Ones(rows, cols);
    EXPECT_TRUE(refuses([&] { gradient_of(in); }, ErrorCode::kShape, {"dOutput", shape, "4×3"}));
  }
  EXPECT_NO_THROW(gradient_of(gradient_inputs<double>()));
}

TEST(AttentionGradient, RefusesNumbersThatAreNotFiniteAndProductsThatOverflow) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    GradientInputs<double> in = gradient_inputs<double>();
    in.d_output(1, 2) = bad;
    EXPECT_TRUE(refuses([&] { gradient_of(in); }, ErrorCode::kDomain,
                        {"dOutput", "row 1, column 2", "finite"}));
    EXPECT_TRUE(refuses([&] { gradient_of(gradient_inputs<double>(), {.scale = bad}); },
                        ErrorCode::kDomain, {"scale", "finite"}));
  }
  GradientInputs<double> in = gradient_inputs<double>();
  in.d_output *= 1e200;
  in.values *= 1e200;
  EXPECT_TRUE(refuses([&] { gradient_of(in); }, ErrorCode::kDomain, {"∂L/∂scores", "overflows"}));
  in = gradient_inputs<double>();
  in.d_output *= 1e200;
  in.keys *= 1e150;
  in.queries *= 1e-150;
  EXPECT_TRUE(refuses([&] { gradient_of(in); }, ErrorCode::kDomain, {"∂L/∂queries", "overflows"}));
  EXPECT_NO_THROW(gradient_of(gradient_inputs<double>()));
}

// Both check their arguments with one function.
TEST(AttentionGradient, RefusesWhatAttentionRefuses) {
  GradientInputs<double> in = gradient_inputs<double>();
  in.keys = sample<double>(6, 4, 1);
  EXPECT_TRUE(
      refuses([&] { gradient_of(in); }, ErrorCode::kShape, {"queries is 4×5", "keys is 6×4"}));
}

}  // namespace
}  // namespace attention_scale::tests
