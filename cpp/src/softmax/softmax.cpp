#include "attention_scale/softmax/softmax.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/online_softmax.hpp"

#include <algorithm>

namespace attention_scale {

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::has_shape("weights", weights, logits.rows(), logits.cols(),
                   "it must have the shape of the logits,");
  check::logits<S>("logits", logits);
  using simd::kLanes;
  // A panel is kLanes times as large as a row, so that longer rows are processed in blocks.
  constexpr Index kKeysAtATime = 64 * simd::OnlineSoftmax<S>::kTermsAtATime;
  const Index m = logits.cols();
  const Index block = std::min(m, kKeysAtATime);
  Vector<S> memory(block * kLanes<S>);
  S* const panel = memory.data();
  for (Index first = 0; first < logits.rows(); first += kLanes<S>) {
    const Index count = std::min(kLanes<S>, logits.rows() - first);
    const auto pack = [&](const S* matrix, Index step, Index key) {
      const Index keys = std::min(block, m - key);
      simd::pack(matrix + first * step + key, step, count, keys, panel);
      return keys;
    };
    const auto unpack = [&](Index key, Index keys) {
      simd::unpack(panel, count, keys, weights.row_data(first) + key, weights.outerStride());
    };
    simd::OnlineSoftmax<S> rows;
    for (Index key = 0; key < m; key += block) {
      rows.raise(panel, pack(logits.data(), logits.outerStride(), key));
    }
    for (Index key = 0; key < m; key += block) {
      const Index keys = m == block ? m : pack(logits.data(), logits.outerStride(), key);
      rows.exponentials(panel, keys);
      if (m != block) {
        unpack(key, keys);
      }
    }
    for (Index key = 0; key < m; key += block) {
      const Index keys = m == block ? m : pack(weights.data(), weights.outerStride(), key);
      rows.divide(panel, keys);
      unpack(key, keys);
    }
  }
}

template void softmax<double>(const MatrixIn<double>&, MatrixOut<double>);
template void softmax<float>(const MatrixIn<float>&, MatrixOut<float>);

}  // namespace attention_scale
