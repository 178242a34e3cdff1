#include "kernels/score_strips.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

using Strips = ScoreStrips<double>;
using Given = Matrix<double>;

// What would dangle does not compile.
static_assert(std::is_constructible_v<Strips, Given&, Given&, Given&, const AttentionOptions&>);
static_assert(!std::is_constructible_v<Strips, Given&, Given&, Given&, AttentionOptions>);
static_assert(!std::is_constructible_v<Strips, Given, Given&, Given&, const AttentionOptions&>);
static_assert(!std::is_constructible_v<Strips, Given&, Given, Given&, const AttentionOptions&>);
static_assert(!std::is_constructible_v<Strips, Given&, Given&, Given, const AttentionOptions&>);

TEST(ScoreStrips, OutliveTheViewsTheyAreMadeFrom) {
  Given queries = sample<double>(3, 2, 1);
  Given keys = sample<double>(5, 2, 2);
  Given values = sample<double>(5, 1, 3);
  const AttentionOptions options{.scale = 1, .mask = CausalMask{}};
  const Strips strips(queries, keys, values, options);
  Strip<double> strip;
  strips.take(0, strip);
  Vector<double> panel(5 * Strips::kLanes);
  strips.scores(strip, 0, 5, panel.data());
  for (Index key = 0; key < 5; ++key) {
    for (Index query = 0; query < 3; ++query) {
      EXPECT_TRUE(close(panel[key * Strips::kLanes + query], queries.row(query).dot(keys.row(key)),
                        {.k = 4, .at_least = 1}));
    }
  }
}

}  // namespace
}  // namespace attention_scale::tests
