#include "kernels/exponential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "goldens.hpp"

namespace attention_scale::tests {
namespace {

using simd::Exponential;
using simd::Packet;

template <std::floating_point S>
S exponential(S x) {
  std::array<S, Packet<S>::kSize> entries{};
  entries.fill(x);
  Exponential<S>()(Packet<S>::load(entries.data())).store(entries.data());
  EXPECT_TRUE(std::all_of(entries.begin(), entries.end(),
                          [&entries](S entry) { return entry == entries[0]; }));
  return entries[0];
}

/// The unit of the last place of a number of this size, as the precision S has it.
template <std::floating_point S>
double last_place(double exact) {
  const int least = std::numeric_limits<S>::min_exponent;
  return std::ldexp(1.0, std::max(std::ilogb(exact) + 1, least) - std::numeric_limits<S>::digits);
}

constexpr double kWorst = 1.1;  // as exponential.hpp says

template <std::floating_point S>
void expect_goldens_of(const char* precision) {
  const Golden golden = case_named("exponential.json", precision);
  const std::vector<double> x = golden["x"].numbers();
  const std::vector<double> exact = golden["exp"].numbers();
  const std::vector<double> rest = golden["rest"].numbers();
  ASSERT_GT(x.size(), 100U);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // The difference of two close numbers is exact, and then the rest counts.
    const double off =
        (static_cast<double>(exponential(static_cast<S>(x[i]))) - exact[i]) - rest[i];
    EXPECT_LE(std::abs(off), kWorst * last_place<S>(exact[i])) << "exp(" << x[i] << ")";
  }
}

TEST(Exponential, IsWithinItsUlpsOfTheGoldens) { expect_goldens_of<double>("double"); }

TEST(Exponential, InSinglePrecisionIsWithinItsUlpsOfTheGoldens) {
  expect_goldens_of<float>("single");
}

TEST(Exponential, InSinglePrecisionIsWithinItsUlpsOverTheWholeRange) {
  // Every 1021st of the billion numbers from −0 to −106, all binades and all last digits among
  // them.
  double worst = 0;
  std::uint32_t bits = 0;
  const float last = -106;
  std::uint32_t end = 0;
  std::memcpy(&end, &last, sizeof end);
  for (bits = 0x80000000U; bits < end; bits += 1021) {
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    const double exact = std::exp(static_cast<double>(x));
    worst = std::max(
        worst, std::abs(static_cast<double>(exponential(x)) - exact) / last_place<float>(exact));
  }
  EXPECT_LE(worst, kWorst);
  EXPECT_GT(worst, 0.5);  // or the measure measures nothing
}

TEST(Exponential, IsCloseToTheStandardOneOverTheWholeRange) {
  constexpr int kPoints = 200'000;
  double worst = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double share = (i + 0.5) / kPoints;
    const double x = -750 * share * share;  // closer together where exp is large
    const double expected = std::exp(x);
    worst = std::max(worst, std::abs(exponential(x) - expected) /
                                (expected == 0 ? std::numeric_limits<double>::denorm_min()
                                               : last_place<double>(expected)));
  }
  EXPECT_LE(worst, 2);  // kWorst, and what the standard library is off itself
}

template <std::floating_point S>
void expect_exact_ends(S to_least, S to_zero) {
  using Limits = std::numeric_limits<S>;
  EXPECT_EQ(exponential<S>(0), 1);
  EXPECT_EQ(exponential<S>(-S{0}), 1);
  EXPECT_EQ(exponential(-Limits::denorm_min()), 1);
  EXPECT_EQ(exponential(to_least), Limits::denorm_min());
  EXPECT_EQ(exponential(to_zero), 0);
  EXPECT_EQ(exponential(-Limits::max()), 0);
  EXPECT_EQ(exponential(-Limits::infinity()), 0);
}

TEST(Exponential, EndsInTheSmallestNumberAndThenInZero) {
  // ln 2^−149.9 and ln 2^−150.1; ln 2^−1074.9 and ln 2^−1075.1: half the smallest number between.
  expect_exact_ends<float>(-103.90276F, -104.04139F);
  expect_exact_ends<double>(-745.0638, -745.2025);
}

}  // namespace
}  // namespace attention_scale::tests
