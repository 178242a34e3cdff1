/// \file Saturation of softmax with growing logits, and losses on the output of attention.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <span>
#include <vector>

namespace attention_scale {

/// Each list has one entry for each scale.
struct Saturation {
  std::vector<double> spread;     ///< standard deviation (ddof 0) of scale·logits
  std::vector<double> entropy;    ///< entropy of softmax(scale·logits), in nats
  std::vector<double> peak;       ///< its largest weight
  std::vector<double> frobenius;  ///< ‖J‖_F of its Jacobian
  std::vector<double> spectral;   ///< ‖J‖₂ of its Jacobian
};

/// Softmax of scale·`logits` [n] for every one of `scales`. The entropy keeps its digits where one
/// key takes nearly all. \throws Error(kShape) when either is empty, Error(kDomain) on logits or
/// scales that are not finite, and where their product overflows.
Saturation saturation(const VectorIn<double>& logits, std::span<const double> scales);

/// The norm ‖J g‖ of an upstream gradient g [n] after backpropagation through softmax, at
/// scale·`logits` [n], for every one of `scales`. \throws as above, and Error(kShape) unless g has
/// n entries, Error(kDomain) unless they are finite.
std::vector<double> passed_norms(const VectorIn<double>& logits, const VectorIn<double>& upstream,
                                 std::span<const double> scales);

// Losses on the output of attention, and their gradients.

enum class OutputLoss {
  kSum = 0,      ///< L = Σ z
  kSquares = 1,  ///< L = ½ Σ z²
  kTarget = 2,   ///< L = ½ Σ_i |z_i − v_t|²: every output is pulled to the value of key t
};

struct LossGradient {
  double loss = 0;
  Matrix<double> d_output;  ///< ∂L/∂Z [n×d_v]
};

/// The loss of `output` Z [n×d_v] and its gradient; `target` is a row of `values` V [m×d_v] and
/// only counts for kTarget. \throws Error(kShape) where shapes do not fit or are empty,
/// Error(kDomain) on entries that are not finite, a target outside the rows, and a loss that
/// overflows.
LossGradient output_loss(OutputLoss loss, const MatrixIn<double>& output,
                         const MatrixIn<double>& values, Index target);

}  // namespace attention_scale
