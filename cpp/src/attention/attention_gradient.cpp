#include "attention_scale/attention/attention_gradient.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/panel.hpp"
#include "kernels/score_strips.hpp"
#include "kernels/softmax_panel.hpp"

#include <algorithm>

namespace attention_scale {
namespace {

using simd::kLanes;

/// Strips whose products with a whole column of queries are summed at a time.
constexpr Index kStripsAtATime = 8;

/// Panels of several strips side by side, so that a key's entries for all their queries follow each
/// other: what Σ over queries runs along.
template <std::floating_point S>
class SideBySide {
  static constexpr Index kWidth = kStripsAtATime * kLanes<S>;

 public:
  explicit SideBySide(Index keys) : keys_(keys), entries_(keys * kWidth) {}

  void put(Index place, const S* panel) {
    for (Index key = 0; key < keys_; ++key) {
      std::copy_n(panel + key * kLanes<S>, kLanes<S>,
                  entries_.data() + key * kWidth + place * kLanes<S>);
    }
  }

  /// into(key, col) += Σ_query entries(key, query)·right(first + query, col), over `count` queries.
  void add_product(const MatrixIn<S>& right, Index first, Index count, MatrixOut<S> into) {
    constexpr Index kKeysAtATime = 64;
    columns_.resize(count * kLanes<S>);
    sums_.resize(kKeysAtATime * kLanes<S>);
    for (Index col = 0; col < right.cols(); col += kLanes<S>) {
      const Index cols = std::min(kLanes<S>, right.cols() - col);
      Eigen::Map<Matrix<S>> columns(columns_.data(), count, kLanes<S>);
      columns.leftCols(cols) = right.block(first, col, count, cols);
      columns.rightCols(kLanes<S> - cols).setZero();
      for (Index key = 0; key < keys_; key += kKeysAtATime) {
        const Index keys = std::min(kKeysAtATime, keys_ - key);
        simd::multiply<S, simd::Layout::kRows>({entries_.data() + key * kWidth, kWidth}, keys,
                                               columns_.data(), count, sums_.data());
        into.block(key, col, keys, cols) +=
            Eigen::Map<Matrix<S>>(sums_.data(), keys, kLanes<S>).leftCols(cols);
      }
    }
  }

 private:
  Index keys_;
  Vector<S> entries_;
  Vector<S> columns_;  ///< of the other factor, as a panel of its columns
  Vector<S> sums_;
};

}  // namespace

template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const AttentionGradientOutputs<S>& into) {
  const ScoreStrips<S> strips(queries, keys, values, options);
  if (d_output.rows() != queries.rows() || d_output.cols() != values.cols()) {
    throw Error(ErrorCode::kShape, "dOutput is " + check::shape(d_output.rows(), d_output.cols()) +
                                       "; it must have the shape of the output, " +
                                       check::shape(queries.rows(), values.cols()) + ".");
  }
  check::finite<S>("dOutput", d_output);

  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_k = keys.cols();
  const Index d_v = values.cols();
  Eigen::Map<Matrix<S>> d_queries(into.queries, n, d_k);
  Eigen::Map<Matrix<S>> d_keys(into.keys, m, d_k);
  Eigen::Map<Matrix<S>> d_values(into.values, m, d_v);
  Eigen::Map<Matrix<S>> d_score_rows(into.scores, n, m);
  d_keys.setZero();
  d_values.setZero();
  const simd::Tiles<S> key_tiles(keys, n);
  Strip<S> strip;
  Vector<S> weights(m * kLanes<S>);
  Vector<S> d_scores(m * kLanes<S>);  // ∂L/∂weights at first
  Vector<S> rows(std::max(d_k, d_v) * kLanes<S>);
  SideBySide<S> all_weights(m);
  SideBySide<S> all_d_scores(m);
  constexpr Index kQueriesAtATime = kStripsAtATime * kLanes<S>;
  for (Index first = 0; first < n; first += kQueriesAtATime) {
    const Index queries_here = std::min(kQueriesAtATime, n - first);
    for (Index query = first; query < first + queries_here; query += kLanes<S>) {
      strips.take(query, strip);
      strips.scores(strip, 0, m, weights.data());
      strips.logits(strip, 0, m, weights.data());
      simd::RunningSoftmax<S> softmax;
      softmax.advance(weights.data(), m);
      softmax.divide(weights.data(), m);

      const Index count = strip.count;
      simd::pack<S>(d_output.data() + query * d_output.outerStride(), d_output.outerStride(), count,
                    d_v, rows.data());
      simd::multiply<S, simd::Layout::kRows>({values.data(), values.outerStride()}, m, rows.data(),
                                             d_v, d_scores.data());
      // The product of a masked key may overflow, and 0 times that would be NaN.
      strips.mask(strip, 0, m, 0, d_scores.data());
      simd::softmax_jacobian_product<S>(weights.data(), d_scores.data(), m, strips.scale());
      simd::unpack<S>(d_scores.data(), count, m, d_score_rows.row(query).data(), m);

      key_tiles.multiply(d_scores.data(), 0, m, rows.data());
      simd::unpack<S>(rows.data(), count, d_k, d_queries.row(query).data(), d_k);

      const Index place = (query - first) / kLanes<S>;
      all_weights.put(place, weights.data());
      all_d_scores.put(place, d_scores.data());
    }
    all_weights.add_product(d_output, first, queries_here, d_values);
    all_d_scores.add_product(queries, first, queries_here, d_keys);
  }

  check::no_overflow<S>("∂L/∂values", d_values);
  check::no_overflow<S>("∂L/∂scores", d_score_rows);
  check::no_overflow<S>("∂L/∂queries", d_queries);
  check::no_overflow<S>("∂L/∂keys", d_keys);
}

template <std::floating_point S>
AttentionGradient<S> attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                                        const AttentionOptions& options) {
  AttentionGradient<S> gradient{.queries = Matrix<S>(queries.rows(), queries.cols()),
                                .keys = Matrix<S>(keys.rows(), keys.cols()),
                                .values = Matrix<S>(values.rows(), values.cols()),
                                .scores = Matrix<S>(queries.rows(), keys.rows())};
  attention_gradient<S>(queries, keys, values, d_output, options,
                        AttentionGradientOutputs<S>{.queries = gradient.queries.data(),
                                                    .keys = gradient.keys.data(),
                                                    .values = gradient.values.data(),
                                                    .scores = gradient.scores.data()});
  return gradient;
}

template void attention_gradient<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                         const MatrixIn<double>&, const MatrixIn<double>&,
                                         const AttentionOptions&,
                                         const AttentionGradientOutputs<double>&);
template void attention_gradient<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                                        const MatrixIn<float>&, const MatrixIn<float>&,
                                        const AttentionOptions&,
                                        const AttentionGradientOutputs<float>&);
template AttentionGradient<double> attention_gradient<double>(const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const AttentionOptions&);
template AttentionGradient<float> attention_gradient<float>(const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const AttentionOptions&);

}  // namespace attention_scale
