#include "attention_scale/attention.hpp"

#include "attention_scale/check.hpp"
#include "panel.hpp"
#include "softmax_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// The largest |entry| of each argument.
struct Magnitudes {
  double queries;
  double keys;
  double values;
};

template <std::floating_point S>
Magnitudes check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                           const MatrixIn<S>& values, const Mask& mask) {
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
  if (const auto* takes_part = std::get_if<BooleanMatrix>(&mask)) {
    if (takes_part->rows() != queries.rows() || takes_part->cols() != keys.rows()) {
      throw Error(ErrorCode::kShape, "mask is " +
                                         check::shape(takes_part->rows(), takes_part->cols()) +
                                         "; for these queries and keys it must be " +
                                         check::shape(queries.rows(), keys.rows()) + ".");
    }
  }
  const auto largest = [](std::string_view name, const MatrixIn<S>& matrix) {
    return static_cast<double>(check::finite<S>(name, matrix));
  };
  // One by one: the first argument that is wrong is the one named.
  Magnitudes magnitudes{};
  magnitudes.queries = largest("queries", queries);
  magnitudes.keys = largest("keys", keys);
  magnitudes.values = largest("values", values);
  return magnitudes;
}

/// Whether sums that exact numbers bound by `bound` are sure to be finite: it leaves more room than
/// their roundings take.
template <std::floating_point S>
bool cannot_overflow(double bound) {
  return bound < static_cast<double>(std::numeric_limits<S>::max()) * 0x1p-32;
}

/// Attention of the queries, kLanes of them at a time: a strip. Their scores stand in a panel,
/// which becomes logits, exponentials and weights in its place.
template <std::floating_point S>
class Strips {
  static constexpr Index kLanes = simd::kLanes<S>;
  /// Keys that are taken at a time where only the output is wanted: their panel stays in the
  /// fastest memory of the processor.
  static constexpr Index kKeysAtATime = 256;

 public:
  Strips(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
         const Mask& mask, S scale, const Magnitudes& magnitudes)
      : queries_(queries), keys_(keys), values_(values), mask_(mask), scale_(scale) {
    const double scores =
        static_cast<double>(queries.cols()) * magnitudes.queries * magnitudes.keys;
    scores_are_finite_ = cannot_overflow<S>(scores) &&
                         cannot_overflow<S>(scores * std::abs(static_cast<double>(scale)));
    output_is_finite_ = cannot_overflow<S>(static_cast<double>(keys.rows()) * magnitudes.values);
  }

  void run(const AttentionOutputs<S>& into) {
    const Index n = queries_.rows();
    const Index m = keys_.rows();
    // Where a weight is wanted, or must be one before it meets a value, a row is taken as a whole.
    const bool whole = into.scores != nullptr || into.logits != nullptr ||
                       into.weights != nullptr || !output_is_finite_;
    block_ = whole ? m : std::min(m, kKeysAtATime);
    const Index d_k = queries_.cols();
    const Index d_v = values_.cols();
    // One piece of memory, for the four panels: allocating takes longer than a small product.
    Vector<S> memory((d_k + block_ + (into.output != nullptr ? 2 * d_v : 0)) * kLanes);
    query_panel_ = memory.data();
    panel_ = query_panel_ + d_k * kLanes;
    output_panel_ = panel_ + block_ * kLanes;
    added_panel_ = output_panel_ + d_v * kLanes;
    if (!scores_are_finite_) {
      refuse_overflow();
    }
    for (first_ = 0; first_ < n; first_ += kLanes) {
      count_ = std::min(kLanes, n - first_);
      strip(into);
    }
    if (into.output != nullptr && !output_is_finite_) {
      check::no_overflow<S>("weights·values", Eigen::Map<Matrix<S>>(into.output, n, d_v));
    }
  }

 private:
  void pack_queries() {
    simd::pack<S>(queries_.data() + first_ * queries_.outerStride(), queries_.outerStride(), count_,
                  queries_.cols(), query_panel_, kLanes);
  }

  void scores(Index key, Index count) {
    simd::multiply<S, simd::Layout::kRows>(
        {keys_.data() + key * keys_.outerStride(), keys_.outerStride()}, count, query_panel_,
        kLanes, queries_.cols(), panel_, kLanes);
  }

  /// What is in the panel, into an n×m result.
  void put(S* result) {
    if (result != nullptr) {
      const Index m = keys_.rows();
      simd::unpack<S>(panel_, kLanes, count_, m, result + first_ * m, m);
    }
  }

  /// Computes all scores and logits once more than needed, so that an overflow is told of before
  /// anything else, and the first one first.
  void refuse_overflow() {
    const auto each_strip = [this](std::string_view product, auto change) {
      const Index m = keys_.rows();
      Matrix<S> rows(kLanes, m);
      for (first_ = 0; first_ < queries_.rows(); first_ += kLanes) {
        count_ = std::min(kLanes, queries_.rows() - first_);
        pack_queries();
        for (Index key = 0; key < m; key += block_) {
          const Index keys = std::min(block_, m - key);
          scores(key, keys);
          simd::unpack<S>(panel_, kLanes, count_, keys, rows.data() + key, m);
        }
        change(rows);
        check::no_overflow<S>(product, rows.topRows(count_), first_);
      }
    };
    each_strip("queries·keysᵀ", [](Matrix<S>&) {});
    each_strip("scale·scores", [this](Matrix<S>& rows) { rows *= scale_; });
  }

