/// \file Products of matrices in double precision, on attention's kernels: Eigen's own are half as
/// fast in WebAssembly, and would be a tenth of the binary.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// Of which rows `right` the products with row i of `left` are asked for: of all, or of those up to
/// i.
enum class Pairs { kAll, kUpToItself };

/// into(i − begin, j) += Σ_k left(i, k)·right(j, k) over k from `from` to `to`, for the rows i from
/// `begin` to `end`. With kUpToItself some entries with j > i may change as well.
void add_row_products(const Matrix<double>& left, Index begin, Index end,
                      const Matrix<double>& right, Pairs pairs, Index from, Index to,
                      Matrix<double>& into);

/// into(i, j) += Σ_k matrix(k, i)·matrix(k, j) for all columns i ≥ j. Some entries with i < j may
/// change as well.
void add_column_products(const Matrix<double>& matrix, Matrix<double>& into);

}  // namespace attention_scale
