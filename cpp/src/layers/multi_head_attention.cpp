#include "attention_scale/layers/multi_head_attention.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace attention_scale {
namespace {

/// Rows of a sequence, one after the other.
struct RowRange {
  Index first = 0;
  Index count = 0;
};

/// A head of a sequence.
struct Part {
  Index head = 0;
  RowRange queries{};
  RowRange keys{};
  Index first_square = 0;
};

/// Where the rows and the columns of each head are.
template <std::floating_point S>
struct Split {
  const HeadOptions& options;
  const SequenceMask& mask;
  bool self;
  std::vector<Index> lengths;  // words of each context
  Index n;                     // words of a sequence of x that is not its own context

  Split(const MatrixIn<S>& x, const MatrixIn<S>& context, const HeadOptions& of_heads,
        const SequenceMask& of_sequences)
      : options(of_heads),
        mask(of_sequences),
        // A part of a matrix begins where the whole does.
        self(x.data() == context.data() && x.rows() == context.rows() &&
             x.cols() == context.cols() && x.outerStride() == context.outerStride()),
        lengths(mask.lengths.empty() ? std::vector<Index>{context.rows()} : mask.lengths),
        n(x.rows() / std::ssize(lengths)) {}

  [[nodiscard]] Index longest() const { return *std::max_element(lengths.begin(), lengths.end()); }

  /// Calls work(part) for each head of each sequence, with the options of `attention`.
  template <typename Work>
  void each(Work work) const {
    AttentionOptions own{.scale = options.scale, .mask = {.matrix = mask.matrix}};
    if (mask.padding) {
      const BooleanMatrix admitted = mask.padding->replicate(n, 1);
      own.mask.matrix = mask.matrix ? admitted.cwiseProduct(*mask.matrix).eval() : admitted;
    }
    Part part;
    for (const Index length : lengths) {
      part.keys.count = length;
      part.queries.count = self ? length : n;
      own.mask.causal_offset = causal_offset(mask.causal, part.queries.count, length);
      for (part.head = 0; part.head < options.heads; ++part.head) {
        work(part, own);
        part.first_square += part.queries.count;
      }
      part.queries.first += part.queries.count;
      part.keys.first += length;
    }
  }

  [[nodiscard]] Index key_heads() const { return options.key_heads.value_or(options.heads); }

  /// The columns of the head, in the rows of the queries.
  template <typename Dense>
  [[nodiscard]] auto of_queries(Dense& dense, const Part& part) const {
    const Index width = dense.cols() / options.heads;
    return dense.block(part.queries.first, part.head * width, part.queries.count, width);
  }
  /// The columns of the keys or values that the head attends to.
  template <typename Dense>
  [[nodiscard]] auto of_keys(Dense& dense, const Part& part) const {
    const Index width = dense.cols() / key_heads();
    const Index head = part.head * key_heads() / options.heads;
    return dense.block(part.keys.first, head * width, part.keys.count, width);
  }
  /// The rule of the head.
  [[nodiscard]] ScoreRule rule_of(const Part& part) const {
    ScoreRule rule = options.rule;
    if (!options.sinks.empty()) {
      rule.sink = options.sinks[static_cast<std::size_t>(part.head)];
    }
    return rule;
  }
  [[nodiscard]] MatrixOut<S> square_of(MatrixOut<S> squares, const Part& part) const {
    if (!squares.wanted()) {
      return {};
    }
    auto rows = squares.middleRows(part.first_square, part.queries.count);
    rows.rightCols(rows.cols() - part.keys.count).setZero();
    return rows.leftCols(part.keys.count);
  }
};

/// The attention of a head, from the queries, keys and values in the cache.
template <std::floating_point S>
void attend(const Split<S>& split, const Part& part, const MultiHeadCache<S>& cache,
            const AttentionOptions& own, const AttentionOutputs<S>& into) {
  ruled_attention<S>(split.of_queries(cache.queries, part), split.of_keys(cache.keys, part),
                     split.of_keys(cache.values, part), own, split.rule_of(part), into);
}

/// Checks how the rows of x and of the context are divided into sequences, and the masks of one.
template <std::floating_point S>
void check_sequences(const Split<S>& split, const MatrixIn<S>& x, const MatrixIn<S>& context) {
  const SequenceMask& mask = split.mask;
  const std::vector<Index>& lengths = split.lengths;
  check::fit(mask.lengths.empty() ||
                 (*std::min_element(lengths.begin(), lengths.end()) >= 1 &&
                  std::accumulate(lengths.begin(), lengths.end(), Index{0}) == context.rows()),
             {"lengths must be numbers from 1 on whose sum is ", context.rows(), ", the rows of ",
              mask.names[0], "."});
  if (!split.self) {
    check::multiple("x", "rows", x.rows(), "sequences", std::ssize(lengths));
  }
  if (mask.matrix) {
    check::has_shape(mask.names[1], *mask.matrix, x.rows(), context.rows(),
                     "for these queries and keys it must be");
  }
  if (split.options.rule.bias != nullptr) {
    check::has_shape("bias", *split.options.rule.bias, x.rows(), context.rows(),
                     "for these queries and keys it must be");
  }
  if (mask.padding) {
    check::has_shape(mask.names[2], *mask.padding, 1, context.rows(),
                     "one column for each key, it must be");
  }
}

/// Checks how the columns are divided into heads.
template <std::floating_point S>
void check_heads(const AttentionParameters<Parameter<S>>& parameters, const HeadOptions& options) {
  const Parameter<S>& wq = parameters.wq;
  const Parameter<S>& wk = parameters.wk;
  const Parameter<S>& wv = parameters.wv;
  const Index heads = options.heads;
  check::multiple(wq.name, "columns", wq.cols, "heads", heads);
  check::fit(options.sinks.empty() || std::ssize(options.sinks) == heads,
             {"sink has ", std::ssize(options.sinks),
              " entries; there must be one for each of the ", heads, " heads."});
  if (!options.key_heads || *options.key_heads == heads) {
    check::multiple(wv.name, "columns", wv.cols, "heads", heads);
    check::both_fit(wq.cols == wk.cols, wq.name, wq.matrix(), wk.name, wk.matrix(),
                    "the same number of columns");
    return;
  }
  const Index key_heads = *options.key_heads;
  check::fit(key_heads >= 1 && heads % key_heads == 0,
             {"keyHeads is ", key_heads, "; it must be a divisor of the ", heads, " heads."});
  check::multiple(wk.name, "columns", wk.cols, "keyHeads", key_heads);
  check::multiple(wv.name, "columns", wv.cols, "keyHeads", key_heads);
  check::fit(wq.cols / heads == wk.cols / key_heads,
             {wk.name, " has ", wk.cols / key_heads, " columns for each of ", key_heads,
              " heads of keys; it must have ", wq.cols / heads, ", as ", wq.name, " for each of ",
              heads, " heads."});
}

/// The columns that the concatenated heads have.
template <std::floating_point S>
Index concatenated_columns(const Split<S>& split, Index columns_of_values) {
  return columns_of_values / split.key_heads() * split.options.heads;
}

}  // namespace

