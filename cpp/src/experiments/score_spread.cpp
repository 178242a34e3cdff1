#include "attention_scale/experiments/score_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "attention_scale/statistics/moments.hpp"
#include "kernels/gemm.hpp"

namespace attention_scale {

Matrix<double> score_spreads(const ScoreSpreadOptions& options, std::span<const Index> dims,
                             std::uint32_t from, Index count) {
  constexpr Index kMostSpreadSamples = 2000;
  check::within("samples", options.samples, 2, kMostSpreadSamples);
  check::rising("dims", dims, 1, kLargestDim);
  check::draw_range(from, count);

  const Index samples = options.samples;
  Matrix<double> spreads(count, static_cast<Index>(dims.size()));
  Matrix<double> query(samples, kLargestDim);
  Matrix<double> key(samples, kLargestDim);
  Matrix<double> scores(samples, samples);
  for (Index repeat = 0; repeat < count; ++repeat) {
    RandomState state(options.seed, from + static_cast<std::uint32_t>(repeat));
    draw_entries(state, options.law, options.std, entries_of(query));
    draw_entries(state, options.law, options.std, entries_of(key));
    scores.setZero();
    Index done = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      // A larger d adds the products of further coordinates to the scores.
      const Index depth = dims[i] - done;
      simd::gemm<double>(query.middleCols(done, depth), key.middleCols(done, depth).transpose(),
                         scores, simd::Result::kAddedTo);
      done = dims[i];
      RunningMoments running;
      running.add(entries_of(scores));
      spreads(repeat, static_cast<Index>(i)) = moments_of(running, 1, "the scores").std;
    }
  }
  return spreads;
}

}  // namespace attention_scale
