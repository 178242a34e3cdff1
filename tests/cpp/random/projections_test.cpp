#include "attention_scale/random/projections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "attention_scale/softmax/row_statistics.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

constexpr std::array kAll{Projection::kQueries, Projection::kKeys, Projection::kValues};

Matrix<double> identity(Index d) { return Matrix<double>::Identity(d, d); }

// --- Sentences: words → vectors → projections → attention → statistics ---------------------------

struct Sentence {
  Matrix<double> x;
  Matrix<double> queries;
  Matrix<double> keys;
  Matrix<double> values;
};

Sentence sentence_of(const Golden& golden) {
  static std::map<std::uint32_t, Projections> drawn;  // to draw the 1024×1024 matrices once a seed
  const std::uint32_t seed = golden["seed"].word();
  const Index dim = golden["dim"].index();
  const Matrix<double> x = word_vectors(golden["words"].texts(), seed, dim);
  if (golden["projections"].text() == "identity") {
    return {x, x, x, x};
  }
  EXPECT_EQ(golden["projections"].text(), "random");
  Projections& projections = drawn.try_emplace(seed, seed).first->second;
  return {x, projections.project(x, Projection::kQueries, dim),
          projections.project(x, Projection::kKeys, dim),
          projections.project(x, Projection::kValues, dim)};
}

/// Tolerance of a projection, and of a score of two of them, in eps of the largest entry:
/// sums of d products that cancel, in another order than NumPy's. Roundings add up like √d at
/// random.
double sums(const Golden& golden) {
  return 2 * (1 + std::sqrt(static_cast<double>(golden["dim"].index())));
}

TEST(Sentence, HasTheVectorsAndTheProjectionsOfTheGoldens) {
  for (const Golden& golden : cases("sentence.json")) {
    SCOPED_TRACE(golden["name"].text());
    const Sentence sentence = sentence_of(golden);
    const Index shown = std::min(golden["shown"].index(), golden["dim"].index());
    // The draws, as in random_state_test.cpp.
    EXPECT_TRUE(close(sentence.x.leftCols(shown), golden["x"].matrix<double>(), {.k = 1}));
    const Tolerance products{.k = sums(golden), .of = Of::kMatrix};
    EXPECT_TRUE(
        close(sentence.queries.leftCols(shown), golden["queries"].matrix<double>(), products));
    EXPECT_TRUE(close(sentence.keys.leftCols(shown), golden["keys"].matrix<double>(), products));
    EXPECT_TRUE(
        close(sentence.values.leftCols(shown), golden["values"].matrix<double>(), products));
  }
}

void expect_weighted(const Sentence& sentence, double scale, double sum, const Golden& golden) {
  const Attention<double> result =
      attention<double>(sentence.queries, sentence.keys, sentence.values, {.scale = scale});
  const RowStatistics statistics = row_statistics(result.weights);
  // Logits are off by a share of the largest. An error in a difference of two is a relative error
  // in the weight, and so in a small entropy and in the output.
  const double k = sum * (1 + result.logits.cwiseAbs().maxCoeff());
  const double value = sentence.values.cwiseAbs().maxCoeff();
  const auto output = golden["output"].matrix<double>();
  EXPECT_TRUE(close(result.weights, golden["weights"].matrix<double>(), {.k = k}));
  EXPECT_TRUE(close(statistics.entropy, golden["entropy"].numbers(), {.k = k}));
  EXPECT_TRUE(close(statistics.peak, golden["peak"].numbers(), {.k = k}));
  EXPECT_TRUE(close(result.output.leftCols(output.cols()), output, {.k = k, .at_least = value}));
}

TEST(Sentence, GoesThroughAttentionAsInTheGoldens) {
  for (const Golden& golden : cases("sentence.json")) {
    SCOPED_TRACE(golden["name"].text());
    const Sentence sentence = sentence_of(golden);
    Matrix<double> scores(sentence.x.rows(), sentence.x.rows());
    attention<double>(sentence.queries, sentence.keys, sentence.values, {}, {.scores = scores});
    const double sum = sums(golden);
    EXPECT_TRUE(close(scores, golden["scores"].matrix<double>(), {.k = sum, .of = Of::kMatrix}));
    {
      SCOPED_TRACE("unscaled");
      expect_weighted(sentence, 1, sum, golden["unscaled"]);
    }
    {
      SCOPED_TRACE("scaled");
      expect_weighted(sentence,
                      1 / score_divisor(golden["dim"].index(), golden["exponent"].number()), sum,
                      golden["scaled"]);
    }
  }
}

// --- Projections ---------------------------------------------------------------------------------

TEST(Projections, DrawnInStepsEqualThoseDrawnAtOnce) {
  Projections in_steps(7);
  for (const Index d : {3, 64, 16, 65}) {
    for (const Projection projection : kAll) {
      Projections at_once(7);
      EXPECT_TRUE(close(in_steps.project(identity(d), projection, d),
                        at_once.project(identity(d), projection, d), kExactly))
          << d;
    }
  }
}

TEST(Projections, RefuseSizesOutsideTheRangeAndThenTakeTheNextGoodCall) {
  Projections projections(0);
  const auto project = [&](Index d, Index columns) {
    return projections.project(Matrix<double>::Ones(2, d), Projection::kQueries, columns);
  };
  EXPECT_TRUE(refuses([&] { project(1025, 1); }, ErrorCode::kDomain,
                      {"columns of x is 1025", "between 1 and 1024"}));
  EXPECT_TRUE(
      refuses([&] { project(3, 0); }, ErrorCode::kDomain, {"columns is 0", "between 1 and 3"}));
  EXPECT_TRUE(
      refuses([&] { project(3, 4); }, ErrorCode::kDomain, {"columns is 4", "between 1 and 3"}));
  EXPECT_TRUE(refuses([&] { project(0, 1); }, ErrorCode::kShape, {"x is 2×0"}));
  EXPECT_TRUE(refuses([&] { projections.project(Matrix<double>(0, 3), Projection::kValues, 1); },
                      ErrorCode::kShape, {"x is 0×3"}));
  EXPECT_TRUE(close(project(3, 3),
                    Projections(0).project(Matrix<double>::Ones(2, 3), Projection::kQueries, 3),
                    kExactly));
}

TEST(Projections, RefuseNumbersThatAreNotFiniteAndProductsThatOverflow) {
  Projections projections(0);
  Matrix<double> x = Matrix<double>::Ones(2, 3);
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    x(1, 2) = bad;
    EXPECT_TRUE(refuses([&] { projections.project(x, Projection::kKeys, 3); }, ErrorCode::kDomain,
                        {"x", "row 1, column 2", "finite"}));
  }
  x.setConstant(std::numeric_limits<double>::max());
  EXPECT_TRUE(refuses([&] { projections.project(x, Projection::kKeys, 3); }, ErrorCode::kDomain,
                      {"x·W", "overflows"}));
  x.setOnes();
  EXPECT_NO_THROW(projections.project(x, Projection::kKeys, 3));
}

}  // namespace
}  // namespace attention_scale::tests
