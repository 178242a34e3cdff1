#include "attention_scale/experiments/score_sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

/// Relative, and absolute where a mean is near 0.
constexpr double kDigits = 1e-12;

ScoreSamplingOptions options_in(const Golden& golden) {
  return {.seed = golden["seed"].word(),
          .samples = golden["samples"].index(),
          .dim = golden["dim"].index(),
          .std = golden["std"].number(),
          .law = law_of(golden["law"])};
}

double scale_of(const Golden& golden) {
  return golden["scale"].is_null() ? 1 / std::sqrt(static_cast<double>(golden["dim"].index()))
                                   : golden["scale"].number();
}

void expect_golden(const Moments& actual, const Golden& golden) {
  EXPECT_EQ(actual.count, golden["count"].index());
  EXPECT_NEAR(actual.mean, golden["mean"].number(), kDigits * actual.std);
  EXPECT_NEAR(actual.variance, golden["variance"].number(), kDigits * actual.variance);
  EXPECT_NEAR(actual.std, golden["std"].number(), kDigits * actual.std);
}

TEST(ScoreSampling, MatchesTheGoldens) {
  for (const Golden& golden : cases("score_sampling.json")) {
    SCOPED_TRACE(golden["name"].text());
    const ScoreSampling sampling(options_in(golden));
    expect_golden(sampling.query(), golden["query"]);
    expect_golden(sampling.key(), golden["key"]);
    expect_golden(sampling.scores(scale_of(golden)), golden["scores"]);
    EXPECT_TRUE(close(sampling.query().min, golden["query"]["min"].number(), {.k = 1}));
    EXPECT_TRUE(close(sampling.key().max, golden["key"]["max"].number(), {.k = 1}));
  }
}

TEST(ScoreSampling, StreamsTheHistogramOfTheGoldens) {
  for (const Golden& golden : cases("score_sampling.json")) {
    SCOPED_TRACE(golden["name"].text());
    const ScoreSamplingOptions options = options_in(golden);
    if (options.samples > 1000) {
      continue;  // 100 million scores take minutes under sanitizers; the engine's tests stream them
    }
    const std::vector<double> range = golden["range"].numbers();
    Histogram histogram(golden["bins"].index(), range.at(0), range.at(1));
    const ScoreSampling sampling(options);
    const Moments streamed = sampling.stream(scale_of(golden), 0, options.samples, histogram);

    EXPECT_EQ(histogram.edges(), golden["edges"].numbers());
    const std::vector<Index> expected = golden["counts"].indices();
    ASSERT_EQ(histogram.counts().size(), expected.size());
    std::int64_t moved = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      moved += std::abs(histogram.counts()[i] - expected[i]);
    }
    // Single precision may move one score in ten thousand to a neighbour: off in both bins.
    EXPECT_LE(static_cast<double>(moved), 2e-4 * static_cast<double>(streamed.count));

    // Sums of d products in single precision.
    const Golden scores = golden["scores"];
    const double std = scores["std"].number();
    EXPECT_EQ(streamed.count, scores["count"].index());
    EXPECT_NEAR(streamed.mean, scores["mean"].number(), 1e-6 * std);
    EXPECT_NEAR(streamed.min, scores["min"].number(), 1e-5 * std);
    EXPECT_NEAR(streamed.max, scores["max"].number(), 1e-5 * std);
    const auto n = static_cast<double>(streamed.count);
    EXPECT_NEAR(streamed.variance * n / (n - 1), scores["variance"].number(), 1e-6 * std * std);
  }
}

TEST(ScoreSampling, StreamsTheSameScoresInPartsAndAtOnce) {
  const ScoreSampling sampling({.seed = 9, .samples = 600, .dim = 20});
  Histogram at_once(40, -4, 4);
  const Moments whole = sampling.stream(0.2, 0, 600, at_once);
  for (const std::vector<Index>& sizes :
       {std::vector<Index>{1, 599}, {64, 64, 472}, {100, 200, 300}}) {
    Histogram histogram(40, -4, 4);
    std::vector<Moments> parts;
    Index from = 0;
    for (const Index size : sizes) {
      parts.push_back(sampling.stream(0.2, from, size, histogram));
      from += size;
    }
    EXPECT_EQ(histogram.counts(), at_once.counts());
    const Moments combined = combined_moments(parts);
    EXPECT_EQ(combined.count, whole.count);
    EXPECT_EQ(combined.min, whole.min);
    EXPECT_EQ(combined.max, whole.max);
    EXPECT_TRUE(close(combined.mean, whole.mean, {.k = 100, .at_least = whole.std}));
    EXPECT_TRUE(close(combined.variance, whole.variance, {.k = 100}));
  }
}

// At this d, 109 keys would fill a block, which are no multiple of a tile.
TEST(ScoreSampling, StreamsEveryKeyOnce) {
  const ScoreSampling sampling({.seed = 4, .samples = 150, .dim = 600});
  Histogram histogram(10, -4, 4);
  const Moments streamed = sampling.stream(1, 0, 150, histogram);
  const Moments exact = sampling.scores(1);
  EXPECT_NEAR(streamed.mean, exact.mean, 1e-5 * exact.std);
  EXPECT_NEAR(streamed.std, exact.std, 1e-4 * exact.std);  // ddof 0 and 1 of 150² scores
}

