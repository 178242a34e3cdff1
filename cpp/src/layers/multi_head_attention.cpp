#include "attention_scale/layers/multi_head_attention.hpp"

#include "attention_scale/attention/ruled_attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/layers/linear.hpp"
#include "core/attention_arguments.hpp"
#include "core/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace attention_scale {
namespace {

/// A head of a sequence: where its rows begin and how many they are.
struct Part {
  Index head = 0;
  Index first_query = 0;
  Index queries = 0;
  Index first_key = 0;
  Index keys = 0;
  Index first_square = 0;
};

/// Whether two views are of one matrix: a part of it begins where the whole does.
template <std::floating_point S>
bool same_matrix(const MatrixIn<S>& a, const MatrixIn<S>& b) {
  return a.data() == b.data() && a.rows() == b.rows() && a.cols() == b.cols() &&
         a.outerStride() == b.outerStride();
}

/// Where the rows and the columns of each head are.
template <std::floating_point S>
struct Split {
  Index heads;
  bool self;
  std::vector<Index> lengths;  // of the contexts
  Index n;                     // words of a sequence of x that is not its own context

  Split(const MatrixIn<S>& x, const MatrixIn<S>& context, const HeadOptions& options,
        const SequenceMask& mask)
      : heads(options.heads),
        self(same_matrix<S>(x, context)),
        lengths(mask.lengths.empty() ? std::vector<Index>{context.rows()} : mask.lengths),
        n(x.rows() / static_cast<Index>(lengths.size())) {}

  [[nodiscard]] Index longest() const { return *std::max_element(lengths.begin(), lengths.end()); }

  /// Calls work(part) for each head of each sequence, with the options of `attention`.
  template <typename Work>
  void each(const HeadOptions& options, const SequenceMask& mask, Work work) const {
    AttentionOptions own{.scale = options.scale, .mask = {.matrix = mask.matrix}};
    if (mask.causal) {
      own.mask.causal_offset = 0;
    }
    if (mask.padding) {
      const BooleanMatrix admitted = mask.padding->replicate(n, 1);
      own.mask.matrix = mask.matrix ? admitted.cwiseProduct(*mask.matrix).eval() : admitted;
    }
    Part part;
    for (const Index length : lengths) {
      part.keys = length;
      part.queries = self ? length : n;
      for (part.head = 0; part.head < heads; ++part.head) {
        work(part, own);
        part.first_square += part.queries;
      }
      part.first_query += part.queries;
      part.first_key += part.keys;
    }
  }

  /// The columns of the head, in the rows of the queries or in those of the keys.
  template <typename Dense>
  [[nodiscard]] auto by_queries(Dense& dense, const Part& part) const {
    const Index width = dense.cols() / heads;
    return dense.block(part.first_query, part.head * width, part.queries, width);
  }
  template <typename Dense>
  [[nodiscard]] auto by_keys(Dense& dense, const Part& part) const {
    const Index width = dense.cols() / heads;
    return dense.block(part.first_key, part.head * width, part.keys, width);
  }
  [[nodiscard]] MatrixOut<S> square_of(MatrixOut<S> squares, const Part& part) const {
    if (!squares.wanted()) {
      return {};
    }
    auto rows = squares.middleRows(part.first_square, part.queries);
    rows.rightCols(rows.cols() - part.keys).setZero();
    return rows.leftCols(part.keys);
  }
};

/// The attention of a head, from the queries, keys and values in the cache.
template <std::floating_point S>
void attend(const Split<S>& split, const Part& part, const MultiHeadCache<S>& cache,
            const AttentionOptions& own, const ScoreRule& rule, const AttentionOutputs<S>& into) {
  ruled_attention<S>(split.by_queries(cache.queries, part), split.by_keys(cache.keys, part),
                     split.by_keys(cache.values, part), own, rule, into);
}

/// Checks how the rows of x and of the context are divided into sequences, and the masks of one.
template <std::floating_point S>
void check_sequences(const Split<S>& split, const MatrixIn<S>& x, const MatrixIn<S>& context,
                     const SequenceMask& mask, const AttentionNames& names) {
  const std::vector<Index>& lengths = split.lengths;
  if (!mask.lengths.empty() &&
      (*std::min_element(lengths.begin(), lengths.end()) < 1 ||
       std::accumulate(lengths.begin(), lengths.end(), Index{0}) != context.rows())) {
    throw Error(ErrorCode::kShape,
                {"lengths must be numbers from 1 on whose sum is ", std::to_string(context.rows()),
                 ", the rows of ", names.context, "."});
  }
  if (!split.self) {
    check::multiple(names.x, "rows", x.rows(), "sequences", static_cast<Index>(lengths.size()));
  }
  if (mask.matrix) {
    check::has_shape(names.mask, *mask.matrix, x.rows(), context.rows(),
                     "for these queries and keys it must be");
  }
  if (mask.padding) {
    check::has_shape(names.padding, *mask.padding, 1, context.rows(),
                     "one column for each key, it must be");
  }
}

}  // namespace

