/// \file The matrices of a layer as they are initialised.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "attention_scale/random/random_state.hpp"

namespace attention_scale {

/// How the matrices of a layer are drawn. Biases are 0, γ is 1, β is 0.
enum class Initialisation {
  /// Xavier, Glorot and Bengio (2010): uniform within ±√(6/(rows + cols)) of each matrix.
  kXavier,
  /// The same, but W^Q, W^K and W^V as one matrix of 3·d rows, which halves their variance: what
  /// PyTorch's nn.Transformer does to its in_proj_weight.
  kPacked,
  /// Normal with mean 0 and standard deviation .02, as BERT and GPT-2 do.
  kNormal,
};

/// Draws a matrix by rows. `projection`: whether it is one of W^Q, W^K and W^V.
template <std::floating_point S>
void draw_matrix(RandomState& state, Initialisation initialisation, bool projection,
                 MatrixOut<S> matrix);

}  // namespace attention_scale
