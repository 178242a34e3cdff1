#include "rule/rule_search.hpp"

#include "attention_scale/attention/score_rule.hpp"
#include "attention_scale/core/check.hpp"
#include "kernels/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace attention_scale::rule {
namespace {

/// χ of weights whose storage is all that disturbs them.
constexpr double kUndisturbed = 1.2;
/// χ of weights that were rounded twice, √2 and its scatter: fused kernels round the exponentials
/// first, and then what these make of the values.
constexpr double kRoundedTwice = 1.6;
/// The share of the spread that a rule may leave: inputs and scores are often rounded.
constexpr double kMostLeft = 5e-3;
/// A further trait is believed where it makes the residuals this much smaller, or where the rest is
/// then rounding alone …
constexpr double kImprovement = 1.5;
/// … and where it is unlikely that chance would: its probability is about ratio^−freedom.
constexpr double kUnlikely = 20;
/// A factor is seen where it is so many standard errors from 0.
constexpr double kErrorsFromZero = 8;
/// −ln of the chance that unrelated numbers fit as well.
constexpr double kChance = 16;
/// Degrees of freedom that tell that no rule fits.
constexpr Index kFewest = 4;

/// The bases of models, the most usual first.
constexpr std::array<double, 11> kBases{1e4, 5e5, 1e6, 1e5, 1.5e5, 1.6e5, 1e7, 5e6, 5e4, 1e3, 100};
/// Over so many places the angles of neighbouring bases hardly differ: what is left tells the
/// layout then, whatever the base.
constexpr Index kNearest = 8;
/// Another base is looked for where rotation leaves less than this of the weights over these
/// places.
constexpr double kPromising = 0.6;

struct Factors {
  Matrix<double> queries{};
  Matrix<double> keys{};
};

Matrix<double> rows_of(const MatrixIn<double>& matrix, const std::vector<Index>& rows) {
  Matrix<double> taken(std::ssize(rows), matrix.cols());
  for (Index row = 0; row < taken.rows(); ++row) {
    taken.row(row) = matrix.row(rows[static_cast<std::size_t>(row)]);
  }
  return taken;
}

/// Turns each row by its position.
void rotate(Matrix<double>& matrix, const std::vector<Index>& positions, const Rotary& rotary) {
  const Index pairs = rotary.width / 2;
  const bool split = rotary.layout == RotaryLayout::kHalfSplit;
  for (Index pair = 0; pair < pairs; ++pair) {
    const double speed =
        std::pow(rotary.base, -2 * static_cast<double>(pair) / static_cast<double>(rotary.width));
    const Index first = split ? pair : 2 * pair;
    const Index second = split ? pair + pairs : 2 * pair + 1;
    for (Index row = 0; row < matrix.rows(); ++row) {
      const double angle = speed * static_cast<double>(positions[static_cast<std::size_t>(row)]);
      const double cosine = std::cos(angle);
      const double sine = std::sin(angle);
      const double x = matrix(row, first);
      const double y = matrix(row, second);
      matrix(row, first) = x * cosine - y * sine;
      matrix(row, second) = x * sine + y * cosine;
    }
  }
}

std::vector<Index> positions_of(Index count) {
  std::vector<Index> positions(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    positions[static_cast<std::size_t>(i)] = i;
  }
  return positions;
}

/// The base of a form that turns queries and keys; NaN of another one.
double base_of(const RuleForm& form) {
  return form.rotary ? form.rotary->base : std::numeric_limits<double>::quiet_NaN();
}

/// Changes the base of a form that turns queries and keys, and no other form.
void set_base(RuleForm& form, double base) {
  if (form.rotary) {
    form.rotary->base = base;
  }
}

/// What multiplies the factor: q·k or its cosine, after rotation.
Matrix<double> products(const SearchInput& input, const WeightSample& sample,
                        const RuleForm& form) {
  Factors factors{.queries = rows_of(input.queries, sample.rows), .keys = input.keys};
  if (form.cosine) {
    factors.queries = unit_rows<double>(factors.queries).rows;
    factors.keys = unit_rows<double>(factors.keys).rows;
  }
  if (form.rotary) {
    std::vector<Index> positions = sample.rows;
    for (Index& position : positions) {
      position += form.query_offset;
    }
    rotate(factors.queries, positions, *form.rotary);
    rotate(factors.keys, positions_of(factors.keys.rows()), *form.rotary);
  }
  const simd::Factor<double> keys(factors.keys);
  return simd::product<double>(simd::Factor<double>(factors.queries), keys.transposed());
}

/// The regressor of a linear bias.
Matrix<double> places(const WeightSample& sample, bool by_distance) {
  Matrix<double> places(sample.logs.rows(), sample.logs.cols());
  for (Index row = 0; row < places.rows(); ++row) {
    const Index query = sample.rows[static_cast<std::size_t>(row)];
    for (Index col = 0; col < places.cols(); ++col) {
      const auto ahead = static_cast<double>(col - query);
      places(row, col) = by_distance ? -std::abs(ahead) : ahead;
    }
  }
  return places;
}

class Search {
 public:
  explicit Search(const SearchInput& input) : input_(input) {}

