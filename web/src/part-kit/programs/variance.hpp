#pragma once

#include "numpy.hpp"

using Numbers = Eigen::Ref<const Vector>;

/// The pairwise sum, which rounds less: as NumPy adds.
inline double sum(const Numbers& z) {
  const Eigen::Index half = z.size() / 2;
  return z.size() <= 128 ? z.sum() : sum(z.head(half)) + sum(z.tail(z.size() - half));
}

inline double mean(const Numbers& z) { return sum(z) / static_cast<double>(z.size()); }

/// The variance of numbers.
inline double variance(const Numbers& z, int ddof = 1) {
  return sum((z.array() - mean(z)).square()) / static_cast<double>(z.size() - ddof);
}
