/// \file Gradients of random draws, for many d and many divisors.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>

namespace attention_scale {

struct GradientSamplingOptions {
  std::uint32_t seed = 0;
  Index keys = 3;                     ///< m, 2 to 512
  std::span<const Index> dims;        ///< rising, each from 1 to kLargestDim
  std::span<const double> exponents;  ///< scores are divided by d^exponent; each from 0 to 1
};

/// The measures of rule_statistics, for one query in each draw. Each is [draws × dims·exponents];
/// the column of dims[i] and exponents[j] is i·exponents + j.
struct GradientDraws {
  Matrix<double> peak;
  Matrix<double> entropy;
  Matrix<double> jacobian;
  Matrix<double> gradient;
};

/// Draws `from` to `from` + `count` − 1. Draw t is
/// x = RandomState([seed, keys, t]).normal(size=(keys + 1, 1024)): the query is x[0, :d], the keys
/// are x[1:, :d]. So every d and every exponent use the same draws, and any range of draws can be
/// computed separately. \throws Error(kDomain) if an option is outside its range.
GradientDraws sample_gradients(const GradientSamplingOptions& options, std::uint32_t from,
                               Index count);

}  // namespace attention_scale
