/// \file Softmax of a row, told from its largest weight: what the others have is kept apart, so
/// that it keeps all its digits where that one takes nearly everything.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// Σ here is over the others. Everything below is a sum of terms of one sign, but for differences
/// of at most a digit, and nothing is squared before it is divided by `sum`: 1e-200 squared would
/// be 0.
struct PeakedRow {
  Index peak_index = 0;
  /// e_i = exp(x_i − largest) of the others, and 0 in the place of the largest itself, whose
  /// exponential is 1: weights are e_i / (1 + sum).
  Vector<double> others;
  double sum = 0;        ///< Σ e_i
  double distances = 0;  ///< Σ e_i·(largest − x_i)
};

/// `logits` [n] are finite or −∞, at least one finite.
PeakedRow peaked_row(const VectorIn<double>& logits);

/// The largest weight.
double peak_of(const PeakedRow& row);

/// −Σ y ln y over all weights y, in nats.
double entropy_of(const PeakedRow& row);

/// The norms of diag(y) − yyᵀ: see JacobianNorms.
double frobenius_of(const PeakedRow& row);
double spectral_of(const PeakedRow& row);

}  // namespace attention_scale
