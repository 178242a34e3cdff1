/// \file The parameters of a layer as they are initialised.
#pragma once

#include "attention_scale/layers/transformer.hpp"
#include "attention_scale/random/random_state.hpp"

#include <string_view>
#include <utility>

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

/// Gives a parameter its first numbers, a matrix by rows; `name` is one of LayerParameters::each,
/// "bias", or that of a matrix outside of layers.
template <std::floating_point S>
void draw_parameter(RandomState& state, Initialisation initialisation, std::string_view name,
                    MatrixOut<S> parameter);

/// Rows and columns of a parameter of LayerParameters::each, for words of d numbers and f hidden
/// ones; none for biases of attentions.
std::pair<Index, Index> parameter_shape(std::string_view name, Index d, Index f);

/// A layer without biases, its parameters drawn in the order of each().
template <std::floating_point S>
LayerParameters<Matrix<S>> draw_layer(RandomState& state, Initialisation initialisation, Index d,
                                      Index f, bool has_cross);

}  // namespace attention_scale
