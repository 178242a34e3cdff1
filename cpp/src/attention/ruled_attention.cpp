#include "attention_scale/attention/ruled_attention.hpp"

#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "core/attention_arguments.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Whether a scale alone makes logits of scores, and softmax weights of them.
bool is_plain(const ScoreRule& rule) {
  return !rule.query_key_norm && !rule.length_factor && !rule.soft_cap && !rule.off_by_one;
}

/// a·b.
template <std::floating_point S>
Matrix<S> product(const simd::Factor<S>& a, const simd::Factor<S>& b) {
  Matrix<S> c(a.rows, b.cols);
  simd::gemm<S>(a, b, c);
  return c;
}

/// The entries of masked keys become `value`.
template <std::floating_point S>
void set_masked(const Mask& mask, S value, Matrix<S>& rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      if ((mask.causal_offset && j > i + *mask.causal_offset) ||
          (mask.matrix && !(*mask.matrix)(i, j))) {
        rows(i, j) = value;
      }
    }
  }
}

template <std::floating_point S>
void put(const Matrix<S>& result, MatrixOut<S> into) {
  if (into.wanted()) {
    into = result;
  }
}

/// Arguments that have passed the checks, and x of every query and key.
template <std::floating_point S>
struct Scored {
  UnitRows<S> queries;  ///< of a query-key norm alone
  UnitRows<S> keys;
  S factor = 0;      ///< scale, or g
  Matrix<S> scores;  ///< QKᵀ [n×m]
  Matrix<S> x;       ///< [n×m], −∞ where masked

  Scored(const MatrixIn<S>& q, const MatrixIn<S>& k, const MatrixIn<S>& v,
         const AttentionOptions& options, const ScoreRule& rule) {
    check_rule(rule);
    AttentionOptions own = options;
    if (rule.query_key_norm) {
      own.scale = 1;
    }
    factor = check_arguments(q, k, v, own).scale;
    scores = product<S>(q, k.transpose());
    if (rule.query_key_norm) {
      factor = static_cast<S>(*rule.query_key_norm);
      queries = unit_rows<S>(q);
      keys = unit_rows<S>(k);
      x = factor * product<S>(queries.rows, keys.rows.transpose());
    } else {
      x = factor * scores;
    }
    if (rule.length_factor) {
      const double longest = *rule.length_factor * std::log(static_cast<double>(k.rows()));
      check::no_overflow<S>("lengthFactor·ln(keys)·scale·scores",
                            Matrix<S>(static_cast<S>(longest) * x));
    }
    set_masked<S>(options.mask, -std::numeric_limits<S>::infinity(), x);
  }
};

}  // namespace

template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into) {
  if (is_plain(rule)) {
    return attention<S>(queries, keys, values, options, into);
  }
  Scored<S> scored(queries, keys, values, options, rule);
  const Index n = queries.rows();
  const Index m = keys.rows();
  check_result("scores", into.scores, n, m);
  check_result("logits", into.logits, n, m);
  check_result("weights", into.weights, n, m);
  check_result("output", into.output, n, values.cols());
  Matrix<S>& rows = scored.x;
  rule_logits<S>(rule, rows);
  put<S>(scored.scores, into.scores);
  put<S>(rows, into.logits);
  rule_weights<S>(rule, rows);
  put<S>(rows, into.weights);
  if (into.output.wanted()) {
    simd::gemm<S>(rows, values, into.output);
    check::no_overflow<S>("weights·values", into.output);
  }
}

