/// \file Distributions of the entries of random queries and keys, all with the same variance.
#pragma once

#include "attention_scale/random/random_state.hpp"

#include <span>

namespace attention_scale {

enum class EntryLaw {
  kNormal = 0,   ///< N(0, σ²)
  kUniform = 1,  ///< uniform on [−√3·σ, √3·σ)
  kSign = 2,     ///< −σ or σ, each with probability ½
};

/// Fills `entries` in order with draws of mean 0 and variance std², as NumPy does:
/// `state.normal(0, std, size)`, `state.uniform(−√3·std, √3·std, size)` (low + (high − low)·u), or
/// `where(state.random_sample(size) < 0.5, −std, std)`.
/// \throws Error(kDomain) where std is negative, not finite, or so large that a draw overflows.
void draw_entries(RandomState& state, EntryLaw law, double std, std::span<double> entries);

}  // namespace attention_scale
