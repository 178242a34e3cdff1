#include <gtest/gtest.h>

#include <array>

#include "attention_scale/random/random.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// r = numpy.random.RandomState([5, 0, 1]); [r.chisquare(d) for d in (1, 2, 3, 64, 1, 1024)], then
// r.normal(), which is the second draw of a pair.
constexpr std::array kNumPys{0.5216123983026091,  1.4469510606328255, 4.592260772552292,
                             74.70660801021455,   3.496648348637548,  1197.3285105146788,
                             -0.25387275146561084};

TEST(ChiSquare, IsNumPys) {
  RandomState state(5, 0, 1);
  std::size_t i = 0;
  for (const Index degrees : {1, 2, 3, 64, 1, 1024}) {
    EXPECT_NEAR(state.chi_square(degrees), kNumPys[i], 1e-14 * kNumPys[i]);
    ++i;
  }
  EXPECT_NEAR(state.normal(), kNumPys[i], 1e-14);
}

TEST(ChiSquare, NeedsADegreeOfFreedom) {
  EXPECT_TRUE(refuses([] { RandomState(1).chi_square(0); }, ErrorCode::kDomain, {"degrees is 0"}));
}

}  // namespace
}  // namespace attention_scale::tests
