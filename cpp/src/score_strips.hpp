/// \file The scores of a few queries at a time, which both directions of attention begin with.
#pragma once

#include "attention_scale/attention.hpp"
#include "panel.hpp"

namespace attention_scale {

/// kLanes queries, or what is left of them: the rows of a panel.
template <std::floating_point S>
struct Strip {
  Index first = 0;   ///< query
  Index count = 0;   ///< of queries
  Vector<S> packed;  ///< the queries themselves, as a panel
};

/// Checks the arguments of attention once, and then gives the scores of a strip in a panel: any
/// strip, any stretch of the keys.
template <std::floating_point S>
class ScoreStrips {
 public:
  static constexpr Index kLanes = simd::kLanes<S>;

  /// \throws as attention does, but for products with values.
  ScoreStrips(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
              const AttentionOptions& options);

  [[nodiscard]] S scale() const { return scale_; }
  [[nodiscard]] bool causal() const { return std::holds_alternative<CausalMask>(mask_); }
  /// Whether no sum of values with shares of up to 1 can overflow.
  [[nodiscard]] bool values_are_small() const { return values_are_small_; }

  /// The strip that starts with the query `first`, in place of another.
  void take(Index first, Strip<S>& strip) const;

  /// The scores of the strip with `count` keys from `key` on. \param panel has their size
  void scores(const Strip<S>& strip, Index key, Index count, S* panel) const;
  /// Makes logits of them: scaled, −∞ where masked.
  void logits(const Strip<S>& strip, Index key, Index count, S* panel) const;

 private:
  void check_arguments(const AttentionOptions& options);
  void refuse_overflow() const;

  const MatrixIn<S>& queries_;
  const MatrixIn<S>& keys_;
  const MatrixIn<S>& values_;
  const Mask& mask_;
  S scale_ = 0;
  double score_bound_ = 0;  ///< what no |score| exceeds
  bool values_are_small_ = false;
};

}  // namespace attention_scale
