#include "attention_scale/training/optimiser.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"

#include <cmath>
#include <utility>

namespace attention_scale {
namespace {

// The steps are loops over plain numbers: Eigen's root of single-precision packets is approximate
// and that of the last few numbers exact, so that the digits would depend on the position.

/// b ← momentum·b + g, p ← p − rate·b for g = gradient + decay·p. SGD is that without b.
template <std::floating_point S>
void descend(S rate, S momentum, S decay, std::span<const S> gradient, std::span<S> parameters,
             std::span<S> buffer) {
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    S direction = gradient[i] + decay * parameters[i];
    if (!buffer.empty()) {
      buffer[i] = momentum * buffer[i] + direction;
      direction = buffer[i];
    }
    parameters[i] -= rate * direction;
  }
}

/// Algorithm 1 of Kingma and Ba (2015), with the corrections of both moments as torch.optim
/// orders them.
template <std::floating_point S>
void adapt(const OptimiserOptions& options, double rate, std::int64_t step,
           std::span<const S> gradient, std::span<S> parameters, std::span<S> first,
           std::span<S> second) {
  const bool decoupled = options.kind == OptimiserKind::kAdamW;
  const auto decay_factor = decoupled ? static_cast<S>(1 - rate * options.decay) : S{1};
  const auto decay = decoupled ? S{0} : static_cast<S>(options.decay);
  const auto beta1 = static_cast<S>(options.beta1);
  const auto beta2 = static_cast<S>(options.beta2);
  const auto one_minus_beta1 = static_cast<S>(1 - options.beta1);
  const auto one_minus_beta2 = static_cast<S>(1 - options.beta2);
  const auto epsilon = static_cast<S>(options.epsilon);
  const auto steps = static_cast<double>(step);
  const auto corrected_rate = static_cast<S>(rate / (1 - std::pow(options.beta1, steps)));
  const auto root_correction = static_cast<S>(std::sqrt(1 - std::pow(options.beta2, steps)));
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const S parameter = decay_factor * parameters[i];
    const S direction = gradient[i] + decay * parameter;
    first[i] = beta1 * first[i] + one_minus_beta1 * direction;
    second[i] = beta2 * second[i] + one_minus_beta2 * direction * direction;
    const S divisor = std::sqrt(second[i]) / root_correction + epsilon;
    parameters[i] = parameter - corrected_rate * (first[i] / divisor);
  }
}

/// Calls visit(name, list, wanted) for each list of a state of `size` parameters, with the number
/// of entries that its optimiser wants in it.
template <std::floating_point S, typename Visit>
void each_list(const OptimiserOptions& options, Index size, TrainingState<S>& state, Visit visit) {
  const Index moments = moment_count(options.kind);
  visit("parameters", state.parameters, size);
  visit("first", state.first, moments >= 1 ? size : 0);
  visit("second", state.second, moments == 2 ? size : 0);
}

template <std::floating_point S>
void check_length(const char* name, const Vector<S>& list, Index wanted) {
  check::fit(list.size() == wanted,
             {name, " has ", list.size(), " entries; this model and optimiser need ", wanted, "."});
}

}  // namespace

Index parameter_count(std::span<const ParameterEntry> layout) {
  return layout.empty() ? 0 : layout.back().from + layout.back().size();
}

Index moment_count(OptimiserKind kind) {
  switch (kind) {
    case OptimiserKind::kSgd:
      return 0;
    case OptimiserKind::kMomentum:
      return 1;
    default:
      return 2;
  }
}

void check_optimiser(const OptimiserOptions& options) {
  const auto below_one = [](std::string_view name, double value) {
    check::domain(value >= 0 && value < 1,
                  {name, " is ", value, "; it must be 0 or more and below 1."});
  };
  constexpr double kLargestRate = 1e4;
  check::positive("rate", options.rate);
  check::within("rate", options.rate, 0, kLargestRate);
  below_one("momentum", options.momentum);
  below_one("beta1", options.beta1);
  below_one("beta2", options.beta2);
  check::within("epsilon", options.epsilon, 1e-30, 1);
  check::within("decay", options.decay, 0, 1);
}

template <std::floating_point S>
void check_state(const OptimiserOptions& options, Index size, TrainingState<S>& state) {
  each_list(options, size, state, [&](const char* name, Vector<S>& list, Index wanted) {
    const bool is_moment = &list != &state.parameters;
    if (is_moment && state.step == 0 && list.size() == 0) {
      list.setZero(wanted);
    }
    check_length(name, list, wanted);
    check::finite<S>(name, list.transpose());
  });
}

template <std::floating_point S>
bool take_step(const OptimiserOptions& options, double query_key_rate,
               std::span<const ParameterEntry> layout, const Vector<S>& gradient,
               TrainingState<S>& state, TrainingState<S>& scratch) {
  const Index size = state.parameters.size();
  check_optimiser(options);
  check::finite("queryKeyRate", query_key_rate);
  check_length("the gradient", gradient, size);
  each_list(options, size, state, check_length<S>);
  for (const ParameterEntry& entry : layout) {
    check::fit(entry.from >= 0 && entry.rows >= 0 && entry.cols >= 0 &&
                   check::product({entry.rows, entry.cols}) <= size - entry.from,
               {entry.name, " has ", entry.rows, " rows and ", entry.cols, " columns from number ",
                entry.from, " on; it must be a part of ", size, " parameters."});
  }
  if (!check::all_finite(gradient)) {
    return false;
  }
  assign(scratch.parameters, state.parameters);
  assign(scratch.first, state.first);
  assign(scratch.second, state.second);
  scratch.step = state.step + 1;
  for (const ParameterEntry& entry : layout) {
    const auto part = [&entry](auto& list) {
      const std::span entries = entries_of(list);
      return entries.empty() ? entries
                             : entries.subspan(static_cast<std::size_t>(entry.from),
                                               static_cast<std::size_t>(entry.size()));
    };
    const double rate = entry.makes_scores() ? options.rate * query_key_rate : options.rate;
    if (moment_count(options.kind) == 2) {
      adapt<S>(options, rate, scratch.step, part(gradient), part(scratch.parameters),
               part(scratch.first), part(scratch.second));
    } else {
      descend<S>(static_cast<S>(rate), static_cast<S>(options.momentum),
                 static_cast<S>(options.decay), part(gradient), part(scratch.parameters),
                 part(scratch.first));
    }
  }
  if (!(check::all_finite(scratch.parameters) && check::all_finite(scratch.first) &&
        check::all_finite(scratch.second))) {
    return false;
  }
  std::swap(state, scratch);
  return true;
}

ATTENTION_SCALE_INSTANTIATE(check_state);
ATTENTION_SCALE_INSTANTIATE(take_step);

}  // namespace attention_scale
