#include "attention_scale/experiments/entropy_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "softmax/peaked_row.hpp"

#include <array>
#include <cmath>

namespace attention_scale {
namespace {

constexpr Index kMostEntropyKeys = 8192;

}  // namespace

EntropyDraws sample_entropies(const EntropySamplingOptions& options, std::uint32_t from,
                              Index count) {
  check::within("dim", static_cast<double>(options.dim), 1, static_cast<double>(kLargestDim));
  check::rising("counts", options.counts, 1, kMostEntropyKeys);
  check::draw_range(from, count);

  const auto columns = static_cast<Index>(options.counts.size());
  const auto d = static_cast<double>(options.dim);
  const double kappa = std::sqrt(d) / std::log(static_cast<double>(kEvenKeys));
  EntropyDraws draws{.root = Matrix<double>(count, columns),
                     .logarithmic = Matrix<double>(count, columns)};
  Vector<double> query(options.dim);
  Vector<double> key(options.dim);
  Vector<double> scores(options.counts.back());
  const auto fill = [](RandomState& state, Vector<double>& row) {
    state.normal({row.data(), static_cast<std::size_t>(row.size())});
  };
  for (Index draw = 0; draw < count; ++draw) {
    const std::array<std::uint32_t, 3> seeds{options.seed, static_cast<std::uint32_t>(options.dim),
                                             from + static_cast<std::uint32_t>(draw)};
    RandomState state(seeds);
    fill(state, query);
    for (double& score : scores) {
      fill(state, key);
      score = query.dot(key);
    }
    for (Index i = 0; i < columns; ++i) {
      const Index n = options.counts[static_cast<std::size_t>(i)];
      const auto first = scores.head(n);
      draws.root(draw, i) = entropy_of(peaked_row(first, 1 / std::sqrt(d)));
      draws.logarithmic(draw, i) =
          entropy_of(peaked_row(first, kappa * std::log(static_cast<double>(n)) / d));
    }
  }
  return draws;
}

}  // namespace attention_scale
