#include "attention_scale/training/optimiser.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

constexpr std::array kKinds{OptimiserKind::kSgd, OptimiserKind::kMomentum, OptimiserKind::kAdam,
                            OptimiserKind::kAdamW};

// tests/engine holds every optimiser to PyTorch.

TEST(Optimiser, KeepsAsManyListsAsItNeeds) {
  for (const OptimiserKind kind : kKinds) {
    const OptimiserOptions options{.kind = kind};
    TrainingState<double> state{.parameters = Vector<double>::Ones(3)};
    check_state(options, 3, state);
    EXPECT_EQ(state.first.size(), kind == OptimiserKind::kSgd ? 0 : 3);
    EXPECT_EQ(state.second.size(), moment_count(kind) == 2 ? 3 : 0);
  }
}

TEST(Optimiser, RefusesStatesThatDoNotFit) {
  const OptimiserOptions adam{};
  TrainingState<double> state{.parameters = Vector<double>::Ones(3)};
  EXPECT_TRUE(refuses([&] { check_state(adam, 4, state); }, ErrorCode::kShape,
                      {"parameters", "3 entries", "4"}));
  state.first.resize(0);
  state.second.resize(0);
  state.step = 1;
  EXPECT_TRUE(refuses([&] { check_state(adam, 3, state); }, ErrorCode::kShape,
                      {"first", "0 entries", "3"}));
  state.parameters[1] = kNaN;
  EXPECT_TRUE(refuses([&] { check_state({.kind = OptimiserKind::kSgd}, 3, state); },
                      ErrorCode::kDomain, {"parameters", "NaN"}));
}

TEST(Optimiser, RefusesNumbersOutsideTheirRange) {
  const auto refused = [](const OptimiserOptions& options, const char* name) {
    return refuses([&] { check_optimiser(options); }, ErrorCode::kDomain, {name});
  };
  EXPECT_NO_THROW(check_optimiser({}));
  EXPECT_NO_THROW(check_optimiser({.rate = 1e4}));
  EXPECT_TRUE(refused({.rate = 0}, "rate is 0"));
  EXPECT_TRUE(refused({.rate = 1e9}, "between 0 and 10000"));
  EXPECT_TRUE(refused({.rate = kNaN}, "rate is NaN"));
  EXPECT_TRUE(refused({.momentum = 1}, "momentum is 1"));
  EXPECT_TRUE(refused({.beta1 = -0.1}, "beta1"));
  EXPECT_TRUE(refused({.beta2 = kInfinity}, "beta2 is ∞"));
  EXPECT_TRUE(refused({.epsilon = 0}, "epsilon is 0"));
  EXPECT_TRUE(refused({.decay = 2}, "decay is 2"));
}

TEST(Optimiser, RefusesAStepOfListsThatDoNotFit) {
  const std::array<ParameterEntry, 1> layout{{{.name = "w", .rows = 1, .cols = 2}}};
  const auto refused = [](std::span<const ParameterEntry> of, Index gradient, Index first,
                          std::initializer_list<std::string_view> words) {
    TrainingState<double> state{.parameters = Vector<double>::Ones(2),
                                .first = Vector<double>::Ones(first),
                                .second = Vector<double>::Ones(2)};
    TrainingState<double> scratch;
    const Vector<double> slopes = Vector<double>::Ones(gradient);
    return refuses([&] { take_step<double>({}, 1, of, slopes, state, scratch); }, ErrorCode::kShape,
                   words);
  };
  EXPECT_TRUE(refused(layout, 3, 2, {"gradient has 3 entries", "need 2"}));
  EXPECT_TRUE(refused(layout, 2, 1, {"first has 1 entries", "need 2"}));
  const std::array<ParameterEntry, 1> beyond{{{.name = "w", .from = 1, .rows = 1, .cols = 2}}};
  EXPECT_TRUE(refused(beyond, 2, 2, {"w has 1 rows and 2 columns from number 1 on", "2"}));
  EXPECT_EQ(parameter_count({}), 0);
}

TEST(Optimiser, LeavesTheStateWhereANumberIsNotFinite) {
  const std::array<ParameterEntry, 1> layout{{{.name = "w", .rows = 1, .cols = 2}}};
  for (const OptimiserKind kind : kKinds) {
    const OptimiserOptions options{.kind = kind, .rate = 1e4};
    TrainingState<float> state{.parameters = Vector<float>{{-3e38F, 3e38F}}};
    check_state(options, 2, state);
    const TrainingState<float> before = state;
    TrainingState<float> scratch;
    // The next parameters overflow, or Adam's second moments.
    const Vector<float> large{{1e37F, -1e37F}};
    EXPECT_FALSE(take_step<float>(options, 1, layout, large, state, scratch));
    const Vector<float> infinite{{0, std::numeric_limits<float>::infinity()}};
    EXPECT_FALSE(take_step<float>(options, 1, layout, infinite, state, scratch));
    EXPECT_EQ(state.step, 0);
    EXPECT_TRUE(close(state.parameters, before.parameters, kExactly));
    EXPECT_EQ(state.first.size(), before.first.size());
  }
}

}  // namespace
}  // namespace attention_scale::tests