template <std::floating_point S>
void ruled_attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                              const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                              const AttentionOptions& options, const ScoreRule& rule,
                              const AttentionGradientOutputs<S>& into) {
  if (is_plain(rule)) {
    return attention_gradient<S>(queries, keys, values, d_output, options, into);
  }
  Scored<S> scored(queries, keys, values, options, rule);
  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_k = queries.cols();
  const Index d_v = values.cols();
  check::has_shape("dOutput", d_output, n, d_v, "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output);
  check_result("the gradient of the queries", into.queries, n, d_k);
  check_result("the gradient of the keys", into.keys, m, d_k);
  check_result("the gradient of the values", into.values, m, d_v);
  check_result("the gradient of the scores", into.scores, n, m);

  Matrix<S>& weights = scored.x;
  Matrix<S> d_x = product<S>(d_output, values.transpose());
  set_masked<S>(options.mask, 0, d_x);  // it may have overflowed, and 0 times ∞ would be NaN
  Matrix<S> slopes(n, m);
  rule_logits<S>(rule, weights, slopes);
  const Vector<S> rests = rule_weights<S>(rule, weights);
  rule_backward<S>(weights, rests, slopes, d_x);
  d_x *= scored.factor;

  const bool unit = rule.query_key_norm.has_value();
  Matrix<S> d_queries = unit ? product<S>(d_x, scored.keys.rows) : product<S>(d_x, keys);
  Matrix<S> d_keys = unit ? product<S>(d_x.transpose(), scored.queries.rows)
                          : product<S>(d_x.transpose(), queries);
  if (unit) {
    unit_rows_backward<S>(scored.queries, d_queries);
    unit_rows_backward<S>(scored.keys, d_keys);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < m; ++j) {
        const S length = scored.queries.lengths[i];
        const S other = scored.keys.lengths[j];
        d_x(i, j) = length > 0 && other > 0 ? d_x(i, j) / length / other : 0;
      }
    }
  }
  const Matrix<S> d_values = product<S>(weights.transpose(), d_output);
  check::no_overflow<S>("∂L/∂values", d_values);
  check::no_overflow<S>("∂L/∂scores", d_x);
  check::no_overflow<S>("∂L/∂queries", d_queries);
  check::no_overflow<S>("∂L/∂keys", d_keys);
  put<S>(d_queries, into.queries);
  put<S>(d_keys, into.keys);
  put<S>(d_values, into.values);
  put<S>(d_x, into.scores);
}

RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule) {
  // Values are required, one for each key, but not used.
  const Scored<double> scored(queries, keys, keys, options, rule);
  // Keys are scaled to about 1 by a power of two, which is exact: the squares of large keys would
  // overflow, those of small keys underflow. Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const double largest = keys.cwiseAbs().maxCoeff();
  const int exponent = largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  const Matrix<double> unit_keys = std::scalbn(1.0, -exponent) * keys;

  RuleStatistics result;
  for (Index i = 0; i < queries.rows(); ++i) {
    const Vector<double> x = scored.x.row(i).transpose();
    if (x.maxCoeff() == -std::numeric_limits<double>::infinity()) {
      for (auto* list :
           {&result.peak, &result.entropy, &result.largest, &result.slope, &result.gradient}) {
        list->push_back(0);
      }
      continue;
    }
    const RuleRow row = rule_row(rule, x);
    result.peak.push_back(peak_of(row));
    result.entropy.push_back(entropy_of(row));
    result.largest.push_back(row.largest);
    result.slope.push_back(slope_of(row));
    if (!rule.query_key_norm) {
      result.gradient.push_back(
          std::scalbn(std::abs(scored.factor) * norm_through(row, unit_keys), exponent));
    } else if (scored.queries.lengths[i] == 0) {
      result.gradient.push_back(0);
    } else {
      // ∂cos/∂q = (k̂ − cos·q̂)/|q|
      Matrix<double> derivatives = scored.keys.rows;
      for (Index j = 0; j < derivatives.rows(); ++j) {
        const double cosine = derivatives.row(j).dot(scored.queries.rows.row(i));
        derivatives.row(j) -= cosine * scored.queries.rows.row(i);
      }
      result.gradient.push_back(scored.factor * norm_through(row, derivatives) /
                                scored.queries.lengths[i]);
    }
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), queries.rows(), 1));
  return result;
}

ATTENTION_SCALE_INSTANTIATE(ruled_attention);
ATTENTION_SCALE_INSTANTIATE(ruled_attention_gradient);

}  // namespace attention_scale
