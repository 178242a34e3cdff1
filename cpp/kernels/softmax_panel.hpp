/// \file Softmax of the rows in the lanes of a panel.
#pragma once

#include "kernels/panel.hpp"

#include <limits>

namespace attention_scale::simd {

/// Softmax of kLanes rows that come piece by piece. A piece is given as logits and becomes
/// exp(logit − the largest so far); the sum of them is kept, for the division at the end. Where one
/// piece is the whole row, its digits are those of attention_scale::softmax.
template <std::floating_point S>
class RunningSoftmax {
 public:
  /// Takes the next `length` logits of each row, in place. Returns what exponentials of earlier
  /// pieces are worth now: exp(the largest before − the largest now).
  Across<S> advance(S* panel, Index length);

  /// The same in two steps, where a row has to be seen twice: first the largest logit of all
  /// pieces,
  void raise(const S* panel, Index length);
  /// then the exponentials of each. Pieces are multiples of kTermsAtATime, but for the last.
  void exponentials(S* panel, Index length);

  /// Divides by the sums; by 1 where every key is masked, so that zeros stay.
  void divide(S* panel, Index length) const;

  /// Terms that are summed by themselves before they join the sum, which has fewer roundings so.
  static constexpr Index kTermsAtATime = 32;

 private:
  /// The largest logits, 0 where every key is masked: −∞ − −∞ would be NaN.
  [[nodiscard]] Across<S> reference() const;

  Across<S> largest_ = Across<S>::of(-std::numeric_limits<S>::infinity());
  Across<S> sums_ = Across<S>::of(0);
};

/// panel · scale.
template <std::floating_point S>
void scale_panel(S* panel, Index length, S scale);

/// panel · share + added.
template <std::floating_point S>
void decay_and_add(S* panel, const Across<S>& share, const S* added, Index length);

/// J of each row times its `upstream` times `scale`, in place of `upstream`: as
/// attention_scale::softmax_jacobian_product says, with `weights` for the rows.
template <std::floating_point S>
void softmax_jacobian_product(const S* weights, S* upstream, Index length, S scale);

}  // namespace attention_scale::simd
