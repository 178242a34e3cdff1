/// \file What every sublayer of the encoder and the decoder is part of: a residual connection and a
/// layer normalisation.
#pragma once

#include "attention_scale/layers/feed_forward.hpp"
#include "attention_scale/layers/layer_norm.hpp"
#include "attention_scale/layers/multi_head_attention.hpp"

namespace attention_scale {

enum class NormPlace {
  kPost,  ///< norm(x + sublayer(x)), as in Vaswani et al. (2017), section 3.1
  kPre,   ///< x + sublayer(norm(x)), Xiong et al. (2020)
};

/// What all layers of a stack share.
struct LayerOptions {
  HeadOptions heads{};
  NormPlace norm = NormPlace::kPost;
  Activation activation = Activation::kRelu;
  double epsilon = 1e-5;  ///< of the layer normalisations
};

template <std::floating_point S>
struct ResidualCache {
  Matrix<S> sum;           ///< x + sublayer(…)
  LayerNormCache<S> norm;  ///< of the sum, or with kPre of x

  [[nodiscard]] const Matrix<S>& output(NormPlace place) const {
    return place == NormPlace::kPost ? norm.output : sum;
  }
};

}  // namespace attention_scale
