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
           RecallLane<S>& lane) {
  train_recall<S>(task, optimiser, steps, {}, std::span(&lane, 1));
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

// With two keys at d = 512 all weights are 0 or 1 without the division: the gradient is smaller
// than the rounding of the loss.
TEST(Recall, TakesNoRoundingOfTheLossForAnErrorOfTheGradient) {
  const auto start = start_recall<double>(512, 13, Initialisation::kXavier, 1);
  EXPECT_LT(check_recall({.seed = 13, .dim = 512, .n = 2, .batch = 4}, start, 1), 1e-5);
}

TEST(Recall, RefusesMoreStepsThanThereAreSeeds) {
  const RecallTask task{.seed = 1, .dim = 4, .n = 2, .batch = 1};
  RecallLane<double> lane{.state = {.parameters = Vector<double>::Ones(32),
                                    .first = Vector<double>::Zero(32),
                                    .second = Vector<double>::Zero(32),
                                    .step = std::numeric_limits<std::uint32_t>::max() - 1}};
  EXPECT_TRUE(refuses([&] { train<double>(task, {}, 2, lane); }, ErrorCode::kDomain,
                      {"steps is 2; it must lie between 1 and 1"}));
}

TEST(Recall, EndsALaneThatDivergesAndNoOther) {
  const RecallTask task{.seed = 1, .dim = 8, .n = 4, .batch = 2};
  const Vector<float> start = start_recall<float>(8, 1, Initialisation::kXavier, 1);
  std::vector<RecallLane<float>> lanes(2);
  lanes[0].state.parameters = 1e25F * start;
  lanes[1].state.parameters = start;
  train_recall<float>(task, {.kind = OptimiserKind::kSgd}, 3, {}, lanes);
  EXPECT_TRUE(lanes[0].diverged);
  EXPECT_TRUE(lanes[0].records.empty());
  EXPECT_TRUE(close(lanes[0].state.parameters, Vector<float>(1e25F * start), kExactly));
  EXPECT_FALSE(lanes[1].diverged);
  EXPECT_EQ(lanes[1].state.step, 3);
  EXPECT_EQ(lanes[1].records.size(), 3U);
}

TEST(Recall, LearnsTheTask) {
  const RecallTask task{.seed = 7, .dim = 16, .n = 8, .batch = 32};
  RecallLane<float> lane{.scale = 0.25, .rate = 0.01};
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
  EXPECT_TRUE(refuses([] { start_recall<float>(4, 1, Initialisation::kXavier, -1); },
                      ErrorCode::kDomain, {"queryKeyFactor is -1"}));

  const RecallTask task{.dim = 4, .n = 2, .batch = 1};
  std::vector<RecallLane<double>> lanes(1);
  lanes[0].state.parameters = Vector<double>::Ones(32);
  std::vector<RecallData<double>> given(1);
  draw_recall<double>(task, 1, given[0]);
  given[0].rights[0] = 2;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, given, lanes); }, ErrorCode::kDomain,
                      {"right is 2"}));
  given[0].rights[0] = 1;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 2, given, lanes); }, ErrorCode::kShape,
                      {"1 steps; 2 are to be taken"}));
  given[0].rights.clear();
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, given, lanes); }, ErrorCode::kShape,
                      {"right has 0 entries and the batch 1"}));
  const Vector<double> short_list = Vector<double>::Ones(31);
  EXPECT_TRUE(refuses([&] { test_recall<double>(task, short_list, 1); }, ErrorCode::kShape,
                      {"parameters has 31 entries", "32"}));
  lanes.push_back(lanes[0]);
  lanes[1].state.step = 1;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, {}, lanes); }, ErrorCode::kDomain,
                      {"different numbers of steps"}));
  lanes.pop_back();
  lanes[0].query_key_rate = -1;
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, {}, lanes); }, ErrorCode::kDomain,
                      {"queryKeyRate is -1"}));
  EXPECT_TRUE(refuses([&] { train_recall<double>(task, {}, 1, {}, {}); }, ErrorCode::kShape,
                      {"lanes", "at least one lane"}));
}

}  // namespace
}  // namespace attention_scale::tests
