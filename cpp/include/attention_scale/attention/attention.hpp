/// \file Scaled dot-product attention, Vaswani et al., "Attention Is All You Need" (2017), section
/// 3.2.1:
///   scores = QKᵀ [n×m],  logits = scale·scores,  weights = softmax(logits) by rows,
///   output = weights·V [n×d_v],
/// and its derivative: backpropagation through it.
#pragma once

#include "attention_scale/attention/score_rule.hpp"

#include <optional>
#include <vector>

namespace attention_scale {

/// kUpperLeft: key j takes part for query i where j ≤ i; kLowerRight: where j ≤ i + m − n, so that
/// the last query sees all keys, as a new word sees those of a cache. The same for n = m.
enum class CausalMask { kNone, kUpperLeft, kLowerRight };

/// Which keys take part: key j takes part for query i where every rule that has a value admits it.
struct Mask {
  /// j ≤ i + *causal_offset, for any n and m. 0 is the usual causal mask; any number is allowed.
  std::optional<Index> causal_offset{};
  /// [n×m], true where key j takes part for query i.
  std::optional<BooleanMatrix> matrix{};
};

/// The offset of such a mask for so many queries and keys; none without a mask.
std::optional<Index> causal_offset(CausalMask mask, Index queries, Index keys);

struct AttentionOptions {
  /// Multiplies the scores; without a value 1/√d_k. Any finite number.
  std::optional<double> scale{};
  Mask mask{};
};

template <typename Store>
struct AttentionResults {
  Store scores{};   ///< QKᵀ [n×m]
  Store logits{};   ///< scale·scores [n×m], −∞ where masked
  Store weights{};  ///< softmax of each row of logits [n×m]
  Store output{};   ///< weights·V [n×d_v]
};

/// The memory that results are written to. A result without memory is not computed beyond what the
/// others need.
template <std::floating_point S>
using AttentionOutputs = AttentionResults<MatrixOut<S>>;

/// All four results, in matrices of their own.
template <std::floating_point S>
using Attention = AttentionResults<Matrix<S>>;

/// Attention of `queries` [n×d_k] on `keys` [m×d_k] and `values` [m×d_v]. A query all of whose keys
/// are masked gets zero weights and a zero output row, not NaN.
///
/// Without scores, logits and weights, keys are processed in blocks of 256 with an online softmax
/// and no n×m matrix is stored, as in FlashAttention (Dao et al., 2022). Up to 256 keys the digits
/// of `output` are the same whichever results are wanted. With more, the weights of a block are
/// relative to the largest logit so far in place of that of the row: an entry then differs by at
/// most (32 + m/16)·ε of the largest |value|, ε the distance from 1 to the next number. The terms
/// of this bound are roundings of exponentials, of their sum and of one sum a block; they mostly
/// cancel: less than 8·ε has been seen up to 32,768 keys.
/// \throws Error(kShape) where shapes do not fit or are empty; Error(kDomain) on entries that are
/// not finite, and where finite entries have a product that overflows. A score of a masked key may
/// overflow unless the scores are wanted.
template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into);

/// All four results. \throws as above.
template <std::floating_point S>
Attention<S> attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options = {});

/// The scale of `options`, or 1/√d_k without one. \throws Error(kDomain) unless it is finite, and
/// d_k 1 or more where it is needed.
double attention_scale_factor(const AttentionOptions& options, Index d_k);

/// Divisor of the scores d_k^exponent; exactly √d_k at exponent ½. d_k is 1 or more, exponent from
/// 0 to 1. \throws Error(kDomain) outside.
double score_divisor(Index d_k, double exponent);

/// The memory that the derivatives of L = Σ output∘dOutput are written to. A derivative without
/// memory is not written.
template <std::floating_point S>
struct AttentionGradientOutputs {
  MatrixOut<S> queries{};  ///< ∂L/∂Q [n×d_k] = ∂L/∂(QKᵀ)·K
  MatrixOut<S> keys{};     ///< ∂L/∂K [m×d_k] = (∂L/∂(QKᵀ))ᵀ·Q
  MatrixOut<S> values{};   ///< ∂L/∂V [m×d_v] = weightsᵀ·dOutput
  MatrixOut<S> scores{};   ///< ∂L/∂(QKᵀ) [n×m] = scale · J_row (dOutput·Vᵀ)_row, 0 where masked
  MatrixOut<S> bias{};     ///< [n×m] = J_row (dOutput·Vᵀ)_row, 0 where masked
  MatrixOut<S> sink{};     ///< [1×1] = −Σ rest·⟨weights, dOutput·Vᵀ⟩ over the rows
};

/// Gradients at the arguments of `attention`, for an upstream gradient `d_output` [n×d_v]. Each row
/// is multiplied with the Jacobian as in softmax_jacobian_product, which keeps its digits where
/// softmax saturates. A masked key takes no part, however large its value; a query without keys
/// has gradients of 0. With a cap behind the bias, ∂L/∂bias has the slope of the cap as a factor.
///
/// Under a rule with a query-key norm a cosine depends on lengths, too: ∂L/∂Q and ∂L/∂K are its own
/// derivatives, while ∂L/∂(QKᵀ) is that at constant |q| and |k|. A query or key of zeros has the
/// gradient 0. \throws as ruled_attention does, Error(kShape) unless d_output is n×d_v, and
/// Error(kDomain) where a gradient overflows; ∂L/∂Q, ∂L/∂K and ∂L/∂(QKᵀ) then grow as 1/|q| and
/// 1/|k|.
template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const ScoreRule& rule,
                        const AttentionGradientOutputs<S>& into);

// Attention and measures of its rows under a rule (score_rule.hpp).

/// Does the same as `attention`, with the logits and weights of the rule; scores stay QKᵀ.
/// `options.scale` does not apply under a query-key norm. Under off_by_one or a sink a row of
/// weights adds up to less than 1; where all its keys are masked the sink takes all, and the row is
/// zero as without one. \throws as attention does, Error(kShape) unless the bias is n×m,
/// Error(kDomain) where it has NaN or +∞, where a logit overflows by it, and as check_rule does.
template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into);

/// Each list has one entry for each query: 0 where all its keys are masked.
struct RuleStatistics {
  std::vector<double> peak;      ///< the largest weight of a key
  std::vector<double> entropy;   ///< in nats; the rest of a sink is an outcome of its own
  std::vector<double> largest;   ///< the largest logit
  std::vector<double> slope;     ///< ‖∂y/∂x‖_F for x of score_rule.hpp
  std::vector<double> gradient;  ///< ‖∂y/∂q‖_F
};

/// Distances of keys are taken from the key with the largest weight, so that nothing cancels where
/// y is nearly one-hot. \throws as ruled_attention does.
RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule);

}  // namespace attention_scale