template <std::floating_point S>
void multi_head_attention(const MatrixIn<S>& x, const MatrixIn<S>& context,
                          const AttentionParameters<Parameter<S>>& parameters,
                          const HeadOptions& options, const SequenceMask& mask,
                          MultiHeadCache<S>& cache, const HeadSquares<S>& squares) {
  const auto& [wq, wk, wv, wo, bq, bk, bv, bo] = parameters;
  check_heads<S>(parameters, options);
  const Split<S> split(x, context, options, mask);
  check_sequences<S>(split, x, context);
  const Index rows = check::checked_count("the rows of the heads", {options.heads, x.rows()});
  check::result("the scores of the heads", squares.scores, rows, split.longest());
  check::result("the logits of the heads", squares.logits, rows, split.longest());
  check::result("the weights of the heads", squares.weights, rows, split.longest());
  linear<S>("x", x, wq, bq, cache.queries);
  linear<S>(mask.names[0], context, wk, bk, cache.keys);
  linear<S>(mask.names[0], context, wv, bv, cache.values);
  resize(cache.concatenated, x.rows(), concatenated_columns(split, cache.values.cols()));
  split.each([&](const Part& part, const AttentionOptions& own) {
    attend<S>(split, part, cache, own,
              {.scores = split.square_of(squares.scores, part),
               .logits = split.square_of(squares.logits, part),
               .weights = split.square_of(squares.weights, part),
               .output = split.of_queries(cache.concatenated, part)});
  });
  linear<S>("the concatenated heads", cache.concatenated, wo, bo, cache.output);
}

