/// \file Rows of softmax whose largest weight stands apart from the others.
///
/// Where softmax saturates, the largest weight p rounds to 1, and 1 − p would lose all digits. It
/// is therefore never computed: the other weights are summed by themselves, and whatever contains 1
/// − p is written with their sum.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// The weights y of m keys, and the rest of off_by_one (score_rule.hpp) as outcome number m. "The
/// others" are all outcomes except the largest, and Σ is over them. The functions below add terms
/// of one sign, apart from differences that cancel at most a digit. They divide by `sum` before
/// they square, because 1e-200 squared underflows.
struct SoftmaxRow {
  Index peak_index = 0;  ///< the number of the largest outcome
  /// e_i = exp(logit_i − largest) of the others; 0 at the position of the largest, whose
  /// exponential is 1.
  Vector<double> others{};
  double sum = 0;           ///< Σ e_i
  double distances = 0;     ///< Σ e_i·(largest − logit_i)
  Vector<double> slopes{};  ///< ∂logit/∂x of each key [m], 0 where masked
  double largest = 0;       ///< the largest logit of a key

  [[nodiscard]] double weight(Index i) const {
    return (i == peak_index ? 1 : others[i]) / (1 + sum);
  }
};

/// The row of `logits` [m], or of the logits of m keys and of the rest, which are functions of x
/// with the derivatives `slopes` [m]. They are finite or −∞, at least one of a key finite.
SoftmaxRow softmax_row(const VectorIn<double>& logits, Vector<double> slopes);

/// The row of x [m] themselves, whose slopes are 1.
SoftmaxRow softmax_row(const VectorIn<double>& x);

/// The largest weight of a key.
double peak_of(const SoftmaxRow& row);

/// −Σ y ln y over all outcomes, in nats.
double entropy_of(const SoftmaxRow& row);

/// The largest eigenvalue of J = diag(y) − yyᵀ: see JacobianNorms.
double spectral_of(const SoftmaxRow& row);

/// ‖∂y/∂x‖_F = ‖J·diag(slopes)‖_F.
double slope_of(const SoftmaxRow& row);

/// ‖J·diag(slopes)·D‖_F, where `derivatives` [m×d] holds D, those of x.
double norm_through(const SoftmaxRow& row, const Matrix<double>& derivatives);

/// Σ of the entries of a vector but the one at `index`.
template <typename Dense>
typename Dense::Scalar sum_of_others(const Eigen::MatrixBase<Dense>& entries, Index index) {
  return entries.head(index).sum() + entries.tail(entries.size() - index - 1).sum();
}

/// Replaces the upstream gradient g of a row by g − ⟨g, y⟩, for the weights y of the row and the
/// weight `rest` of no key, whose g is 0: y∘(g − ⟨g, y⟩) is J·g. The inner product is taken of
/// g − g_p, p the outcome with the largest weight. The terms of the others alone count in it, so
/// that it keeps their digits. kernels/online_softmax.hpp does the same for the rows of a panel.
template <typename Weights, typename Upstream>
void centre_upstream(const Eigen::MatrixBase<Weights>& weights, typename Weights::Scalar rest,
                     Upstream& upstream) {
  Index largest = 0;
  const bool rest_is_largest = weights.maxCoeff(&largest) < rest;
  const typename Weights::Scalar reference = rest_is_largest ? 0 : upstream[largest];
  upstream.array() -= reference;
  upstream.array() -= dot(weights, upstream) - rest * reference;
}

}  // namespace attention_scale
