/// \file Softmax of a row, relative to its largest weight. The sum of the other weights is stored
/// apart, so that it keeps all its digits where the largest weight is nearly 1.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// "The others" are all entries except the largest, and Σ is over them. The functions below add
/// terms of one sign, apart from differences that cancel at most a digit. They divide by `sum`
/// before they square, because 1e-200 squared underflows.
struct PeakedRow {
  Index peak_index = 0;
  /// e_i = exp(x_i − largest) of the others; 0 at the position of the largest, whose exponential
  /// is 1. The weights are e_i / (1 + sum).
  Vector<double> others;
  double sum = 0;        ///< Σ e_i
  double distances = 0;  ///< Σ e_i·(largest − x_i)
};

/// The row of softmax(scale·logits) for `logits` [n] that are finite or −∞, at least one finite,
/// and a finite scale of 0 or more.
PeakedRow peaked_row(const VectorIn<double>& logits, double scale = 1);

/// The largest weight.
double peak_of(const PeakedRow& row);

/// −Σ y ln y over all weights y, in nats.
double entropy_of(const PeakedRow& row);

/// The norms of diag(y) − yyᵀ: see JacobianNorms.
double frobenius_of(const PeakedRow& row);
double spectral_of(const PeakedRow& row);

}  // namespace attention_scale
