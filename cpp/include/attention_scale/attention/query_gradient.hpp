/// \file The derivative of attention weights by their query.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <vector>

namespace attention_scale {

/// Each list has one entry for each query.
struct QueryGradients {
  std::vector<double> peak;      ///< the largest weight
  std::vector<double> entropy;   ///< in nats
  std::vector<double> jacobian;  ///< ‖J‖_F, J = diag(y) − yyᵀ
  std::vector<double> gradient;  ///< ‖∂y/∂q‖_F = ‖scale·J·K‖_F
};

/// For y = softmax(scale·q·Kᵀ), each row q of `queries` [n×d_k] on `keys` [m×d_k]. Distances of
/// keys are taken from the key with the largest weight, so that nothing cancels where y is nearly
/// one-hot. \throws as attention does.
QueryGradients query_gradients(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               double scale);

}  // namespace attention_scale
