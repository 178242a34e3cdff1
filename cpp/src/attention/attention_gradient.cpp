#include "attention_scale/attention/attention_gradient.hpp"

#include "attention_scale/core/check.hpp"
#include "core/attention_arguments.hpp"
#include "kernels/online_softmax.hpp"
#include "kernels/query_block.hpp"

#include <algorithm>

namespace attention_scale {

/// Weights and ∂L/∂scores are computed for some queries at a time; every other gradient is a sum of
/// products of one of them with an argument.
template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const AttentionGradientOutputs<S>& into) {
  using simd::kLanes;
  const S scale = check_arguments(queries, keys, values, options).scale;
  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_v = values.cols();
  check::has_shape("dOutput", d_output, n, d_v, "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output);
  check_result("the gradient of the queries", into.queries, n, queries.cols());
  check_result("the gradient of the keys", into.keys, m, keys.cols());
  check_result("the gradient of the values", into.values, m, d_v);
  check_result("the gradient of the scores", into.scores, n, m);

  MatrixOut<S> d_queries = into.queries;
  MatrixOut<S> d_keys = into.keys;
  MatrixOut<S> d_values = into.values;
  d_queries.setZero();
  d_keys.setZero();
  d_values.setZero();
  constexpr Index kQueriesAtATime = 64;  // a multiple of kLanes
  Matrix<S> weights(std::min(kQueriesAtATime, n), m);
  Matrix<S> own_d_scores(into.scores.wanted() ? 0 : n, m);
  MatrixOut<S> d_scores = into.scores.wanted() ? into.scores : MatrixOut<S>(own_d_scores);
  simd::QueryBlock<S> block(queries, keys, scale, options.mask);
  const simd::LeftFactor<S> value_rows(values, n);
  Vector<S> weight_panel(m * kLanes<S>);
  Vector<S> gradient_panel(m * kLanes<S>);  // ∂L/∂weights, then ∂L/∂scores
  Vector<S> d_output_panel(d_v * kLanes<S>);
  for (Index first = 0; first < n; first += kLanes<S>) {
    block.load(first);
    block.scores(0, m, weight_panel.data());
    block.logits(0, m, weight_panel.data());
    simd::OnlineSoftmax<S> softmax;
    softmax.advance(weight_panel.data(), m);
    softmax.divide(weight_panel.data(), m);
    simd::unpack<S>(weight_panel.data(), first % kQueriesAtATime, weights);

    simd::pack<S>(d_output, first, d_output_panel.data());
    value_rows.multiply(0, m, d_output_panel.data(), 0, d_v, gradient_panel.data(), kLanes<S>,
                        simd::Result::kReplaced);
    // The product of a masked key may overflow, and 0 times ∞ would be NaN.
    block.mask(0, m, 0, gradient_panel.data());
    simd::softmax_jacobian_product(weight_panel.data(), gradient_panel.data(), m, scale);
    simd::unpack<S>(gradient_panel.data(), first, d_scores);

    const Index end = first + block.count();
    if (end % kQueriesAtATime == 0 || end == n) {
      const Index from = first / kQueriesAtATime * kQueriesAtATime;
      const Index some = end - from;
      simd::add_product<S>(weights.topRows(some).transpose(), d_output.middleRows(from, some),
                           d_values);
      simd::add_product<S>(d_scores.middleRows(from, some).transpose(),
                           queries.middleRows(from, some), d_keys);
    }
  }
  simd::add_product<S>(d_scores, keys, d_queries);

  check::no_overflow<S>("∂L/∂values", d_values);
  check::no_overflow<S>("∂L/∂scores", d_scores);
  check::no_overflow<S>("∂L/∂queries", d_queries);
  check::no_overflow<S>("∂L/∂keys", d_keys);
}

template void attention_gradient(const MatrixIn<double>&, const MatrixIn<double>&,
                                 const MatrixIn<double>&, const MatrixIn<double>&,
                                 const AttentionOptions&, const AttentionGradientOutputs<double>&);
template void attention_gradient(const MatrixIn<float>&, const MatrixIn<float>&,
                                 const MatrixIn<float>&, const MatrixIn<float>&,
                                 const AttentionOptions&, const AttentionGradientOutputs<float>&);

}  // namespace attention_scale
