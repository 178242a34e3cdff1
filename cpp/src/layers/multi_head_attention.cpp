#include "attention_scale/layers/multi_head_attention.hpp"

#include "attention_scale/attention/attention_gradient.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/layers/linear.hpp"

namespace attention_scale {
namespace {

void check_count(std::string_view name, std::string_view what, Index count, std::string_view parts,
                 Index of) {
  if (of < 1 || count % of != 0) {
    throw Error(ErrorCode::kShape,
                {name, " has ", std::to_string(count), " ", what, "; with ", std::to_string(of),
                 " ", parts, " their number must be a multiple of ", std::to_string(of), "."});
  }
}

/// Where the rows and the columns of each head are.
template <std::floating_point S>
struct Split {
  Index batch;
  Index heads;
  Index n;
  Index m;
  Index d_k;
  Index d_v;

  Split(const HeadOptions& options, const MultiHeadCache<S>& cache)
      : batch(options.batch),
        heads(options.heads),
        n(cache.queries.rows() / batch),
        m(cache.keys.rows() / batch),
        d_k(cache.queries.cols() / heads),
        d_v(cache.values.cols() / heads) {}

  /// Calls work(sequence, head) for each head of each sequence, with the options of `attention`.
  template <typename Work>
  void each(const HeadOptions& options, const SequenceMask& mask, Work work) const {
    AttentionOptions own{.scale = options.scale, .mask = {.matrix = mask.matrix}};
    if (mask.causal) {
      own.mask.causal_offset = 0;
    }
    for (Index sequence = 0; sequence < batch; ++sequence) {
      if (mask.padding) {
        own.mask.keys = mask.padding->row(sequence).transpose();
      }
      for (Index head = 0; head < heads; ++head) {
        work(sequence, head, own);
      }
    }
  }