template <std::floating_point S>
void multi_head_attention_gradient(const MatrixIn<S>& x, const MatrixIn<S>& context,
                                   const AttentionParameters<Parameter<S>>& parameters,
                                   const HeadOptions& options, const SequenceMask& mask,
                                   const MultiHeadCache<S>& cache, const MatrixIn<S>& d_output,
                                   const AttentionParameters<MatrixOut<S>>& gradients,
                                   MatrixOut<S> d_x, MatrixOut<S> d_context,
                                   MatrixOut<S> wanted_d_queries,
                                   const LogitGradients<S>& of_logits) {
  check_heads<S>(parameters, options);
  const Split<S> split(x, context, options, mask);
  check_sequences<S>(split, x, context);
  const auto check_cache = [](std::string_view name, const Matrix<S>& matrix, Index rows,
                              Index cols) {
    check::has_shape(name, matrix, rows, cols, check::kAfterThisPass);
  };
  check_cache("the queries of the cache", cache.queries, x.rows(), parameters.wq.cols);
  check_cache("the keys of the cache", cache.keys, context.rows(), parameters.wk.cols);
  check_cache("the values of the cache", cache.values, context.rows(), parameters.wv.cols);
  check_cache("the heads of the cache", cache.concatenated, x.rows(),
              concatenated_columns(split, parameters.wv.cols));
  check::result("the gradient of the queries", wanted_d_queries, x.rows(), parameters.wq.cols);
  check::result("the gradient of the bias", of_logits.bias, x.rows(), context.rows());
  check::result("the gradient of the sinks", of_logits.sinks, 1, options.heads);
  check::fit(std::ssize(split.lengths) == 1 || !of_logits.bias.wanted(),
             {"The gradient of a bias needs one sequence; there must not be more."});
  Matrix<S> d_concatenated = Matrix<S>::Zero(x.rows(), cache.concatenated.cols());
  linear_gradient<S>(cache.concatenated, parameters.wo, d_output, gradients.wo, gradients.bo,
                     d_concatenated);
  Matrix<S> d_queries(cache.queries.rows(), cache.queries.cols());
  Matrix<S> d_keys(cache.keys.rows(), cache.keys.cols());
  Matrix<S> d_values(cache.values.rows(), cache.values.cols());
  // Where heads share keys, the gradients of the keys are sums over the heads.
  const bool grouped = split.key_heads() != options.heads;
  Matrix<S> d_own_keys;
  Matrix<S> d_own_values;
  if (grouped) {
    d_keys.setZero();
    d_values.setZero();
  }
  Matrix<S> d_bias(of_logits.bias.rows(), of_logits.bias.cols());
  Matrix<S> d_sink(of_logits.sinks.rows(), of_logits.sinks.wanted() ? 1 : 0);
  split.each([&](const Part& part, const AttentionOptions& own) {
    AttentionGradientOutputs<S> into{.queries = split.of_queries(d_queries, part),
                                     .keys = split.of_keys(d_keys, part),
                                     .values = split.of_keys(d_values, part)};
    if (grouped) {
      resize(d_own_keys, into.keys.rows(), into.keys.cols());
      resize(d_own_values, into.values.rows(), into.values.cols());
      into.keys.rebind(d_own_keys);
      into.values.rebind(d_own_values);
    }
    if (of_logits.bias.wanted()) {
      into.bias.rebind(d_bias);
    }
    if (of_logits.sinks.wanted()) {
      into.sink.rebind(d_sink);
    }
    attention_gradient<S>(split.of_queries(cache.queries, part), split.of_keys(cache.keys, part),
                          split.of_keys(cache.values, part), split.of_queries(d_concatenated, part),
                          own, split.rule_of(part), into);
    if (grouped) {
      split.of_keys(d_keys, part) += d_own_keys;
      split.of_keys(d_values, part) += d_own_values;
    }
    if (of_logits.bias.wanted()) {
      MatrixOut<S> sum = of_logits.bias;
      sum += d_bias;
    }
    if (of_logits.sinks.wanted()) {
      MatrixOut<S> sums = of_logits.sinks;
      sums(0, part.head) += d_sink(0, 0);
    }
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
  check::positive("clip", most);
  check::fit(options.key_heads.value_or(options.heads) == options.heads,
             {"clip must be left out where heads share keys."});
  // Split takes it for self-attention where x and the context are one matrix.
  const Matrix<S>& context = self ? cache.queries : cache.keys;
  const Index columns = cache.queries.cols();
  check::not_empty("the queries of the cache", cache.queries.rows(), columns);
  check::multiple("the queries of the cache", "columns", columns, "heads", options.heads);
  check::has_shape("the keys of the cache", cache.keys, context.rows(), columns,
                   check::kAfterThisPass);
  check::multiple("the values of the cache", "columns", cache.values.cols(), "heads",
                  options.heads);
  check::result("wq", parameters.wq, parameters.wq.rows(), columns);
  check::result("wk", parameters.wk, parameters.wk.rows(), columns);
  const Split<S> split(cache.queries, context, options, mask);
  check_sequences<S>(split, cache.queries, context);
  std::vector<double> largest(static_cast<std::size_t>(options.heads));
  split.each([&](const Part& part, const AttentionOptions& own) {
    Matrix<S> logits(part.queries.count, part.keys.count);
    attend<S>(split, part, cache, own, {.logits = logits});
    // Masked ones are −∞.
    const auto taken = logits.array() > -std::numeric_limits<S>::infinity();
    double& of_head = largest[static_cast<std::size_t>(part.head)];
    of_head =
        std::max(of_head, static_cast<double>(taken.select(logits.array().abs(), S{0}).maxCoeff()));
  });
  const Index width = columns / options.heads;
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
