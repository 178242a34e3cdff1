#include "attention_scale/attention/attention.hpp"

#include "attention/apply_rule.hpp"
#include "attention/rule_row.hpp"
#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/online_softmax.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace attention_scale {

double attention_scale_factor(const AttentionOptions& options, Index d_k) {
  if (!options.scale) {
    check::within("dim", d_k, 1, std::numeric_limits<Index>::max());
    return 1.0 / std::sqrt(static_cast<double>(d_k));
  }
  check::finite("scale", *options.scale);
  return *options.scale;
}

std::optional<Index> causal_offset(CausalMask mask, Index queries, Index keys) {
  if (mask == CausalMask::kNone) {
    return {};
  }
  return mask == CausalMask::kUpperLeft ? 0 : keys - queries;
}

double score_divisor(Index d_k, double exponent) {
  check::within("dim", d_k, 1, std::numeric_limits<int>::max());
  check::within("exponent", exponent, 0, 1);
  const auto d = static_cast<double>(d_k);
  // pow need not round √d as sqrt does, by which the usual scale divides.
  return exponent == 0.5 ? std::sqrt(d) : std::pow(d, exponent);
}

namespace {

using simd::kPanelRows;

constexpr double kMaskedLogit = -std::numeric_limits<double>::infinity();

/// Whether a sum is sure to be finite whose exact absolute value is at most `bound`; the margin is
/// wider than the rounding errors.
template <std::floating_point S>
bool cannot_overflow(double bound) {
  return bound < static_cast<double>(std::numeric_limits<S>::max()) * 0x1p-32;
}

/// Whether key `key` takes part for query `query`.
bool admits(const Mask& mask, Index query, Index key) {
  return (!mask.causal_offset || key - query <= *mask.causal_offset) &&
         (!mask.matrix || (*mask.matrix)(query, key));
}

/// Which scores a result depends on: all of them where they are a result themselves.
enum class Scores { kAll, kAdmitted };

/// Sets the scores of masked keys to 0, in rows whose first one is that of the query `first_query`.
template <std::floating_point S>
void clear_masked(const Mask& mask, Index first_query, MatrixOut<S> scores) {
  for (Index row = 0; row < scores.rows(); ++row) {
    for (Index key = 0; key < scores.cols(); ++key) {
      if (!admits(mask, first_query + row, key)) {
        scores(row, key) = 0;
      }
    }
  }
}

/// Computes the scores and logits of all queries, so that an overflow is reported before any result
/// is written. The overflow of a score is reported before that of a logit of any query.
/// \param kRuled whether there may be a bias
template <bool kRuled, std::floating_point S>
void refuse_overflow(const MatrixIn<S>& queries, const MatrixIn<S>& keys, S scale, S longest,
                     const ScoreRule& rule, const Mask& mask, Scores checked) {
  constexpr Index kQueriesAtATime = 64;
  Matrix<S> memory(std::min(kQueriesAtATime, queries.rows()), keys.rows());
  std::optional<Error> of_scaled;
  std::optional<Error> of_lengthened;
  std::optional<Error> of_biased;
  for (Index first = 0; first < queries.rows(); first += kQueriesAtATime) {
    const Index count = std::min(kQueriesAtATime, queries.rows() - first);
    MatrixOut<S> rows = memory.topRows(count);
    simd::gemm<S>(queries.middleRows(first, count), keys.transpose(), rows);
    if (checked == Scores::kAdmitted) {
      clear_masked(mask, first, rows);
    }
    check::no_overflow<S>("queries·keysᵀ", rows, first);
    // The logit of a masked key is −∞, whatever its score.
    clear_masked(mask, first, rows);
    rows *= scale;
    if (!of_scaled) {
      of_scaled = check::overflow_of<S>("scale·scores", rows, first);
    }
    rows *= longest;
    if (!of_lengthened) {
      of_lengthened = check::overflow_of<S>("lengthFactor·ln(keys)·scale·scores", rows, first);
    }
    if constexpr (kRuled) {
      if (rule.bias != nullptr && !of_biased) {
        rows += rule.bias->middleRows(first, count).template cast<S>();
        clear_masked(mask, first, rows);
        of_biased = check::overflow_of<S>("scale·scores + bias", rows, first);
      }
    }
  }
  check::report(of_scaled);
  check::report(of_lengthened);
  if constexpr (kRuled) {
    check::report(of_biased);
  }
}

/// \throws Error(kShape) where shapes do not fit or are empty.
template <std::floating_point S>
void check_shapes(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                  const AttentionOptions& options) {
  check::not_empty("queries", queries.rows(), queries.cols());
  check::not_empty("keys", keys.rows(), keys.cols());
  check::not_empty("values", values.rows(), values.cols());
  check::both_fit(queries.cols() == keys.cols(), "queries", queries, "keys", keys,
                  "the same number of columns, d_k");
  check::both_fit(keys.rows() == values.rows(), "keys", keys, "values", values,
                  "the same number of rows, one a key");
  if (options.mask.matrix) {
    check::has_shape("mask", *options.mask.matrix, queries.rows(), keys.rows(),
                     "for these queries and keys it must be");
  }
}

/// The largest |entry| of a bias but for −∞. \throws Error(kDomain) on NaN and +∞.
double bound_of_bias(const Matrix<double>* bias) {
  if (bias == nullptr) {
    return 0;
  }
  check::logits<double>("bias", *bias, "every entry must be a finite number or −∞");
  return (bias->array() == kMaskedLogit).select(0, bias->array().abs()).maxCoeff();
}

/// Facts about arguments that have passed the checks.
template <std::floating_point S>
struct CheckedArguments {
  S scale = 0;
  /// Whether no sum of values overflows that are multiplied with factors of up to 1.
  bool values_are_small = false;
};

/// \param kRuled whether logits grow with the number of keys as `rule` says
/// \throws as attention does, except for the product of weights and values.
template <bool kRuled, std::floating_point S>
CheckedArguments<S> check_arguments(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                    const MatrixIn<S>& values, const AttentionOptions& options,
                                    const ScoreRule& rule, Scores checked) {
  check_shapes<S>(queries, keys, values, options);
  // The order is that of the arguments: an error names the first argument that is wrong.
  const auto query_bound = static_cast<double>(check::norm_of_finite<S>("queries", queries));
  const auto key_bound = static_cast<double>(check::norm_of_finite<S>("keys", keys));
  const auto value_bound = static_cast<double>(check::norm_of_finite<S>("values", values));
  const auto scale = static_cast<S>(attention_scale_factor(options, queries.cols()));
  const double longest = kRuled ? length_factor_of(rule, keys.rows()) : 1;
  const double bias_bound = kRuled ? bound_of_bias(rule.bias) : 0;
  const double score_bound = query_bound * key_bound;
  const double logit_bound = score_bound * std::abs(static_cast<double>(scale));
  const double longest_bound = logit_bound * longest + bias_bound;
  if (!cannot_overflow<S>(std::max({score_bound, logit_bound, longest_bound}))) {
    refuse_overflow<kRuled, S>(queries, keys, scale, static_cast<S>(longest), rule, options.mask,
                               checked);
  }
  return {.scale = scale,
          .values_are_small = cannot_overflow<S>(static_cast<double>(values.rows()) * value_bound)};
}

/// kPanelRows queries, or the last ones of a matrix, packed into a panel, with their scores and
/// logits. The matrices and the mask have to outlive it. Arguments are trusted.
template <std::floating_point S>
class QueryBlock {
 public:
  /// Queries [n×d_k], keys [m×d_k].
  QueryBlock(const MatrixIn<S>& queries, const MatrixIn<S>& keys, S scale, const Mask& mask)
      : queries_(queries),
        keys_(keys, queries.rows()),
        m_(keys.rows()),
        scale_(scale),
        mask_(mask),
        // Beyond these bounds an offset masks or admits nothing more, and sums with the number of a
        // query could overflow.
        offset_(std::clamp(mask.causal_offset.value_or(keys.rows()), -queries.rows(), keys.rows())),
        panel_(queries.cols() * kPanelRows<S>) {}

