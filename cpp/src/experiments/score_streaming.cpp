#include "attention_scale/core/check.hpp"
#include "attention_scale/experiments/score_sampling.hpp"
#include "kernels/panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace attention_scale {
namespace {

using Lanes = simd::Across<float>;
using Floats = simd::Packet<float>;
constexpr Index kLanes = simd::kLanes<float>;

/// Queries that meet the same keys while these are in the cache.
constexpr Index kBlockQueries = 64;
/// Keys whose scores with a strip of queries stay in the nearest cache, and entries of keys that
/// stay in the next one.
constexpr Index kBlockKeys = 512;
constexpr Index kBlockEntries = Index{1} << 16;
/// So many terms are summed in single precision: their sum is off by less than its terms are.
constexpr Index kSummed = 64;

/// What is gathered of the scores of one strip with one block of keys.
class StripMoments {
 public:
  /// \param scale what the products are multiplied by
  /// \param std about the deviation of the scaled scores
  StripMoments(float scale, double std) : scale_(scale) {
    // Squares of the scores may overflow where they themselves do not: they are taken in units of a
    // power of 2 near their deviation, by which nothing is rounded.
    constexpr int kFarthest = 100;
    const int exponent = std > 0 && std::isfinite(std) ? std::ilogb(std) : 0;
    unit_ = std::ldexp(1.0F, -std::clamp(exponent, -kFarthest, kFarthest));
  }

  /// Scales the scores of `count` keys with `queries` queries in place. The sums of a query are
  /// those of its own scores in the order of the keys: they do not depend on its neighbours.
  RunningMoments scale(float* panel, Index count, Index queries) const {
    double sum = 0;
    double squares = 0;
    auto least = Lanes::of(std::numeric_limits<float>::infinity());
    auto most = Lanes::of(-std::numeric_limits<float>::infinity());
    for (Index key = 0; key < count; key += kSummed) {
      Lanes lane_sum = Lanes::of(0);
      Lanes lane_squares = Lanes::of(0);
      for (Index i = key; i < std::min(key + kSummed, count); ++i) {
        float* const at = panel + i * kLanes;
        const auto score = simd::each([this](Floats x) { return scale_ * x; }, Lanes::load(at));
        score.store(at);
        const auto in_units = simd::each([this](Floats x) { return unit_ * x; }, score);
        lane_sum = simd::each(std::plus<>(), lane_sum, in_units);
        lane_squares =
            simd::each([](Floats all, Floats x) { return all + x * x; }, lane_squares, in_units);
        least = simd::each([](Floats a, Floats b) { return where_less(b, a, b, a); }, least, score);
        most = simd::each([](Floats a, Floats b) { return where_less(a, b, b, a); }, most, score);
      }
      sum += total(lane_sum, queries);
      squares += total(lane_squares, queries);
    }
    const auto n = static_cast<double>(count * queries);
    const auto unit = static_cast<double>(unit_);
    const double mean = sum / n;
    // Sums about 0 are good enough: the mean is near 0.
    const double variance = std::max(0.0, squares / n - mean * mean) / (unit * unit);
    if (!std::isfinite(mean)) {
      throw Error(ErrorCode::kDomain,
                  "scale·scores: they overflow single precision; make scale or std smaller.");
    }
    return RunningMoments(Moments{.count = count * queries,
                                  .mean = mean / unit,
                                  .variance = variance,
                                  .std = std::sqrt(variance),
                                  .min = static_cast<double>(entries(least, queries).minCoeff()),
                                  .max = static_cast<double>(entries(most, queries).maxCoeff())});
  }

 private:
  using Entries = Eigen::Array<float, Eigen::Dynamic, 1, 0, kLanes, 1>;

  static Entries entries(const Lanes& lanes, Index queries) {
    std::array<float, kLanes> all{};
    lanes.store(all.data());
    return Eigen::Map<const Entries>(all.data(), queries);
  }
  static double total(const Lanes& lanes, Index queries) {
    return entries(lanes, queries).cast<double>().sum();
  }

  float scale_;
  float unit_ = 1;
};

}  // namespace

Moments ScoreSampling::stream(double scale, Index from, Index count, Histogram& histogram) const {
  check::finite("scale", scale);
  check::within("from", static_cast<double>(from), 0, static_cast<double>(options_.samples - 1));
  check::within("count", static_cast<double>(count), 1,
                static_cast<double>(options_.samples - from));
  const Index dim = options_.dim;
  const Index block_keys = std::clamp(kBlockEntries / dim, kSummed, kBlockKeys);
  const double entry_variance = options_.std * options_.std;
  const StripMoments strip_moments(
      static_cast<float>(scale),
      std::abs(scale) * entry_variance * std::sqrt(static_cast<double>(dim)));
  Matrix<float> queries(kBlockQueries / kLanes, dim * kLanes);  // a strip a row
  Vector<float> panel(block_keys * kLanes);
  RunningMoments all;
  HistogramStream in_bins(histogram);
  for (Index query = from; query < from + count; query += kBlockQueries) {
    const Index end = std::min(query + kBlockQueries, from + count);
    for (Index first = query; first < end; first += kLanes) {
      simd::pack<float>(queries_.row(first).data(), dim, std::min(kLanes, end - first), dim,
                        queries.row((first - query) / kLanes).data());
    }
    for (Index key = 0; key < options_.samples; key += block_keys) {
      const Index keys = std::min(block_keys, options_.samples - key);
      for (Index first = query; first < end; first += kLanes) {
        const Index in_strip = std::min(kLanes, end - first);
        simd::multiply<float, simd::Layout::kRows>({keys_.row(key).data(), dim}, keys,
                                                   queries.row((first - query) / kLanes).data(),
                                                   dim, panel.data());
        all.merge(strip_moments.scale(panel.data(), keys, in_strip));
        for (Index i = 0; i < keys && in_strip < kLanes; ++i) {
          // What belongs to no query lies outside every range.
          std::fill_n(panel.data() + i * kLanes + in_strip, kLanes - in_strip,
                      std::numeric_limits<float>::infinity());
        }
        in_bins.add({panel.data(), static_cast<std::size_t>(keys * kLanes)});
      }
    }
  }
  return moments_of(all);
}

}  // namespace attention_scale
