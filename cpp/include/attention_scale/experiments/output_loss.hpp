/// \file Losses on the output of attention, and their gradients.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

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