  /// Moves on to the block that begins with the query `first`.
  void load(Index first) {
    first_ = first;
    count_ = std::min(kPanelRows<S>, queries_.rows() - first);
    simd::pack<S>(queries_, first, panel_.data());
  }

  /// Number of keys up to the last one that the causal mask admits for any query before `end`.
  [[nodiscard]] Index admitted_keys(Index end) const {
    return std::clamp<Index>(end + offset_, 0, m_);
  }

  /// The scores with the `count` keys from number `key` on, into a panel of as many entries a row.
  void scores(Index key, Index count, S* panel) const {
    keys_.multiply(key, count, panel_.data(), 0, queries_.cols(), panel, kPanelRows<S>,
                   simd::Result::kReplaced);
  }

  /// Scales such scores and sets those of masked keys to −∞.
  void logits(Index key, Index count, S* panel) const {
    simd::rescale(panel, count, simd::Packet<S>::of(scale_));
    mask(key, count, -std::numeric_limits<S>::infinity(), panel);
  }

  /// Sets the entries of masked keys to `value`.
  [[gnu::noinline]] void mask(Index key, Index count, S value, S* panel) const {
    // Key j is masked for the queries before j − offset.
    const Index from = first_ + offset_;
    for (Index j = std::max(key, from + 1); j < key + count; ++j) {
      std::fill_n(panel + (j - key) * kPanelRows<S>, std::min(kPanelRows<S>, j - from), value);
    }
    for (Index row = 0; mask_.matrix && row < count_; ++row) {
      const bool* const admitted = &(*mask_.matrix)(first_ + row, key);
      for (Index j = 0; j < count; ++j) {
        if (!admitted[j]) {
          panel[j * kPanelRows<S> + row] = value;
        }
      }
    }
  }

