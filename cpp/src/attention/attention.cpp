#include "attention_scale/attention/attention.hpp"

#include "attention_scale/core/check.hpp"
#include "core/attention_arguments.hpp"
#include "kernels/online_softmax.hpp"
#include "kernels/query_block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {

double attention_scale_factor(const AttentionOptions& options, Index d_k) {
  if (!options.scale) {
    return 1.0 / std::sqrt(static_cast<double>(d_k));
  }
  check::finite("scale", *options.scale);
  return *options.scale;
}

double score_divisor(Index d_k, double exponent) {
  check::within("dim", d_k, 1, std::numeric_limits<int>::max());
  check::within("exponent", exponent, 0, 1);
  const auto d = static_cast<double>(d_k);
  return exponent == 0.5 ? std::sqrt(d) : std::pow(d, exponent);
}

/// A block of queries at a time. Its scores are in a panel, where they become logits, exponentials
/// and weights in place.
template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into) {
  using simd::kLanes;
  const auto [scale, values_are_small] = check_arguments(queries, keys, values, options);
  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_v = values.cols();
  check_result("scores", into.scores, n, m);
  check_result("logits", into.logits, n, m);
  check_result("weights", into.weights, n, m);
  check_result("output", into.output, n, d_v);

  // Number of terms that are summed before they are added to the output. Where only the output is
  // wanted, a panel holds no more keys than these. Where an exponential times a value could
  // overflow, the weights are needed first, and therefore the whole row.
  constexpr Index kKeysAtATime = 256;
  const bool whole_rows =
      into.scores.wanted() || into.logits.wanted() || into.weights.wanted() || !values_are_small;
  const Index step = whole_rows ? m : std::min(m, kKeysAtATime);

  simd::QueryBlock<S> block(queries, keys, scale, options.mask);
  const simd::LeftFactor<S> values_by_column(values.transpose(), into.output.wanted() ? n : 0);
  Vector<S> memory((step + d_v) * kLanes<S>);
  S* const panel = memory.data();
  S* const output = panel + step * kLanes<S>;
  const auto write = [&block](const S* from, const MatrixOut<S>& to) {
    simd::unpack<S>(from, block.first(), to);
  };
  for (Index first = 0; first < n; first += kLanes<S>) {
    block.load(first);
    simd::OnlineSoftmax<S> softmax;
    std::fill_n(output, d_v * kLanes<S>, S{0});
    const Index end = whole_rows ? m : block.admitted_keys();
    for (Index key = 0; key < end; key += step) {
      const Index count = std::min(step, end - key);
      block.scores(key, count, panel);
      write(panel, into.scores);
      block.logits(key, count, panel);
      write(panel, into.logits);
      if (!into.weights.wanted() && !into.output.wanted()) {
        continue;
      }
      const simd::Packet<S> factor = softmax.advance(panel, count);
      if (!values_are_small) {
        softmax.divide(panel, count);
      }
      if (!into.output.wanted()) {
        continue;
      }
      simd::rescale(output, d_v, factor);
      for (Index k = 0; k < count; k += kKeysAtATime) {
        values_by_column.multiply(0, d_v, panel + k * kLanes<S>, key + k,
                                  std::min(kKeysAtATime, count - k), output, kLanes<S>,
                                  simd::Result::kAddedTo);
      }
    }
    if (values_are_small) {
      softmax.divide(output, d_v);
      if (into.weights.wanted()) {
        softmax.divide(panel, m);
      }
    }
    write(output, into.output);
    write(panel, into.weights);
  }
  if (into.output.wanted() && !values_are_small) {
    check::no_overflow<S>("weights·values", into.output);
  }
}

template void attention<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                const MatrixIn<double>&, const AttentionOptions&,
                                const AttentionOutputs<double>&);
template void attention<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                               const MatrixIn<float>&, const AttentionOptions&,
                               const AttentionOutputs<float>&);

}  // namespace attention_scale