  SearchResult run() {
    const Matrix<double> dots = products(input_, input_.sample, {});
    check::no_overflow<double>("queries·keysᵀ", dots);
    const RowFit plain = consider_plain(dots);
    if (!input_.alone && !is_settled(plain, dots)) {
      consider_scores(dots, {});
      if (!is_explained()) {
        consider_scores(products(input_, input_.sample, {.cosine = true}), {.cosine = true});
      }
      if (!is_explained()) {
        consider_rotations();
      }
      if (!is_explained()) {
        consider_relative(dots, {});
        consider_relative(products(input_, input_.sample, {.cosine = true}), {.cosine = true});
      }
    }
    judge();
    return std::move(result_);
  }

 private:
  [[nodiscard]] const WeightSample& sample() const { return input_.sample; }
  FittedRule& best() { return result_.best; }

  RowFit consider_plain(const Matrix<double>& dots) {
    const RowFit fit = fit_rows(sample(), dots);
    best() = fitted({}, fit);
    if (fit.solved) {
      resize(best().logits, dots.rows(), dots.cols());
      best().logits = fit.values[0] * dots;
    }
    result_.tried = 1;
    return fit;
  }

  [[nodiscard]] FittedRule fitted(const RuleForm& form, const RowFit& fit) const {
    return {.form = form,
            .factor = fit.values[0],
            .factor_error = fit.errors[0],
            .squares = fit.squares,
            .chi = fit.chi(),
            .left = fit.solved ? fit.left(sample()) : 1,
            .freedom = fit.freedom};
  }

  bool is_explained() {
    return best().left > 0 &&
           (best().chi <= kUndisturbed || best().left <= input_.storage.negligible);
  }

  /// Whether nothing but the plain rule has to be tried.
  bool is_settled(const RowFit& plain, const Matrix<double>& dots) {
    if (!plain.solved || plain.freedom < 2) {
      return true;
    }
    if (!is_explained()) {
      return false;
    }
    const double share = leftover_of(sample(), dots, plain, input_.lengths).largest();
    return !is_better((1 - share) * plain.squares, plain.freedom);
  }

  /// Whether a rule that leaves so much is to be believed in place of the best one so far.
  bool is_better(double squares, Index freedom) {
    const double explained = std::sqrt(std::max(0.0, best().squares - squares) / sample().spread);
    if (!(explained >= input_.storage.noticeable)) {
      return false;
    }
    const double chi = std::sqrt(squares / static_cast<double>(freedom));
    const double ratio = best().chi / std::max(chi, 1e-300);
    return (ratio >= kImprovement || chi <= kUndisturbed) &&
           static_cast<double>(freedom) * std::log(ratio) >= kUnlikely;
  }

  bool consider(FittedRule rule) {
    ++result_.tried;
    if (rule.freedom < 1 || !is_better(rule.squares, rule.freedom)) {
      return false;
    }
    best() = std::move(rule);
    return true;
  }

  /// All rules of these scores: with a length factor, a cap and a linear bias.
  void consider_scores(const Matrix<double>& scores, RuleForm form) {
    const auto finish = [&](FittedRule rule, const Matrix<double>& logits) {
      resize(rule.logits, logits.rows(), logits.cols());
      rule.logits = logits;
      consider(std::move(rule));
    };
    const bool plain = !form.cosine && !form.rotary;
    if (!plain) {
      const RowFit fit = fit_rows(sample(), scores);
      if (fit.solved) {
        finish(fitted(form, fit), fit.values[0] * scores);
      }
    }
    consider_biases(scores, form);
    consider_cap(scores, form);
    if (lengths_differ()) {
      form.by_length = true;
      const Matrix<double> longer = (input_.lengths / input_.longest).asDiagonal() * scores;
      const RowFit fit = fit_rows(sample(), longer);
      if (fit.solved) {
        finish(fitted(form, fit), fit.values[0] * longer);
      }
      consider_cap(longer, form);
    }
  }

  [[nodiscard]] bool lengths_differ() const {
    return input_.lengths.maxCoeff() > input_.lengths.minCoeff();
  }