 private:
  const MatrixIn<S>& queries_;
  simd::LeftFactor<S> keys_;
  Index m_;
  S scale_;
  const Mask& mask_;
  Index offset_;  ///< the causal offset; without a causal mask, one that admits every key
  Index first_ = 0;
  Index count_ = 0;
  Vector<S> panel_;  ///< the queries
};

/// Makes logits of x in the panels of blocks of queries with all m keys, as a rule says. The rule,
/// which is trusted, has to outlive it.
template <std::floating_point S>
class PanelLogits {
 public:
  /// \param with_slopes whether derivatives are wanted
  PanelLogits(const ScoreRule& rule, Index m, bool with_slopes)
      : rule_(rule),
        m_(m),
        slopes_(with_slopes && changes_logits(rule) ? m * kPanelRows<S> : 0),
        biases_(rule.bias != nullptr ? m * kPanelRows<S> : 0),
        bias_slopes_(with_slopes && masked_keys_take_part(rule) ? m * kPanelRows<S> : 0) {}

  /// Whether logits are more than x, for which whole rows of x are needed.
  [[nodiscard]] bool change() const { return changes_logits(rule_); }

  /// Makes logits of x, of the block that begins with the query `first`.
  [[gnu::noinline]] void apply(Index first, S* panel) {
    if (rule_.bias != nullptr) {
      const Index count = std::min(kPanelRows<S>, rule_.bias->rows() - first);
      auto biases = panel_of(biases_.data(), m_);
      biases.setZero();
      biases.topRows(count) = rule_.bias->middleRows(first, count).template cast<S>();
    }
    auto rows = panel_of(panel, m_);
    auto slopes = panel_of(slopes_.data(), slopes_.size() / kPanelRows<S>);
    auto bias_slopes = panel_of(bias_slopes_.data(), bias_slopes_.size() / kPanelRows<S>);
    apply_rule(rule_, rows, slopes, panel_of(biases_.data(), biases_.size() / kPanelRows<S>),
               bias_slopes);
  }

  /// Makes ∂L/∂x of ∂L/∂logit, for the block of the last apply().
  void pass_to_x(Vector<S>& gradient) const {
    if (slopes_.size() > 0) {
      gradient.array() *= slopes_.array();
    }
  }

