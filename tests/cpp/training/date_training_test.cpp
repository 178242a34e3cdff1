#include "attention_scale/training/date_training.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "expectations.hpp"
#include "src/training/train_lanes.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds training to PyTorch, in both precisions.

DateTask small(Index layers, Index heads) {
  return {
      .model = {.dim = 16, .layers = layers, .heads = heads, .hidden = 12}, .seed = 5, .batch = 4};
}

/// A lane at the start of a task.
template <std::floating_point S>
TrainingLane<S> lane_of(const DateTask& task, double scale, double query_key_factor = 1) {
  return {.scale = scale,
          .rate = 0.003,
          .state = {.parameters = start_dates<S>(task.model, task.seed, Initialisation::kXavier,
                                                 query_key_factor)}};
}

/// Steps of Adam, unless `optimiser` is another one. Returns the lane after them, with their
/// records alone.
template <std::floating_point S>
TrainingLane<S> trained(const DateTask& task, Index steps, TrainingLane<S> lane,
                        const OptimiserOptions& optimiser = {}) {
  lane.records.clear();
  train_dates<S>(task, optimiser, steps, std::span(&lane, 1));
  return lane;
}

constexpr OptimiserOptions kPlainDescent{.kind = OptimiserKind::kSgd};

TEST(DateTraining, TheGradientIsThatOfCentralDifferences) {
  for (const auto& [task, scale] :
       {std::pair(small(1, 1), 0.25), std::pair(small(2, 2), 0.3), std::pair(small(1, 4), 1.0)}) {
    EXPECT_LT(check_dates(task, lane_of<double>(task, scale).state.parameters, scale), 1e-6);
  }
}

TEST(DateTraining, TheGradientUnderARuleIsThatOfCentralDifferences) {
  for (const ScoreRule& rule : {ScoreRule{.query_key_norm = 2}, ScoreRule{.length_factor = 0.5},
                                ScoreRule{.soft_cap = 2}}) {
    const DateTask task = small(2, 2);
    EXPECT_LT(check_dates(task, lane_of<double>(task, 0.5).state.parameters, 0.5, rule), 1e-6);
  }
}

/// Without a step QK-clip would not change anything: its rate is the smallest one.
TEST(DateTraining, QkClipBringsTheLargestLogitOfEachHeadToItsLimit) {
  const DateTask task = small(1, 2);
  TrainingLane<double> lane = lane_of<double>(task, 1);
  lane.rate = 1e-12;
  const TrainingLane<double> free = trained(task, 1, lane, kPlainDescent);
  lane.clip = 1e-3;
  const TrainingLane<double> clipped = trained(task, 1, lane, kPlainDescent);
  for (const ParameterEntry& entry : date_layout(task.model)) {
    const auto part = [&](const TrainingLane<double>& of) {
      return Eigen::Map<const Matrix<double>>(of.state.parameters.data() + entry.from, entry.rows,
                                              entry.cols);
    };
    const bool makes_scores = entry.name.ends_with("q") || entry.name.ends_with("k");
    for (const Index head : {0, 8}) {
      const Index width = makes_scores ? 8 : entry.cols;
      const Matrix<double> before = part(free).middleCols(makes_scores ? head : 0, width);
      const Matrix<double> after = part(clipped).middleCols(makes_scores ? head : 0, width);
      const double factor = makes_scores ? after.norm() / before.norm() : 1;
      EXPECT_EQ(makes_scores, factor < 0.1) << entry.name;
      EXPECT_LT((after - factor * before).norm(), 1e-12) << entry.name;
    }
  }
}

// With entries of N(0, .02²) the gradients of W^Q and W^K are so small that rounding of the loss
// leaves their central differences two digits.
TEST(DateTraining, TakesNoRoundingOfTheLossForAnErrorOfTheGradient) {
  const DateTask task{.model = {.dim = 16, .hidden = 64}, .seed = 13, .batch = 4};
  const auto start = start_dates<double>(task.model, 13, Initialisation::kNormal);
  EXPECT_LT(check_dates(task, start, 0.25), 1e-5);
}

TEST(SlopeError, IsRelativeToWhatADifferenceCanTell) {
  EXPECT_NEAR(slope_error(1, 1.01, 0, 2, 1e-6), 0.01, 1e-3);
  EXPECT_NEAR(slope_error(1e-3, 0, 1e-3, 2, 1e-6), 1, 1e-9);
  // Along a direction in which the terms cancel, the error is relative to slopes along others.
  EXPECT_NEAR(slope_error(0, 1e-6, 1, 1, 1e-6), 1e-6, 1e-9);
  // Rounding of the loss: 1e-16 over a step of 1e-6.
  EXPECT_LT(slope_error(1e-15, 2e-10, 1e-15, 1, 1e-6), 1e-6);
  EXPECT_EQ(slope_error(0, 0, 0, 0, 1), 0);
}

TEST(DateTraining, TheDigitsDoNotDependOnHowStepsAreDivided) {
  const DateTask task = small(1, 2);
  const auto start = lane_of<float>(task, 0.3);
  const auto whole = trained(task, 7, start);
  const auto parts = trained(task, 4, trained(task, 3, start));
  EXPECT_EQ(whole.state.parameters, parts.state.parameters);
  EXPECT_EQ(whole.state.second, parts.state.second);
  for (const auto number : StepRecord::kNumbers) {
    EXPECT_EQ(whole.records.back().*number, parts.records.back().*number);
  }
}

