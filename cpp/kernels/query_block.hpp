/// \file The scores and logits of a block of queries, with which both attention and its gradient
/// begin. Arguments are trusted.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "kernels/gemm.hpp"

namespace attention_scale::simd {

/// kLanes queries, or the last ones of a matrix, packed into a panel. The matrices and the mask
/// have to outlive it.
template <std::floating_point S>
class QueryBlock {
 public:
  /// Queries [n×d_k], keys [m×d_k].
  QueryBlock(const MatrixIn<S>& queries, const MatrixIn<S>& keys, S scale, const Mask& mask);

  /// Moves on to the block that begins with the query `first`.
  void load(Index first);

  /// Number of keys up to the last one that the causal mask admits for any query of the block.
  [[nodiscard]] Index admitted_keys() const;

  /// The scores with the `count` keys from number `key` on, into a panel of as many entries a row.
  void scores(Index key, Index count, S* panel) const;
  /// Scales such scores and sets those of masked keys to −∞.
  void logits(Index key, Index count, S* panel) const;
  /// Sets the entries of masked keys to `value`.
  void mask(Index key, Index count, S value, S* panel) const;

 private:
  const MatrixIn<S>& queries_;
  LeftFactor<S> keys_;
  Index m_;
  S scale_;
  const Mask& mask_;
  Index first_ = 0;
  Index count_ = 0;
  Vector<S> panel_;  ///< the queries
};

}  // namespace attention_scale::simd
