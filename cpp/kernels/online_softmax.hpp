/// \file Softmax of the rows of a panel.
#pragma once

#include "kernels/exponential.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <limits>

namespace attention_scale::simd {

/// Smaller exponentials of single precision become 0. Beside the largest one, which is 1, they are
/// lost in every sum. Their products with values would be subnormal numbers, with which x86
/// processors compute some hundred times more slowly: a saturated softmax has many of them.
inline constexpr float kLost = 0x1p-100F;
/// Number of terms that are summed before they are added to the total, for smaller rounding errors.
inline constexpr Index kTermsAtATime = 32;

/// Softmax of kPanelRows rows whose logits arrive in blocks: the online softmax of Milakov and
/// Gimelshein, "Online normalizer calculation for softmax" (2018). A block of logits becomes
/// exp(logit − largest logit so far) in place; the sum of the exponentials divides them at the end.
/// A row that arrives as one block has the digits of attention_scale::softmax.
template <std::floating_point S>
class OnlineSoftmax {
 public:
  /// \param rest the logit of an outcome that has no key: its exponential counts in the sum alone.
  /// −∞: there is none
  explicit OnlineSoftmax(S rest = -std::numeric_limits<S>::infinity())
      : largest_(Packet<S>::of(rest)),
        sums_(Packet<S>::of(rest > -std::numeric_limits<S>::infinity() ? 1 : 0)) {}

  /// Takes the next `length` logits of each row, in place. Returns the rescale factor of each row,
  /// exp(largest before − largest now), which all earlier exponentials have to be multiplied with.
  [[gnu::noinline]] Packet<S> advance(S* panel, Index length) {
    const Packet<S> before = largest_;
    Packet<S> largest = largest_;
    for (Index k = 0; k < length; ++k) {
      largest = larger(Packet<S>::load(panel + k * kPanelRows<S>), largest);
    }
    largest_ = largest;
    // 0 where every key is masked, because −∞ − −∞ is NaN.
    const auto none = Packet<S>::of(-std::numeric_limits<S>::infinity());
    largest = where_equal(largest, none, Packet<S>::of(0), largest);
    const Exponential<S> exponential;
    const Packet<S> factor = exponential(before - largest);
    sums_ = sums_ * factor;
    while (length > 0) {
      const Index terms = std::min(length, kTermsAtATime);
      auto sums = Packet<S>::of(0);
      for (Index k = 0; k < terms; ++k) {
        Packet<S> e = exponential(Packet<S>::load(panel) - largest);
        if constexpr (sizeof(S) == sizeof(float)) {
          e = where_less(e, Packet<S>::of(kLost), Packet<S>::of(0), e);
        }
        e.store(panel);
        sums = sums + e;
        panel += kPanelRows<S>;
      }
      sums_ = sums_ + sums;
      length -= terms;
    }
    return factor;
  }

  /// Divides a panel by the sums; by 1 where every key is masked, so that zeros stay zeros.
  [[gnu::noinline]] void divide(S* panel, Index length) const {
    const auto sums = where_equal(sums_, Packet<S>::of(0), Packet<S>::of(1), sums_);
    for (Index k = 0; k < length; ++k, panel += kPanelRows<S>) {
      (Packet<S>::load(panel) / sums).store(panel);
    }
  }

  /// The weight of the rest, whose logit is that which the constructor was given.
  [[nodiscard]] Packet<S> rests(S rest) const {
    return Exponential<S>()(Packet<S>::of(rest) - largest_) / sums_;
  }

 private:
  Packet<S> largest_;
  Packet<S> sums_;
};

/// panel · factor, with one factor a row.
template <std::floating_point S>
[[gnu::noinline]] void rescale(S* panel, Index length, const Packet<S>& factor) {
  for (Index k = 0; k < length; ++k, panel += kPanelRows<S>) {
    (factor * Packet<S>::load(panel)).store(panel);
  }
}

/// Replaces the upstream gradient g of each row by scale·J·g, J = diag(y) − yyᵀ for the weights y
/// of the row; as attention_scale::softmax_jacobian_product. The rest of a row counts as a weight
/// whose g is 0.
template <std::floating_point S>
[[gnu::noinline]] void softmax_jacobian_product(const S* weights, const Packet<S>& rests,
                                                S* upstream, Index length, S scale) {
  const auto weight = [=](Index k) { return Packet<S>::load(weights + k * kPanelRows<S>); };
  const auto gradient = [=](Index k) { return Packet<S>::load(upstream + k * kPanelRows<S>); };
  Packet<S> largest = rests;
  auto reference = Packet<S>::of(0);  // the upstream gradient of the largest weight
  for (Index k = 0; k < length; ++k) {
    reference = where_less(largest, weight(k), gradient(k), reference);
    largest = larger(weight(k), largest);
  }
  Packet<S> inner = Packet<S>::of(0) - rests * reference;
  for (Index k = 0; k < length; ++k) {
    inner = inner + weight(k) * (gradient(k) - reference);
  }
  for (Index k = 0; k < length; ++k) {
    (scale * (weight(k) * ((gradient(k) - reference) - inner))).store(upstream + k * kPanelRows<S>);
  }
}

}  // namespace attention_scale::simd
