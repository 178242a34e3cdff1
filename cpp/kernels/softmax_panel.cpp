#include "kernels/softmax_panel.hpp"

#include "kernels/exponential.hpp"

#include <algorithm>

namespace attention_scale::simd {

template <std::floating_point S>
Across<S> RunningSoftmax<S>::reference() const {
  return each(
      [](Packet<S> largest) {
        return where_equal(largest, Packet<S>::of(-std::numeric_limits<S>::infinity()),
                           Packet<S>::of(0), largest);
      },
      largest_);
}

template <std::floating_point S>
void RunningSoftmax<S>::raise(const S* panel, Index length) {
  Across<S> largest = largest_;
  for (Index k = 0; k < length; ++k) {
    largest = each([](Packet<S> x, Packet<S> most) { return larger(x, most); },
                   Across<S>::load(panel), largest);
    panel += kLanes<S>;
  }
  largest_ = largest;
}

template <std::floating_point S>
void RunningSoftmax<S>::exponentials(S* panel, Index length) {
  const Exponential<S> exponential;
  const Across<S> largest = reference();
  const auto add = [](Packet<S> a, Packet<S> b) { return a + b; };
  while (length > 0) {
    const Index terms = std::min(length, kTermsAtATime);
    auto sums = Across<S>::of(0);
    for (Index k = 0; k < terms; ++k) {
      const Across<S> e =
          each([&exponential](Packet<S> x, Packet<S> most) { return exponential(x - most); },
               Across<S>::load(panel), largest);
      e.store(panel);
      sums = each(add, sums, e);
      panel += kLanes<S>;
    }
    sums_ = each(add, sums_, sums);
    length -= terms;
  }
}

template <std::floating_point S>
Across<S> RunningSoftmax<S>::advance(S* panel, Index length) {
  const Across<S> before = largest_;
  raise(panel, length);
  const Exponential<S> exponential;
  const Across<S> kept =
      each([&exponential](Packet<S> old, Packet<S> now) { return exponential(old - now); }, before,
           reference());
  sums_ = each([](Packet<S> sum, Packet<S> share) { return sum * share; }, sums_, kept);
  exponentials(panel, length);
  return kept;
}

template <std::floating_point S>
void RunningSoftmax<S>::divide(S* panel, Index length) const {
  const Across<S> sums =
      each([](Packet<S> sum) { return where_equal(sum, Packet<S>::of(0), Packet<S>::of(1), sum); },
           sums_);
  for (Index k = 0; k < length; ++k) {
    each([](Packet<S> x, Packet<S> sum) { return x / sum; }, Across<S>::load(panel), sums)
        .store(panel);
    panel += kLanes<S>;
  }
}

template <std::floating_point S>
void scale_panel(S* panel, Index length, S scale) {
  for (Index k = 0; k < length; ++k) {
    each([scale](Packet<S> x) { return scale * x; }, Across<S>::load(panel)).store(panel);
    panel += kLanes<S>;
  }
}

template <std::floating_point S>
void decay_and_add(S* panel, const Across<S>& share, const S* added, Index length) {
  for (Index k = 0; k < length; ++k) {
    each([](Packet<S> x, Packet<S> part, Packet<S> more) { return x * part + more; },
         Across<S>::load(panel), share, Across<S>::load(added))
        .store(panel);
    panel += kLanes<S>;
    added += kLanes<S>;
  }
}

template <std::floating_point S>
void softmax_jacobian_product(const S* weights, S* upstream, Index length, S scale) {
  constexpr Index kStep = kLanes<S>;
  auto largest = Across<S>::of(-1);
  auto reference = Across<S>::of(0);  // the upstream gradient of the largest weight
  for (Index k = 0; k < length; ++k) {
    const auto weight = Across<S>::load(weights + k * kStep);
    reference = each([](Packet<S> most, Packet<S> w, Packet<S> g,
                        Packet<S> old) { return where_less(most, w, g, old); },
                     largest, weight, Across<S>::load(upstream + k * kStep), reference);
    largest = each([](Packet<S> w, Packet<S> most) { return larger(w, most); }, weight, largest);
  }
  auto inner = Across<S>::of(0);
  for (Index k = 0; k < length; ++k) {
    inner = each([](Packet<S> sum, Packet<S> w, Packet<S> g,
                    Packet<S> from) { return sum + w * (g - from); },
                 inner, Across<S>::load(weights + k * kStep), Across<S>::load(upstream + k * kStep),
                 reference);
  }
  for (Index k = 0; k < length; ++k) {
    each([scale](Packet<S> w, Packet<S> g, Packet<S> from,
                 Packet<S> mean) { return scale * (w * ((g - from) - mean)); },
         Across<S>::load(weights + k * kStep), Across<S>::load(upstream + k * kStep), reference,
         inner)
        .store(upstream + k * kStep);
  }
}

template class RunningSoftmax<double>;
template class RunningSoftmax<float>;
template void scale_panel<double>(double*, Index, double);
template void scale_panel<float>(float*, Index, float);
template void decay_and_add<double>(double*, const Across<double>&, const double*, Index);
template void decay_and_add<float>(float*, const Across<float>&, const float*, Index);
template void softmax_jacobian_product<double>(const double*, double*, Index, double);
template void softmax_jacobian_product<float>(const float*, float*, Index, float);

}  // namespace attention_scale::simd
