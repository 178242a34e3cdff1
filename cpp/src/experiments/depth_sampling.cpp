#include "attention_scale/experiments/depth_sampling.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/statistics/statistics.hpp"
#include "core/instantiate.hpp"

#include <limits>
#include <vector>

namespace attention_scale {
template <std::floating_point S>
DepthDraws<S> sample_depth(const MatrixIn<S>& x, const DepthSamplingOptions& options,
                           std::uint32_t from, Index count) {
  constexpr Index kMostLayers = 64;
  check::not_empty("x", x.rows(), x.cols());
  check::within("layers", options.layers, 1, kMostLayers);
  check::within("hidden", options.hidden, 1, std::numeric_limits<int>::max());
  check::multiple("wq", "columns", x.cols(), "heads", options.layer.heads.heads);
  check::draw_range(from, count);
  const auto depth = static_cast<std::size_t>(options.layers);
  const LayerOptions& layer = options.layer;
  std::vector<LayerParameters<Matrix<S>>> drawn(depth);
  Matrix<S> scores(layer.heads.heads * x.rows(), x.rows());
  Matrix<S> weights(scores.rows(), x.rows());
  Matrix<double> exact_scores;
  std::vector<Matrix<S>> d_wq(depth, Matrix<S>(x.cols(), x.cols()));
  std::vector<LayerParameters<Parameter<S>>> parameters(depth);
  LayerStack<S> stack{.layers = parameters, .options = layer};
  std::vector<LayerParameters<MatrixOut<S>>> wanted(depth);
  for (std::size_t i = 0; i < depth; ++i) {
    wanted[i].attention.wq.rebind(d_wq[i]);
  }
  Matrix<double> upstream(x.rows(), x.cols());
  DepthDraws<S> draws{.spread = Matrix<S>(count, options.layers),
                      .entropy = Matrix<S>(count, options.layers),
                      .peak = Matrix<S>(count, options.layers),
                      .gradient = Matrix<S>(count, options.layers)};

  for (Index draw = 0; draw < count; ++draw) {
    RandomState state(options.seed, from + static_cast<std::uint32_t>(draw));
    for (std::size_t i = 0; i < depth; ++i) {
      const auto column = static_cast<Index>(i);
      drawn[i] = draw_layer<S>(state, options.initialisation, x.cols(), options.hidden, false);
      parameters[i] = view_of(drawn[i]);
      stack.pass(i, x, Matrix<S>(), {.attention = {.scores = scores, .weights = weights}});
      exact_scores = scores.template cast<double>();
      const RowStatistics rows = row_statistics(weights.template cast<double>());
      draws.spread(draw, column) = static_cast<S>(moments(entries_of(exact_scores)).std);
      draws.entropy(draw, column) = static_cast<S>(mean_of(rows.entropy));
      draws.peak(draw, column) = static_cast<S>(mean_of(rows.peak));
    }
    state.normal(entries_of(upstream));
    for (Matrix<S>& gradient : d_wq) {
      gradient.setZero();
    }
    stack.backward(x, Matrix<S>(), upstream.template cast<S>(), wanted, {});
    for (std::size_t i = 0; i < depth; ++i) {
      draws.gradient(draw, static_cast<Index>(i)) = static_cast<S>(norm_in_double(d_wq[i]));
    }
  }
  return draws;
}

ATTENTION_SCALE_INSTANTIATE(sample_depth);

}  // namespace attention_scale
