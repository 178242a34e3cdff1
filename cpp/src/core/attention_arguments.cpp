#include "core/attention_arguments.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Whether a sum is sure to be finite whose exact absolute value is at most `bound`; the margin is
/// wider than the rounding errors.
template <std::floating_point S>
bool cannot_overflow(double bound) {
  return bound < static_cast<double>(std::numeric_limits<S>::max()) * 0x1p-32;
}

/// Computes all scores and then all logits, so that an overflow is reported before any result is
/// written, that of a score before that of a logit.
template <std::floating_point S>
void refuse_overflow(const MatrixIn<S>& queries, const MatrixIn<S>& keys, S scale, S longest) {
  constexpr Index kRows = 64;
  constexpr std::array kProducts{"queries·keysᵀ", "scale·scores",
                                 "lengthFactor·ln(keys)·scale·scores"};
  Matrix<S> rows(std::min(kRows, queries.rows()), keys.rows());
  for (std::size_t i = 0; i < kProducts.size(); ++i) {
    for (Index first = 0; first < queries.rows(); first += kRows) {
      const Index count = std::min(kRows, queries.rows() - first);
      simd::gemm<S>(queries.middleRows(first, count), keys.transpose(), rows.topRows(count));
      rows *= i > 0 ? scale : S{1};
      rows *= i > 1 ? longest : S{1};
      check::no_overflow<S>(kProducts[i], rows.topRows(count), first);
    }
  }
}

void check_mask(const Mask& mask, Index n, Index m) {
  if (mask.matrix) {
    check::has_shape("mask", *mask.matrix, n, m, "for these queries and keys it must be");
  }
  if (mask.causal_offset) {
    // Beyond ±2⁵³ a sum with the number of a query could overflow.
    check::within("the causal offset", static_cast<double>(*mask.causal_offset), -0x1p53, 0x1p53);
  }
}

}  // namespace

template <std::floating_point S>
CheckedArguments<S> check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                    const MatrixIn<S>& values, const AttentionOptions& options,
                                    double longest) {
  check::not_empty("queries", queries.rows(), queries.cols());
  check::not_empty("keys", keys.rows(), keys.cols());
  check::not_empty("values", values.rows(), values.cols());
  check::both_fit(queries.cols() == keys.cols(), "queries", queries, "keys", keys,
                  "the same number of columns, d_k");
  check::both_fit(keys.rows() == values.rows(), "keys", keys, "values", values,
                  "the same number of rows, one a key");
  check_mask(options.mask, queries.rows(), keys.rows());
  // In the order of the arguments: an error names the first argument that is wrong.
  const auto query_bound = static_cast<double>(check::finite<S>("queries", queries));
  const auto key_bound = static_cast<double>(check::finite<S>("keys", keys));
  const auto value_bound = static_cast<double>(check::finite<S>("values", values));
  const auto scale = static_cast<S>(attention_scale_factor(options, queries.cols()));
  const double score_bound = query_bound * key_bound;
  const double logit_bound = score_bound * std::abs(static_cast<double>(scale));
  if (!cannot_overflow<S>(std::max({score_bound, logit_bound, logit_bound * longest}))) {
    refuse_overflow(queries, keys, scale, static_cast<S>(longest));
  }
  return {.scale = scale,
          .values_are_small = cannot_overflow<S>(static_cast<double>(values.rows()) * value_bound)};
}

ATTENTION_SCALE_INSTANTIATE(check_arguments);

}  // namespace attention_scale
