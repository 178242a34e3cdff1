#include "kernels/largest_magnitude.hpp"

#include "core/instantiate.hpp"
#include "kernels/packet.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale::simd {

template <std::floating_point S>
S largest_magnitude(const MatrixIn<S>& matrix) {
  using P = Packet<S>;
  const bool dense = matrix.outerStride() == matrix.cols();
  const Index rows = dense ? 1 : matrix.rows();
  const Index cols = dense ? matrix.size() : matrix.cols();
  // Two of each, because a maximum has to wait for the one before it.
  constexpr Index kChains = 2;
  const P zero = P::of(0);
  std::array<P, kChains> largest{};
  std::array<P, kChains> suspect{};  // 0·x: 0, and NaN once an entry was not finite
  S rest = 0;
  for (Index row = 0; row < rows; ++row) {
    const S* const entries = matrix.data() + row * matrix.outerStride();
    Index col = 0;
    for (; col + kChains * P::kSize <= cols; col += kChains * P::kSize) {
      for (std::size_t chain = 0; chain < kChains; ++chain) {
        const P x = P::load(entries + col + static_cast<Index>(chain) * P::kSize);
        suspect[chain] = suspect[chain] + zero * x;
        largest[chain] = larger(larger(x, zero - x), largest[chain]);
      }
    }
    for (; col < cols; ++col) {
      rest = std::max(rest, std::abs(entries[col])) + 0 * entries[col];
    }
  }
  std::array<S, P::kSize> magnitudes{};
  larger(largest[0], largest[1]).store(magnitudes.data());
  std::array<S, P::kSize> suspects{};
  (suspect[0] + suspect[1]).store(suspects.data());
  for (std::size_t lane = 0; lane < magnitudes.size(); ++lane) {
    rest = std::max(rest, magnitudes[lane]) + suspects[lane];
  }
  return rest;
}

ATTENTION_SCALE_INSTANTIATE(largest_magnitude);

}  // namespace attention_scale::simd
