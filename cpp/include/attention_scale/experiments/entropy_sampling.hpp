/// \file The entropy of attention for growing numbers of keys, with three scalings.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>

namespace attention_scale {

/// The number of keys for which all scalings are equal.
inline constexpr Index kEvenKeys = 512;

struct EntropySamplingOptions {
  std::uint32_t seed = 0;
  Index dim = 64;                 ///< d_k, 1 to kLargestDim
  std::span<const Index> counts;  ///< numbers of keys n, rising, each from 1 to 8192
};

/// Entropies in nats, [draws×counts].
struct EntropyDraws {
  Matrix<double> root;         ///< of softmax(q·k / √d)
  Matrix<double> logarithmic;  ///< of softmax(κ·ln n·q·k / d), κ = √d / ln 512: Su Jianlin (2021)
  Matrix<double> level;        ///< of softmax(√(ln n / ln 512)·q·k / √d)
};

/// Draws `from` to `from` + `count` − 1. Draw t is x = RandomState([seed, dim,
/// t]).normal(size=(most keys + 1, dim)): the query is x[0], the n keys are x[1:n + 1]. \throws
/// Error(kDomain) if an option is outside its range.
EntropyDraws sample_entropies(const EntropySamplingOptions& options, std::uint32_t from,
                              Index count);

}  // namespace attention_scale
