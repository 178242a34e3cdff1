#include "kernels/score_strips.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/softmax_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Whether sums are sure to be finite that would not exceed `bound` if nothing were rounded: it
/// leaves more room than the roundings take.
template <std::floating_point S>
bool cannot_overflow(double bound) {
  return bound < static_cast<double>(std::numeric_limits<S>::max()) * 0x1p-32;
}

}  // namespace

template <std::floating_point S>
ScoreStrips<S>::ScoreStrips(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                            const MatrixIn<S>& values, const AttentionOptions& options)
    : queries_(view(queries)), keys_(view(keys)), mask_(&options.mask) {
  check_arguments(queries, keys, values, options);
  const double logit_bound = score_bound_ * std::abs(static_cast<double>(scale_));
  if (!cannot_overflow<S>(score_bound_) || !cannot_overflow<S>(logit_bound)) {
    refuse_overflow();
  }
}

template <std::floating_point S>
void ScoreStrips<S>::check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                     const MatrixIn<S>& values, const AttentionOptions& options) {
  check::not_empty("queries", queries.rows(), queries.cols());
  check::not_empty("keys", keys.rows(), keys.cols());
  check::not_empty("values", values.rows(), values.cols());
  const auto sizes = [](std::string_view first, const MatrixIn<S>& a, std::string_view second,
                        const MatrixIn<S>& b) {
    return std::string(first) + " is " + check::shape(a.rows(), a.cols()) + " and " +
           std::string(second) + " is " + check::shape(b.rows(), b.cols());
  };
  if (queries.cols() != keys.cols()) {
    throw Error(ErrorCode::kShape, sizes("queries", queries, "keys", keys) +
                                       "; both need the same number of columns, d_k.");
  }
  if (keys.rows() != values.rows()) {
    throw Error(ErrorCode::kShape, sizes("keys", keys, "values", values) +
                                       "; both need the same number of rows, one a key.");
  }
  if (const auto* takes_part = std::get_if<BooleanMatrix>(mask_)) {
    if (takes_part->rows() != queries.rows() || takes_part->cols() != keys.rows()) {
      throw Error(ErrorCode::kShape, "mask is " +
                                         check::shape(takes_part->rows(), takes_part->cols()) +
                                         "; for these queries and keys it must be " +
                                         check::shape(queries.rows(), keys.rows()) + ".");
    }
  }
  // One by one: the first argument that is wrong is the one named.
  const auto largest_query = static_cast<double>(check::finite<S>("queries", queries));
  const auto largest_key = static_cast<double>(check::finite<S>("keys", keys));
  const auto largest_value = static_cast<double>(check::finite<S>("values", values));
  score_bound_ = static_cast<double>(queries.cols()) * largest_query * largest_key;
  scale_ = static_cast<S>(attention_scale_factor(options, queries.cols()));
  values_are_small_ = cannot_overflow<S>(static_cast<double>(values.rows()) * largest_value);
}

/// Computes all scores and logits once more than needed: an overflow is told of before anything
/// else, that of a score before that of a logit.
template <std::floating_point S>
void ScoreStrips<S>::refuse_overflow() const {
  const Index m = keys_.rows();
  Strip<S> strip;
  Vector<S> panel(m * kLanes);
  Matrix<S> rows(kLanes, m);
  for (const bool scaled : {false, true}) {
    for (Index first = 0; first < queries_.rows(); first += kLanes) {
      take(first, strip);
      scores(strip, 0, m, panel.data());
      if (scaled) {
        simd::scale_panel<S>(panel.data(), m, scale_);
      }
      simd::unpack<S>(panel.data(), strip.count, m, rows.data(), m);
      check::no_overflow<S>(scaled ? "scale·scores" : "queries·keysᵀ", rows.topRows(strip.count),
                            first);
    }
  }
}

template <std::floating_point S>
void ScoreStrips<S>::take(Index first, Strip<S>& strip) const {
  strip.first = first;
  strip.count = std::min(kLanes, queries_.rows() - first);
  strip.packed.resize(queries_.cols() * kLanes);
  simd::pack<S>(queries_.data() + first * queries_.outerStride(), queries_.outerStride(),
                strip.count, queries_.cols(), strip.packed.data());
}

template <std::floating_point S>
void ScoreStrips<S>::scores(const Strip<S>& strip, Index key, Index count, S* panel) const {
  simd::multiply<S, simd::Layout::kRows>(
      {keys_.data() + key * keys_.outerStride(), keys_.outerStride()}, count, strip.packed.data(),
      queries_.cols(), panel);
}

template <std::floating_point S>
void ScoreStrips<S>::logits(const Strip<S>& strip, Index key, Index count, S* panel) const {
  simd::scale_panel<S>(panel, count, scale_);
  mask(strip, key, count, -std::numeric_limits<S>::infinity(), panel);
}

template <std::floating_point S>
void ScoreStrips<S>::mask(const Strip<S>& strip, Index key, Index count, S value, S* panel) const {
  if (causal()) {
    // Key j is masked for the queries before j.
    for (Index j = std::max(key, strip.first + 1); j < key + count; ++j) {
      std::fill_n(panel + (j - key) * kLanes, std::min(kLanes, j - strip.first), value);
    }
  } else if (const auto* takes_part = std::get_if<BooleanMatrix>(mask_)) {
    for (Index lane = 0; lane < strip.count; ++lane) {
      const bool* const row = takes_part->data() + (strip.first + lane) * takes_part->cols() + key;
      for (Index j = 0; j < count; ++j) {
        if (!row[j]) {
          panel[j * kLanes + lane] = value;
        }
      }
    }
  }
}

template class ScoreStrips<double>;
template class ScoreStrips<float>;

}  // namespace attention_scale
