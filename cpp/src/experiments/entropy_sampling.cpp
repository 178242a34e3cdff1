#include "attention_scale/experiments/entropy_sampling.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/random/word_vectors.hpp"

#include <cmath>

namespace attention_scale {

EntropyDraws sample_entropies(const EntropySamplingOptions& options, std::uint32_t from,
                              Index count) {
  constexpr Index kMostEntropyKeys = 8192;
  check::within("dim", options.dim, 1, kLargestDim);
  check::rising("counts", options.counts, 1, kMostEntropyKeys);
  check::draw_range(from, count);

  const auto columns = static_cast<Index>(options.counts.size());
  const auto d = static_cast<double>(options.dim);
  EntropyDraws draws{.root = Matrix<double>(count, columns),
                     .logarithmic = Matrix<double>(count, columns),
                     .level = Matrix<double>(count, columns)};
  Vector<double> query(options.dim);
  Vector<double> key(options.dim);
  Vector<double> scores(options.counts.back());
  for (Index draw = 0; draw < count; ++draw) {
    RandomState state(options.seed, static_cast<std::uint32_t>(options.dim),
                      from + static_cast<std::uint32_t>(draw));
    state.normal(entries_of(query));
    for (double& score : scores) {
      state.normal(entries_of(key));
      score = query.dot(key);
    }
    for (Index i = 0; i < columns; ++i) {
      const Index n = options.counts[static_cast<std::size_t>(i)];
      const double root = 1 / std::sqrt(d);
      const double share =
          std::log(static_cast<double>(n)) / std::log(static_cast<double>(kEvenKeys));
      const auto entropy = [&](double scale) {
        return entropy_of(rule_row({}, scale * scores.head(n)));
      };
      draws.root(draw, i) = entropy(root);
      draws.logarithmic(draw, i) = entropy(share * root);
      draws.level(draw, i) = entropy(std::sqrt(share) * root);
    }
  }
  return draws;
}

}  // namespace attention_scale
