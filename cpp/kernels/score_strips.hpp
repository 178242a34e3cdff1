/// \file The scores of a few queries at a time, which both directions of attention begin with.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "kernels/panel.hpp"

#include <type_traits>

namespace attention_scale {

/// kLanes queries, or what is left of them: the rows of a panel.
template <std::floating_point S>
struct Strip {
  Index first = 0;   ///< query
  Index count = 0;   ///< of queries
  Vector<S> packed;  ///< the queries themselves, as a panel
};

/// Checks the arguments of attention once, and then gives the scores of a strip in a panel: any
/// strip, any stretch of the keys. It looks at the entries of the matrices and at the mask where
/// they are, which have to outlive it.
template <std::floating_point S>
class ScoreStrips {
 public:
  static constexpr Index kLanes = simd::kLanes<S>;

  /// \throws as attention does, but for products with values.
  ScoreStrips(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
              const AttentionOptions& options);
  /// No temporary: its mask or its entries would be gone at the end of the statement.
  template <typename Queries, typename Keys, typename Values, typename Options>
  requires(!(std::is_lvalue_reference_v<Queries> && std::is_lvalue_reference_v<Keys> &&
             std::is_lvalue_reference_v<Values> && std::is_lvalue_reference_v<Options>))
      ScoreStrips(Queries&&, Keys&&, Values&&, Options&&)
  = delete;

  [[nodiscard]] S scale() const { return scale_; }
  [[nodiscard]] bool causal() const { return std::holds_alternative<CausalMask>(*mask_); }
  /// Whether no sum of values with shares of up to 1 can overflow.
  [[nodiscard]] bool values_are_small() const { return values_are_small_; }

  /// The strip that starts with the query `first`, in place of another.
  void take(Index first, Strip<S>& strip) const;

  /// The scores of the strip with `count` keys from `key` on. \param panel has their size
  void scores(const Strip<S>& strip, Index key, Index count, S* panel) const;
  /// Makes logits of them: scaled, −∞ where masked.
  void logits(const Strip<S>& strip, Index key, Index count, S* panel) const;
  /// Sets what a panel holds for masked keys to `value`.
  void mask(const Strip<S>& strip, Index key, Index count, S value, S* panel) const;

 private:
  void check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options);
  void refuse_overflow() const;

  /// Views by value: the Ref that a caller made of its matrix may be gone before this.
  using View = Eigen::Map<const Matrix<S>, Eigen::Unaligned, Eigen::OuterStride<>>;
  static View view(const MatrixIn<S>& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(),
            Eigen::OuterStride<>(matrix.outerStride())};
  }

  View queries_;
  View keys_;
  const Mask* mask_;
  S scale_ = 0;
  double score_bound_ = 0;  ///< what no |score| exceeds
  bool values_are_small_ = false;
};

}  // namespace attention_scale