  /// Likewise ∂L/∂bias.
  void pass_to_bias(Vector<S>& gradient) const {
    if (bias_slopes_.size() > 0) {
      gradient.array() *= bias_slopes_.array();
    }
  }

 private:
  /// A panel is a matrix that is stored by columns.
  static auto panel_of(S* panel, Index keys) {
    return Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>>(panel, kPanelRows<S>, keys);
  }

  const ScoreRule& rule_;
  Index m_;
  Vector<S> slopes_;  // ∂logit/∂x
  Vector<S> biases_;
  Vector<S> bias_slopes_;  // ∂logit/∂bias where it is not 1
};

/// In its place where there is no rule.
struct NoPanelLogits {
  NoPanelLogits(const ScoreRule& /*rule*/, Index /*m*/, bool /*with_slopes*/) {}
};

/// The logit of the rest of a row, for OnlineSoftmax.
template <std::floating_point S>
S first_logit(const ScoreRule& rule) {
  return static_cast<S>(logit_of_rest(rule).value_or(kMaskedLogit));
}

/// A block of queries at a time. Its scores are in a panel, where they become logits, exponentials
/// and weights in place. Without kRuled nothing of a rule is compiled, nor of a bias. The query-key
/// norm of a rule is not taken into account.
template <bool kRuled, std::floating_point S>
void attend(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
            const AttentionOptions& options, const ScoreRule& rule,
            const AttentionOutputs<S>& into) {
  const auto [scale, values_are_small] =
      check_arguments<kRuled, S>(queries, keys, values, options, rule,
                                 into.scores.wanted() ? Scores::kAll : Scores::kAdmitted);
  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_v = values.cols();
  check::result("scores", into.scores, n, m);
  check::result("logits", into.logits, n, m);
  check::result("weights", into.weights, n, m);
  check::result("output", into.output, n, d_v);

  // Number of terms that are summed before they are added to the output. Where only the output is
  // wanted, a panel holds no more keys than these. Where an exponential times a value could
  // overflow, the weights are needed first, and therefore the whole row.
  constexpr Index kKeysAtATime = 256;
  const bool whole_rows = into.scores.wanted() || into.logits.wanted() || into.weights.wanted() ||
                          !values_are_small || (kRuled && changes_logits(rule));
  const Index step = whole_rows ? m : std::min(m, kKeysAtATime);

  QueryBlock<S> block(queries, keys, scale, options.mask);
  const simd::LeftFactor<S> values_by_column(values.transpose(), into.output.wanted() ? n : 0);
  Vector<S> memory((step + d_v) * kPanelRows<S>);
  S* const panel = memory.data();
  S* const output = panel + step * kPanelRows<S>;
  [[maybe_unused]] std::conditional_t<kRuled, PanelLogits<S>, NoPanelLogits> ruled_logits(rule, m,
                                                                                          false);
  for (Index first = 0; first < n; first += kPanelRows<S>) {
    block.load(first);
    simd::OnlineSoftmax<S> softmax(kRuled ? first_logit<S>(rule) : static_cast<S>(kMaskedLogit));
    std::fill_n(output, d_v * kPanelRows<S>, S{0});
    const Index end = whole_rows ? m : block.admitted_keys(std::min(first + kPanelRows<S>, n));
    for (Index key = 0; key < end; key += step) {
      const Index count = std::min(step, end - key);
      block.scores(key, count, panel);
      simd::unpack<S>(panel, first, into.scores);
      block.logits(key, count, panel);
      if constexpr (kRuled) {
        if (ruled_logits.change()) {
          ruled_logits.apply(first, panel);
        }
      }
      simd::unpack<S>(panel, first, into.logits);
      if (!into.weights.wanted() && !into.output.wanted()) {
        continue;
      }
      const simd::Packet<S> factor = softmax.advance(panel, count);
      if (!values_are_small) {
        softmax.divide(panel, count);
      }
      if (!into.output.wanted()) {
        continue;
      }
      simd::rescale(output, d_v, factor);
      for (Index k = 0; k < count; k += kKeysAtATime) {
        values_by_column.multiply(0, d_v, panel + k * kPanelRows<S>, key + k,
                                  std::min(kKeysAtATime, count - k), output, kPanelRows<S>,
                                  simd::Result::kAddedTo);
      }
    }
    if (values_are_small) {
      softmax.divide(output, d_v);
      if (into.weights.wanted()) {
        softmax.divide(panel, m);
      }
    }
    simd::unpack<S>(output, first, into.output);
    simd::unpack<S>(panel, first, into.weights);
  }
  if (into.output.wanted() && !values_are_small) {
    check::no_overflow<S>("weights·values", into.output);
  }
}

/// Σ rest·⟨y, g⟩ over the first `count` rows of a panel, for the weights y of the keys and the
/// upstream gradient g.
template <std::floating_point S>
double upstream_of_rests(const simd::Packet<S>& rests, const Vector<S>& weights,
                         const Vector<S>& upstream, Index count) {
  std::array<S, static_cast<std::size_t>(kPanelRows<S>)> of_rows{};
  rests.store(of_rows.data());
  double sum = 0;
  for (Index row = 0; row < count; ++row) {
    double inner = 0;
    for (Index entry = row; entry < weights.size(); entry += kPanelRows<S>) {
      inner += static_cast<double>(weights[entry]) * static_cast<double>(upstream[entry]);
    }
    sum += static_cast<double>(of_rows[static_cast<std::size_t>(row)]) * inner;
  }
  return sum;
}

/// Weights and ∂L/∂scores are computed for some queries at a time; every other gradient is a sum of
/// products of one of them with an argument.
template <std::floating_point S>
void backpropagate(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                   const MatrixIn<S>& d_output, const AttentionOptions& options,
                   const ScoreRule& rule, const AttentionGradientOutputs<S>& into) {
  const S scale =
      check_arguments<true, S>(queries, keys, values, options, rule, Scores::kAdmitted).scale;
  const Index n = queries.rows();
  const Index m = keys.rows();
  const Index d_v = values.cols();
  check::has_shape("dOutput", d_output, n, d_v, "it must have the shape of the output,");
  check::finite<S>("dOutput", d_output);
  check::result("the gradient of the queries", into.queries, n, queries.cols());
  check::result("the gradient of the keys", into.keys, m, keys.cols());
  check::result("the gradient of the values", into.values, m, d_v);
  check::result("the gradient of the scores", into.scores, n, m);
  check::result("the gradient of the bias", into.bias, n, m);
  check::result("the gradient of the sink", into.sink, 1, 1);

  for (MatrixOut<S> sum : {into.keys, into.values}) {
    sum.setZero();
  }
  constexpr Index kQueriesAtATime = 64;
  Matrix<S> weights(std::min(kQueriesAtATime, n), m);
  Matrix<S> d_scores(weights.rows(), m);
  MatrixOut<S> d_queries = into.queries;
  QueryBlock<S> block(queries, keys, scale, options.mask);
  const simd::LeftFactor<S> value_rows(values, n);
  const Vector<S> key_panels = into.queries.wanted() ? simd::pack_right<S>(keys) : Vector<S>();
  Vector<S> weight_panel(m * kPanelRows<S>);
  Vector<S> gradient_panel(m * kPanelRows<S>);  // ∂L/∂weights, then ∂L/∂scores
  Vector<S> d_output_panel(d_v * kPanelRows<S>);
  Vector<S> bias_panel(into.bias.wanted() ? m * kPanelRows<S> : 0);
  PanelLogits<S> ruled_logits(rule, m, true);
  const S rest = first_logit<S>(rule);
  const bool has_rest = logit_of_rest(rule).has_value();
  double of_sink = 0;
  const bool results_of_masked = into.scores.wanted() || into.bias.wanted() || into.sink.wanted();
  std::optional<Error> overflow_of_scores;
  for (Index from = 0; from < n; from += kQueriesAtATime) {
    const Index count = std::min(kQueriesAtATime, n - from);
    // The products leave out the keys behind these, whose weights are all 0: each would add +0 to
    // sums that are never −0. One key is left where none takes part, and gives the zeros.
    const Index taken =
        ruled_logits.change() ? m : std::max<Index>(1, block.admitted_keys(from + count));
    const Index written = results_of_masked ? m : taken;
    for (Index first = from; first < from + count; first += kPanelRows<S>) {
      block.load(first);
      block.scores(0, taken, weight_panel.data());
      block.logits(0, taken, weight_panel.data());
      if (ruled_logits.change()) {
        ruled_logits.apply(first, weight_panel.data());
      }
      simd::OnlineSoftmax<S> softmax(rest);
      softmax.advance(weight_panel.data(), taken);
      softmax.divide(weight_panel.data(), taken);
      simd::unpack<S>(weight_panel.data(), first - from, weights.leftCols(taken));

      simd::pack<S>(d_output, first, d_output_panel.data());
      value_rows.multiply(0, taken, d_output_panel.data(), 0, d_v, gradient_panel.data(),
                          kPanelRows<S>, simd::Result::kReplaced);
      if (!masked_keys_take_part(rule)) {
        // The product of a masked key may overflow, and 0 times ∞ would be NaN.
        block.mask(0, taken, 0, gradient_panel.data());
      }
      for (Vector<S>* const panel : {&weight_panel, &gradient_panel}) {
        panel->segment(taken * kPanelRows<S>, (written - taken) * kPanelRows<S>).setZero();
      }
      const auto rests = has_rest ? softmax.rests(rest) : simd::Packet<S>::of(0);
      if (into.sink.wanted()) {
        of_sink -= upstream_of_rests(rests, weight_panel, gradient_panel,
                                     std::min(kPanelRows<S>, n - first));
      }
      simd::softmax_jacobian_product(weight_panel.data(), rests, gradient_panel.data(), written,
                                     into.bias.wanted() ? S{1} : scale);
      if (into.bias.wanted()) {
        bias_panel = gradient_panel;
        ruled_logits.pass_to_bias(bias_panel);
        simd::unpack<S>(bias_panel.data(), first, into.bias);
        gradient_panel *= scale;
      }
      ruled_logits.pass_to_x(gradient_panel);
      simd::unpack<S>(gradient_panel.data(), first - from, d_scores.leftCols(taken));
      simd::unpack<S>(gradient_panel.data(), first, into.scores);
    }

    const auto block_weights = weights.topLeftCorner(count, taken);
    const auto block_d_scores = d_scores.topLeftCorner(count, taken);
    const auto add_to = [&](MatrixOut<S> sum, const simd::Factor<S>& left,
                            const simd::Factor<S>& right) {
      if (sum.wanted()) {
        simd::gemm<S>(left, right, sum.topRows(taken), simd::Result::kAddedTo);
      }
    };
    add_to(into.values, block_weights.transpose(), d_output.middleRows(from, count));
    add_to(into.keys, block_d_scores.transpose(), queries.middleRows(from, count));
    if (into.queries.wanted()) {
      simd::gemm_packed<S>(block_d_scores, key_panels.data(), m, d_queries.middleRows(from, count),
                           simd::Result::kReplaced);
    }
    if (!overflow_of_scores) {
      overflow_of_scores = check::overflow_of<S>("∂L/∂scores", block_d_scores, from);
    }
  }

  check::no_overflow<S>("∂L/∂values", into.values);
  check::report(overflow_of_scores);
  check::no_overflow<S>("∂L/∂queries", into.queries);
  check::no_overflow<S>("∂L/∂keys", into.keys);
  if (into.sink.wanted()) {
    MatrixOut<S> sink = into.sink;
    sink(0, 0) = static_cast<S>(of_sink);
    check::no_overflow<S>("∂L/∂sink", sink);
  }
}

/// The options for products of unit rows, with the query-key norm of a rule in place of a scale.
AttentionOptions of_cosines(const AttentionOptions& options, double norm) {
  return {.scale = norm, .mask = options.mask};
}

/// The options, in which a key is masked too whose bias is −∞. \throws Error(kShape) where the bias
/// or another argument does not fit.
template <std::floating_point S>
AttentionOptions masked_by_bias(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                const MatrixIn<S>& values, const AttentionOptions& options,
                                const Matrix<double>& bias) {
  check_shapes<S>(queries, keys, values, options);
  check::has_shape("bias", bias, queries.rows(), keys.rows(),
                   "for these queries and keys it must be");
  AttentionOptions masked = options;
  const BooleanMatrix admitted = bias.array() > kMaskedLogit;
  masked.mask.matrix =
      options.mask.matrix ? options.mask.matrix->cwiseProduct(admitted).eval() : admitted;
  return masked;
}

/// ruled_attention with options that mask what the bias masks, for a rule that has been checked.
template <std::floating_point S>
void attend_by_rule(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                    const AttentionOptions& options, const ScoreRule& rule,
                    const AttentionOutputs<S>& into) {
  if (!rule.query_key_norm) {
    return attend<true, S>(queries, keys, values, options, rule, into);
  }
  // Unit rows would hide scores that overflow, and which entry is not finite.
  check_arguments<false, S>(queries, keys, values, of_cosines(options, 1), rule,
                            into.scores.wanted() ? Scores::kAll : Scores::kAdmitted);
  check::result("scores", into.scores, queries.rows(), keys.rows());
  attend<true, S>(unit_rows<S>(queries).rows, unit_rows<S>(keys).rows, values,
                  of_cosines(options, *rule.query_key_norm), rule,
                  {.logits = into.logits, .weights = into.weights, .output = into.output});
  if (into.scores.wanted()) {
    simd::gemm<S>(queries, keys.transpose(), into.scores);
  }
}

/// attention_gradient likewise.
template <std::floating_point S>
void backpropagate_by_rule(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                           const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                           const AttentionOptions& options, const ScoreRule& rule,
                           const AttentionGradientOutputs<S>& into) {
  if (!rule.query_key_norm) {
    return backpropagate<S>(queries, keys, values, d_output, options, rule, into);
  }
  check_arguments<false, S>(queries, keys, values, of_cosines(options, 1), rule, Scores::kAdmitted);
  const UnitRows<S> unit_queries = unit_rows<S>(queries);
  const UnitRows<S> unit_keys = unit_rows<S>(keys);
  backpropagate<S>(unit_queries.rows, unit_keys.rows, values, d_output,
                   of_cosines(options, *rule.query_key_norm), rule, into);
  unit_rows_backward<S>(unit_queries, into.queries);
  unit_rows_backward<S>(unit_keys, into.keys);
  MatrixOut<S> d_scores = into.scores;
  for (Index i = 0; i < d_scores.rows(); ++i) {
    for (Index j = 0; j < d_scores.cols(); ++j) {
      const S length = unit_queries.lengths[i];
      const S other = unit_keys.lengths[j];
      // The lengths divide one by one, since their product may overflow or become 0.
      d_scores(i, j) = length > 0 && other > 0 ? d_scores(i, j) / length / other : 0;
    }
  }
  check::no_overflow<S>("∂L/∂scores", d_scores);
  check::no_overflow<S>("∂L/∂queries", into.queries);
  check::no_overflow<S>("∂L/∂keys", into.keys);
}

}  // namespace

