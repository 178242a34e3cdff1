#include "attention_scale/core/check.hpp"
#include "attention_scale/experiments/score_sampling.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

using Lanes = simd::Packet<float>;
constexpr Index kLanes = simd::kLanes<float>;

/// Queries that are multiplied with a block of keys while the block is in the cache.
constexpr Index kBlockQueries = 64;
/// At most so many keys in a block: a panel of their scores stays in the first cache.
constexpr Index kBlockKeys = 512;
/// At most so many entries in a block of keys: they stay in the second cache.
constexpr Index kBlockEntries = Index{1} << 16;
/// Number of terms that are summed in single precision: the error of their sum is smaller than
/// those of the terms.
constexpr Index kSummed = 64;

/// The moments of the scores of a panel of queries with a block of keys.
class BlockMoments {
 public:
  /// \param scale factor of the products
  /// \param std approximate standard deviation of the scaled scores
  BlockMoments(float scale, double std) : scale_(scale) {
    // Squares of the scores may overflow where the scores do not. They are computed in units of a
    // power of two near the deviation, which costs no rounding.
    constexpr int kFarthest = 100;
    const int exponent = std > 0 && std::isfinite(std) ? std::ilogb(std) : 0;
    unit_ = std::ldexp(1.0F, -std::clamp(exponent, -kFarthest, kFarthest));
  }

  /// Scales the scores of `count` keys with `queries` queries in place, and returns their moments.
  /// Each query has sums of its own, in the order of the keys, which do not depend on the others.
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
        const Lanes score = scale_ * Lanes::load(at);
        score.store(at);
        const Lanes in_units = unit_ * score;
        lane_sum = lane_sum + in_units;
        lane_squares = lane_squares + in_units * in_units;
        least = where_less(score, least, score, least);
        most = where_less(most, score, score, most);
      }
      sum += total(lane_sum, queries);
      squares += total(lane_squares, queries);
    }
    const auto n = static_cast<double>(count * queries);
    const auto unit = static_cast<double>(unit_);
    const double mean = sum / n;
    // No difference of squares cancels here, since the mean is near 0.
    const double variance = std::max(0.0, squares / n - mean * mean) / (unit * unit);
    if (!std::isfinite(mean)) {
      throw Error(ErrorCode::kDomain,
                  {"scale·scores: they overflow single precision; make scale or std smaller."});
    }
    return RunningMoments(Moments{.count = count * queries,
                                  .mean = mean / unit,
                                  .variance = variance,
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
  check::within("from", from, 0, options_.samples - 1);
  check::within("count", count, 1, options_.samples - from);
  const Index dim = options_.dim;
  // Blocks begin with a tile.
  const Index block_keys =
      std::clamp(kBlockEntries / dim, kSummed, kBlockKeys) / simd::kTile * simd::kTile;
  const BlockMoments block_moments(
      static_cast<float>(scale),
      std::abs(scale) * (options_.std * options_.std) * std::sqrt(static_cast<double>(dim)));
  // A panel of kLanes queries in each row.
  Matrix<float> queries(kBlockQueries / kLanes, dim * kLanes);
  Vector<float> panel(block_keys * kLanes);
  const simd::LeftFactor<float> key_rows(keys_.data(), dim);
  RunningMoments all;
  for (Index query = from; query < from + count; query += kBlockQueries) {
    const Index end = std::min(query + kBlockQueries, from + count);
    for (Index first = query; first < end; first += kLanes) {
      simd::pack<float>(queries_, first, queries.row((first - query) / kLanes).data());
    }
    for (Index key = 0; key < options_.samples; key += block_keys) {
      const Index keys = std::min(block_keys, options_.samples - key);
      for (Index first = query; first < end; first += kLanes) {
        const Index in_block = std::min(kLanes, end - first);
        key_rows.multiply(key, keys, queries.row((first - query) / kLanes).data(), 0, dim,
                          panel.data(), kLanes, simd::Result::kReplaced);
        all.merge(block_moments.scale(panel.data(), keys, in_block));
        for (Index i = 0; i < keys && in_block < kLanes; ++i) {
          // Lanes without a query must not be counted: ∞ is outside every range.
          std::fill_n(panel.data() + i * kLanes + in_block, kLanes - in_block,
                      std::numeric_limits<float>::infinity());
        }
        histogram.add(
            std::span<const float>(panel.data(), static_cast<std::size_t>(keys * kLanes)));
      }
    }
  }
  return moments_of(all);
}

}  // namespace attention_scale
