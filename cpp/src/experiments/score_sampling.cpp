#include "attention_scale/experiments/score_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Rows of the queries that are drawn together.
constexpr Index kBlockRows = 64;
/// Rows of the keys that are drawn together.
constexpr Index kBlockCoordinates = 32;
/// Time of a draw, in multiply-adds in double precision.
constexpr double kWorkOfADraw = 60;
/// The largest share before the end.
constexpr double kNearlyDone = 0.999;

const ScoreSamplingOptions& checked(const ScoreSamplingOptions& options) {
  check::within("samples", options.samples, 1, kMostSamples);
  check::within("dim", options.dim, 1, kLargestDim);
  check::within("std", options.std, 0, kLargestSampledStd);
  return options;
}

/// Moments of entries whose mean is near 0. The rounding error of a running mean is relative to the
/// entries, that of sum/count relative to the mean, which is more exact.
Moments about_zero(const RunningMoments& running, double sum, std::string_view name) {
  Moments result = moments_of(running, 1, name);
  result.mean = sum / static_cast<double>(running.count());
  return result;
}

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

ScoreSampling::ScoreSampling(const ScoreSamplingOptions& options, double work)
    : options_(checked(options)),
      state_(options.seed),
      query_sum_(Vector<double>::Zero(options.dim)),
      queries_(options.samples, options.dim),
      keys_((options.samples + simd::kTile - 1) / simd::kTile, simd::kTile * options.dim),
      query_gram_(Matrix<double>::Zero(options.dim, options.dim)),
      key_coordinates_(options.dim, options.samples) {
  if (work > 0) {
    advance(work);
  }
}

/// Every query is multiplied with itself, every coordinate of the keys with those before it.
double ScoreSampling::work_of(Index rows, Index coordinates) const {
  const auto samples = static_cast<double>(options_.samples);
  const auto dim = static_cast<double>(options_.dim);
  const auto c = static_cast<double>(coordinates);
  return static_cast<double>(rows) * dim * (kWorkOfADraw + dim / 2) +
         c * samples * (kWorkOfADraw + c / 2);
}

void ScoreSampling::advance(double work) {
  const double until = work_of(rows_, coordinates_) + work;
  bool more = coordinates_ < options_.dim;
  while (more) {
    rows_ < options_.samples ? draw_queries() : draw_keys();
    more = work_of(rows_, coordinates_) < until && coordinates_ < options_.dim;
  }
  if (coordinates_ == options_.dim) {
    query_gram_.resize(0, 0);
    key_coordinates_.resize(0, 0);
  }
}

double ScoreSampling::share() const {
  const double whole = work_of(options_.samples, options_.dim);
  return coordinates_ == options_.dim ? 1
                                      : std::min(work_of(rows_, coordinates_) / whole, kNearlyDone);
}

/// Queries are drawn row by row. QᵀQ and Σq are updated with each block, so that no query is stored
/// in double precision.
void ScoreSampling::draw_queries() {
  const auto [seed, samples, dim, std, law] = options_;
  Matrix<double> block(std::min(kBlockRows, samples - rows_), dim);
  draw_entries(state_, law, std, entries_of(block));
  query_.add(entries_of(block));
  query_sum_ += block.colwise().sum().transpose();
  simd::add_gram<double>(block.transpose(), query_gram_);
  queries_.middleRows(rows_, block.rows()) = block.cast<float>();
  rows_ += block.rows();
}

/// A row of the keys is one coordinate of all of them, and KKᵀ is the product of every pair of
/// rows. Each block is multiplied with the rows before it and with itself; only ⟨QᵀQ, KKᵀ⟩ is
/// stored.
void ScoreSampling::draw_keys() {
  const auto [seed, samples, dim, std, law] = options_;
  const Index before = coordinates_;
  const Index count = std::min(kBlockCoordinates, dim - before);
  auto block = key_coordinates_.middleRows(before, count);
  draw_entries(state_, law, std, entries_of(block));
  key_.add(entries_of(block));

  // Both Gram matrices are symmetric: entries below their diagonals count twice.
  const Index seen = before + count;
  Matrix<double> key_gram(seen, count);
  simd::gemm<double>(key_coordinates_.topRows(seen), block.transpose(), key_gram);
  for (Index i = 0; i < count; ++i) {
    const auto both =
        key_gram.col(i).transpose().cwiseProduct(query_gram_.row(before + i).head(seen));
    sum_of_squares_ += 2 * both.head(before + i).sum() + both[before + i];
  }
  const Vector<double> key_sum = block.rowwise().sum();
  key_entry_sum_ += key_sum.sum();
  sum_ += query_sum_.segment(before, count).dot(key_sum);
  for (Index key = 0; key < samples; key += simd::kTile) {
    float* to = keys_.row(key / simd::kTile).data() + before * simd::kTile;
    const Index lanes = std::min(simd::kTile, samples - key);
    for (Index coordinate = 0; coordinate < count; ++coordinate, to += simd::kTile) {
      for (Index lane = 0; lane < lanes; ++lane) {
        to[lane] = static_cast<float>(block(coordinate, key + lane));
      }
    }
  }
  coordinates_ += count;
}

Moments ScoreSampling::query() const { return about_zero(query_, query_sum_.sum(), "the query"); }

Moments ScoreSampling::key() const { return about_zero(key_, key_entry_sum_, "the key"); }

Moments ScoreSampling::scores(double scale) const {
  check::finite("scale", scale);
  const std::int64_t count = std::int64_t{options_.samples} * options_.samples;
  const auto n = static_cast<double>(count);
  const double mean = sum_ / n;
  // The difference is at least 0, but may round to less.
  const double squares = std::max(0.0, sum_of_squares_ - sum_ * mean);
  return moments_of(
      RunningMoments(
          Moments{.count = count, .mean = scale * mean, .variance = scale * scale * (squares / n)}),
      1, "the scores");
}

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