TEST(ScoreSampling, OfConstantsHasNoDeviation) {
  const ScoreSampling sampling({.seed = 1, .samples = 5, .dim = 3, .std = 0});
  EXPECT_EQ(sampling.query().std, 0);
  EXPECT_EQ(sampling.scores(1).std, 0);
  Histogram histogram(3, -1, 1);
  EXPECT_EQ(sampling.stream(1, 0, 5, histogram).std, 0);
  EXPECT_EQ(histogram.counts(), (std::vector<std::int64_t>{0, 25, 0}));
}

TEST(ScoreSampling, OfOneSampleHasNoDeviation) {
  const ScoreSampling one({.seed = 1, .samples = 1, .dim = 1});
  const auto more = {std::string_view("must be more entries than ddof")};
  EXPECT_TRUE(refuses([&] { (void)one.query(); }, ErrorCode::kDomain, more));
  EXPECT_TRUE(refuses([&] { (void)one.key(); }, ErrorCode::kDomain, more));
  EXPECT_TRUE(refuses([&] { (void)one.scores(1); }, ErrorCode::kDomain, more));
  EXPECT_EQ(ScoreSampling({.seed = 1, .samples = 1, .dim = 2}).query().count, 2);
}

TEST(ScoreSampling, RefusesOptionsOutsideTheirRanges) {
  const auto refused = [](const ScoreSamplingOptions& options, std::string_view words) {
    return refuses([&] { const ScoreSampling sampling(options); }, ErrorCode::kDomain, {words});
  };
  EXPECT_TRUE(refused({.samples = 0}, "samples is 0"));
  EXPECT_TRUE(refused({.samples = 20001}, "samples is 20001"));
  EXPECT_TRUE(refused({.dim = 0}, "dim is 0"));
  EXPECT_TRUE(refused({.dim = 1025}, "dim is 1025"));
  EXPECT_TRUE(refused({.std = -1}, "std is -1"));
  EXPECT_TRUE(refused({.std = 1e16}, "std is 1e+16"));
  EXPECT_TRUE(refused({.std = std::numeric_limits<double>::quiet_NaN()}, "std is NaN"));
}

TEST(ScoreSampling, RefusesInvalidScalesAndRows) {
  const ScoreSampling sampling({.seed = 1, .samples = 10, .dim = 2});
  Histogram histogram(3, -1, 1);
  const auto refused = [&](double scale, Index from, Index count, std::string_view words) {
    return refuses([&] { sampling.stream(scale, from, count, histogram); }, ErrorCode::kDomain,
                   {words});
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(
      refuses([&] { (void)sampling.scores(infinity); }, ErrorCode::kDomain, {"scale is ∞"}));
  EXPECT_TRUE(refuses([&] { (void)sampling.scores(1e200); }, ErrorCode::kDomain,
                      {"the scores", "overflows"}));
  EXPECT_TRUE(refused(infinity, 0, 1, "scale is ∞"));
  EXPECT_TRUE(refused(1e39, 0, 1, "overflow single precision"));
  EXPECT_TRUE(refused(1, -1, 1, "from is -1"));
  EXPECT_TRUE(refused(1, 10, 1, "from is 10"));
  EXPECT_TRUE(refused(1, 0, 0, "count is 0"));
  EXPECT_TRUE(refused(1, 4, 7, "count is 7"));
  EXPECT_EQ(histogram.counts(), (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(ScoreSampling, HasTheSameDigitsHoweverItIsCut) {
  const ScoreSamplingOptions options{.seed = 3, .samples = 300, .dim = 70, .std = 0.5};
  const ScoreSampling whole(options);
  for (const double work : {1.0, 1e5, 1e6}) {
    ScoreSampling cut(options, 0);
    EXPECT_EQ(cut.share(), 0);
    int pieces = 0;
    while (cut.share() < 1) {
      const double before = cut.share();
      cut.advance(work);
      EXPECT_GT(cut.share(), before);
      EXPECT_LE(cut.share(), 1);
      ++pieces;
    }
    EXPECT_GT(pieces, work < 1e6 ? 5 : 1) << work;
    EXPECT_EQ(cut.options(), options);
    EXPECT_EQ(cut.query().mean, whole.query().mean);
    EXPECT_EQ(cut.key().std, whole.key().std);
    EXPECT_EQ(cut.scores(1).variance, whole.scores(1).variance);
    Histogram of_cut(20, -3, 3);
    Histogram of_whole(20, -3, 3);
    cut.stream(1, 0, 300, of_cut);
    whole.stream(1, 0, 300, of_whole);
    EXPECT_EQ(of_cut.counts(), of_whole.counts());
  }
}

TEST(ScoreSampling, DrawsABlockForAnyWork) {
  for (const double work : {0.0, -1e9}) {
    ScoreSampling sampling({.samples = 70, .dim = 40}, 0);
    int calls = 0;
    for (; sampling.share() < 1 && calls < 10; ++calls) {
      sampling.advance(work);
    }
    EXPECT_EQ(calls, 4);  // two blocks of queries, two of coordinates of the keys
    sampling.advance(work);
    EXPECT_EQ(sampling.share(), 1);
  }
}

}  // namespace
}  // namespace attention_scale::tests