  void consider_cap(const Matrix<double>& scores, RuleForm form) {
    const RowFit fit = fit_capped(sample(), scores);
    if (!fit.solved || fit.freedom < 2) {
      return;
    }
    const double slope = fit.values[1];
    form.capped = true;
    FittedRule rule = fitted(form, fit);
    rule.cap = fit.values[0] / slope;
    rule.logits = capped(scores, fit.values[0], slope);
    consider(std::move(rule));
  }

  void consider_biases(const Matrix<double>& scores, RuleForm form) {
    form.bias = BiasKind::kLinear;
    for (const bool by_distance : {false, true}) {
      if (by_distance && input_.causal) {
        continue;
      }
      form.by_distance = by_distance;
      const Matrix<double> place = places(sample(), by_distance);
      const std::array<const Matrix<double>*, 2> terms{&scores, &place};
      const RowFit fit = fit_rows(sample(), sample().logs, terms);
      if (!fit.solved || fit.freedom < 2) {
        continue;
      }
      FittedRule rule = fitted(form, fit);
      rule.slope = fit.values[1];
      resize(rule.logits, scores.rows(), scores.cols());
      rule.logits = fit.values[0] * scores + fit.values[1] * place;
      consider(std::move(rule));
    }
  }

  void consider_relative(const Matrix<double>& scores, RuleForm form) {
    form.bias = BiasKind::kRelative;
    const RelativeFit found = fit_relative(sample(), scores);
    if (!found.fit.solved || found.fit.freedom < 2) {
      return;
    }
    FittedRule rule = fitted(form, found.fit);
    resize(rule.logits, scores.rows(), scores.cols());
    rule.logits = found.fit.values[0] * scores + found.bias;
    consider(std::move(rule));
  }

  /// The form that leaves the least of a sample.
  struct BestForm {
    RuleForm form{};
    double left = std::numeric_limits<double>::infinity();

    void offer(const RuleForm& other, const WeightSample& sample, const Matrix<double>& scores) {
      const RowFit fit = fit_rows(sample, scores);
      const double other_left = fit.solved ? fit.left(sample) : 1;
      if (other_left < left / kImprovement) {
        form = other;
        left = other_left;
      }
    }
  };

  /// Rotary positions: each layout, width and base on a few rows, and the best of them on all.
  void consider_rotations() {
    const Index d = input_.queries.cols();
    const Index m = input_.keys.rows();
    if (d < 2 || m < 2) {
      return;
    }
    const WeightSample few = thinned(sample(), std::clamp<Index>(12288 / m, 6, 24));
    BestForm whole;
    BestForm close;
    const Matrix<double> lengths = products_of_lengths(few);
    WeightSample near;
    Index offset = -1;
    for (RuleForm& form : rotations(d)) {
      if (form.query_offset != offset) {
        offset = form.query_offset;
        near = nearby(few, kNearest, offset);
      }
      // A rotation changes no length, so that the cosine needs no product of its own.
      const Matrix<double> scores = products(input_, few, form);
      const Matrix<double> cosines = (lengths.array() > 0).select(scores.cwiseQuotient(lengths), 0);
      whole.offer(form, few, scores);
      close.offer(form, near, scores);
      form.cosine = true;
      whole.offer(form, few, cosines);
      close.offer(form, near, cosines);
    }
    if (whole.form.rotary) {
      consider_scores(products(input_, sample(), whole.form), whole.form);
    }
    if (best().form.rotary) {
      settle_base(few);
    }
    if (!is_explained() && close.left < kPromising) {
      consider_any_base(few, close.form);
    }
  }

  /// A base that is none of the list: the one that leaves the least, over longer and longer
  /// distances, since only then one minimum is in reach.
  void consider_any_base(const WeightSample& few, RuleForm form) {
    constexpr Index kLonger = 4;
    constexpr int kSteps = 24;
    constexpr int kLastSteps = 60;
    double width = 1.2;
    Index reach = kNearest;
    const Index farthest = std::max(input_.keys.rows(), input_.queries.rows());
    for (; reach < farthest; reach *= kLonger) {
      refine_base(nearby(few, reach, form.query_offset), form, width, kSteps);
      width /= 3;
    }
    refine_base(few, form, width, kLastSteps);
    take_round_base(few, form);
    form.capped = false;
    consider_scores(products(input_, sample(), form), form);
    if (base_of(best().form) == base_of(form)) {
      result_.several_bases = false;
    }
  }

