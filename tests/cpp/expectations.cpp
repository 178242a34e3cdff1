#include "expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "attention_scale/core/check.hpp"
#include "attention_scale/random/random.hpp"

namespace attention_scale::tests {
namespace {

/// The number that the error of each entry is relative to.
template <std::floating_point S>
Matrix<S> magnitudes(const MatrixIn<S>& expected, const Tolerance& tolerance) {
  Matrix<S> result =
      expected.unaryExpr([](S entry) { return std::isfinite(entry) ? std::abs(entry) : S{0}; });
  if (tolerance.of == Of::kRow) {
    const Vector<S> largest = result.rowwise().maxCoeff();
    result.colwise() = largest;
  } else if (tolerance.of == Of::kMatrix) {
    const S largest = result.maxCoeff();
    result.setConstant(largest);
  }
  return result.cwiseMax(static_cast<S>(tolerance.at_least));
}

template <std::floating_point S>
std::string digits(S number) {
  std::ostringstream text;
  text.precision(std::numeric_limits<S>::max_digits10);
  text << number;
  return text.str();
}

}  // namespace

template <std::floating_point S>
testing::AssertionResult close_matrices(const MatrixIn<S>& actual, const MatrixIn<S>& expected,
                                        const Tolerance& tolerance) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) {
    return testing::AssertionFailure()
           << "it is " << check::shape(actual.rows(), actual.cols()) << " and should be "
           << check::shape(expected.rows(), expected.cols());
  }
  if (expected.size() == 0) {
    return testing::AssertionFailure() << "there is nothing to compare";
  }
  constexpr auto kEps = static_cast<double>(std::numeric_limits<S>::epsilon());
  constexpr auto kStep = static_cast<double>(std::numeric_limits<S>::denorm_min());
  const Matrix<S> magnitude = magnitudes<S>(expected, tolerance);
  for (Index i = 0; i < expected.rows(); ++i) {
    for (Index j = 0; j < expected.cols(); ++j) {
      const auto is = static_cast<double>(actual(i, j));
      const auto should_be = static_cast<double>(expected(i, j));
      if (is == should_be) {
        continue;
      }
      const auto held_against = static_cast<double>(magnitude(i, j));
      const double error = std::abs(is - should_be);
      const double step = tolerance.k > 0 ? kStep : 0;
      // Written so that a NaN fails.
      if (!(error <= std::max(tolerance.k * kEps * held_against, step))) {
        return testing::AssertionFailure()
               << "the entry in row " << i << ", column " << j << " is " << digits(actual(i, j))
               << " and should be " << digits(expected(i, j)) << ": off by " << digits(error)
               << ", which is " << error / (kEps * held_against) << " eps of "
               << digits(held_against) << ", allowed " << tolerance.k << " eps";
      }
    }
  }
  return testing::AssertionSuccess();
}

template testing::AssertionResult close_matrices<double>(const MatrixIn<double>&,
                                                         const MatrixIn<double>&, const Tolerance&);
template testing::AssertionResult close_matrices<float>(const MatrixIn<float>&,
                                                        const MatrixIn<float>&, const Tolerance&);

testing::AssertionResult close(const std::vector<double>& actual,
                               const std::vector<double>& expected, const Tolerance& tolerance) {
  const auto row = [](const std::vector<double>& data) {
    return Eigen::Map<const Matrix<double>>(data.data(), 1, static_cast<Index>(data.size()));
  };
  return close_matrices<double>(row(actual), row(expected), tolerance);
}

testing::AssertionResult says(const Error& error, ErrorCode code,
                              std::initializer_list<std::string_view> words) {
  const std::string_view sentence = error.what();
  if (error.code() != code) {
    return testing::AssertionFailure()
           << "the code is " << static_cast<int>(error.code()) << " and should be "
           << static_cast<int>(code) << ": " << sentence;
  }
  for (const std::string_view part : words) {
    if (sentence.find(part) == std::string_view::npos) {
      return testing::AssertionFailure() << "it says nothing of \"" << part << "\": " << sentence;
    }
  }
  if (sentence.empty() || sentence.back() != '.') {
    return testing::AssertionFailure() << "it is not a sentence: " << sentence;
  }
  return testing::AssertionSuccess() << sentence;
}

template <std::floating_point S>
Matrix<S> sample(Index rows, Index cols, std::uint32_t seed, double spread) {
  Matrix<double> draws(rows, cols);
  RandomState(seed).normal({draws.data(), static_cast<std::size_t>(draws.size())}, 0, spread);
  return draws.cast<S>();
}

template Matrix<double> sample<double>(Index, Index, std::uint32_t, double);
template Matrix<float> sample<float>(Index, Index, std::uint32_t, double);

}  // namespace attention_scale::tests
