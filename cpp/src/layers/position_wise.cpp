#include "attention_scale/layers/position_wise.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace attention_scale {
namespace {

/// Φ(x): erfc keeps its digits where Φ is small.
template <std::floating_point S>
S normal_distribution(S x) {
  return std::erfc(-x / std::numbers::sqrt2_v<S>) / 2;
}

using simd::kPanelRows;
using simd::Packet;

/// So many rows, rounded up to whole panels.
template <std::floating_point S>
Index in_whole_panels(Index rows) {
  return (rows + kPanelRows<S> - 1) / kPanelRows<S> * kPanelRows<S>;
}

/// Σ_k term(k) / length, in parts of 32 terms for smaller rounding errors.
template <std::floating_point S, typename Term>
Packet<S> mean_of(Index length, Term term) {
  constexpr Index kTermsAtATime = 32;
  auto total = Packet<S>::of(0);
  for (Index first = 0; first < length; first += kTermsAtATime) {
    auto part = Packet<S>::of(0);
    for (Index k = first; k < std::min(first + kTermsAtATime, length); ++k) {
      part = part + term(k);
    }
    total = total + part;
  }
  return total / Packet<S>::of(static_cast<S>(length));
}

/// kPanelRows rows of a matrix at a time, interleaved: see kernels/gemm.hpp.
template <std::floating_point S>
class Panel {
 public:
  explicit Panel(Index length) : entries_(length * kPanelRows<S>) {}

  void load(const MatrixIn<S>& rows, Index first) { simd::pack<S>(rows, first, entries_.data()); }
  void store(Matrix<S>& rows, Index first) const { simd::unpack<S>(entries_.data(), first, rows); }
  [[nodiscard]] Packet<S> operator[](Index k) const {
    return Packet<S>::load(entries_.data() + k * kPanelRows<S>);
  }
  void set(Index k, const Packet<S>& value) { value.store(entries_.data() + k * kPanelRows<S>); }

 private:
  Vector<S> entries_;
};

}  // namespace

template <std::floating_point S>
void linear(std::string_view name, const MatrixIn<S>& x, const Parameter<S>& weight,
            const Parameter<S>& bias, Matrix<S>& output) {
  check::not_empty(name, x.rows(), x.cols());
  check::not_empty(weight.name, weight.rows, weight.cols);
  check::both_fit(x.cols() == weight.rows, name, x, weight.name, weight.matrix(),
                  "as many rows of the second as columns of the first");
  if (bias.given()) {
    check::has_shape(bias.name, bias.matrix(), 1, weight.cols, "for this matrix it must be");
  }
  resize(output, x.rows(), weight.cols);
  if (bias.given()) {
    // The bias is copied by rows, since Eigen's replicate divides for each entry.
    output.rowwise() = bias.matrix().row(0);
  }
  const auto how = bias.given() ? simd::Result::kAddedTo : simd::Result::kReplaced;
  if (weight.packed) {
    simd::gemm_packed<S>(x, weight.data, weight.rows, output, how);
  } else {
    simd::gemm<S>(x, weight.matrix(), output, how);
  }
  // An entry that is not finite makes a column or a row of the product not finite, also times 0: to
  // look at the product alone saves a pass over the parameters.
  if (!check::all_finite(output)) {
    check::finite<S>(name, x);
    check::finite<S>(weight.name, weight.matrix());
    check::finite<S>(bias.name, bias.matrix());
    check::no_overflow<S>(std::string(name).append("·").append(weight.name), output);
  }
}

template <std::floating_point S>
void linear_gradient(const MatrixIn<S>& x, const Parameter<S>& weight, const MatrixIn<S>& d_output,
                     MatrixOut<S> d_weight, MatrixOut<S> d_bias, MatrixOut<S> d_x) {
  check::not_empty("x", x.rows(), x.cols());
  check::both_fit(x.rows() == d_output.rows(), "x", x, "dOutput", d_output,
                  "the same number of rows");
  check::has_shape(weight.name, weight.matrix(), x.cols(), d_output.cols(),
                   "for this x and dOutput it must be");
  check::fit(!weight.packed,
             {weight.name, " is packed for products; its gradient needs it row by row."});
  check::result("the gradient of the weight", d_weight, weight.rows, weight.cols);
  check::result("the gradient of the bias", d_bias, 1, weight.cols);
  check::result("the gradient of x", d_x, x.rows(), x.cols());
  simd::add_product<S>(x.transpose(), d_output, d_weight);
  simd::add_product<S>(d_output, weight.matrix().transpose(), d_x);
  for (Index row = 0; d_bias.wanted() && row < d_output.rows(); ++row) {
    d_bias.row(0) += d_output.row(row);
  }
}

