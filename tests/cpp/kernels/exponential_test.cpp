#include "kernels/exponential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "expectations.hpp"

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

/// The error of exp(x) in units of the last place, beside the standard library's in more digits.
template <std::floating_point S>
double error_at(S x) {
  const long double exact = std::exp(static_cast<long double>(x));
  const int least = std::numeric_limits<S>::min_exponent;
  const int place = std::max(std::ilogb(exact) + 1, least) - std::numeric_limits<S>::digits;
  const auto off = std::abs(static_cast<long double>(exponential(x)) - exact);
  return static_cast<double>(std::ldexp(off, -place));
}

TEST(Exponential, IsWithinItsUlpsOverTheWholeRange) {
  // The bound is that of exponential.hpp; emscripten's library has no more digits than a double.
#if defined(__wasm__)
  constexpr double kWorst = 1.6;
#else
  constexpr double kWorst = 1.1;
#endif
  double worst = 0;
  constexpr int kPoints = 200'000;
  for (int i = 0; i < kPoints; ++i) {
    const double share = (i + 0.5) / kPoints;
    worst = std::max(worst, error_at(-746 * share * share));  // closer together where exp is large
  }
  EXPECT_LE(worst, kWorst);
  EXPECT_GT(worst, 0.5);  // or the measure measures nothing

  // Every 1021st of the billion numbers from −0 to −106, all binades and all last digits among
  // them.
  worst = 0;
  for (auto bits = Eigen::numext::bit_cast<std::uint32_t>(-0.0F);
       bits < Eigen::numext::bit_cast<std::uint32_t>(-106.0F); bits += 1021) {
    worst = std::max(worst, error_at(Eigen::numext::bit_cast<float>(bits)));
  }
  EXPECT_LE(worst, kWorst);
  EXPECT_GT(worst, 0.5);
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
