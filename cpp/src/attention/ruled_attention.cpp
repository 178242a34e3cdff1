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

using simd::Factor;

/// a·b.
template <std::floating_point S>
Matrix<S> product(const Factor<S>& a, const Factor<S>& b, Index rows, Index cols, Index depth) {
  Matrix<S> c(rows, cols);
  simd::gemm(a, b, rows, cols, depth, c.data(), cols, simd::Result::kReplaced);
  return c;
}

bool admits(const Mask& mask, Index query, Index key) {
  return (!mask.causal_offset || key <= query + *mask.causal_offset) &&
         (!mask.matrix || (*mask.matrix)(query, key));
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
    const auto products = [](const auto& left, const auto& right) {
      return product(Factor<S>::of(left), Factor<S>::of(right).transposed(), left.rows(),
                     right.rows(), left.cols());
    };
    scores = products(q, k);
    if (rule.query_key_norm) {
      factor = static_cast<S>(*rule.query_key_norm);
      queries = unit_rows<S>(q);
      keys = unit_rows<S>(k);
      x = factor * products(queries.rows, keys.rows);
    } else {
      x = factor * scores;
    }
    if (rule.length_factor) {
      const double longest = *rule.length_factor * std::log(static_cast<double>(k.rows()));
      check::no_overflow<S>("lengthFactor·ln(keys)·scale·scores",
                            Matrix<S>(static_cast<S>(longest) * x));
    }
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < x.cols(); ++j) {
        if (!admits(options.mask, i, j)) {
          x(i, j) = -std::numeric_limits<S>::infinity();
        }
      }
    }
  }
};

}  // namespace

template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into) {
  Scored<S> scored(queries, keys, values, options, rule);
  const Index n = queries.rows();
  const Index m = keys.rows();
  check_result("scores", into.scores, n, m);
  check_result("logits", into.logits, n, m);
  check_result("weights", into.weights, n, m);
  check_result("output", into.output, n, values.cols());
  Matrix<S>& rows = scored.x;
  for (Index i = 0; i < n; ++i) {
    rule_logits<S>(rule, rows.row(i).transpose());
  }
  AttentionOutputs<S> out = into;
  if (out.scores.wanted()) {
    out.scores = scored.scores;
  }
  if (out.logits.wanted()) {
    out.logits = rows;
  }
  for (Index i = 0; i < n; ++i) {
    rule_weights<S>(rule, rows.row(i).transpose());
  }
  if (out.weights.wanted()) {
    out.weights = rows;
  }
  if (out.output.wanted()) {
    out.output = product(Factor<S>::of(rows), Factor<S>::of(values), n, values.cols(), m);
    check::no_overflow<S>("weights·values", out.output);
  }
}

template <std::floating_point S>
void ruled_attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                              const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                              const AttentionOptions& options, const ScoreRule& rule,
                              const AttentionGradientOutputs<S>& into) {
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
  Matrix<S> d_x = product(Factor<S>::of(d_output), Factor<S>::of(values).transposed(), n, m, d_v);
  Vector<S> slopes(m);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      if (!admits(options.mask, i, j)) {
        d_x(i, j) = 0;  // it may have overflowed, and 0 times ∞ would be NaN
      }
    }
    rule_logits<S>(rule, weights.row(i).transpose(), slopes.data());
    const S rest = rule_weights<S>(rule, weights.row(i).transpose());
    rule_backward<S>(weights.row(i).transpose(), rest, slopes, d_x.row(i).transpose());
  }
  d_x *= scored.factor;

  const auto through = [&](const auto& all_queries, const auto& all_keys) {
    return std::pair{
        product(Factor<S>::of(d_x), Factor<S>::of(all_keys), n, d_k, m),
        product(Factor<S>::of(d_x).transposed(), Factor<S>::of(all_queries), m, d_k, n)};
  };
  auto [d_queries, d_keys] =
      rule.query_key_norm ? through(scored.queries.rows, scored.keys.rows) : through(queries, keys);
  if (rule.query_key_norm) {
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
  const Matrix<S> d_values =
      product(Factor<S>::of(weights).transposed(), Factor<S>::of(d_output), m, d_v, n);
  check::no_overflow<S>("∂L/∂values", d_values);
  check::no_overflow<S>("∂L/∂scores", d_x);
  check::no_overflow<S>("∂L/∂queries", d_queries);
  check::no_overflow<S>("∂L/∂keys", d_keys);
  AttentionGradientOutputs<S> out = into;
  if (out.queries.wanted()) {
    out.queries = d_queries;
  }
  if (out.keys.wanted()) {
    out.keys = d_keys;
  }
  if (out.values.wanted()) {
    out.values = d_values;
  }
  if (out.scores.wanted()) {
    out.scores = d_x;
  }
}

RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule) {
  // Values are required, one for each key, but not used.
  const Scored<double> scored(queries, keys, keys, options, rule);
  // As in query_gradients: keys of about 1, so that no square overflows.
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
    result.entropy.push_back(entropy_of(row.outcomes));
    result.largest.push_back(row.largest);
    result.slope.push_back(slope_of(row));
    if (!rule.query_key_norm) {
      const Matrix<double> derivatives = row.slopes.asDiagonal() * unit_keys;
      result.gradient.push_back(
          std::scalbn(std::abs(scored.factor) * norm_through(row, derivatives), exponent));
    } else if (scored.queries.lengths[i] == 0) {
      result.gradient.push_back(0);
    } else {
      // ∂cos/∂q = (k̂ − cos·q̂)/|q|
      Matrix<double> derivatives = scored.keys.rows;
      for (Index j = 0; j < derivatives.rows(); ++j) {
        const double cosine = derivatives.row(j).dot(scored.queries.rows.row(i));
        derivatives.row(j) =
            row.slopes[j] * (derivatives.row(j) - cosine * scored.queries.rows.row(i));
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