/// With W^Q and W^K at d_k^(−¼) of their size and of their rate (Adam; d_k^(−½) for SGD) the model
/// without the division is the one with it. At d_k = 16 all factors are powers of 2.
TEST(DateTraining, ASmallerStartAndRateStandForTheDivision) {
  for (const bool adam : {false, true}) {
    const DateTask task = small(1, 1);
    const OptimiserOptions optimiser{.kind = adam ? OptimiserKind::kAdam : OptimiserKind::kSgd,
                                     .epsilon = 1e-30};
    auto divided = lane_of<double>(task, 0.25);
    auto smaller = lane_of<double>(task, 1, 0.5);
    divided.rate = smaller.rate = adam ? 0.003 : 0.1;
    smaller.query_key_rate = adam ? 0.5 : 0.25;
    const auto expected = trained(task, 20, divided, optimiser);
    const auto actual = trained(task, 20, smaller, optimiser);
    for (std::size_t i = 0; i < expected.records.size(); ++i) {
      EXPECT_TRUE(close(actual.records[i].loss, expected.records[i].loss, {.k = 64}));
    }
  }
}

TEST(DateTraining, AStepThatIsNotFiniteIsNotTaken) {
  const DateTask task = small(1, 1);
  auto start = lane_of<float>(task, 0.25);
  start.rate = 1e4;
  auto run = trained(task, 50, start, kPlainDescent);
  EXPECT_TRUE(run.diverged);
  EXPECT_LT(run.records.size(), 50U);
  EXPECT_EQ(run.state.step, static_cast<Index>(run.records.size()));
  EXPECT_TRUE(run.state.parameters.allFinite());
  for (const StepRecord& record : run.records) {
    EXPECT_TRUE(std::isfinite(record.loss));
  }
  run.diverged = false;
  const auto next = trained(task, 1, run, kPlainDescent);
  EXPECT_TRUE(next.diverged);
  EXPECT_TRUE(next.records.empty());
}

TEST(DateTraining, AnAnswerIsExactWhereEveryCharacterIsRightAfterTheRightOnes) {
  const DateTask task{.model = {.dim = 16, .hidden = 32}, .seed = 5, .batch = 16};
  auto lane = lane_of<float>(task, 0.2);
  lane.rate = 0.01;
  const Vector<float> parameters = trained(task, 300, lane).state.parameters;
  Index exact = 0;
  constexpr Index kCount = 60;
  for (const DateExample& example : date_examples(9, 0, kCount)) {
    const auto answer = answer_date<float>(task.model, lane.scale, parameters, example.source);
    EXPECT_EQ(answer.right, example.target);
    exact += answer.answer == example.target ? 1 : 0;
  }
  const DateTest test = test_dates<float>(task.model, lane.scale, parameters, 9, kCount);
  EXPECT_DOUBLE_EQ(test.exact, static_cast<double>(exact) / kCount);
  // A model that does some of the examples: the test would hold of one that does none.
  EXPECT_GT(exact, 5);
  EXPECT_LT(exact, kCount - 5);
}

TEST(DateTraining, ATestOfManyExamplesIsTheMeanOfItsParts) {
  const DateTask task = small(1, 1);
  const auto parameters = lane_of<double>(task, 1).state.parameters;
  const DateTest all = test_dates<double>(task.model, 0.25, parameters, 1, 600);
  const DateTest first = test_dates<double>(task.model, 0.25, parameters, 1, 512);
  const DateTest one = test_dates<double>(task.model, 0.25, parameters, 1, 1);
  EXPECT_NE(all.loss, first.loss);
  EXPECT_NE(all.loss, one.loss);
  EXPECT_NEAR(all.loss, first.loss, 0.1);
}

TEST(DateTraining, RefusesNumbersOutsideTheirRanges) {
  const DateTask good = small(1, 1);
  const auto refused = [&](auto change, std::initializer_list<std::string_view> words,
                           ErrorCode code = kDomain) {
    DateTask bad = good;
    TrainingLane<double> lane = lane_of<double>(good, 0.25);
    change(bad, lane);
    return refuses([&] { trained(bad, 1, lane); }, code, words);
  };
  EXPECT_TRUE(refused([](auto& it, auto&) { it.batch = 0; }, {"batch", "512"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.batch = 513; }, {"batch", "512"}));
  EXPECT_TRUE(refused([](auto&, auto& lane) { lane.rate = 1e9; }, {"rate", "10000"}));
  EXPECT_TRUE(refused([](auto&, auto& lane) { lane.scale = kNaN; }, {"scale"}));
  EXPECT_TRUE(refused([](auto&, auto& lane) { lane.query_key_rate = -1; }, {"queryKeyRate"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.dim = 257; }, {"dim", "16", "256"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.layers = 3; }, {"layers", "2"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.heads = 3; }, {"dim", "3 heads"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.hidden = 0; }, {"hidden"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.hidden = 13; }, {"parameters"}, kShape));
  EXPECT_TRUE(refused([](auto&, auto& lane) { lane.state.parameters[7] = kNaN; }, {"parameters"}));
  EXPECT_TRUE(refused([](auto&, auto& lane) { lane.state.step = -1; }, {"step"}));
  for (const Index count : {0, 3}) {
    const Vector<double> few = Vector<double>::Zero(count);
    EXPECT_TRUE(
        refuses([&] { test_dates<double>(good.model, 1, few, 1, 1); }, kShape, {"parameters"}));
  }
  EXPECT_TRUE(
      refuses([&] { start_dates<double>(good.model, 0, Initialisation::kXavier, kInfinity); },
              kDomain, {"queryKeyFactor"}));
}

}  // namespace
}  // namespace attention_scale::tests
