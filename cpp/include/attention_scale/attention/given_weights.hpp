/// \file Attention weights that are given, from a file say, without the scores that they come from.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// Softmax of `power`·ln w in each row of `weights` [n×m]: w_ij^power / Σ_l w_il^power. Where w is
/// the softmax of logits x, that is softmax(power·x), since ln w and x differ by a constant in each
/// row: with `power` = √d_k the weights of scores that are not divided by √d_k (Vaswani et al.
/// 2017, §3.2.1). A weight of 0 stays 0, a row of zeros too; a row that adds up to less than 1 is
/// completed to 1.
/// \throws Error(kShape) when empty, Error(kDomain) on a weight that is negative or not finite, and
/// unless `power` is finite and not negative.
Matrix<double> tempered_weights(const MatrixIn<double>& weights, double power);

}  // namespace attention_scale