ATTENTION_SCALE_INSTANTIATE(linear);
ATTENTION_SCALE_INSTANTIATE(linear_gradient);

template <std::floating_point S>
void feed_forward(const MatrixIn<S>& x, const FeedForwardParameters<Parameter<S>>& parameters,
                  Activation activation, FeedForwardCache<S>& cache) {
  linear<S>("x", x, parameters.w1, parameters.b1, cache.inner);
  if (activation == Activation::kRelu) {
    assign(cache.hidden, cache.inner.cwiseMax(S{0}));
  } else {
    assign(cache.hidden,
           cache.inner.unaryExpr([](S entry) { return entry * normal_distribution(entry); }));
  }
  linear<S>("hidden", cache.hidden, parameters.w2, parameters.b2, cache.output);
}

template <std::floating_point S>
void feed_forward_gradient(const MatrixIn<S>& x,
                           const FeedForwardParameters<Parameter<S>>& parameters,
                           Activation activation, const FeedForwardCache<S>& cache,
                           const MatrixIn<S>& d_output,
                           const FeedForwardParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x) {
  check::has_shape("the inner matrix of the cache", cache.inner, x.rows(), parameters.w1.cols,
                   check::kAfterThisPass);
  check::has_shape("the hidden matrix of the cache", cache.hidden, x.rows(), parameters.w1.cols,
                   check::kAfterThisPass);
  Matrix<S> d_hidden = Matrix<S>::Zero(cache.hidden.rows(), cache.hidden.cols());
  linear_gradient<S>(cache.hidden, parameters.w2, d_output, gradients.w2, gradients.b2, d_hidden);
  // Becomes d_hidden∘activation′(inner). The derivative of ReLU at 0 is 0. Both numbers are read
  // before one is chosen: compilers make no branch of that, which processors could not predict.
  if (activation == Activation::kRelu) {
    d_hidden = cache.inner.binaryExpr(
        d_hidden, [](S entry, S upstream) { return entry > 0 ? upstream : S{0}; });
  } else {
    const S density_at_0 = std::numbers::inv_sqrtpi_v<S> / std::numbers::sqrt2_v<S>;
    d_hidden = cache.inner.binaryExpr(d_hidden, [density_at_0](S entry, S upstream) {
      const S density = density_at_0 * std::exp(-entry * entry / 2);
      return upstream * (normal_distribution(entry) + entry * density);
    });
  }
  linear_gradient<S>(x, parameters.w1, d_hidden, gradients.w1, gradients.b1, d_x);
}

ATTENTION_SCALE_INSTANTIATE(feed_forward);
ATTENTION_SCALE_INSTANTIATE(feed_forward_gradient);

