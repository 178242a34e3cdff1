#include "attention_scale/attention.hpp"

#include "attention_scale/check.hpp"
#include "attention_scale/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

template <std::floating_point S>
using View = Eigen::Map<Matrix<S>>;

template <std::floating_point S>
void check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const Mask& mask) {
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
  check::finite<S>("queries", queries);
  check::finite<S>("keys", keys);
  check::finite<S>("values", values);
}

template <std::floating_point S>
void apply(const Mask& mask, View<S> logits) {
  constexpr S kMasked = -std::numeric_limits<S>::infinity();
  if (std::holds_alternative<CausalMask>(mask)) {
    for (Index i = 0; i < logits.rows(); ++i) {
      const Index later = std::max<Index>(0, logits.cols() - i - 1);
      logits.row(i).tail(later).setConstant(kMasked);
    }
  } else if (const auto* takes_part = std::get_if<BooleanMatrix>(&mask)) {
    logits = takes_part->select(logits, kMasked);
  }
}

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
  check_arguments<S>(queries, keys, values, options.mask);
  const auto scale = static_cast<S>(attention_scale_factor(options, queries.cols()));
  const Index n = queries.rows();
  const Index m = keys.rows();

  // The three n×m results are steps of one computation: each is written where it is wanted, and
  // what is not wanted shares the memory of the next.
  Matrix<S> scratch;
  const auto or_else = [](S* wanted, S* next) { return wanted != nullptr ? wanted : next; };
  S* weights_at = into.weights;
  if (weights_at == nullptr) {
    scratch.resize(n, m);
    weights_at = scratch.data();
  }
  S* logits_at = or_else(into.logits, weights_at);
  View<S> scores(or_else(into.scores, logits_at), n, m);
  View<S> logits(logits_at, n, m);
  View<S> weights(weights_at, n, m);

  scores.noalias() = queries * keys.transpose();
  check::no_overflow<S>("queries·keysᵀ", scores);
  logits = scale * scores;
  check::no_overflow<S>("scale·scores", logits);
  apply<S>(options.mask, logits);
  if (into.weights == nullptr && into.output == nullptr) {
    return;
  }
  softmax<S>(logits, weights);
  if (into.output != nullptr) {
    View<S> output(into.output, n, values.cols());
    output.noalias() = weights * values;
    check::no_overflow<S>("weights·values", output);
  }
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
