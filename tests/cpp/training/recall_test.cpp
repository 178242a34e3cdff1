#include "attention_scale/training/recall.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds data, start and training to NumPy and PyTorch.

/// Some steps after those that the lane has taken.
template <std::floating_point S>
void train(const RecallTask& task, const OptimiserOptions& optimiser, Index steps,
           TrainingLane<S>& lane) {
  train_recall<S>(task, optimiser, steps, std::span(&lane, 1));
}

TEST(Recall, DrawsASequenceWhateverTheBatch) {
  RecallData<float> one;
  RecallData<float> three;
  draw_recall<float>({.seed = 5, .dim = 5, .n = 3, .batch = 1}, 2, one);
  draw_recall<float>({.seed = 5, .dim = 5, .n = 3, .batch = 3}, 2, three);
  EXPECT_TRUE(close(one.tokens, three.tokens.topRows(3), kExactly));
  EXPECT_EQ(one.rights[0], three.rights[0]);
}

TEST(Recall, HasTheGradientOfFiniteDifferences) {
  for (const Index dim : {4, 16, 64, 256}) {
    for (const double scale : {1.0, 1 / std::sqrt(static_cast<double>(dim))}) {
      const RecallTask task{.seed = 3, .dim = dim};
      const auto start = start_recall<double>(dim, 3, Initialisation::kXavier, 1);
      EXPECT_LT(check_recall(task, start, scale), 1e-8) << "d = " << dim << ", scale " << scale;
    }
  }
}

TEST(Recall, HasTheGradientOfFiniteDifferencesUnderEveryRule) {
  const ScoreRule norm{.query_key_norm = 4};
  const ScoreRule cap{.soft_cap = 3};
  const ScoreRule length{.length_factor = 0.7};
  const ScoreRule rest{.off_by_one = true};
  const ScoreRule all{.query_key_norm = 4, .length_factor = 0.7, .soft_cap = 3, .off_by_one = true};
  for (const ScoreRule& rule : {norm, cap, length, rest, all}) {
    for (const Index dim : {4, 64}) {
      const auto start = start_recall<double>(dim, 3, Initialisation::kXavier, 1);
      EXPECT_LT(check_recall({.seed = 3, .dim = dim}, start, 0.5, rule), 1e-7) << "d = " << dim;
    }
  }
}

// A query that is 0 has the cosine 0 with every key.
TEST(Recall, GivesQueriesWithoutLengthEqualWeights) {
  const RecallTask task{.seed = 3, .dim = 4, .n = 5, .batch = 2};
  Vector<double> start = start_recall<double>(4, 3, Initialisation::kXavier, 1);
  start.head(16).setZero();
  const RecallTest test = test_recall<double>(task, start, 1, {.query_key_norm = 2});
  EXPECT_TRUE(close(test.right, 0.2, {.k = 4}));
  TrainingLane<double> lane{.rule = {.query_key_norm = 2}, .state = {.parameters = start}};
  train<double>(task, {.kind = OptimiserKind::kSgd}, 1, lane);
  EXPECT_TRUE(close(lane.state.parameters, start, kExactly));
}

TEST(Recall, ClipsTheLargestLogitAfterAStep) {
  const RecallTask task{.seed = 3, .dim = 8, .n = 4, .batch = 2};
  const Vector<double> start = start_recall<double>(8, 3, Initialisation::kXavier, 10);
  TrainingLane<double> lane{.clip = 30, .rate = 1e-30, .state = {.parameters = start}};
  train<double>(task, {.kind = OptimiserKind::kSgd}, 1, lane);
  const Vector<double> clipped = lane.state.parameters;
  EXPECT_LT(clipped.norm(), start.norm() / 2);
  // On the same data the largest logit is now 30, which is not more.
  TrainingLane<double> again{
      .clip = 30 * (1 + 1e-9), .rate = 1e-30, .state = {.parameters = clipped}};
  train<double>(task, {.kind = OptimiserKind::kSgd}, 1, again);
  EXPECT_TRUE(close(again.state.parameters, clipped, kExactly));
}

// A trained head does not depend on the number of keys; what it gives the right one does.
TEST(Recall, TestsOnOtherNumbersOfKeys) {
  const RecallTask many{.seed = 7, .dim = 4, .n = 3000, .batch = 3};
  const Vector<double> zero = Vector<double>::Zero(32);
  for (const double right : test_recall_keys<double>(many, 0, zero, 1)) {
    EXPECT_TRUE(close(right, 1.0 / 3000, {.k = 8}));
  }
  const Vector<double> start = start_recall<double>(4, 7, Initialisation::kXavier, 1);
  const auto all = test_recall_keys<double>(many, 4, start, 1);
  const auto last =
      test_recall_keys<double>({.seed = 7, .dim = 4, .n = 3000, .batch = 1}, 6, start, 1);
  EXPECT_EQ(all[2], last[0]);
}

// With two keys at d = 512 all weights are 0 or 1 without the division: the gradient is smaller
// than the rounding of the loss.
TEST(Recall, TakesNoRoundingOfTheLossForAnErrorOfTheGradient) {
  const auto start = start_recall<double>(512, 13, Initialisation::kXavier, 1);
  EXPECT_LT(check_recall({.seed = 13, .dim = 512, .n = 2, .batch = 4}, start, 1), 1e-5);
}

