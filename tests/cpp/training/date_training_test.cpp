#include "attention_scale/training/date_training.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expectations.hpp"
#include "src/training/slope_error.hpp"

namespace attention_scale::tests {
namespace {

template <std::floating_point S>
TrainingState<S> start_of(const DateTraining& training, double query_key_factor = 1) {
  TrainingState<S> state;
  state.parameters =
      start_dates<S>(training.model, training.seed, Initialisation::kXavier, query_key_factor);
  return state;
}

std::vector<double> numbers_of(const StepRecord& it) {
  return {it.loss, it.gradient_norm, it.share, it.low, it.median, it.high, it.entropy, it.peak};
}

// tests/engine holds training to PyTorch, in both precisions.

DateTraining small(Index layers, Index heads, double scale) {
  return {.model = {.dim = 16, .layers = layers, .heads = heads, .hidden = 12},
          .scale = scale,
          .optimiser = {.kind = OptimiserKind::kAdam, .rate = 0.003},
          .seed = 5,
          .batch = 4};
}

TEST(DateTraining, TheGradientIsThatOfCentralDifferences) {
  for (const DateTraining& training : {small(1, 1, 0.25), small(2, 2, 0.3), small(1, 4, 1)}) {
    EXPECT_LT(check_dates(training, start_of<double>(training).parameters), 1e-6);
  }
}

TEST(DateTraining, TheGradientUnderARuleIsThatOfCentralDifferences) {
  for (const ScoreRule& rule : {ScoreRule{.query_key_norm = 2}, ScoreRule{.length_factor = 0.5},
                                ScoreRule{.soft_cap = 2}}) {
    DateTraining training = small(2, 2, 0.5);
    training.rule = rule;
    EXPECT_LT(check_dates(training, start_of<double>(training).parameters), 1e-6);
  }
}

/// Without a step QK-clip would not change anything: its rate is the smallest one.
TEST(DateTraining, QkClipBringsTheLargestLogitOfEachHeadToItsLimit) {
  DateTraining training = small(1, 2, 1);
  training.optimiser = {.kind = OptimiserKind::kSgd, .rate = 1e-12};
  TrainingState<double> state = start_of<double>(training);
  TrainingState<double> clipped = state;
  train_dates<double>(training, 1, state);
  training.clip = 1e-3;
  train_dates<double>(training, 1, clipped);
  for (const DateEntry& entry : date_layout(training.model)) {
    const auto part = [&](const TrainingState<double>& of) {
      return Eigen::Map<const Matrix<double>>(of.parameters.data() + entry.from, entry.rows,
                                              entry.cols);
    };
    const bool makes_scores = entry.name.ends_with("q") || entry.name.ends_with("k");
    for (const Index head : {0, 8}) {
      const Index width = makes_scores ? 8 : entry.cols;
      const Matrix<double> before = part(state).middleCols(makes_scores ? head : 0, width);
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
  const DateTraining training{
      .model = {.dim = 16, .hidden = 64}, .scale = 0.25, .seed = 13, .batch = 4};
  const auto start = start_dates<double>(training.model, 13, Initialisation::kNormal);
  EXPECT_LT(check_dates(training, start), 1e-5);
}

TEST(SlopeError, IsRelativeToWhatADifferenceCanTell) {
  EXPECT_NEAR(slope_error(1, 1.01, 0, 2, 1e-6), 0.01, 1e-3);
  EXPECT_NEAR(slope_error(1e-3, 0, 1e-3, 2, 1e-6), 1, 1e-9);
  // Along a direction in which the terms cancel, relative to others.
  EXPECT_NEAR(slope_error(0, 1e-6, 1, 1, 1e-6), 1e-6, 1e-9);
  // Rounding of the loss: 1e-16 over a step of 1e-6.
  EXPECT_LT(slope_error(1e-15, 2e-10, 1e-15, 1, 1e-6), 1e-6);
  EXPECT_EQ(slope_error(0, 0, 0, 0, 1), 0);
}

TEST(DateTraining, TheDigitsDoNotDependOnHowStepsAreDivided) {
  const DateTraining training = small(1, 2, 0.3);
  TrainingState<float> whole = start_of<float>(training);
  TrainingState<float> parts = whole;
  const TrainingRun all = train_dates<float>(training, 7, whole);
  train_dates<float>(training, 3, parts);
  const TrainingRun last = train_dates<float>(training, 4, parts);
  EXPECT_EQ(whole.parameters, parts.parameters);
  EXPECT_EQ(whole.second, parts.second);
  EXPECT_EQ(numbers_of(all.records.back()), numbers_of(last.records.back()));
}

/// With W^Q and W^K at d_k^(−¼) of their size and of their rate (Adam; d_k^(−½) for SGD) the model
/// without the division is the one with it. At d_k = 16 all factors are powers of 2.
TEST(DateTraining, ASmallerStartAndRateStandForTheDivision) {
  for (const bool adam : {false, true}) {
    DateTraining divided = small(1, 1, 0.25);
    divided.optimiser = {.kind = adam ? OptimiserKind::kAdam : OptimiserKind::kSgd,
                         .rate = adam ? 0.003 : 0.1,
                         .epsilon = 1e-30};
    DateTraining smaller = divided;
    smaller.scale = 1;
    smaller.query_key_rate = adam ? 0.5 : 0.25;
    TrainingState<double> first = start_of<double>(divided);
    TrainingState<double> second = start_of<double>(smaller, 0.5);
    const TrainingRun expected = train_dates<double>(divided, 20, first);
    const TrainingRun actual = train_dates<double>(smaller, 20, second);
    for (std::size_t i = 0; i < expected.records.size(); ++i) {
      EXPECT_TRUE(close(actual.records[i].loss, expected.records[i].loss, {.k = 64}));
    }
  }
}

TEST(DateTraining, AStepThatIsNotFiniteIsNotTaken) {
  DateTraining training = small(1, 1, 0.25);
  training.optimiser = {.kind = OptimiserKind::kSgd, .rate = 1e4};
  TrainingState<float> state = start_of<float>(training);
  const TrainingRun run = train_dates<float>(training, 50, state);
  EXPECT_TRUE(run.diverged);
  EXPECT_LT(run.records.size(), 50U);
  EXPECT_EQ(state.step, static_cast<Index>(run.records.size()));
  EXPECT_TRUE(state.parameters.allFinite());
  for (const StepRecord& record : run.records) {
    EXPECT_TRUE(std::isfinite(record.loss));
  }
  const TrainingRun next = train_dates<float>(training, 1, state);
  EXPECT_TRUE(next.diverged);
  EXPECT_TRUE(next.records.empty());
}

TEST(DateTraining, AnAnswerIsExactWhereEveryCharacterIsRightAfterTheRightOnes) {
  DateTraining training = small(1, 1, 0.2);
  training.model = {.dim = 16, .hidden = 32};
  training.batch = 16;
  training.optimiser.rate = 0.01;
  TrainingState<float> state = start_of<float>(training);
  train_dates<float>(training, 300, state);
  Index exact = 0;
  constexpr Index kCount = 60;
  for (const DateExample& example : date_examples(9, 0, kCount)) {
    const auto answer =
        answer_date<float>(training.model, training.scale, state.parameters, example.source);
    EXPECT_EQ(answer.right, example.target);
    exact += answer.answer == example.target ? 1 : 0;
  }
  const DateTest test =
      test_dates<float>(training.model, training.scale, state.parameters, 9, kCount);
  EXPECT_DOUBLE_EQ(test.exact, static_cast<double>(exact) / kCount);
  // A model that does some of the examples: the test would hold of one that does none.
  EXPECT_GT(exact, 5);
  EXPECT_LT(exact, kCount - 5);
}

TEST(DateTraining, ATestOfManyExamplesIsTheMeanOfItsParts) {
  const DateTraining training = small(1, 1, 0.25);
  const auto parameters = start_of<double>(training).parameters;
  const DateTest all = test_dates<double>(training.model, 0.25, parameters, 1, 600);
  const DateTest first = test_dates<double>(training.model, 0.25, parameters, 1, 512);
  const DateTest one = test_dates<double>(training.model, 0.25, parameters, 1, 1);
  EXPECT_NE(all.loss, first.loss);
  EXPECT_NE(all.loss, one.loss);
  EXPECT_NEAR(all.loss, first.loss, 0.1);
}

TEST(DateTraining, RefusesNumbersOutsideTheirRanges) {
  const DateTraining good = small(1, 1, 0.25);
  const auto refused = [&](auto change, std::initializer_list<std::string_view> words,
                           ErrorCode code = kDomain) {
    DateTraining bad = good;
    TrainingState<double> state = start_of<double>(good);
    change(bad, state);
    return refuses([&] { train_dates<double>(bad, 1, state); }, code, words);
  };
  EXPECT_TRUE(refused([](auto& it, auto&) { it.batch = 0; }, {"batch", "512"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.batch = 513; }, {"batch", "512"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.optimiser.rate = 1e9; }, {"rate", "10000"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.scale = kNaN; }, {"scale"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.query_key_rate = -1; }, {"queryKeyRate"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.dim = 257; }, {"dim", "16", "256"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.layers = 3; }, {"layers", "2"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.heads = 3; }, {"dim", "3 heads"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.hidden = 0; }, {"hidden"}));
  EXPECT_TRUE(refused([](auto& it, auto&) { it.model.hidden = 13; }, {"parameters"}, kShape));
  EXPECT_TRUE(refused([](auto&, auto& state) { state.parameters[7] = kNaN; }, {"parameters"}));
  EXPECT_TRUE(refused([](auto&, auto& state) { state.step = -1; }, {"step"}));
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
