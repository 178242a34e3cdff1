/// \file A model in training beside others of its task: what it may have of its own, its state, and
/// the records of its steps.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/training/optimiser.hpp"

#include <array>
#include <optional>
#include <vector>

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
  double right = 0;    ///< of the recall task: mean weight on the right key

  static constexpr std::array<double StepRecord::*, 9> kNumbers{
      &StepRecord::loss,    &StepRecord::gradient_norm, &StepRecord::share,
      &StepRecord::low,     &StepRecord::median,        &StepRecord::high,
      &StepRecord::entropy, &StepRecord::peak,          &StepRecord::right};
};

template <std::floating_point S>
struct TrainingLane {
  double scale = 1;  ///< multiplies the scores of every attention
  ScoreRule rule{};  ///< of every attention
  /// QK-clip (Kimi K2, 2025), 1e-3 to 1e6: after a step in which the largest |logit| of a head was
  /// more, its columns of W^Q and W^K are multiplied by √(clip/largest).
  std::optional<double> clip{};
  double rate = 1e-3;         ///< in place of that of the optimiser
  double query_key_rate = 1;  ///< multiplies the rate of every W^Q and W^K, 0 to 1e4
  TrainingState<S> state{};
  std::vector<StepRecord> records{};  ///< one for each step that was taken
  bool diverged = false;  ///< the next step has a number that is not finite, and was not taken
};

}  // namespace attention_scale