template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into) {
  attend<false, S>(queries, keys, values, options, {}, into);
}

template <std::floating_point S>
Attention<S> attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options) {
  check_shapes<S>(queries, keys, values, options);
  Attention<S> result{.scores = Matrix<S>(queries.rows(), keys.rows()),
                      .logits = Matrix<S>(queries.rows(), keys.rows()),
                      .weights = Matrix<S>(queries.rows(), keys.rows()),
                      .output = Matrix<S>(queries.rows(), values.cols())};
  attention<S>(queries, keys, values, options,
               {.scores = result.scores,
                .logits = result.logits,
                .weights = result.weights,
                .output = result.output});
  return result;
}

template <std::floating_point S>
void ruled_attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                     const AttentionOptions& options, const ScoreRule& rule,
                     const AttentionOutputs<S>& into) {
  check_rule(rule);
  if (rule.bias == nullptr) {
    return attend_by_rule<S>(queries, keys, values, options, rule, into);
  }
  const AttentionOptions masked = masked_by_bias<S>(queries, keys, values, options, *rule.bias);
  attend_by_rule<S>(queries, keys, values, masked, rule, into);
}

template <std::floating_point S>
void attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                        const AttentionOptions& options, const ScoreRule& rule,
                        const AttentionGradientOutputs<S>& into) {
  check_rule(rule);
  if (rule.bias == nullptr) {
    return backpropagate_by_rule<S>(queries, keys, values, d_output, options, rule, into);
  }
  const AttentionOptions masked = masked_by_bias<S>(queries, keys, values, options, *rule.bias);
  backpropagate_by_rule<S>(queries, keys, values, d_output, masked, rule, into);
}

