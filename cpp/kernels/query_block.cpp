#include "kernels/query_block.hpp"

#include "kernels/online_softmax.hpp"

#include <algorithm>

namespace attention_scale::simd {

template <std::floating_point S>
QueryBlock<S>::QueryBlock(const MatrixIn<S>& queries, const MatrixIn<S>& keys, S scale,
                          const Mask& mask)
    : queries_(queries),
      keys_(keys, queries.rows()),
      m_(keys.rows()),
      scale_(scale),
      mask_(mask),
      panel_(queries.cols() * kLanes<S>) {}

template <std::floating_point S>
void QueryBlock<S>::load(Index first) {
  first_ = first;
  count_ = std::min(kLanes<S>, queries_.rows() - first);
  pack<S>(queries_, first, panel_.data());
}

template <std::floating_point S>
Index QueryBlock<S>::admitted_keys() const {
  return mask_.causal_offset ? std::clamp<Index>(first_ + count_ + *mask_.causal_offset, 0, m_)
                             : m_;
}

template <std::floating_point S>
void QueryBlock<S>::scores(Index key, Index count, S* panel) const {
  keys_.multiply(key, count, panel_.data(), 0, queries_.cols(), panel, kLanes<S>,
                 Result::kReplaced);
}

template <std::floating_point S>
void QueryBlock<S>::logits(Index key, Index count, S* panel) const {
  rescale(panel, count, Packet<S>::of(scale_));
  mask(key, count, -std::numeric_limits<S>::infinity(), panel);
}

template <std::floating_point S>
void QueryBlock<S>::mask(Index key, Index count, S value, S* panel) const {
  if (mask_.causal_offset) {
    // Key j is masked for the queries before j − offset.
    const Index from = first_ + *mask_.causal_offset;
    for (Index j = std::max(key, from + 1); j < key + count; ++j) {
      std::fill_n(panel + (j - key) * kLanes<S>, std::min(kLanes<S>, j - from), value);
    }
  }
  for (Index lane = 0; mask_.matrix && lane < count_; ++lane) {
    const bool* const row = &(*mask_.matrix)(first_ + lane, key);
    for (Index j = 0; j < count; ++j) {
      if (!row[j]) {
        panel[j * kLanes<S> + lane] = value;
      }
    }
  }
}

template class QueryBlock<double>;
template class QueryBlock<float>;

}  // namespace attention_scale::simd