  template <typename Dense>
  [[nodiscard]] auto queries_of(Dense& dense, Index sequence, Index head) const {
    return dense.block(sequence * n, head * d_k, n, d_k);
  }
  template <typename Dense>
  [[nodiscard]] auto keys_of(Dense& dense, Index sequence, Index head) const {
    return dense.block(sequence * m, head * d_k, m, d_k);
  }
  template <typename Dense>
  [[nodiscard]] auto values_of(Dense& dense, Index sequence, Index head) const {
    return dense.block(sequence * m, head * d_v, m, d_v);
  }
  template <typename Dense>
  [[nodiscard]] auto outputs_of(Dense& dense, Index sequence, Index head) const {
    return dense.block(sequence * n, head * d_v, n, d_v);
  }
  [[nodiscard]] MatrixOut<S> square_of(MatrixOut<S> squares, Index sequence, Index head) const {
    if (!squares.wanted()) {
      return {};
    }
    return squares.middleRows((sequence * heads + head) * n, n);
  }
};

}  // namespace

template <std::floating_point S>
void multi_head_attention(const MatrixIn<S>& x, const MatrixIn<S>& context,
                          const AttentionParameters<Parameter<S>>& parameters,
                          const HeadOptions& options, const SequenceMask& mask,
                          MultiHeadCache<S>& cache, const HeadSquares<S>& squares,
                          const AttentionNames& names) {
  const auto& name = names.parameters;
  check_count(name.wq, "columns", parameters.wq.cols(), "heads", options.heads);
  check_count(name.wv, "columns", parameters.wv.cols(), "heads", options.heads);
  check::both_fit(parameters.wq.cols() == parameters.wk.cols(), name.wq, parameters.wq, name.wk,
                  parameters.wk, "the same number of columns");
  check_count(names.x, "rows", x.rows(), "sequences", options.batch);
  check_count(names.context, "rows", context.rows(), "sequences", options.batch);
  if (mask.matrix) {
    check::has_shape(names.mask, *mask.matrix, x.rows() / options.batch,
                     context.rows() / options.batch, "for these queries and keys it must be");
  }
  if (mask.padding) {
    check::has_shape(names.padding, *mask.padding, options.batch, context.rows() / options.batch,
                     "one row for each sequence and one column for each key, it must be");
  }
  linear<S>(x, parameters.wq, parameters.bq, {names.x, name.wq, name.bq}, cache.queries);
  linear<S>(context, parameters.wk, parameters.bk, {names.context, name.wk, name.bk}, cache.keys);
  linear<S>(context, parameters.wv, parameters.bv, {names.context, name.wv, name.bv}, cache.values);
  const Split<S> split(options, cache);
  cache.concatenated.resize(x.rows(), cache.values.cols());
  split.each(options, mask, [&](Index sequence, Index head, const AttentionOptions& own) {
    attention<S>(split.queries_of(cache.queries, sequence, head),
                 split.keys_of(cache.keys, sequence, head),
                 split.values_of(cache.values, sequence, head), own,
                 {.scores = split.square_of(squares.scores, sequence, head),
                  .logits = split.square_of(squares.logits, sequence, head),
                  .weights = split.square_of(squares.weights, sequence, head),
                  .output = split.outputs_of(cache.concatenated, sequence, head)});
  });
  linear<S>(cache.concatenated, parameters.wo, parameters.bo,
            {"the concatenated heads", name.wo, name.bo}, cache.output);
}

template <std::floating_point S>
void multi_head_attention_gradient(const MatrixIn<S>& x, const MatrixIn<S>& context,
                                   const AttentionParameters<Parameter<S>>& parameters,
                                   const HeadOptions& options, const SequenceMask& mask,
                                   const MultiHeadCache<S>& cache, const MatrixIn<S>& d_output,
                                   const AttentionParameters<MatrixOut<S>>& gradients,
                                   MatrixOut<S> d_x, MatrixOut<S> d_context) {
  Matrix<S> d_concatenated = Matrix<S>::Zero(x.rows(), cache.concatenated.cols());
  linear_gradient<S>(cache.concatenated, parameters.wo, d_output, gradients.wo, gradients.bo,
                     d_concatenated);
  Matrix<S> d_queries(cache.queries.rows(), cache.queries.cols());
  Matrix<S> d_keys(cache.keys.rows(), cache.keys.cols());
  Matrix<S> d_values(cache.values.rows(), cache.values.cols());
  const Split<S> split(options, cache);
  split.each(options, mask, [&](Index sequence, Index head, const AttentionOptions& own) {
    attention_gradient<S>(split.queries_of(cache.queries, sequence, head),
                          split.keys_of(cache.keys, sequence, head),
                          split.values_of(cache.values, sequence, head),
                          split.outputs_of(d_concatenated, sequence, head), own,
                          {.queries = split.queries_of(d_queries, sequence, head),
                           .keys = split.keys_of(d_keys, sequence, head),
                           .values = split.values_of(d_values, sequence, head)});
  });
  linear_gradient<S>(x, parameters.wq, d_queries, gradients.wq, gradients.bq, d_x);
  linear_gradient<S>(context, parameters.wk, d_keys, gradients.wk, gradients.bk, d_context);
  linear_gradient<S>(context, parameters.wv, d_values, gradients.wv, gradients.bv, d_context);
}

// NOLINTBEGIN(bugprone-macro-parentheses): S is a type
#define ATTENTION_SCALE_INSTANTIATE(S)                                                       \
  template void multi_head_attention<S>(                                                     \
      const MatrixIn<S>&, const MatrixIn<S>&, const AttentionParameters<Parameter<S>>&,      \
      const HeadOptions&, const SequenceMask&, MultiHeadCache<S>&, const HeadSquares<S>&,    \
      const AttentionNames&);                                                                \
  template void multi_head_attention_gradient<S>(                                            \
      const MatrixIn<S>&, const MatrixIn<S>&, const AttentionParameters<Parameter<S>>&,      \
      const HeadOptions&, const SequenceMask&, const MultiHeadCache<S>&, const MatrixIn<S>&, \
      const AttentionParameters<MatrixOut<S>>&, MatrixOut<S>, MatrixOut<S>);
ATTENTION_SCALE_INSTANTIATE(double)
ATTENTION_SCALE_INSTANTIATE(float)
#undef ATTENTION_SCALE_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace attention_scale
