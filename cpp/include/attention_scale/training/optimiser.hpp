/// \file Optimisers as torch.optim defines them, and the state of a model between two steps.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  std::string name;  ///< such as "sourceEmbedding", "decoder.0.cq" or "output.bias"
  Index from = 0;    ///< its first number in the list of all parameters
  Index rows = 0;
  Index cols = 0;

  [[nodiscard]] Index size() const { return rows * cols; }
  /// The name without the layer's: "cq" of "decoder.0.cq".
  [[nodiscard]] std::string_view kind() const;
  /// Whether it is a matrix W^Q or W^K.
  [[nodiscard]] bool makes_scores() const;
};

/// The number of parameters of a layout.
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

/// The number of a step is a seed of 32 bits. \throws Error(kDomain) unless `steps` more steps can
/// follow the `step` that were taken, and unless `steps` is 1 or more.
void check_steps(std::int64_t step, Index steps);

/// Checks a state of `size` parameters. At step 0, moments without entries that the optimiser needs
/// become zeros. \throws Error(kShape) where a list has another length, Error(kDomain) where an
/// entry is not finite.
template <std::floating_point S>
void check_state(const OptimiserOptions& options, Index size, TrainingState<S>& state);

/// The next step of a state, for the gradient of all its parameters. `query_key_rate` multiplies
/// the rate of those that make scores. Returns false, and leaves the state as it is, where a number
/// of the gradient or of the next state is not finite. `scratch` keeps its memory from step to
/// step.
template <std::floating_point S>
bool take_step(const OptimiserOptions& options, double query_key_rate,
               std::span<const ParameterEntry> layout, const Vector<S>& gradient,
               TrainingState<S>& state, TrainingState<S>& scratch);

}  // namespace attention_scale
