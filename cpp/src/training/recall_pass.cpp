#include "training/recall_pass.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"
#include "kernels/row_products.hpp"

#include <cmath>

namespace attention_scale {
namespace {

/// The products g·cos(q, k_j) in pass.weights.
template <std::floating_point S>
void cosines(const RecallData<S>& data, const Halves<const S>& w, double g, RecallPass<S>& pass) {
  const auto [batch, n] = std::pair(pass.weights.rows(), pass.weights.cols());
  const Index dim = data.tokens.cols();
  Matrix<S> keys(batch * n, dim);
  simd::gemm<S>(data.tokens, w.wk, keys);
  pass.unit_keys = unit_rows<S>(keys);
  pass.unit_queries = unit_rows<S>(pass.queries);
  for (Index b = 0; b < batch; ++b) {
    simd::dot_rows(&pass.unit_keys.rows(b * n, 0), n, dim, &pass.unit_queries.rows(b, 0),
                   &pass.weights(b, 0));
  }
  pass.weights *= static_cast<S>(g);
}

/// The gradient from ∂L/∂x in pass.d_scores, where x is g·cos(q, k_j).
template <std::floating_point S>
void gradient_of_cosines(const RecallData<S>& data, double g, RecallPass<S>& pass, Halves<S>& d) {
  const auto [batch, n] = std::pair(pass.weights.rows(), pass.weights.cols());
  const Index dim = data.tokens.cols();
  pass.d_scores *= static_cast<S>(g);
  Matrix<S> d_keys(batch * n, dim);
  for (Index b = 0; b < batch; ++b) {
    simd::mix_rows(&pass.unit_keys.rows(b * n, 0), n, dim, &pass.d_scores(b, 0),
                   &pass.d_queries(b, 0));
    d_keys.middleRows(b * n, n).noalias() =
        pass.d_scores.row(b).transpose() * pass.unit_queries.rows.row(b);
  }
  unit_rows_backward<S>(pass.unit_queries, pass.d_queries);
  unit_rows_backward<S>(pass.unit_keys, d_keys);
  simd::gemm<S>(data.tokens.transpose(), d_keys, d.wk);
}

}  // namespace

template <std::floating_point S>
bool attend(const RecallData<S>& data, const Vector<S>& parameters, double scale,
            const ScoreRule& rule, RecallPass<S>& pass) {
  const auto batch = static_cast<Index>(data.rights.size());
  const Index dim = data.tokens.cols();
  const Index n = data.tokens.rows() / batch;
  const Halves<const S> w(parameters.data(), dim);
  pass.asked.resize(batch, dim);
  for (Index b = 0; b < batch; ++b) {
    pass.asked.row(b) = data.tokens.row(b * n + data.rights[static_cast<std::size_t>(b)]);
  }
  pass.queries.resize(batch, dim);
  simd::gemm<S>(pass.asked, w.wq, pass.queries);
  pass.weights.resize(batch, n);
  if (rule.query_key_norm) {
    cosines<S>(data, w, *rule.query_key_norm, pass);
  } else {
    pass.mapped.resize(batch, dim);
    simd::gemm<S>(pass.queries, w.wk.transpose(), pass.mapped);
    for (Index b = 0; b < batch; ++b) {
      simd::dot_rows(&data.tokens(b * n, 0), n, dim, &pass.mapped(b, 0), &pass.weights(b, 0));
    }
    pass.weights *= static_cast<S>(scale);
  }
  pass.slopes.resize(batch, n);
  rule_logits<S>(rule, pass.weights, pass.slopes);
  if (!check::all_finite(pass.weights)) {
    return false;
  }
  pass.largest = static_cast<double>(pass.weights.cwiseAbs().maxCoeff());
  pass.rests = rule_weights<S>(rule, pass.weights);
  return true;
}

template <std::floating_point S>
bool forward(const RecallData<S>& data, const Vector<S>& parameters, double scale,
             const ScoreRule& rule, RecallPass<S>& pass) {
  if (!attend<S>(data, parameters, scale, rule, pass)) {
    return false;
  }
  const auto [batch, n] = std::pair(pass.weights.rows(), pass.weights.cols());
  const Index dim = data.tokens.cols();
  pass.errors.resize(batch, dim);
  pass.right = 0;
  for (Index b = 0; b < batch; ++b) {
    const Index right = data.rights[static_cast<std::size_t>(b)];
    simd::mix_rows(&data.values(b * n, 0), n, dim, &pass.weights(b, 0), &pass.errors(b, 0));
    pass.errors.row(b) -= data.values.row(b * n + right);
    pass.right += static_cast<double>(pass.weights(b, right)) / static_cast<double>(batch);
  }
  pass.loss = pass.errors.template cast<double>().array().square().mean();
  return std::isfinite(pass.loss);
}

template <std::floating_point S>
void gradient_of(const RecallData<S>& data, const Vector<S>& parameters, double scale,
                 const ScoreRule& rule, RecallPass<S>& pass) {
  const auto batch = static_cast<Index>(data.rights.size());
  const Index dim = data.tokens.cols();
  const Index n = data.tokens.rows() / batch;
  // ∂x/∂s where x is scale·s, taken in here: one product fewer.
  const double factor = rule.query_key_norm ? 1 : scale;
  const auto share = static_cast<S>(2 * factor / static_cast<double>(batch * dim));
  pass.d_scores.resize(batch, n);
  for (Index b = 0; b < batch; ++b) {
    simd::dot_rows(&data.values(b * n, 0), n, dim, &pass.errors(b, 0), &pass.d_scores(b, 0));
  }
  rule_backward<S>(pass.weights, pass.rests, pass.slopes, pass.d_scores);
  pass.d_scores *= share;
  const Halves<const S> w(parameters.data(), dim);
  pass.d_queries.resize(batch, dim);
  pass.gradient.resize(parameters.size());
  Halves<S> d(pass.gradient.data(), dim);
  if (rule.query_key_norm) {
    gradient_of_cosines<S>(data, *rule.query_key_norm, pass, d);
  } else {
    pass.d_mapped.resize(batch, dim);
    for (Index b = 0; b < batch; ++b) {
      simd::mix_rows(&data.tokens(b * n, 0), n, dim, &pass.d_scores(b, 0), &pass.d_mapped(b, 0));
    }
    simd::gemm<S>(pass.d_mapped, w.wk, pass.d_queries);
    simd::gemm<S>(pass.d_mapped.transpose(), pass.queries, d.wk);
  }
  simd::gemm<S>(pass.asked.transpose(), pass.d_queries, d.wq);
}

ATTENTION_SCALE_INSTANTIATE(attend);
ATTENTION_SCALE_INSTANTIATE(forward);
ATTENTION_SCALE_INSTANTIATE(gradient_of);

}  // namespace attention_scale
