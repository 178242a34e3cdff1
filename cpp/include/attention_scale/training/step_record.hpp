/// \file What is recorded of a step of training: the loss, and who teaches W^Q.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <optional>

namespace attention_scale {

/// Of the forward and backward pass before the parameters change. With g = ‖∂L/∂q_i‖ for each of
/// the N queries:
struct StepRecord {
  double loss = 0;
  double gradient_norm = 0;  ///< ‖∂L/∂W^Q‖_F
  double share = 0;          ///< of queries that supply the gradient: (Σ g²)²/(N Σ g⁴)
  double low = 0;            ///< the 10 % quantile of g
  double median = 0;
  double high = 0;     ///< the 90 % quantile of g
  double entropy = 0;  ///< mean entropy of the rows of weights, in nats
  double peak = 0;     ///< mean largest weight of the rows
};

/// The record of a step, for the gradients of W^Q and of its queries [N×d_k], and the attention
/// weights of these queries [N×keys]. Nothing where a number is not finite.
template <std::floating_point S>
std::optional<StepRecord> step_record(double loss, const MatrixIn<S>& d_wq,
                                      const MatrixIn<S>& d_queries, const MatrixIn<S>& weights);

}  // namespace attention_scale
