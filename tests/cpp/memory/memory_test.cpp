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
#include "attention_scale/training/date_model.hpp"
#include "attention_scale/training/recall.hpp"
#include "goldens.hpp"
#include "guard.hpp"
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
    for (const long number : failures(allocations)) {
      for (const Call& earlier : call.before) {
        Prepared(earlier).run();
      }
      Prepared prepared(call);
      int code = 0;
      {
        const FailingMemory from(number);
        code = prepared.run();
      }
      ASSERT_EQ(code, static_cast<int>(ErrorCode::kLimit)) << "allocation " << number;
      ASSERT_STREQ(bindings::last_error(), "There is not enough memory for matrices of this size.");
      ASSERT_EQ(results_of(call), expected) << "after allocation " << number;
    }
  }
}

TEST(Memory, EveryExportedCallIsMade) {
  std::set<std::string> exported;
  const std::filesystem::path project(ATTENTION_SCALE_FIXTURES "/../..");
  for (const auto& file : std::filesystem::directory_iterator(project / "cpp/bindings")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    const std::regex name("export_call<\"(\\w+)\"");
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

/// Lets `work` fail, which computes something with an object whose memory was used for something
/// else before; then destroys the object, or uses it again. `work(object, size)` returns numbers.
template <typename Object, typename Work>
void expect_that_memory_is_reused(const Work& work) {
  Object untouched{};
  const std::vector<double> small = work(untouched, 2);
  long allocations = 0;
  {
    const FailingMemory never;
    work(untouched, 5);
    allocations = FailingMemory::asked();
  }
  const std::vector<double> large = work(untouched, 5);
  for (const long number : failures(allocations)) {
    std::optional<Object> object(std::in_place);
    ASSERT_EQ(work(*object, 2), small);
    bool failed = false;
    {
      const FailingMemory from(number);
      try {
        work(*object, 5);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
    }
    ASSERT_TRUE(failed);
    if (number % 2 == 0) {
      object.emplace();
    }
    ASSERT_EQ(work(*object, 5), large);
    ASSERT_EQ(work(*object, 2), small);
  }
}

std::vector<double> numbers_of(const Matrix<double>& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

TEST(Memory, CachesOfAnotherSizeOutliveAFailure) {
  const DateModel model{.dim = 16, .layers = 1, .heads = 2, .hidden = 4};
  const Vector<double> parameters = start_dates<double>(model, {.seed = 3});
  expect_that_memory_is_reused<DateCache<double>>([&](DateCache<double>& cache, Index count) {
    const DateNetwork<double> network(model, 0.3, parameters);
    const DateBatch batch = date_batch(date_examples(7, 1, count));
    std::vector<double> gradient(static_cast<std::size_t>(parameters.size()));
    gradient.push_back(network.loss(batch, cache));
    network.gradient(batch, cache, std::span(gradient).first(gradient.size() - 1), {});
    return gradient;
  });
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
    expect_that_memory_is_reused<LayerCache<double>>([&](LayerCache<double>& cache, Index words) {
      transformer_layer<double>(sample<double>(words, 4, 3), kNoMemory<double>, parameters,
                                {.activation = activation}, {}, cache);
      return numbers_of(cache.after_feed_forward.norm.output);
    });
  }
}

TEST(Memory, ARecallPassOfAnotherBatchOutlivesAFailure) {
  struct Kept {
    RecallData<double> data;
    RecallPass<double> pass;
  };
  const Vector<double> parameters = start_recall<double>(4, 1, Initialisation::kXavier, 1);
  expect_that_memory_is_reused<Kept>([&](Kept& kept, Index batch) {
    draw_recall<double>({.dim = 4, .n = 3, .batch = batch}, 1, kept.data);
    recall_forward<double>(kept.data, parameters, 0.5, kept.pass);
    recall_gradient<double>(kept.data, parameters, 0.5, kept.pass);
    return numbers_of(kept.pass.gradient);
  });
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