RuleStatistics rule_statistics(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                               const AttentionOptions& options, const ScoreRule& rule) {
  const bool unit = rule.query_key_norm.has_value();
  Matrix<double> all_x(queries.rows(), keys.rows());
  // Values are required, one for each key, but not used.
  check_rule(rule);
  const AttentionOptions masked =
      rule.bias == nullptr ? options
                           : masked_by_bias<double>(queries, keys, keys, options, *rule.bias);
  ruled_attention<double>(queries, keys, keys, masked, {.query_key_norm = rule.query_key_norm},
                          {.logits = all_x});
  bound_of_bias(rule.bias);
  const double longest = length_factor_of(rule, keys.rows());
  Matrix<double> lengthened =
      all_x.unaryExpr([=](double x) { return std::isinf(x) ? 0 : longest * x; });
  check::no_overflow<double>("lengthFactor·ln(keys)·scale·scores", lengthened);
  if (rule.bias != nullptr) {
    lengthened += (all_x.array() == kMaskedLogit).select(0, rule.bias->array()).matrix();
    check::no_overflow<double>("scale·scores + bias", lengthened);
  }
  const double factor =
      unit ? *rule.query_key_norm : attention_scale_factor(options, queries.cols());
  const UnitRows<double> unit_queries = unit_rows<double>(queries);
  const UnitRows<double> unit_keys = unit_rows<double>(keys);
  // Keys are scaled to about 1 by a power of two, which is exact: the squares of large keys would
  // overflow, those of small keys underflow. Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const double largest = keys.cwiseAbs().maxCoeff();
  const int exponent = largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  const Matrix<double> keys_in_units = std::scalbn(1.0, -exponent) * keys;

  const std::vector<double> zeros(static_cast<std::size_t>(queries.rows()));
  RuleStatistics result{
      .peak = zeros, .entropy = zeros, .largest = zeros, .slope = zeros, .gradient = zeros};
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const auto query = static_cast<Index>(i);
    const Vector<double> x = all_x.row(query).transpose();
    if (x.maxCoeff() == kMaskedLogit && !masked_keys_take_part(rule)) {
      continue;
    }
    const SoftmaxRow row = rule.bias != nullptr
                               ? rule_row(rule, x, rule.bias->row(query).transpose())
                               : rule_row(rule, x);
    result.peak[i] = peak_of(row);
    result.entropy[i] = entropy_of(row);
    result.largest[i] = row.largest;
    result.slope[i] = slope_of(row);
    const double length = unit_queries.lengths[query];
    if (!unit) {
      result.gradient[i] =
          std::scalbn(std::abs(factor) * norm_through(row, keys_in_units), exponent);
    } else if (length > 0) {
      // ∂cos/∂q = (k̂ − cos·q̂)/|q|
      const auto direction = unit_queries.rows.row(query);
      const Vector<double> cosines = unit_keys.rows.lazyProduct(direction.transpose());
      const Matrix<double> derivatives = unit_keys.rows - cosines.lazyProduct(direction);
      result.gradient[i] = factor * norm_through(row, derivatives) / length;
    }
  }
  check::no_overflow<double>("∂weights/∂queries", Eigen::Map<const Matrix<double>>(
                                                      result.gradient.data(), queries.rows(), 1));
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
ATTENTION_SCALE_INSTANTIATE(attention_gradient);
ATTENTION_SCALE_INSTANTIATE(ruled_attention);

}  // namespace attention_scale
