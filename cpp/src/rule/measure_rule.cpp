#include "attention_scale/rule/measure_rule.hpp"

#include "attention_scale/core/check.hpp"
#include "rule/factor_names.hpp"
#include "rule/rule_search.hpp"
#include "rule/weight_sample.hpp"
#include "rule/zero_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

using rule::FittedRule;
using rule::SearchResult;
using rule::WeightSample;
using rule::WeightSurvey;

void check_arguments(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                     const MatrixIn<double>& weights, const RuleOptions& options) {
  check::not_empty("queries", queries.rows(), queries.cols());
  check::not_empty("keys", keys.rows(), keys.cols());
  check::both_fit(queries.cols() == keys.cols(), "queries", queries, "keys", keys,
                  "the same number of columns");
  check::has_shape("weights", weights, queries.rows(), keys.rows(),
                   "for these queries and keys it must be");
  check::finite<double>("queries", queries);
  check::finite<double>("keys", keys);
  constexpr double kMost = 1e9;
  check::within("maxPositions", static_cast<double>(options.max_positions), 1, kMost);
  if (options.heads) {
    check::within("heads", *options.heads, 1, kMost);
  }
  if (options.model_width) {
    check::within("modelWidth", *options.model_width, 1, kMost);
  }
}

/// How many keys take part for a query: those up to the diagonal where no weight is above one, but
/// for padding. A key that few queries see may have only weights that became 0.
class KeyCounts {
 public:
  KeyCounts(const WeightSurvey& survey, Index n, Index m) : offset_(m), up_to_(1) {
    const Index corner = m - n;
    for (const Index diagonal : {std::min<Index>(0, corner), std::max<Index>(0, corner)}) {
      if (n > 1 && offset_ == m && survey.ahead <= diagonal) {
        offset_ = diagonal;
      }
    }
    constexpr Index kFew = 4;
    for (Index key = 0; key < m; ++key) {
      const Index seen_by = n - std::max<Index>(0, key - offset_);
      const bool takes_part =
          survey.positive_in_column[static_cast<std::size_t>(key)] > 0 || seen_by < kFew;
      up_to_.push_back(up_to_.back() + (takes_part ? 1 : 0));
    }
  }

  [[nodiscard]] double of(Index query) const {
    const Index most = std::ssize(up_to_) - 1;
    const Index end = std::clamp<Index>(query + offset_ + 1, 0, most);
    return static_cast<double>(std::max<Index>(1, up_to_[static_cast<std::size_t>(end)]));
  }

 private:
  Index offset_;
  std::vector<Index> up_to_;
};

/// Why no rule was looked for, where none was.
std::optional<RuleNote> reason_for_none(const WeightSample& sample) {
  if (sample.informative == 0) {
    return RuleNote::kSaturated;
  }
  const auto freedom = static_cast<double>(sample.used - sample.informative);
  constexpr double kRoundingAlone = 1.3;
  if (sample.spread <= kRoundingAlone * kRoundingAlone * freedom) {
    return RuleNote::kUniform;
  }
  return {};
}

void describe_factor(MeasuredRule& measured, const SearchResult& found, double keys, Index dim,
                     const RuleOptions& options) {
  const FittedRule& best = found.best;
  measured.factor = best.factor;
  measured.factor_error = best.factor_error;
  if (best.form.by_length) {
    const double unit = best.form.cosine ? 1 : std::sqrt(static_cast<double>(dim));
    measured.length_factor = best.factor * unit / std::log(keys);
  }
  if (best.form.cosine) {
    measured.query_key_norm =
        best.factor / (best.form.by_length ? std::log(keys) * *measured.length_factor : 1);
    measured.name = "query-key norm";
    return;
  }
  measured.candidates = rule::names_of({.value = best.factor,
                                        .error = best.factor_error,
                                        .disturbed = best.left,
                                        .dim = dim,
                                        .keys = keys,
                                        .by_length = best.form.by_length,
                                        .precision = measured.precision},
                                       options);
  if (!measured.candidates.empty() && measured.candidates.front().fits) {
    measured.name = measured.candidates.front().name;
  } else {
    measured.notes.push_back(RuleNote::kNoName);
  }
}

