/// \file Products with the rows of a matrix in lanes: kLanes rows side by side make a panel, in
/// which entry (row, k) stands at k·kLanes + row. Everything that is done along a row is then done
/// to kLanes rows at once, each of which sees one fixed order of operations: its digits depend
/// neither on where it stands in memory nor on how wide a packet is.
#pragma once

#include "kernels/packet.hpp"

namespace attention_scale::simd {

/// Two packets: with four rows of the other factor, eight sums run at a time, which is what the
/// sixteen registers of x86 hold beside the factors.
inline constexpr Index kPacketsAcross = 2;

/// Rows of the other factor that a panel meets at a time.
inline constexpr Index kTile = 4;

template <std::floating_point S>
inline constexpr Index kLanes = kPacketsAcross* Packet<S>::kSize;

/// A stretch of kLanes numbers, one for each row in the lanes.
template <std::floating_point S>
struct Across {
  std::array<Packet<S>, kPacketsAcross> packets;

  static Across of(S x) {
    Across result{};
    result.packets.fill(Packet<S>::of(x));
    return result;
  }
  static Across load(const S* from) {
    Across result{};
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
  Across<S> result{};
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

/// `into`(row, lane) = Σ_k factor(row, k)·panel(lane, k) for `rows` rows and `depth` terms, each
/// sum in the order of k. `into` is a panel of `rows` entries a lane.
template <std::floating_point S, Layout kLayout>
void multiply(Factor<S, kLayout> factor, Index rows, const S* panel, Index depth, S* into);

/// The transposed product with a matrix, which is read again and again: four columns at a time are
/// laid side by side first, where that pays. Columns of a matrix whose rows are a power of two
/// apart would fight for a few places of the processor's cache.
template <std::floating_point S>
class Tiles {
 public:
  Tiles() = default;
  /// \param lanes how many rows it will be multiplied with in all
  Tiles(const MatrixIn<S>& matrix, Index lanes);

  /// `into`(col, lane) = Σ_k matrix(first + k, col)·panel(lane, k) for all columns.
  void multiply(const S* panel, Index first, Index depth, S* into) const;

 private:
  const S* data_ = nullptr;
  Index stride_ = 0;
  Index rows_ = 0;
  Index cols_ = 0;
  Vector<S> tiles_;  ///< empty where it would not pay
};

/// Lays `count` ≤ kLanes rows of a matrix, of `length` entries each, into a panel; the other lanes
/// are 0.
template <std::floating_point S>
void pack(const S* matrix, Index stride, Index count, Index length, S* panel);

/// Takes them out again.
template <std::floating_point S>
void unpack(const S* panel, Index count, Index length, S* matrix, Index stride);

}  // namespace attention_scale::simd