template <std::floating_point S>
void multi_head_attention(const MatrixIn<S>& x, const MatrixIn<S>& context,
                          const AttentionParameters<Parameter<S>>& parameters,
                          const HeadOptions& options, const SequenceMask& mask,
                          MultiHeadCache<S>& cache, const HeadSquares<S>& squares,
                          const AttentionNames& names) {
  const auto& name = names.parameters;
  check::multiple(name.wq, "columns", parameters.wq.cols(), "heads", options.heads);
  check::multiple(name.wv, "columns", parameters.wv.cols(), "heads", options.heads);
  check::both_fit(parameters.wq.cols() == parameters.wk.cols(), name.wq, parameters.wq, name.wk,
                  parameters.wk, "the same number of columns");
  const Split<S> split(x, context, options, mask);
  check_sequences<S>(split, x, context, mask, names);
  const Index rows = options.heads * x.rows();
  check_result("the scores of the heads", squares.scores, rows, split.longest());
  check_result("the logits of the heads", squares.logits, rows, split.longest());
  check_result("the weights of the heads", squares.weights, rows, split.longest());
  linear<S>(x, parameters.wq, parameters.bq, {names.x, name.wq, name.bq}, cache.queries);
  linear<S>(context, parameters.wk, parameters.bk, {names.context, name.wk, name.bk}, cache.keys);
  linear<S>(context, parameters.wv, parameters.bv, {names.context, name.wv, name.bv}, cache.values);
  cache.concatenated.resize(x.rows(), cache.values.cols());
  split.each(options, mask, [&](const Part& part, const AttentionOptions& own) {
    attend<S>(split, part, cache, own, options.rule,
              {.scores = split.square_of(squares.scores, part),
               .logits = split.square_of(squares.logits, part),
               .weights = split.square_of(squares.weights, part),
               .output = split.by_queries(cache.concatenated, part)});
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
                                   MatrixOut<S> d_x, MatrixOut<S> d_context,
                                   MatrixOut<S> wanted_d_queries) {
  Matrix<S> d_concatenated = Matrix<S>::Zero(x.rows(), cache.concatenated.cols());
  linear_gradient<S>(cache.concatenated, parameters.wo, d_output, gradients.wo, gradients.bo,
                     d_concatenated);
  Matrix<S> d_queries(cache.queries.rows(), cache.queries.cols());
  Matrix<S> d_keys(cache.keys.rows(), cache.keys.cols());
  Matrix<S> d_values(cache.values.rows(), cache.values.cols());
  const Split<S> split(x, context, options, mask);
  split.each(options, mask, [&](const Part& part, const AttentionOptions& own) {
    attention_gradient<S>(split.by_queries(cache.queries, part), split.by_keys(cache.keys, part),
                          split.by_keys(cache.values, part), split.by_queries(d_concatenated, part),
                          own, options.rule,
                          {.queries = split.by_queries(d_queries, part),
                           .keys = split.by_keys(d_keys, part),
                           .values = split.by_keys(d_values, part)});
  });
  if (wanted_d_queries.wanted()) {
    wanted_d_queries = d_queries;
  }
  linear_gradient<S>(x, parameters.wq, d_queries, gradients.wq, gradients.bq, d_x);
  linear_gradient<S>(context, parameters.wk, d_keys, gradients.wk, gradients.bk, d_context);
  linear_gradient<S>(context, parameters.wv, d_values, gradients.wv, gradients.bv, d_context);
}

template <std::floating_point S>
void clip_scores(double most, const MultiHeadCache<S>& cache, bool self, const HeadOptions& options,
                 const SequenceMask& mask, const AttentionParameters<MatrixOut<S>>& parameters) {
  const Split<S> split(cache.queries, self ? cache.queries : cache.keys, options, mask);
  std::vector<double> largest(static_cast<std::size_t>(options.heads));
  split.each(options, mask, [&](const Part& part, const AttentionOptions& own) {
    Matrix<S> logits(part.queries, part.keys);
    attend<S>(split, part, cache, own, options.rule, {.logits = logits});
    // Masked ones are −∞.
    const auto taken = logits.array() > -std::numeric_limits<S>::infinity();
    double& of_head = largest[static_cast<std::size_t>(part.head)];
    of_head =
        std::max(of_head, static_cast<double>(taken.select(logits.array().abs(), S{0}).maxCoeff()));
  });
  const Index width = cache.queries.cols() / options.heads;
  for (Index head = 0; head < options.heads; ++head) {
    const double most_here = largest[static_cast<std::size_t>(head)];
    if (most_here > most) {
      const auto factor = static_cast<S>(std::sqrt(most / most_here));
      for (MatrixOut<S> matrix : {parameters.wq, parameters.wk}) {
        matrix.middleCols(head * width, width) *= factor;
      }
    }
  }
}

ATTENTION_SCALE_INSTANTIATE(multi_head_attention);
ATTENTION_SCALE_INSTANTIATE(multi_head_attention_gradient);
ATTENTION_SCALE_INSTANTIATE(clip_scores);

}  // namespace attention_scale
