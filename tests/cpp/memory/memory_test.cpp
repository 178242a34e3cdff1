// Memory that runs out, at one allocation after another.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "attention_scale/experiments/score_sampling.hpp"
#include "attention_scale/layers/transformer.hpp"
#include "expectations.hpp"
#include "guard.hpp"
#include "language/tiny_model.hpp"
#include "memory/calls.hpp"
#include "memory/failing_memory.hpp"
#include "workspace.hpp"

namespace attention_scale::tests {
namespace {

/// Which of so many allocations fail: the first ones, which are made once, and some of each part of
/// the others, which are those of loops.
std::vector<long> failures(long allocations) {
  constexpr long kFirst = 40;
  constexpr long kOthers = 20;
  std::vector<long> numbers;
  for (long i = 0; i < allocations; i += i < kFirst ? 1 : 1 + (allocations - kFirst) / kOthers) {
    numbers.push_back(i);
  }
  return numbers;
}

/// Makes a call after those it needs before it. Returns its results.
std::vector<std::byte> results_of(const Call& call) {
  for (const Call& earlier : call.before) {
    EXPECT_EQ(Prepared(earlier).run(), bindings::kNoError) << bindings::last_error();
  }
  Prepared prepared(call);
  EXPECT_EQ(prepared.run(), bindings::kNoError) << bindings::last_error();
  return prepared.results();
}

TEST(Memory, ACallThatFindsNoneSaysSoAndWorksAgainAfterwards) {
  for (const Call& call : every_call()) {
    SCOPED_TRACE(call.name);
    const std::vector<std::byte> expected = results_of(call);
    long allocations = 0;
    for (const Call& earlier : call.before) {
      Prepared(earlier).run();
    }
    Prepared counted(call);
    {
      const FailingMemory never;
      counted.run();
      allocations = FailingMemory::asked();
    }
    for (const long failing : failures(allocations)) {
      for (const Call& earlier : call.before) {
        Prepared(earlier).run();
      }
      Prepared prepared(call);
      int code = 0;
      {
        const FailingMemory from(failing);
        code = prepared.run();
      }
      ASSERT_EQ(code, static_cast<int>(ErrorCode::kLimit)) << "allocation " << failing;
      ASSERT_STREQ(bindings::last_error(), "There is not enough memory for matrices of this size.");
      ASSERT_EQ(results_of(call), expected) << "after allocation " << failing;
    }
  }
}

TEST(Memory, EveryExportedCallIsMade) {
  std::set<std::string> exported;
  for (const auto& file : std::filesystem::directory_iterator(ATTENTION_SCALE_BINDINGS)) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    const std::regex name("export_call<\"(\\w+)");
    for (std::sregex_iterator found(source.begin(), source.end(), name), end; found != end;
         ++found) {
      exported.insert((*found)[1]);
    }
  }
  std::set<std::string> made;
  for (const Call& call : every_call()) {
    made.insert(call.name);
  }
  EXPECT_EQ(made, exported);
}

TEST(Memory, ALayerOfAnotherLengthOutlivesAFailure) {
  const Matrix<double> square = sample<double>(4, 4, 1);
  const Matrix<double> row = sample<double>(1, 4, 2);
  const LayerParameters<Parameter<double>> parameters{
      .attention = {.wq = square, .wk = square, .wv = square, .wo = square},
      .feed_forward = {.w1 = square, .w2 = square},
      .attention_norm = {.gamma = row, .beta = row},
      .feed_forward_norm = {.gamma = row, .beta = row}};
  for (const Activation activation : {Activation::kRelu, Activation::kGelu}) {
    const auto output = [&](LayerStack<double>& stack, Index words) -> const Matrix<double>& {
      stack.layers = {&parameters, 1};
      stack.options.activation = activation;
      return stack.forward(sample<double>(words, 4, 3), Matrix<double>());
    };
    LayerStack<double> untouched;
    const Matrix<double> small = output(untouched, 2);
    long allocations = 0;
    {
      const FailingMemory never;
      output(untouched, 5);
      allocations = FailingMemory::asked();
    }
    const Matrix<double> large = output(untouched, 5);
    for (const long failing : failures(allocations)) {
      std::optional<LayerStack<double>> stack(std::in_place);
      ASSERT_EQ(output(*stack, 2), small);
      {
        const FailingMemory from(failing);
        EXPECT_THROW(output(*stack, 5), std::bad_alloc);
      }
      if (failing % 2 == 0) {
        stack.emplace();
      }
      ASSERT_EQ(output(*stack, 5), large);
      ASSERT_EQ(output(*stack, 2), small);
    }
  }
}

TEST(Memory, AMatrixThatCannotGrowIsEmptyAndGrowsLater) {
  Matrix<double> matrix = Matrix<double>::Ones(2, 3);
  Vector<double> vector = Vector<double>::Ones(4);
  const Matrix<double> larger = Matrix<double>::Ones(5, 7);
  {
    const FailingMemory none(0);
    EXPECT_THROW(resize(matrix, 5, 7), std::bad_alloc);
    EXPECT_THROW(assign(vector, larger.col(0)), std::bad_alloc);
  }
  EXPECT_EQ(matrix.size(), 0);
  EXPECT_EQ(vector.size(), 0);
  assign(matrix, larger);
  EXPECT_EQ(matrix, larger);
}

TEST(Memory, ALanguageModelThatFindsNoneHasReadAndForgottenNothing) {
  TinyModel tiny;
  const std::vector<Token> text = tiny_text(9);
  const std::vector<Token> more{5, 6};
  tiny.model.read({text, text});
  const Vector<float> before = tiny.model.logits(1);
  const auto expect_unchanged = [&](auto change) {
    long failing = 0;
    for (bool failed = true; failed; ++failing) {
      failed = false;
      try {
        const FailingMemory from(failing);
        change();
      } catch (const std::bad_alloc&) {
        failed = true;
        ASSERT_EQ(tiny.model.tokens(0).size(), 9U);
        ASSERT_EQ(tiny.model.tokens(1).size(), 9U);
        ASSERT_EQ(Vector<float>(tiny.model.logits(1)), before);
      }
    }
    EXPECT_GT(failing, 2);
  };
  expect_unchanged([&] { tiny.model.read({more, more}); });
  EXPECT_EQ(tiny.model.tokens(1).size(), 11U);
  tiny.model.rewind(0, 9);
  tiny.model.rewind(1, 9);
  expect_unchanged([&] { tiny.model.rewind(1, 4); });
  EXPECT_EQ(tiny.model.tokens(1).size(), 4U);
}

TEST(Memory, HistogramsOfScoresCopyNoKeys) {
  constexpr Index kSamples = 500;
  constexpr Index kDim = 64;
  const ScoreSampling sampling({.samples = kSamples, .dim = kDim});
  Histogram histogram(10, -4, 4);
  std::size_t largest = 0;
  {
    const FailingMemory never;
    sampling.stream(1, 0, 64, histogram);
    largest = FailingMemory::largest();
  }
  EXPECT_LT(largest, kSamples * kDim * sizeof(float) / 2);
}

TEST(Memory, AWorkspaceThatCannotGrowIsEmptyAndGrowsLater) {
  const auto reserve = &bindings::Guarded<&bindings::reserve_workspace>::run;
  ASSERT_EQ(reserve(100), bindings::kNoError);
  int code = 0;
  {
    const FailingMemory none(0);
    code = reserve(10'000);
  }
  EXPECT_EQ(code, static_cast<int>(ErrorCode::kLimit));
  ASSERT_EQ(reserve(200), bindings::kNoError);
  EXPECT_NE(bindings::workspace_address(), bindings::Address{0});
}

}  // namespace
}  // namespace attention_scale::tests
