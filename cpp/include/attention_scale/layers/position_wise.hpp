/// \file What is applied to every word alone: linear maps, the feed-forward network and the layer
/// normalisation; the rule for gradients.
///
/// Layers are functions. Their parameters and the gradients of those are memory of the caller, such
/// as parts of one long array that an optimiser runs through. What a derivative needs from the
/// forward pass is kept in a cache, whose matrices keep their memory from call to call.
///
/// A row is a word. A batch of sequences of equal length stands one below the other, so that a
/// linear map is one product over all of them.
///
/// **Gradients are added to the memory they are given**, as autograd does: the caller sets it to
/// zero. A gradient without memory is not computed.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <string_view>

namespace attention_scale {

/// A matrix or, with one row, a vector that a layer reads. Without memory (the default): a bias
/// that the layer does not have. `packed`: a matrix as simd::pack_right leaves it, which linear()
/// takes and linear_gradient() does not.
template <std::floating_point S>
struct Parameter {
  Parameter() = default;
  Parameter(const S* first, Index row_count, Index col_count, bool is_packed = false)
      : data(first), rows(row_count), cols(col_count), packed(is_packed) {}
  Parameter(const Matrix<S>& matrix) : Parameter(matrix.data(), matrix.rows(), matrix.cols()) {}

  [[nodiscard]] bool given() const { return rows * cols > 0; }
  [[nodiscard]] Eigen::Map<const Matrix<S>> matrix() const { return {data, rows, cols}; }

  const S* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  bool packed = false;
  std::string_view name = "the parameter";  ///< for errors
};

/// What a parameter does in its model: it tells how the parameter is drawn, its shape in a layer,
/// and whether it makes scores.
enum class ParameterRole {
  kEmbedding,      ///< the vectors of tokens
  kQueries,        ///< W^Q
  kKeys,           ///< W^K
  kValues,         ///< W^V
  kHeads,          ///< W^O, for the heads side by side
  kAttentionBias,  ///< the bias of one of these four
  kHidden,         ///< w1 of a feed-forward network
  kHiddenBias,     ///< b1
  kOutput,         ///< w2, or the matrix that makes the logits of a model
  kOutputBias,     ///< b2, or the bias of these logits
  kGain,           ///< γ of a layer normalisation
  kShift,          ///< β
};

/// A parameter of a layer: its name, which each of a layer has for itself, and its role.
struct ParameterKind {
  const char* name = "";
  ParameterRole role = ParameterRole::kOutput;
};

/// A layer whose parameters have the names that each() gives.
template <typename Layer>
Layer named(Layer layer) {
  layer.each([](const ParameterKind& kind, auto& parameter) { parameter.name = kind.name; });
  return layer;
}

/// output [r×b] = x·weight + bias, for x [r×a], which is called `name` in errors, weight [a×b] and
/// bias [1×b], which may be absent. \throws Error(kShape) where shapes do not fit or are empty;
/// Error(kDomain) on entries that are not finite, and where the product overflows.
template <std::floating_point S>
void linear(std::string_view name, const MatrixIn<S>& x, const Parameter<S>& weight,
            const Parameter<S>& bias, Matrix<S>& output);

/// Adds the gradients of L = Σ output∘d_output:
///   ∂L/∂weight = xᵀ·d_output,  ∂L/∂bias = Σ of the rows of d_output,  ∂L/∂x = d_output·weightᵀ.
/// \throws Error(kShape) where shapes do not fit or are empty, that of the memory for the gradients
/// among them, and where the weight is packed.
template <std::floating_point S>
void linear_gradient(const MatrixIn<S>& x, const Parameter<S>& weight, const MatrixIn<S>& d_output,
                     MatrixOut<S> d_weight, MatrixOut<S> d_bias, MatrixOut<S> d_x);

// The feed-forward network of a layer, Vaswani et al. (2017), section 3.3, its activations,
// and the derivatives of both.

enum class Activation {
  kRelu,  ///< max(x, 0)
  kGelu,  ///< x·Φ(x), Φ the distribution function of the normal law, by erfc: Hendrycks, Gimpel
          ///< (2016)
};

template <typename Store>
struct FeedForwardParameters {
  Store w1{};  ///< [d×f]
  Store b1{};  ///< [1×f], may be absent
  Store w2{};  ///< [f×d]
  Store b2{};  ///< [1×d], may be absent
};

template <std::floating_point S>
struct FeedForwardCache {
  Matrix<S> inner;   ///< x·w1 + b1 [r×f]
  Matrix<S> hidden;  ///< activation(inner) [r×f]
  Matrix<S> output;  ///< hidden·w2 + b2 [r×d]
};

/// activation(x·w1 + b1)·w2 + b2 for x [r×d]. \throws as linear does.
template <std::floating_point S>
void feed_forward(const MatrixIn<S>& x, const FeedForwardParameters<Parameter<S>>& parameters,
                  Activation activation, FeedForwardCache<S>& cache);

/// Adds the gradients of L = Σ output∘d_output. \throws as linear_gradient does, and where the
/// cache is that of another shape.
template <std::floating_point S>
void feed_forward_gradient(const MatrixIn<S>& x,
                           const FeedForwardParameters<Parameter<S>>& parameters,
                           Activation activation, const FeedForwardCache<S>& cache,
                           const MatrixIn<S>& d_output,
                           const FeedForwardParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x);

// Layer normalisation, Ba, Kiros and Hinton (2016), and its derivative.

template <typename Store>
struct LayerNormParameters {
  Store gamma{};  ///< [1×d]
  Store beta{};   ///< [1×d]
};

template <std::floating_point S>
struct LayerNormCache {
  Matrix<S> normalized;   ///< (x − mean)/√(variance + ε) by rows [r×d]
  Vector<S> inverse_std;  ///< 1/√(variance + ε) [r]
  Matrix<S> output;       ///< normalized∘γ + β [r×d]
};

/// (x − mean)/√(variance + epsilon)·γ + β for each row of x [r×d], with the variance of a
/// population (ddof 0). \throws Error(kShape) where shapes do not fit; Error(kDomain) on parameters
/// that are not finite, unless epsilon > 0, and where the variance or the result overflows.
template <std::floating_point S>
void layer_norm(const MatrixIn<S>& x, const LayerNormParameters<Parameter<S>>& parameters,
                double epsilon, LayerNormCache<S>& cache);

/// Adds the gradients. With g = d_output∘γ and y = normalized, a row of ∂L/∂x is
///   (g − mean(g) − y·mean(g∘y))/√(variance + ε).
/// \throws Error(kShape) where shapes do not fit or are empty, that of the cache and of the memory
/// for the gradients among them.
template <std::floating_point S>
void layer_norm_gradient(const LayerNormParameters<Parameter<S>>& parameters,
                         const LayerNormCache<S>& cache, const MatrixIn<S>& d_output,
                         const LayerNormParameters<MatrixOut<S>>& gradients, MatrixOut<S> d_x);

}  // namespace attention_scale
