/// \file What the tests share: sample matrices, the tolerance within which a result must match, the
/// check that bad input is refused, and the numbers that are not finite.
#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "attention_scale/core/check.hpp"
#include "attention_scale/core/matrix.hpp"

namespace attention_scale::tests {

using enum ErrorCode;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// --- Closeness -----------------------------------------------------------------------------------

/// The number that an error is relative to: the entry itself; the largest entry of its row; of the
/// matrix.
enum class Of { kEntry, kRow, kMatrix };

/// An error of at most k·eps·|what it is held against|, with eps the distance from 1 to the next
/// number of the precision: half a last digit is k = ½.
///
/// `at_least` is for errors that come from a number larger than the entries: it is used where
/// what the error is held against is smaller. Only finite entries count as the largest one. An
/// entry below the normal range may be off by one step of the smallest denormal, for no fewer
/// digits exist there.
struct Tolerance {
  double k = 0;
  Of of = Of::kEntry;
  double at_least = 0;
};

/// Every digit the same (0 and −0 are the same number).
inline constexpr Tolerance kExactly{};

/// One shape, and every entry within the tolerance. Infinities match if they are equal; a NaN on
/// either side never passes.
template <std::floating_point S>
testing::AssertionResult close_matrices(const MatrixIn<S>& actual, const MatrixIn<S>& expected,
                                        const Tolerance& tolerance);

template <typename A, typename E>
testing::AssertionResult close(const Eigen::MatrixBase<A>& actual,
                               const Eigen::MatrixBase<E>& expected, const Tolerance& tolerance) {
  using S = typename A::Scalar;
  static_assert(std::same_as<S, typename E::Scalar>, "compare in one precision");
  return close_matrices<S>(Matrix<S>(actual), Matrix<S>(expected), tolerance);
}

testing::AssertionResult close(const std::vector<double>& actual,
                               const std::vector<double>& expected, const Tolerance& tolerance);

template <std::floating_point S>
testing::AssertionResult close(S actual, S expected, const Tolerance& tolerance) {
  return close_matrices<S>(Matrix<S>::Constant(1, 1, actual), Matrix<S>::Constant(1, 1, expected),
                           tolerance);
}

// --- Refusals ------------------------------------------------------------------------------------

/// `error` has the code, and its sentence holds every one of the words and ends with a full stop.
testing::AssertionResult says(const Error& error, ErrorCode code,
                              std::initializer_list<std::string_view> words);

/// `call` throws such an Error.
template <std::invocable Call>
testing::AssertionResult refuses(const Call& call, ErrorCode code,
                                 std::initializer_list<std::string_view> words) {
  try {
    call();
  } catch (const Error& error) {
    return says(error, code, words);
  }
  return testing::AssertionFailure() << "it throws nothing";
}

// --- Samples -------------------------------------------------------------------------------------

/// Normal draws times `spread`, the same at every call.
template <std::floating_point S>
Matrix<S> sample(Index rows, Index cols, std::uint32_t seed, double spread = 1);

}  // namespace attention_scale::tests
