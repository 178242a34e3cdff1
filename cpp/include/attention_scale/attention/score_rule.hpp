/// \file What models do to the scores of a row beside multiplying them, and the functions of rows:
/// from x = scale·q·k, or g·cos(q, k), to weights, and back to ∂L/∂x. In this order, each step
/// where its number is given:
///   x = scale·q·k  or  g·cos(q, k)       query-key norm: Henry et al. (2020)
///   u = a·ln m·x, m keys that take part  Nakanishi, "Scalable-Softmax" (2025)
///   logit = c·tanh(u/c)                  soft-cap, as in Gemma 2 (2024)
///   y_j = exp(logit_j) / Σ exp(logit)    with 1 + Σ as the denominator: Miller (2023); with
///                                        exp(σ) + Σ: the sinks of gpt-oss (2025)
/// A bias is added to the logit behind the cap, or to u before it.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <optional>

namespace attention_scale {

/// Whether the cap comes before the mask and the bias, or behind both. After the mask a hidden key,
/// whose u is −∞, has the logit −c and takes part: a mistake that was published, which kAfterMask
/// repeats.
enum class SoftCapOrder { kBeforeMask, kAfterMask };

struct ScoreRule {
  /// g: x is g·cos(q, k), and the scale does not apply. 0.01 to 1000.
  std::optional<double> query_key_norm{};
  /// a: x is multiplied by a·ln m. 0.01 to 100. A row with one key has the logit 0.
  std::optional<double> length_factor{};
  /// c: the logit is c·tanh(u/c). 0.1 to 1000.
  std::optional<double> soft_cap{};
  SoftCapOrder soft_cap_order = SoftCapOrder::kBeforeMask;  ///< of no effect without a cap
  /// Adds 1 to the denominator: as one more key of logit 0 and value 0, the rest, whose weight is 1
  /// minus the sum of the others.
  bool off_by_one = false;
  /// σ: adds exp(σ) to the denominator, as off_by_one, which is a sink of 0, adds 1. −1e30 to 1e30.
  std::optional<double> sink{};
  /// [n×m], added to the logits, as the positions of T5 (Raffel et al., 2020, §2.1), ALiBi (Press
  /// et al., 2022) and masks that are added. A key of −∞ takes no part. It has to outlive the rule.
  const Matrix<double>* bias = nullptr;

  bool operator==(const ScoreRule&) const = default;
};

/// \throws Error(kDomain) where a number is outside its range, and where a sink stands beside
/// off_by_one.
void check_rule(const ScoreRule& rule);

/// The logit of the outcome that has no key, the rest; none where there is no such outcome.
std::optional<double> logit_of_rest(const ScoreRule& rule);

/// Whether masked keys take part all the same, with the logit −c.
bool masked_keys_take_part(const ScoreRule& rule);

/// The number by which the length factor multiplies x in a row with so many keys; 1 without one.
/// \throws Error(kDomain) unless there is a key.
double length_factor_of(const ScoreRule& rule, Index keys);

/// Makes logits of `rows` [n×m], which hold x, −∞ where masked. Where `slopes` [n×m] is wanted,
/// writes the derivatives ∂logit/∂x there, 0 where masked. \throws as check_rule does,
/// Error(kShape) where the shapes differ, that of a bias too.
template <std::floating_point S>
void rule_logits(const ScoreRule& rule, MatrixOut<S> rows, MatrixOut<S> slopes = {});

/// Makes weights of the logits in `rows` [n×m] and returns the weight of each row's rest [n]: 0
/// without off_by_one and sink. A row of only −∞ gets zero weights. \throws as softmax does.
template <std::floating_point S>
Vector<S> rule_weights(const ScoreRule& rule, MatrixOut<S> rows);

/// Makes ∂L/∂x of ∂L/∂y in `upstream` [n×m], for the weights y, the weights of the rests and the
/// slopes that the two functions above have given: slopes∘J·upstream, J = diag(y) − yyᵀ. The inner
/// product is taken relative to the outcome with the largest weight, as in
/// softmax_jacobian_product. \throws Error(kShape) when empty or where the shapes differ.
template <std::floating_point S>
void rule_backward(const MatrixIn<S>& weights, const VectorIn<S>& rests, const MatrixIn<S>& slopes,
                   MatrixOut<S> upstream);

/// The rows of a matrix divided by their lengths. A row of zeros stays zero: its cosine with
/// anything is 0, and so is the gradient that reaches it.
template <std::floating_point S>
struct UnitRows {
  Matrix<S> rows;     ///< [n×d]
  Vector<S> lengths;  ///< [n]
};

/// \throws Error(kShape) when empty.
template <std::floating_point S>
UnitRows<S> unit_rows(const MatrixIn<S>& matrix);

/// Turns ∂L/∂(unit rows) in `gradient` [n×d] into ∂L/∂(rows):
/// (∂L/∂û − (û·∂L/∂û)û)/|row|, and 0 for a row of zeros. \throws Error(kShape) where the shapes
/// differ.
template <std::floating_point S>
void unit_rows_backward(const UnitRows<S>& unit, MatrixOut<S> gradient);

}  // namespace attention_scale
