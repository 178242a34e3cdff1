#include "attention_scale/softmax/softmax.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/online_softmax.hpp"

namespace attention_scale {

template <std::floating_point S>
void softmax(const MatrixIn<S>& logits, MatrixOut<S> weights) {
  check::not_empty("logits", logits.rows(), logits.cols());
  check::has_shape("weights", weights, logits.rows(), logits.cols(),
                   "it must have the shape of the logits,");
  check::logits<S>("logits", logits);
  using simd::kLanes;
  const Index m = logits.cols();
  Vector<S> panel(m * kLanes<S>);
  for (Index first = 0; first < logits.rows(); first += kLanes<S>) {
    simd::pack<S>(logits, first, panel.data());
    simd::OnlineSoftmax<S> rows;
    rows.advance(panel.data(), m);
    rows.divide(panel.data(), m);
    simd::unpack<S>(panel.data(), first, weights);
  }
}

template void softmax<double>(const MatrixIn<double>&, MatrixOut<double>);
template void softmax<float>(const MatrixIn<float>&, MatrixOut<float>);

}  // namespace attention_scale
