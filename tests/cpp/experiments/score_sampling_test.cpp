#include "attention_scale/experiments/score_sampling.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds moments and histograms to NumPy.

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
