/// \file The checks of the arguments of attention, which its gradient makes as well.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"

namespace attention_scale {

/// Facts about arguments that have passed the checks.
template <std::floating_point S>
struct CheckedArguments {
  S scale = 0;
  /// Whether no sum of values overflows that are multiplied with factors of up to 1.
  bool values_are_small = false;
};

/// \param longest the factor of a rule by which logits grow with the number of keys
/// \throws as attention does, except for the product of weights and values.
template <std::floating_point S>
CheckedArguments<S> check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                    const MatrixIn<S>& values, const AttentionOptions& options,
                                    double longest = 1);

/// \throws Error(kShape) where a result is wanted and its memory is not rows×cols.
template <std::floating_point S>
void check_result(std::string_view name, const MatrixOut<S>& result, Index rows, Index cols) {
  if (result.wanted()) {
    check::has_shape(std::string("the memory of ").append(name), result, rows, cols, "it must be");
  }
}

}  // namespace attention_scale
