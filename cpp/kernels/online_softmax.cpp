#include "kernels/online_softmax.hpp"

#include "core/instantiate.hpp"
#include "kernels/exponential.hpp"

#include <algorithm>

namespace attention_scale::simd {
namespace {

/// Smaller exponentials of single precision become 0. Beside the largest one, which is 1, they are
/// lost in every sum. Their products with values would be subnormal numbers, with which x86
/// processors compute some hundred times more slowly: a saturated softmax has many of them.
constexpr float kLost = 0x1p-100F;
/// Number of terms that are summed before they are added to the total, for smaller rounding errors.
constexpr Index kTermsAtATime = 32;

}  // namespace

template <std::floating_point S>
Packet<S> OnlineSoftmax<S>::reference() const {
  const auto none = Packet<S>::of(-std::numeric_limits<S>::infinity());
  return where_equal(largest_, none, Packet<S>::of(0), largest_);
}

template <std::floating_point S>
Packet<S> OnlineSoftmax<S>::advance(S* panel, Index length) {
  const Packet<S> before = largest_;
  Packet<S> largest = largest_;
  for (Index k = 0; k < length; ++k) {
    largest = larger(Packet<S>::load(panel + k * kLanes<S>), largest);
  }
  largest_ = largest;
  largest = reference();
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
      panel += kLanes<S>;
    }
    sums_ = sums_ + sums;
    length -= terms;
  }
  return factor;
}

template <std::floating_point S>
void OnlineSoftmax<S>::divide(S* panel, Index length) const {
  const auto sums = where_equal(sums_, Packet<S>::of(0), Packet<S>::of(1), sums_);
  for (Index k = 0; k < length; ++k, panel += kLanes<S>) {
    (Packet<S>::load(panel) / sums).store(panel);
  }
}

template <std::floating_point S>
Packet<S> OnlineSoftmax<S>::rests() const {
  return Exponential<S>()(Packet<S>::of(0) - largest_) / sums_;
}

template <std::floating_point S>
void rescale(S* panel, Index length, const Packet<S>& factor) {
  for (Index k = 0; k < length; ++k, panel += kLanes<S>) {
    (factor * Packet<S>::load(panel)).store(panel);
  }
}

template <std::floating_point S>
void softmax_jacobian_product(const S* weights, const Packet<S>& rests, S* upstream, Index length,
                              S scale) {
  const auto weight = [=](Index k) { return Packet<S>::load(weights + k * kLanes<S>); };
  const auto gradient = [=](Index k) { return Packet<S>::load(upstream + k * kLanes<S>); };
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
    (scale * (weight(k) * ((gradient(k) - reference) - inner))).store(upstream + k * kLanes<S>);
  }
}

template class OnlineSoftmax<double>;
template class OnlineSoftmax<float>;
ATTENTION_SCALE_INSTANTIATE(rescale);
ATTENTION_SCALE_INSTANTIATE(softmax_jacobian_product);

}  // namespace attention_scale::simd