  void strip(const AttentionOutputs<S>& into) {
    pack_queries();
    const bool causal = std::holds_alternative<CausalMask>(mask_);
    const bool with_softmax = into.weights != nullptr || into.output != nullptr;
    simd::RunningSoftmax<S> softmax;
    // Under a causal mask no query of this strip sees a key behind its last one.
    const Index m = keys_.rows();
    const Index seen = causal && block_ < m ? std::min(m, first_ + count_) : m;
    for (Index key = 0; key < seen; key += block_) {
      const Index keys = std::min(block_, seen - key);
      scores(key, keys);
      put(into.scores);
      simd::scale_panel<S>(panel_, keys, scale_);
      apply_mask(key, keys);
      put(into.logits);
      if (!with_softmax) {
        continue;
      }
      const simd::Across<S> kept = softmax.advance(panel_, keys);
      if (!output_is_finite_) {
        softmax.divide(panel_, keys);
      }
      if (into.output != nullptr) {
        add_values(key, keys, kept);
      }
    }
    if (into.output != nullptr) {
      if (output_is_finite_) {
        softmax.divide(output_panel_, values_.cols());
      }
      simd::unpack<S>(output_panel_, kLanes, count_, values_.cols(),
                      into.output + first_ * values_.cols(), values_.cols());
    }
    if (into.weights != nullptr) {
      if (output_is_finite_) {
        softmax.divide(panel_, m);
      }
      put(into.weights);
    }
  }

  /// Exponentials times values; what was there before is worth the share `kept` of it now.
  void add_values(Index key, Index count, const simd::Across<S>& kept) {
    S* const into = key == 0 ? output_panel_ : added_panel_;
    simd::multiply<S, simd::Layout::kColumns>(
        {values_.data() + key * values_.outerStride(), values_.outerStride()}, values_.cols(),
        panel_, kLanes, count, into, kLanes);
    if (key > 0) {
      simd::decay_and_add<S>(output_panel_, kept, added_panel_, values_.cols());
    }
  }

  void apply_mask(Index key, Index count) {
    constexpr S kMasked = -std::numeric_limits<S>::infinity();
    if (std::holds_alternative<CausalMask>(mask_)) {
      // Key j is masked for the queries before j.
      for (Index j = std::max(key, first_ + 1); j < key + count; ++j) {
        const Index masked = std::min(kLanes, j - first_);
        std::fill_n(panel_ + (j - key) * kLanes, masked, kMasked);
      }
    } else if (const auto* takes_part = std::get_if<BooleanMatrix>(&mask_)) {
      for (Index lane = 0; lane < count_; ++lane) {
        const bool* const row = takes_part->data() + (first_ + lane) * takes_part->cols() + key;
        S* const logits = panel_ + lane;
        for (Index j = 0; j < count; ++j) {
          if (!row[j]) {
            logits[j * kLanes] = kMasked;
          }
        }
      }
    }
  }

  const MatrixIn<S>& queries_;
  const MatrixIn<S>& keys_;
  const MatrixIn<S>& values_;
  const Mask& mask_;
  S scale_;
  bool scores_are_finite_ = false;
  bool output_is_finite_ = false;

  Index block_ = 0;
  Index first_ = 0;  ///< query of the strip
  Index count_ = 0;  ///< of its queries
  S* query_panel_ = nullptr;
  S* panel_ = nullptr;
  S* output_panel_ = nullptr;
  S* added_panel_ = nullptr;
};

}  // namespace

double attention_scale_factor(const AttentionOptions& options, Index d_k) {
  if (!options.scale) {
    return 1.0 / std::sqrt(static_cast<double>(d_k));
  }
  check::finite("scale", *options.scale);
  return *options.scale;
}

double score_divisor(Index d_k, double exponent) {
  check::within("dim", static_cast<double>(d_k), 1, std::numeric_limits<int>::max());
  check::within("exponent", exponent, 0, 1);
  const auto d = static_cast<double>(d_k);
  return exponent == 0.5 ? std::sqrt(d) : std::pow(d, exponent);
}

template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into) {
  const Magnitudes magnitudes = check_arguments<S>(queries, keys, values, options.mask);
  const auto scale = static_cast<S>(attention_scale_factor(options, queries.cols()));
  Strips<S>(queries, keys, values, options.mask, scale, magnitudes).run(into);
}

template <std::floating_point S>
Attention<S> attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options) {
  const Index n = queries.rows();
  const Index m = keys.rows();
  Attention<S> result{.scores = Matrix<S>(n, m),
                      .logits = Matrix<S>(n, m),
                      .weights = Matrix<S>(n, m),
                      .output = Matrix<S>(n, values.cols())};
  attention<S>(queries, keys, values, options,
               AttentionOutputs<S>{.scores = result.scores.data(),
                                   .logits = result.logits.data(),
                                   .weights = result.weights.data(),
                                   .output = result.output.data()});
  return result;
}

template void attention<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                const MatrixIn<double>&, const AttentionOptions&,
                                const AttentionOutputs<double>&);
template void attention<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                               const MatrixIn<float>&, const AttentionOptions&,
                               const AttentionOutputs<float>&);
template Attention<double> attention<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                             const MatrixIn<double>&, const AttentionOptions&);
template Attention<float> attention<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                                           const MatrixIn<float>&, const AttentionOptions&);

}  // namespace attention_scale
