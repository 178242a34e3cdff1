/// \file The parts of a layer of a Llama model, on rows of the residual stream, one a token:
///   x += attention(rotated(rms_norm(x)·W^Q), rotated(rms_norm(x)·W^K), rms_norm(x)·W^V)·W^O,
///   x += swiglu(rms_norm(x)·W^gate, rms_norm(x)·W^up)·W^down.
/// No digit of a row depends on the rows beside it. Letters are those of weights.hpp.
#pragma once

#include "attention_scale/language/weights.hpp"

namespace attention_scale {

/// y [r×d] = gain∘x/√(mean of x² + epsilon), row by row; x and y may be the same memory. Zhang and
/// Sennrich, "Root Mean Square Layer Normalization" (2019).
void rms_norm(const MatrixIn<float>& x, const VectorIn<float>& gain, double epsilon,
              MatrixOut<float> y);

/// cos and sin of p·θ^(−2i/d_k) in row p and column i [positions×d_k/2].
struct RotaryTable {
  RotaryTable(Index positions, Index d_k, double theta);

  Matrix<float> cosines;
  Matrix<float> sines;
};

/// Rotates every head of x [r×heads·d_k] by its position, `first` in row 0: coordinates i and
/// i + d_k/2 are a point in the plane, turned by the angle of the table. Su et al., "RoFormer"
/// (2021), with the pairs as in Llama's weights for Hugging Face.
void rotate(const RotaryTable& table, Index first, const MatrixOut<float>& x);

/// Causal attention of h heads: head i reads the keys and values of key head ⌊i·g/h⌋.
/// \param queries [r×h·d_k], of the last r of the m tokens
/// \param keys [m×g·d_k]
/// \param values [m×g·d_k]
/// \param scales [h], multiplies the scores
/// \param weights [h] matrices, whose rows m − r to m − 1 are written up to column m
/// \param output [r×h·d_k], the heads side by side
/// \throws Error(kDomain) on entries or scales that are not finite, and where a product overflows
void grouped_attention(const MatrixIn<float>& queries, const MatrixIn<float>& keys,
                       const MatrixIn<float>& values, const VectorIn<double>& scales,
                       std::span<Matrix<float>> weights, MatrixOut<float> output);

/// up = silu(gate)∘up, silu(x) = x/(1 + exp(−x)), for matrices of one shape without gaps, whose
/// rows are a multiple of 8 as weights.hpp has it. Shazeer,
/// "GLU Variants Improve Transformer" (2020).
void swiglu(const Matrix<float>& gate, Matrix<float>& up);

/// The logits [r×v] of the next token at rows of the residual stream x [r×d_model]: the final
/// RMSNorm and the product with the embedding.
/// \throws Error(kDomain) where a number is not finite
void output_logits(const LanguageWeights& weights, const MatrixIn<float>& x,
                   const MatrixOut<float>& logits);

}  // namespace attention_scale