TEST(Recall, RefusesMoreStepsThanThereAreSeeds) {
  const RecallTask task{.seed = 1, .dim = 4, .n = 2, .batch = 1};
  TrainingLane<double> lane{.state = {.parameters = Vector<double>::Ones(32),
                                      .first = Vector<double>::Zero(32),
                                      .second = Vector<double>::Zero(32),
                                      .step = std::numeric_limits<std::uint32_t>::max() - 1}};
  EXPECT_TRUE(refuses([&] { train<double>(task, {}, 2, lane); }, ErrorCode::kDomain,
                      {"steps is 2; it must lie between 1 and 1"}));
}

TEST(Recall, EndsALaneThatDivergesAndNoOther) {
  const RecallTask task{.seed = 1, .dim = 8, .n = 4, .batch = 2};
  const Vector<float> start = start_recall<float>(8, 1, Initialisation::kXavier, 1);
  std::vector<TrainingLane<float>> lanes(2);
  lanes[0].state.parameters = 1e25F * start;
  lanes[1].state.parameters = start;
  train_recall<float>(task, {.kind = OptimiserKind::kSgd}, 3, lanes);
  EXPECT_TRUE(lanes[0].diverged);
  EXPECT_TRUE(lanes[0].records.empty());
  EXPECT_TRUE(close(lanes[0].state.parameters, Vector<float>(1e25F * start), kExactly));
  EXPECT_FALSE(lanes[1].diverged);
  EXPECT_EQ(lanes[1].state.step, 3);
  EXPECT_EQ(lanes[1].records.size(), 3U);
}

TEST(Recall, LearnsTheTask) {
  const RecallTask task{.seed = 7, .dim = 16, .n = 8, .batch = 32};
  TrainingLane<float> lane{.scale = 0.25, .rate = 0.01};
  lane.state.parameters = start_recall<float>(16, 7, Initialisation::kXavier, 1);
  const RecallAlignment before = recall_alignment<float>(task, lane.state.parameters);
  train<float>(task, {}, 400, lane);
  EXPECT_GT(test_recall<float>(task, lane.state.parameters, 0.25).right, 0.9);
  const Matrix<float> weights = recall_weights<float>(task, 0, lane.state.parameters, 0.25);
  EXPECT_TRUE(
      close(Vector<float>(weights.rowwise().sum()), Vector<float>::Ones(8).eval(), {.k = 4}));
  EXPECT_GT(weights.diagonal().minCoeff(), 0.5);
  const RecallAlignment after = recall_alignment<float>(task, lane.state.parameters);
  EXPECT_GT(after.cosine, before.cosine + 0.5);
  EXPECT_GT(after.score, before.score);
}

TEST(Recall, RefusesWhatDoesNotFit) {
  const auto refused = [](RecallTask task, const char* word) {
    return refuses([&] { check_task(task); }, ErrorCode::kDomain, {word});
  };
  EXPECT_TRUE(refused({.dim = 3}, "dim is 3; it must lie between 4 and 512"));
  EXPECT_TRUE(refused({.n = 65}, "n is 65; it must lie between 2 and 64"));
  EXPECT_TRUE(refused({.batch = 0}, "batch is 0; it must lie between 1 and 512"));
  const Vector<double> zero = Vector<double>::Zero(32);
  EXPECT_TRUE(refuses([&] { test_recall_keys<double>({.dim = 4, .n = 32'769}, 0, zero, 1); },
                      ErrorCode::kDomain, {"n is 32769; it must lie between 2 and 32768"}));
  EXPECT_TRUE(refuses([&] { test_recall<double>({.dim = 4}, zero, 1, {.soft_cap = 0}); },
                      ErrorCode::kDomain, {"softCap is 0"}));
  EXPECT_TRUE(refuses([] { start_recall<float>(4, 1, Initialisation::kXavier, -1); },
                      ErrorCode::kDomain, {"queryKeyFactor is -1"}));

  const RecallTask task{.dim = 4, .n = 2, .batch = 1};
  std::vector<TrainingLane<double>> lanes(1);
  lanes[0].state.parameters = Vector<double>::Ones(32);
  const Vector<double> short_list = Vector<double>::Ones(31);
  EXPECT_TRUE(refuses([&] { test_recall<double>(task, short_list, 1); }, ErrorCode::kShape,
                      {"parameters has 31 entries", "32"}));
  lanes.push_back(lanes[0]);
  lanes[1].state.step = 1;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {.kind = OptimiserKind::kSgd}, 1, lanes); },
                      ErrorCode::kDomain, {"different numbers of steps"}));
  lanes.pop_back();
  lanes[0].query_key_rate = -1;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, lanes); }, ErrorCode::kDomain,
                      {"queryKeyRate is -1"}));
  lanes[0] = {.clip = 0, .state = {.parameters = Vector<double>::Ones(32)}};
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, lanes); }, ErrorCode::kDomain,
                      {"clip is 0; it must lie between 0.001 and 1000000"}));
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, {}); }, ErrorCode::kShape,
                      {"lanes", "at least one lane"}));
}

}  // namespace
}  // namespace attention_scale::tests
