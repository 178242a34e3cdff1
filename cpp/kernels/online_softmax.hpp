/// \file Softmax of the rows of a panel.
#pragma once

#include "kernels/gemm.hpp"

#include <limits>

namespace attention_scale::simd {

/// Softmax of kLanes rows whose logits arrive in blocks: the online softmax of Milakov and
/// Gimelshein, "Online normalizer calculation for softmax" (2018). A block of logits becomes
/// exp(logit − largest logit so far) in place; the sum of the exponentials divides them at the end.
/// A row that arrives as one block has the digits of attention_scale::softmax.
template <std::floating_point S>
class OnlineSoftmax {
 public:
  /// \param off_by_one begins with a logit of 0, whose exponential counts in the sum alone
  explicit OnlineSoftmax(bool off_by_one = false)
      : largest_(Packet<S>::of(off_by_one ? 0 : -std::numeric_limits<S>::infinity())),
        sums_(Packet<S>::of(off_by_one ? 1 : 0)) {}

  /// Takes the next `length` logits of each row, in place. Returns the rescale factor of each row,
  /// exp(largest before − largest now), which all earlier exponentials have to be multiplied with.
  Packet<S> advance(S* panel, Index length);

  /// Divides a panel by the sums; by 1 where every key is masked, so that zeros stay zeros.
  void divide(S* panel, Index length) const;

  /// With off_by_one the weight of that first logit.
  [[nodiscard]] Packet<S> rests() const;

 private:
  /// The largest logits; 0 where every key is masked, because −∞ − −∞ is NaN.
  [[nodiscard]] Packet<S> reference() const;

  Packet<S> largest_;
  Packet<S> sums_;
};

/// panel · factor, with one factor a row.
template <std::floating_point S>
void rescale(S* panel, Index length, const Packet<S>& factor);

/// Replaces the upstream gradient g of each row by scale·J·g, J = diag(y) − yyᵀ for the weights y
/// of the row; as attention_scale::softmax_jacobian_product. The rest of a row counts as a weight
/// whose g is 0.
template <std::floating_point S>
void softmax_jacobian_product(const S* weights, const Packet<S>& rests, S* upstream, Index length,
                              S scale);

}  // namespace attention_scale::simd
