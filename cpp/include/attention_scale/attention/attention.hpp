/// \file Scaled dot-product attention, "Attention Is All You Need" (Vaswani et al., 2017),
/// section 3.2.1:
///   scores = QKᵀ [n×m],  logits = scale·scores,  weights = softmax(logits) by rows,  output =
///   weights·V [n×d_v].
/// Its derivative stands in attention_gradient.hpp.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <optional>
#include <variant>

namespace attention_scale {

/// Every key takes part.
struct NoMask {};

/// Key j takes part for query i where j ≤ i, also where n ≠ m.
struct CausalMask {};

/// Which keys take part: none masked, causal, or an n×m matrix with true where key j takes part for
/// query i.
using Mask = std::variant<NoMask, CausalMask, BooleanMatrix>;

struct AttentionOptions {
  /// Multiplies the scores; without a value 1/√d_k. Any finite number.
  std::optional<double> scale;
  Mask mask;
};

/// Where to write: row-major memory of the caller, n×m but for output, which is n×d_v. Null: not
/// wanted.
template <std::floating_point S>
struct AttentionOutputs {
  S* scores = nullptr;
  S* logits = nullptr;
  S* weights = nullptr;
  S* output = nullptr;
};

template <std::floating_point S>
struct Attention {
  Matrix<S> scores;   ///< QKᵀ [n×m]
  Matrix<S> logits;   ///< scale·scores [n×m], −∞ where masked
  Matrix<S> weights;  ///< softmax of each row of logits [n×m]
  Matrix<S> output;   ///< weights·V [n×d_v]
};

/// Attention of `queries` [n×d_k] on `keys` [m×d_k] and `values` [m×d_v].
/// A query all of whose keys are masked gets zero weights and a zero output row, not NaN.
/// \throws Error(kShape) where shapes do not fit or are empty; Error(kDomain) on entries that are
/// not finite, and
///   where finite entries have a product that overflows.
template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into);

/// The same, with all four results.
template <std::floating_point S>
Attention<S> attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options = {});

/// The scale that `options` stand for at this d_k. \throws Error(kDomain) unless it is finite.
double attention_scale_factor(const AttentionOptions& options, Index d_k);

/// Divisor of the scores d_k^exponent: √d_k at ½, exactly. d_k from 1, exponent from 0 to 1.
/// \throws Error(kDomain) outside.
double score_divisor(Index d_k, double exponent);

}  // namespace attention_scale