template <std::floating_point S>
void layer_norm(const MatrixIn<S>& x, const LayerNormParameters<Parameter<S>>& parameters,
                double epsilon, LayerNormCache<S>& cache) {
  const Index d = x.cols();
  check::not_empty("x", x.rows(), d);
  constexpr std::string_view kMustBe = "for these words it must be";
  check::has_shape(parameters.gamma.name, parameters.gamma.matrix(), 1, d, kMustBe);
  check::has_shape(parameters.beta.name, parameters.beta.matrix(), 1, d, kMustBe);
  check::positive("epsilon", epsilon);
  resize(cache.normalized, x.rows(), d);
  resize(cache.inverse_std, in_whole_panels<S>(x.rows()));
  Panel<S> panel(d);
  std::array<S, kPanelRows<S>> variances{};
  for (Index first = 0; first < x.rows(); first += kPanelRows<S>) {
    panel.load(x, first);
    const Packet<S> mean = mean_of<S>(d, [&](Index k) { return panel[k]; });
    for (Index k = 0; k < d; ++k) {
      panel.set(k, panel[k] - mean);
    }
    mean_of<S>(d, [&](Index k) { return panel[k] * panel[k]; }).store(variances.data());
    S* const inverse = cache.inverse_std.data() + first;
    for (std::size_t row = 0; row < variances.size(); ++row) {
      // Otherwise the row would become β, whatever it holds.
      if (!(variances[row] <= std::numeric_limits<S>::max())) {
        check::finite<S>("the input of the layer normalisation", x);
        check::finite("the variance of a row in the layer normalisation",
                      static_cast<double>(variances[row]));
      }
      inverse[row] = 1 / std::sqrt(variances[row] + static_cast<S>(epsilon));
    }
    const auto factor = Packet<S>::load(inverse);
    for (Index k = 0; k < d; ++k) {
      panel.set(k, panel[k] * factor);
    }
    panel.store(cache.normalized, first);
  }
  assign(
      cache.output,
      ((cache.normalized.array().rowwise() * parameters.gamma.matrix().array().row(0)).rowwise() +
       parameters.beta.matrix().array().row(0))
          .matrix());
  if (!check::all_finite(cache.output)) {
    check::finite<S>(parameters.gamma.name, parameters.gamma.matrix());
    check::finite<S>(parameters.beta.name, parameters.beta.matrix());
    check::no_overflow<S>("the layer normalisation", cache.output);
  }
}

template <std::floating_point S>
void layer_norm_gradient(const LayerNormParameters<Parameter<S>>& parameters,
                         const LayerNormCache<S>& cache, const MatrixIn<S>& d_output,
                         const LayerNormParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x) {
  const Index d = d_output.cols();
  check::not_empty("dOutput", d_output.rows(), d);
  check::has_shape(parameters.gamma.name, parameters.gamma.matrix(), 1, d,
                   "for this dOutput it must be");
  check::has_shape("the normalised matrix of the cache", cache.normalized, d_output.rows(), d,
                   check::kAfterThisPass);
  check::same_size("the deviations of the cache", cache.inverse_std.size(),
                   "the rows of dOutput, in whole panels,", in_whole_panels<S>(d_output.rows()));
  check::result("the gradient of gamma", gradients.gamma, 1, d);
  check::result("the gradient of beta", gradients.beta, 1, d);
  check::result("the gradient of x", d_x, d_output.rows(), d);
  LayerNormParameters<MatrixOut<S>> to = gradients;
  for (Index row = 0; to.gamma.wanted() && row < d_output.rows(); ++row) {
    to.gamma.row(0) += d_output.row(row).cwiseProduct(cache.normalized.row(row));
  }
  for (Index row = 0; to.beta.wanted() && row < d_output.rows(); ++row) {
    to.beta.row(0) += d_output.row(row);
  }
  if (!d_x.wanted()) {
    return;
  }
  const S* const gamma = parameters.gamma.data;
  Panel<S> upstream(d);
  Panel<S> normalized(d);
  Matrix<S> product(d_output.rows(), d);
  for (Index first = 0; first < d_output.rows(); first += kPanelRows<S>) {
    upstream.load(d_output, first);
    normalized.load(cache.normalized, first);
    for (Index k = 0; k < d; ++k) {
      upstream.set(k, gamma[k] * upstream[k]);
    }
    const Packet<S> mean = mean_of<S>(d, [&](Index k) { return upstream[k]; });
    const Packet<S> slope = mean_of<S>(d, [&](Index k) { return upstream[k] * normalized[k]; });
    const auto factor = Packet<S>::load(cache.inverse_std.data() + first);
    for (Index k = 0; k < d; ++k) {
      upstream.set(k, factor * ((upstream[k] - mean) - normalized[k] * slope));
    }
    upstream.store(product, first);
  }
  d_x += product;
}

ATTENTION_SCALE_INSTANTIATE(layer_norm);
ATTENTION_SCALE_INSTANTIATE(layer_norm_gradient);

}  // namespace attention_scale