  /// The minimum within a factor of exp(width), by the golden section.
  void refine_base(const WeightSample& few, RuleForm& form, double width, int steps) const {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    const double middle = std::log(base_of(form));
    double low = middle - width;
    double high = middle + width;
    const auto left_at = [&](double log_base) {
      set_base(form, std::exp(log_base));
      return left_of(few, form);
    };
    double lower = high - golden * (high - low);
    double upper = low + golden * (high - low);
    double left_lower = left_at(lower);
    double left_upper = left_at(upper);
    for (int step = 0; step < steps; ++step) {
      if (left_lower <= left_upper) {
        high = upper;
        upper = lower;
        left_upper = left_lower;
        lower = high - golden * (high - low);
        left_lower = left_at(lower);
      } else {
        low = lower;
        lower = upper;
        left_lower = left_upper;
        upper = low + golden * (high - low);
        left_upper = left_at(upper);
      }
    }
    set_base(form, std::exp(left_lower <= left_upper ? lower : upper));
  }

  /// The base with the fewest digits that fits as well.
  void take_round_base(const WeightSample& few, RuleForm& form) const {
    constexpr int kMostDigits = 4;
    const double base = base_of(form);
    const double least = left_of(few, form);
    for (int digits = 1; digits <= kMostDigits; ++digits) {
      const double unit = std::pow(10, std::floor(std::log10(base)) - (digits - 1));
      set_base(form, std::round(base / unit) * unit);
      if (left_of(few, form) <= kImprovement * least) {
        return;
      }
    }
    set_base(form, base);
  }

  /// |q|·|k| of a few rows.
  [[nodiscard]] Matrix<double> products_of_lengths(const WeightSample& few) const {
    const Vector<double> of_queries = row_norms(rows_of(input_.queries, few.rows));
    const Vector<double> of_keys = row_norms(input_.keys);
    return of_queries * of_keys.transpose();
  }

  /// What a rule leaves of a few rows, without a length factor and without a bias.
  [[nodiscard]] double left_of(const WeightSample& few, const RuleForm& form) const {
    const Matrix<double> scores = products(input_, few, form);
    const RowFit fit = form.capped ? fit_capped(few, scores) : fit_rows(few, scores);
    return fit.solved ? fit.left(few) : 1;
  }

  /// Which base fits best was asked without a cap: asks again under the rule that was found, and
  /// whether another base fits as well.
  void settle_base(const WeightSample& few) {
    RuleForm form = best().form;
    const double found = base_of(form);
    double base = found;
    double least = left_of(few, form);
    double second = std::numeric_limits<double>::infinity();
    for (const double other : kBases) {
      if (other == found) {
        continue;
      }
      set_base(form, other);
      const double left = left_of(few, form);
      if (left < least / kImprovement) {
        base = other;
      }
      second = std::min(second, std::max(left, least));
      least = std::min(left, least);
    }
    result_.several_bases = second <= kImprovement * kImprovement * least;
    if (base != found) {
      set_base(form, base);
      form.capped = false;
      consider_scores(products(input_, sample(), form), form);
    }
  }

  [[nodiscard]] std::vector<RuleForm> rotations(Index d) const {
    const Index offset = input_.keys.rows() - input_.queries.rows();
    std::vector<RuleForm> forms;
    for (const Index query_offset : {Index{0}, offset}) {
      if (query_offset == 0 && !forms.empty()) {
        break;  // as many keys as queries
      }
      for (const Index width : {d, d / 2, d / 4}) {
        if (width < 2 || width % 2 != 0) {
          continue;
        }
        for (const RotaryLayout layout : {RotaryLayout::kHalfSplit, RotaryLayout::kInterleaved}) {
          for (const double base : kBases) {
            forms.push_back({.rotary = Rotary{.layout = layout, .base = base, .width = width},
                             .query_offset = query_offset});
          }
        }
      }
    }
    return forms;
  }

  void judge() {
    const FittedRule& found = best();
    const double limit = found.chi <= kRoundedTwice ? 1 : kMostLeft;
    const double tries = std::log(static_cast<double>(result_.tried));
    const double evidence =
        -static_cast<double>(found.freedom) * std::log(std::max(found.left, 1e-16));
    const bool small = found.left <= limit;
    result_.enough =
        small ? found.freedom >= 1 && evidence >= kChance + tries : found.freedom >= kFewest;
    result_.fits = result_.enough && small && found.logits.size() > 0 &&
                   std::abs(found.factor) > kErrorsFromZero * found.factor_error;
  }

  const SearchInput& input_;
  SearchResult result_{};
};

}  // namespace

SearchResult search_rule(const SearchInput& input) { return Search(input).run(); }

}  // namespace attention_scale::rule
