/// \file Products with the rows of a matrix in lanes: kLanes rows side by side make a panel, in
/// which entry (row, k) stands at k·kLanes + row. Everything that is done along a row is then done
/// to kLanes rows at once, each of which sees one fixed order of operations: its digits depend
/// neither on where it stands in memory nor on how wide a packet is.
#pragma once

#include "packet.hpp"

namespace attention_scale::simd {

/// Two packets: with four rows of the other factor, eight sums run at a time, which is what the
/// sixteen registers of x86 hold beside the factors.
inline constexpr Index kPacketsAcross = 2;

template <std::floating_point S>
inline constexpr Index kLanes = kPacketsAcross* Packet<S>::kSize;

/// A stretch of kLanes numbers, one for each row in the lanes.
template <std::floating_point S>
struct Across {
  std::array<Packet<S>, kPacketsAcross> packets;

  static Across of(S x) {
    Across result;
    result.packets.fill(Packet<S>::of(x));
    return result;
  }
  static Across load(const S* from) {
    Across result;
    for (std::size_t p = 0; p < kPacketsAcross; ++p) {
      result.packets[p] = Packet<S>::load(from + static_cast<Index>(p) * Packet<S>::kSize);
    }
    return result;
  }
  void store(S* to) const {
    for (std::size_t p = 0; p < kPacketsAcross; ++p) {
      packets[p].store(to + static_cast<Index>(p) * Packet<S>::kSize);
    }
  }
};

/// f(a, b, …) packet by packet.
template <typename F, std::floating_point S, typename... More>
Across<S> each(F f, const Across<S>& first, const More&... more) {
  Across<S> result;
  for (std::size_t p = 0; p < kPacketsAcross; ++p) {
    result.packets[p] = f(first.packets[p], more.packets[p]...);
  }
  return result;
}

/// How the factor beside a panel lies in memory: row by row, or transposed.
enum class Layout { kRows, kColumns };

/// A factor of a product: entry (row, k) stands at data[row·step + k], or at data[k·step + row].
template <std::floating_point S, Layout kLayout>
struct Factor {
  const S* data;
  Index step;
};

/// `into`(row, lane) = Σ_k factor(row, k)·panel(k, lane) for `rows` rows, each sum in the order of
/// k. Steps are how far the next k, or the next row, is away; at least kLanes.
template <std::floating_point S, Layout kLayout>
void multiply(Factor<S, kLayout> factor, Index rows, const S* panel, Index panel_step, Index depth,
              S* into, Index into_step);

/// Lays `count` ≤ kLanes rows of a matrix, of `length` entries each, into a panel; the other lanes
/// are 0.
template <std::floating_point S>
void pack(const S* matrix, Index stride, Index count, Index length, S* panel, Index panel_step);

/// Takes them out again.
template <std::floating_point S>
void unpack(const S* panel, Index panel_step, Index count, Index length, S* matrix, Index stride);

}  // namespace attention_scale::simd
