/// \file A pass of the recall task forward and backward, for every rule of the scores.
#pragma once

#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/training/recall.hpp"

#include <type_traits>

namespace attention_scale {

/// W^Q and W^K, or their gradients: both halves of one list.
template <typename S>
struct Halves {
  using Map = Eigen::Map<
      std::conditional_t<std::is_const_v<S>, const Matrix<std::remove_const_t<S>>, Matrix<S>>>;
  Map wq;
  Map wk;

  Halves(S* data, Index dim) : wq(data, dim, dim), wk(data + dim * dim, dim, dim) {}
};

/// A pass forward and, after gradient_of, backward. Its matrices keep their memory.
template <std::floating_point S>
struct RecallPass {
  Matrix<S> asked;     // [batch×d], x_i of each sequence
  Matrix<S> queries;   // [batch×d], asked·W^Q
  Matrix<S> mapped;    // [batch×d], queries·W^Kᵀ
  Matrix<S> weights;   // [batch×n]
  Matrix<S> errors;    // [batch×d], y − v_i
  double largest = 0;  // |logit|
  double loss = 0;
  double right = 0;  // mean weight on the right key
  Matrix<S> slopes;  // [batch×n], ∂logit/∂x
  Vector<S> rests;   // of each sequence, the weight of no key

  // Of a rule with QK-norm:
  UnitRows<S> unit_queries;  // [batch×d]
  UnitRows<S> unit_keys;     // [batch·n×d]

  Matrix<S> d_scores;   // [batch×n]
  Matrix<S> d_mapped;   // [batch×d]
  Matrix<S> d_queries;  // [batch×d]
  Vector<S> gradient;   // of W^Q, then of W^K
};

/// The weights of each sequence. Returns false, and computes no more, where a score is not finite.
template <std::floating_point S>
bool attend(const RecallData<S>& data, const Vector<S>& parameters, double scale,
            const ScoreRule& rule, RecallPass<S>& pass);

/// Weights and loss. Returns false, and computes no more, where a score or the loss is not finite.
template <std::floating_point S>
bool forward(const RecallData<S>& data, const Vector<S>& parameters, double scale,
             const ScoreRule& rule, RecallPass<S>& pass);

/// The gradient of the loss, after forward returned true; x is scale·s or g·cos(q, k_j):
///   ∂L/∂y = 2(y − v_i)/(batch·d),  ∂L/∂x = ∂logit/∂x·J·(V·∂L/∂y),
///   ∂L/∂(q·W^Kᵀ) = Σ_j scale·∂L/∂x_j x_j,  ∂L/∂W^K = (∂L/∂(q·W^Kᵀ))ᵀ·q,
///   ∂L/∂q = ∂L/∂(q·W^Kᵀ)·W^K,  ∂L/∂W^Q = x_iᵀ·∂L/∂q.
/// With QK-norm ∂L/∂q and each ∂L/∂k_j come from those of their unit vectors, and ∂L/∂W^K is
/// Σ_j x_jᵀ·∂L/∂k_j.
template <std::floating_point S>
void gradient_of(const RecallData<S>& data, const Vector<S>& parameters, double scale,
                 const ScoreRule& rule, RecallPass<S>& pass);

}  // namespace attention_scale
