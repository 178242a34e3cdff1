/// \file A sublayer with its residual connection and its layer normalisation, forward and backward.
#pragma once

#include "attention_scale/core/check.hpp"
#include "attention_scale/layers/residual.hpp"

namespace attention_scale {

template <std::floating_point S>
using Norm = LayerNormParameters<Parameter<S>>;

/// What the sublayer reads: x, or with kPre the normalised x.
template <std::floating_point S>
MatrixIn<S> sublayer_input(const MatrixIn<S>& x, NormPlace place, const ResidualCache<S>& cache) {
  return place == NormPlace::kPre ? MatrixIn<S>(cache.norm.output) : x;
}

/// `sublayer` computes from its input a matrix of the shape of x, which it returns.
template <std::floating_point S, typename Sublayer>
void residual(const MatrixIn<S>& x, const Norm<S>& norm, const LayerNormNames& names,
              const LayerOptions& options, ResidualCache<S>& cache, Sublayer sublayer) {
  const bool pre = options.norm == NormPlace::kPre;
  if (pre) {
    layer_norm<S>(x, norm, options.epsilon, names, cache.norm);
  }
  const Matrix<S>& result = sublayer(sublayer_input<S>(x, options.norm, cache));
  check::both_fit(result.cols() == x.cols(), "the input of the layer", x, "what is added to it",
                  result, "the same number of columns");
  cache.sum = x + result;
  if (pre) {
    check::no_overflow<S>("the sum of a residual connection", cache.sum);
  } else {
    layer_norm<S>(cache.sum, norm, options.epsilon, names, cache.norm);
  }
}

/// `sublayer` adds from the gradient of its result to that of its input, its second argument.
template <std::floating_point S, typename Sublayer>
void residual_gradient(const Norm<S>& norm, const LayerOptions& options,
                       const ResidualCache<S>& cache, const MatrixIn<S>& d_output,
                       const LayerNormParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x,
                       Sublayer sublayer) {
  Matrix<S> between = Matrix<S>::Zero(d_output.rows(), d_output.cols());
  if (options.norm == NormPlace::kPre) {
    sublayer(d_output, between);
    layer_norm_gradient<S>(norm, cache.norm, between, gradients, d_x);
    if (d_x.wanted()) {
      d_x += d_output;
    }
  } else {
    layer_norm_gradient<S>(norm, cache.norm, d_output, gradients, between);
    sublayer(between, d_x);
    if (d_x.wanted()) {
      d_x += between;
    }
  }
}

}  // namespace attention_scale
