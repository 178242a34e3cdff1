/// \file Optimisers as torch.optim defines them, the state of a model between two steps, and models
/// in training beside others of their task.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/layers/position_wise.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attention_scale {

/// torch.optim.SGD without and with momentum (no dampening, no Nesterov), torch.optim.Adam (Kingma
/// and Ba, 2015) and torch.optim.AdamW (Loshchilov and Hutter, 2019).
enum class OptimiserKind { kSgd, kMomentum, kAdam, kAdamW };

struct OptimiserOptions {
  OptimiserKind kind = OptimiserKind::kAdam;
  double rate = 1e-3;     ///< learning rate, above 0 to 1e4
  double momentum = 0.9;  ///< of kMomentum, 0 to below 1
  double beta1 = 0.9;     ///< of kAdam and kAdamW, 0 to below 1
  double beta2 = 0.999;   ///< as beta1
  double epsilon = 1e-8;  ///< of kAdam and kAdamW, 1e-30 to 1
  double decay = 0;       ///< weight decay, 0 to 1: added to the gradient, by kAdamW to the step
};

/// A matrix of the parameters, or a list as one row.
struct ParameterEntry {
  std::string name{};  ///< such as "sourceEmbedding", "decoder.0.cq" or "output.bias"
  ParameterRole role = ParameterRole::kOutput;
  Index from = 0;  ///< its first number in the list of all parameters
  Index rows = 0;
  Index cols = 0;

  [[nodiscard]] Index size() const { return rows * cols; }
  /// The kind as draw_parameter takes it, with the name that this entry keeps.
  [[nodiscard]] ParameterKind kind() const { return {.name = name.c_str(), .role = role}; }
  /// Whether it is a matrix W^Q or W^K.
  [[nodiscard]] bool makes_scores() const {
    return role == ParameterRole::kQueries || role == ParameterRole::kKeys;
  }
};

/// The number of parameters of a layout; 0 of an empty one.
Index parameter_count(std::span<const ParameterEntry> layout);

/// The number of arrays beside the parameters that the optimiser keeps: 0, 1 (first) or 2.
Index moment_count(OptimiserKind kind);

/// \throws Error(kDomain) where a number is outside its range.
void check_optimiser(const OptimiserOptions& options);

/// A model in training: all its parameters in one list, and what its optimiser keeps of them.
template <std::floating_point S>
struct TrainingState {
  Vector<S> parameters{};
  Vector<S> first{};      ///< the momentum buffer or the first moments, or none
  Vector<S> second{};     ///< the second moments, or none
  std::int64_t step = 0;  ///< the number of steps taken; an Index of 32 bits would not hold all
};

/// Checks a state of `size` parameters. At step 0, moments without entries that the optimiser needs
/// become zeros. \throws Error(kShape) where a list has another length, Error(kDomain) where an
/// entry is not finite.
template <std::floating_point S>
void check_state(const OptimiserOptions& options, Index size, TrainingState<S>& state);

/// The next step of a state, for the gradient of all its parameters. `query_key_rate` multiplies
/// the rate of those that make scores. Returns false, and leaves the state as it is, where a number
/// of the gradient or of the next state is not finite. `scratch` keeps its memory from step to
/// step. \throws Error(kShape) where a list has not as many entries as the optimiser needs, or the
/// layout goes beyond the parameters; Error(kDomain) as check_optimiser does.
template <std::floating_point S>
bool take_step(const OptimiserOptions& options, double query_key_rate,
               std::span<const ParameterEntry> layout, const Vector<S>& gradient,
               TrainingState<S>& state, TrainingState<S>& scratch);

// A model in training beside others of its task: what it may have of its own, its state, and
// the records of its steps.

/// What the forward and backward pass of a step have found, before the parameters change. g is the
/// norm ‖∂L/∂q_i‖ of each of the N queries.
struct StepRecord {
  double loss = 0;
  double gradient_norm = 0;  ///< ‖∂L/∂W^Q‖_F
  double share = 0;          ///< the share of queries that supply the gradient: (Σ g²)²/(N Σ g⁴)
  double low = 0;            ///< the 10 % quantile of g
  double median = 0;
  double high = 0;     ///< the 90 % quantile of g
  double entropy = 0;  ///< mean entropy of the rows of weights, in nats
  double peak = 0;     ///< mean largest weight of the rows
  double right = 0;    ///< mean weight on the right key, in the recall task

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