void describe_form(MeasuredRule& measured, const SearchResult& found) {
  const FittedRule& best = found.best;
  if (best.form.capped) {
    measured.cap = best.cap;
  }
  measured.bias = best.form.bias;
  if (best.form.bias == BiasKind::kLinear) {
    measured.slope = best.slope;
  }
  measured.rotary = best.form.rotary;
  if (found.several_bases && measured.rotary) {
    measured.rotary->base = std::numeric_limits<double>::quiet_NaN();
    measured.notes.push_back(RuleNote::kRotaryBase);
  }
}

void describe_zeros(MeasuredRule& measured, const WeightSurvey& survey, const WeightSample& sample,
                    const MatrixIn<double>& weights, const FittedRule* best) {
  const rule::ZeroTraits traits = rule::explain_zeros(survey, sample, weights, best);
  measured.causal = traits.causal;
  measured.window = traits.window;
  measured.padding = traits.padding;
  measured.sink = traits.sink;
  measured.dropout = traits.dropout;
  measured.notes.insert(measured.notes.end(), traits.notes.begin(), traits.notes.end());
}

void note_rows(MeasuredRule& measured, const WeightSurvey& survey, const WeightSample& sample) {
  const auto positive = survey.positive_in_row;
  const auto masked = std::count(positive.begin(), positive.end(), Index{0});
  if (masked > 0) {
    measured.notes.push_back(RuleNote::kMaskedRows);
  }
  if (std::ssize(sample.rows) + masked < std::ssize(positive)) {
    measured.notes.push_back(RuleNote::kFewerPositions);
  }
}

}  // namespace

MeasuredRule measure_rule(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                          const MatrixIn<double>& weights, const RuleOptions& options) {
  check_arguments(queries, keys, weights, options);
  const Index n = queries.rows();
  const Index m = keys.rows();
  const WeightSurvey survey = rule::survey_weights(weights);
  const WeightSample sample = rule::sample_weights(weights, survey, options.max_positions);
  MeasuredRule measured{.precision = survey.precision};
  note_rows(measured, survey, sample);
  if (const std::optional<RuleNote> reason = reason_for_none(sample)) {
    measured.notes.push_back(*reason);
    describe_zeros(measured, survey, sample, weights, nullptr);
    return measured;
  }
  const KeyCounts counts(survey, n, m);
  const double most_keys = counts.of(n - 1);
  Vector<double> lengths(std::ssize(sample.rows));
  for (Index row = 0; row < lengths.size(); ++row) {
    lengths[row] = std::log(counts.of(sample.rows[static_cast<std::size_t>(row)]));
  }
  const bool alone = sample.informative < 2;
  const SearchResult found = rule::search_rule({.queries = queries,
                                                .keys = keys,
                                                .sample = sample,
                                                .lengths = lengths,
                                                .longest = std::log(most_keys),
                                                .storage = rule::storage_of(survey.smallest_format),
                                                .causal = survey.ahead <= 0,
                                                .alone = alone});
  measured.residual = std::sqrt(found.best.squares / sample.trust.sum());
  if (alone) {
    measured.notes.push_back(RuleNote::kOneRow);
  }
  if (!found.fits) {
    measured.notes.push_back(found.enough ? RuleNote::kNoRule : RuleNote::kTooFewWeights);
    describe_zeros(measured, survey, sample, weights, nullptr);
    return measured;
  }
  describe_factor(measured, found, most_keys, queries.cols(), options);
  describe_form(measured, found);
  describe_zeros(measured, survey, sample, weights, &found.best);
  return measured;
}

}  // namespace attention_scale
