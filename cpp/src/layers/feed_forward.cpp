#include "attention_scale/layers/feed_forward.hpp"

#include "attention_scale/layers/linear.hpp"
#include "core/instantiate.hpp"
#include "kernels/packet.hpp"

#include <cmath>
#include <numbers>

namespace attention_scale {
namespace {

/// Φ(x): erfc keeps its digits where Φ is small.
template <std::floating_point S>
S normal_distribution(S x) {
  return std::erfc(-x / std::numbers::sqrt2_v<S>) / 2;
}

/// to_i = from_i where x_i > 0, else 0. By packets, which have no branch: no predictor knows the
/// signs of x.
template <std::floating_point S>
void mask_negative(const S* x, const S* from, Index count, S* to) {
  using simd::Packet;
  const auto zero = Packet<S>::of(0);
  Index i = 0;
  for (; i + Packet<S>::kSize <= count; i += Packet<S>::kSize) {
    where_less(zero, Packet<S>::load(x + i), Packet<S>::load(from + i), zero).store(to + i);
  }
  for (; i < count; ++i) {
    to[i] = x[i] > S{0} ? from[i] : S{0};
  }
}

/// output = activation(x), entry by entry.
template <std::floating_point S>
void activate(Activation activation, const MatrixIn<S>& x, Matrix<S>& output) {
  if (activation == Activation::kRelu) {
    output = x.cwiseMax(S{0});
  } else {
    output = x.unaryExpr([](S entry) { return entry * normal_distribution(entry); });
  }
}

/// d_x = d_output∘activation′(x), which may be the memory of d_output. The derivative of ReLU at 0
/// is 0.
template <std::floating_point S>
void activation_gradient(Activation activation, const MatrixIn<S>& x, const MatrixIn<S>& d_output,
                         Matrix<S>& d_x) {
  if (activation == Activation::kRelu) {
    d_x.resize(x.rows(), x.cols());
    for (Index row = 0; row < x.rows(); ++row) {
      mask_negative(x.row(row).data(), d_output.row(row).data(), x.cols(), d_x.row(row).data());
    }
    return;
  }
  const S density_at_0 = std::numbers::inv_sqrtpi_v<S> / std::numbers::sqrt2_v<S>;
  d_x = x.binaryExpr(d_output, [density_at_0](S entry, S upstream) {
    const S density = density_at_0 * std::exp(-entry * entry / 2);
    return upstream * (normal_distribution(entry) + entry * density);
  });
}

}  // namespace

template <std::floating_point S>
void feed_forward(const MatrixIn<S>& x, const FeedForwardParameters<Parameter<S>>& parameters,
                  Activation activation, FeedForwardCache<S>& cache) {
  linear<S>("x", x, parameters.w1, parameters.b1, cache.inner);
  activate<S>(activation, cache.inner, cache.hidden);
  linear<S>("hidden", cache.hidden, parameters.w2, parameters.b2, cache.output);
}

template <std::floating_point S>
void feed_forward_gradient(const MatrixIn<S>& x,
                           const FeedForwardParameters<Parameter<S>>& parameters,
                           Activation activation, const FeedForwardCache<S>& cache,
                           const MatrixIn<S>& d_output,
                           const FeedForwardParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x) {
  Matrix<S> d_hidden = Matrix<S>::Zero(cache.hidden.rows(), cache.hidden.cols());
  linear_gradient<S>(cache.hidden, parameters.w2, d_output, gradients.w2, gradients.b2, d_hidden);
  activation_gradient<S>(activation, cache.inner, d_hidden, d_hidden);
  linear_gradient<S>(x, parameters.w1, d_hidden, gradients.w1, gradients.b1, d_x);
}

ATTENTION_SCALE_INSTANTIATE(feed_forward);
ATTENTION_SCALE_INSTANTIATE(feed_forward_gradient);

}  // namespace attention_scale
