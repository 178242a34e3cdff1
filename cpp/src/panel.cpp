#include "panel.hpp"

#include <algorithm>

namespace attention_scale::simd {
namespace {

template <std::floating_point S, Layout kLayout, std::size_t kRows>
void multiply_rows(const S* factor, Index step, const S* panel, Index panel_step, Index depth,
                   S* into, Index into_step) {
  std::array<Across<S>, kRows> sums;
  sums.fill(Across<S>::of(0));
  std::array<const S*, kRows> rows;
  for (std::size_t row = 0; row < kRows; ++row) {
    rows[row] = factor + static_cast<Index>(row) * step;
  }
  for (Index k = 0; k < depth; ++k) {
    const auto right = Across<S>::load(panel);
    panel += panel_step;
    for (std::size_t row = 0; row < kRows; ++row) {
      const S left = kLayout == Layout::kRows ? rows[row][k] : factor[row];
      for (std::size_t p = 0; p < kPacketsAcross; ++p) {
        sums[row].packets[p] = sums[row].packets[p] + left * right.packets[p];
      }
    }
    if (kLayout == Layout::kColumns) {
      factor += step;
    }
  }
  for (const Across<S>& sum : sums) {
    sum.store(into);
    into += into_step;
  }
}

}  // namespace

template <std::floating_point S, Layout kLayout>
void multiply(Factor<S, kLayout> factor, Index rows, const S* panel, Index panel_step, Index depth,
              S* into, Index into_step) {
  constexpr Index kTile = 4;
  const auto at = [&](Index row) {
    return factor.data + (kLayout == Layout::kRows ? row * factor.step : row);
  };
  Index row = 0;
  for (; row + kTile <= rows; row += kTile) {
    multiply_rows<S, kLayout, kTile>(at(row), factor.step, panel, panel_step, depth,
                                     into + row * into_step, into_step);
  }
  for (; row < rows; ++row) {
    multiply_rows<S, kLayout, 1>(at(row), factor.step, panel, panel_step, depth,
                                 into + row * into_step, into_step);
  }
}

template <std::floating_point S>
void pack(const S* matrix, Index stride, Index count, Index length, S* panel, Index panel_step) {
  for (Index k = 0; k < length; ++k) {
    S* const to = panel + k * panel_step;
    for (Index lane = 0; lane < count; ++lane) {
      to[lane] = matrix[lane * stride + k];
    }
    std::fill(to + count, to + kLanes<S>, S{0});
  }
}

template <std::floating_point S>
void unpack(const S* panel, Index panel_step, Index count, Index length, S* matrix, Index stride) {
  for (Index lane = 0; lane < count; ++lane) {
    S* const to = matrix + lane * stride;
    const S* from = panel + lane;
    for (Index k = 0; k < length; ++k) {
      to[k] = *from;
      from += panel_step;
    }
  }
}

#define ATTENTION_SCALE_INSTANTIATE(S)                                                             \
  template void multiply<S, Layout::kRows>(Factor<S, Layout::kRows>, Index, const S*, Index,       \
                                           Index, S*, Index);                                      \
  template void multiply<S, Layout::kColumns>(Factor<S, Layout::kColumns>, Index, const S*, Index, \
                                              Index, S*, Index);                                   \
  template void pack<S>(const S*, Index, Index, Index, S*, Index);                                 \
  template void unpack<S>(const S*, Index, Index, Index, S*, Index);
ATTENTION_SCALE_INSTANTIATE(double)
ATTENTION_SCALE_INSTANTIATE(float)
#undef ATTENTION_SCALE_INSTANTIATE

}  // namespace attention_scale::simd
