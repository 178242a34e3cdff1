/// \file What the division of the scores does in every layer of an encoder as it is initialised,
/// over many random initialisations.
#pragma once

#include "attention_scale/layers/transformer.hpp"

#include <cstdint>

namespace attention_scale {

struct DepthSamplingOptions {
  std::uint32_t seed = 0;
  Index layers = 6;    ///< 1 to 64
  Index hidden = 256;  ///< width of the feed-forward networks, 1 or more
  Initialisation initialisation = Initialisation::kXavier;
  LayerOptions layer{};
};

/// Each is [draws×layers].
template <std::floating_point S>
struct DepthDraws {
  Matrix<S> spread;    ///< standard deviation (ddof 0) of QKᵀ over all heads, before the scale
  Matrix<S> entropy;   ///< mean entropy of the rows of weights, in nats
  Matrix<S> peak;      ///< mean largest weight of the rows
  Matrix<S> gradient;  ///< ‖∂L/∂W^Q‖_F
};

/// Draws `from` to `from` + `count` − 1 of an encoder for the words x [n×d]. Draw t takes from
/// RandomState([seed, t]), layer by layer, wq, wk, wv, wo [d×d], w1 [d×hidden] and w2 [hidden×d] by
/// rows, and then G = normal(size=(n, d)) for the loss L = Σ output∘G. The scale changes no draw.
/// There are no biases, though PyTorch draws those of the feed-forward network: they would change
/// no score of the first layer, and take further draws.
/// \throws Error(kDomain) if an option is outside its range, and as LayerStack::pass does.
template <std::floating_point S>
DepthDraws<S> sample_depth(const MatrixIn<S>& x, const DepthSamplingOptions& options,
                           std::uint32_t from, Index count);

}  // namespace attention_scale
