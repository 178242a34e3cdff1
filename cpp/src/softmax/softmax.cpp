#include "attention_scale/softmax/softmax.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/panel.hpp"
#include "kernels/softmax_panel.hpp"

#include <algorithm>

namespace attention_scale {

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::logits<S>("logits", logits);
  using simd::kLanes;
  // A longer row is gone through in pieces, for a panel is many times as large as its row.
  constexpr Index kKeysAtATime = 64 * simd::RunningSoftmax<S>::kTermsAtATime;
  const Index m = logits.cols();
  const Index block = std::min(m, kKeysAtATime);
  Vector<S> memory(block * kLanes<S>);
  S* const panel = memory.data();
  for (Index first = 0; first < logits.rows(); first += kLanes<S>) {
    const Index count = std::min(kLanes<S>, logits.rows() - first);
    simd::RunningSoftmax<S> rows;
    if (m <= block) {
      simd::pack<S>(logits.data() + first * logits.outerStride(), logits.outerStride(), count, m,
                    panel);
      rows.raise(panel, m);
      rows.exponentials(panel, m);
      rows.divide(panel, m);
      simd::unpack<S>(panel, count, m, weights.data() + first * weights.outerStride(),
                      weights.outerStride());
      continue;
    }
    const auto each_block = [&](const S* from, Index stride, auto change) {
      for (Index key = 0; key < m; key += block) {
        const Index keys = std::min(block, m - key);
        simd::pack<S>(from + first * stride + key, stride, count, keys, panel);
        if (change(keys)) {
          simd::unpack<S>(panel, count, keys, weights.data() + first * weights.outerStride() + key,
                          weights.outerStride());
        }
      }
    };
    each_block(logits.data(), logits.outerStride(), [&](Index keys) {
      rows.raise(panel, keys);
      return false;
    });
    each_block(logits.data(), logits.outerStride(), [&](Index keys) {
      rows.exponentials(panel, keys);
      return true;
    });
    each_block(weights.data(), weights.outerStride(), [&](Index keys) {
      rows.divide(panel, keys);
      return true;
    });
  }
}

template void softmax<double>(const MatrixIn<double>&, MatrixOut<double>);
template void softmax<float>(const MatrixIn<float>&, MatrixOut<float>);

}  // namespace attention_scale
