#include "rule/zero_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace attention_scale::rule {
namespace {

enum class Cell : std::uint8_t {
  kPositive,
  kUnexpected,  ///< zero, and the rule predicts more
  kTiny,        ///< zero, as the rule predicts
  kMasked,      ///< zero, and a mask explains it
};

/// The fewest unexpected zeros that tell a mask.
constexpr Index kFewestZeros = 3;
constexpr Index kFewestWithoutRule = 8;
/// A sink is seen where it is so many of the largest errors from none.
constexpr double kErrorsOfASink = 2;

class ZeroWeights {
 public:
  ZeroWeights(const WeightSurvey& survey, const WeightSample& sample,
              const MatrixIn<double>& weights, const FittedRule* rule)
      : survey_(survey),
        sample_(sample),
        weights_(weights),
        rule_(rule),
        storage_(storage_of(survey.smallest_format)),
        n_(weights.rows()),
        m_(weights.cols()) {
    read_cells();
  }

  ZeroTraits explain() {
    // Weights of one key a row are saturated as well as masked.
    const bool tells = rule_ != nullptr || 2 * sample_.informative >= rows();
    if (n_ > 1 && survey_.zeros > 0 && tells) {
      find_causal();
      find_window();
      find_padding();
    }
    if (rule_ != nullptr) {
      find_rests();
    } else if (count(Cell::kUnexpected) > 0) {
      traits_.notes.push_back(RuleNote::kMaskUnknown);
    }
    return traits_;
  }

 private:
  using Cells = std::vector<Cell>;

  [[nodiscard]] Cell& cell(Index row, Index col) {
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_) +
                  static_cast<std::size_t>(col)];
  }
  [[nodiscard]] Index rows() const { return std::ssize(sample_.rows); }
  [[nodiscard]] Index query(Index row) const { return sample_.rows[static_cast<std::size_t>(row)]; }
  [[nodiscard]] Index count(Cell kind) const {
    return static_cast<Index>(std::count(cells_.begin(), cells_.end(), kind));
  }

  void read_cells() {
    cells_.assign(static_cast<std::size_t>(rows()) * static_cast<std::size_t>(m_), Cell::kPositive);
    constants_.resize(static_cast<std::size_t>(rows()));
    for (Index row = 0; row < rows(); ++row) {
      const double constant = constant_of(row);
      constants_[static_cast<std::size_t>(row)] = constant;
      for (Index col = 0; survey_.zeros > 0 && col < m_; ++col) {
        if (weights_(query(row), col) > 0) {
          continue;
        }
        const bool tiny =
            rule_ != nullptr && !(rule_->logits(row, col) + constant >= storage_.vanishing);
        cell(row, col) = tiny ? Cell::kTiny : Cell::kUnexpected;
      }
    }
  }

  /// ln w − logit of a row: minus the logarithm of its denominator. NaN where nothing tells it.
  [[nodiscard]] double constant_of(Index row) const {
    const auto trust = sample_.trust.row(row).array();
    if (rule_ == nullptr || !(trust.sum() > 0)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    const auto rest = sample_.logs.row(row).array() - rule_->logits.row(row).array();
    return (trust * rest).sum() / trust.sum();
  }

  /// The zeros that a mask leaves out, and what it admits.
  struct Seen {
    Index left_out = 0;  ///< unexpected zeros outside
    Index positive = 0;
    Index admitted = 0;  ///< positive, or an unexpected zero inside
  };

  template <typename Admits>
  Seen look(const Admits& admits) {
    Seen seen;
    for (Index row = 0; row < rows(); ++row) {
      for (Index col = 0; col < m_; ++col) {
        const Cell kind = cell(row, col);
        if (admits(query(row), col)) {
          seen.positive += kind == Cell::kPositive ? 1 : 0;
          seen.admitted += kind == Cell::kPositive || kind == Cell::kUnexpected ? 1 : 0;
        } else {
          seen.left_out += kind == Cell::kUnexpected ? 1 : 0;
        }
      }
    }
    return seen;
  }

  /// Whether a mask that admits all positive weights explains enough zeros to be believed.
  template <typename Admits>
  bool is_mask(const Admits& admits) {
    const Seen seen = look(admits);
    return is_dense(seen.positive, seen.admitted) &&
           seen.left_out >= fewest_zeros(seen.positive, seen.admitted);
  }

  /// How many zeros are no chance, where zeros have a share among the weights that are admitted.
  [[nodiscard]] Index fewest_zeros(Index positive, Index admitted) const {
    constexpr double kRarest = 0.01;
    constexpr double kUnlikely = 9;  // −ln of the chance
    const auto all = static_cast<double>(std::max<Index>(admitted, 1));
    const double share = static_cast<double>(admitted - positive) / all;
    const double zeros = kUnlikely / -std::log(std::clamp(share, kRarest, 0.999));
    return std::max(rule_ != nullptr ? kFewestZeros : kFewestWithoutRule,
                    static_cast<Index>(std::ceil(zeros)));
  }

  /// Without a rule zeros may be saturation: what a mask admits is then positive, but for a
  /// quarter.
  [[nodiscard]] bool is_dense(Index positive, Index admitted) const {
    return rule_ != nullptr || 4 * positive >= 3 * admitted;
  }

  template <typename Admits>
  void mask(const Admits& admits) {
    for (Index row = 0; row < rows(); ++row) {
      for (Index col = 0; col < m_; ++col) {
        if (!admits(query(row), col)) {
          cell(row, col) = Cell::kMasked;
        }
      }
    }
  }

  /// The narrower of the two masks first, since the wider one then holds, too.
  void find_causal() {
    const Index corner = m_ - n_;
    std::vector<Index> offsets{0, corner};
    std::sort(offsets.begin(), offsets.end());
    for (const Index offset : offsets) {
      const auto admits = [offset](Index i, Index j) { return j <= i + offset; };
      const bool holds = survey_.ahead <= offset && reaches_diagonal(offset);
      if (holds && is_mask(admits)) {
        traits_.causal = offset == 0 ? CausalMask::kUpperLeft : CausalMask::kLowerRight;
        offset_ = offset;
        mask(admits);
        return;
      }
    }
  }

  /// Whether the last keys that a causal mask admits have weights in a quarter of the rows, but for
  /// padding and for weights that became 0: else a narrower mask explains as much.
  bool reaches_diagonal(Index offset) {
    Index possible = 0;
    Index reached = 0;
    for (Index row = 0; row < rows(); ++row) {
      const Index col = query(row) + offset;
      const bool seen = col >= 0 && col < m_ &&
                        survey_.positive_in_column[static_cast<std::size_t>(col)] > 0 &&
                        cell(row, col) != Cell::kTiny;
      possible += seen ? 1 : 0;
      reached += seen && cell(row, col) == Cell::kPositive ? 1 : 0;
    }
    return 4 * reached >= possible && (reached > 0 || rule_ != nullptr);
  }

  void find_window() {
    const bool causal = traits_.causal != CausalMask::kNone;
    const Index offset = offset_;
    const Index back = survey_.behind + offset;
    const Index reach = causal ? back : std::max(back, survey_.ahead - offset);
    const auto admits = [=](Index i, Index j) { return std::abs(i + offset - j) <= reach; };
    if (reach < 0 || !is_mask(admits) || !is_reached(reach, offset, causal)) {
      return;
    }
    traits_.window = static_cast<double>(reach + 1);
    mask(admits);
  }

  /// Whether the farthest keys that a window admits have weights in most rows. Padding in front
  /// leaves a longest distance, too, but in one row.
  bool is_reached(Index reach, Index offset, bool causal) {
    Index possible = 0;
    Index reached = 0;
    for (Index row = 0; row < rows(); ++row) {
      const Index position = query(row) + offset;
      const auto add = [&](Index col) {
        if (col < 0 || col >= m_ || cell(row, col) == Cell::kTiny) {
          return;
        }
        possible += 1;
        reached += cell(row, col) == Cell::kPositive ? 1 : 0;
      };
      add(position - reach);
      if (!causal && reach > 0) {
        add(position + reach);
      }
    }
    return possible >= 2 && 2 * reached > possible;
  }

  /// Keys without a weight in any row, where other zeros are too rare for that to be chance.
  void find_padding() {
    std::vector<Index> unexpected(static_cast<std::size_t>(m_));
    Index elsewhere = 0;
    Index admitted = 0;
    for (Index row = 0; row < rows(); ++row) {
      for (Index col = 0; col < m_; ++col) {
        const bool is_unexpected = cell(row, col) == Cell::kUnexpected;
        unexpected[static_cast<std::size_t>(col)] += is_unexpected ? 1 : 0;
        if (survey_.positive_in_column[static_cast<std::size_t>(col)] > 0) {
          elsewhere += is_unexpected ? 1 : 0;
          admitted += is_unexpected || cell(row, col) == Cell::kPositive ? 1 : 0;
        }
      }
    }
    if (!is_dense(admitted - elsewhere, admitted)) {
      return;
    }
    std::vector<Index> padded;
    Index zeros = 0;
    for (Index col = 0; col < m_; ++col) {
      const auto place = static_cast<std::size_t>(col);
      if (survey_.positive_in_column[place] == 0 && unexpected[place] > 0) {
        padded.push_back(col);
        zeros = std::max(zeros, unexpected[place]);
      }
    }
    if (padded.empty() || zeros < fewest_zeros(admitted - elsewhere, admitted)) {
      return;
    }
    traits_.padding = static_cast<double>(padded.size());
    mask([&](Index, Index col) { return !std::binary_search(padded.begin(), padded.end(), col); });
  }

  /// ln Σ exp(logit) over the keys that no mask explains: what a softmax without dropout and
  /// without a sink divides by.
  double log_denominator(Index row) {
    double largest = -std::numeric_limits<double>::infinity();
    for (Index col = 0; col < m_; ++col) {
      if (cell(row, col) != Cell::kMasked) {
        largest = std::max(largest, rule_->logits(row, col));
      }
    }
    double sum = 0;
    for (Index col = 0; col < m_; ++col) {
      if (cell(row, col) != Cell::kMasked) {
        sum += std::exp(rule_->logits(row, col) - largest);
      }
    }
    return largest + std::log(sum);
  }

  struct Rest {
    double missing;   ///< 1 − Σ w
    double error;     ///< how far that may be off
    double constant;  ///< of the row
    double excess;    ///< ln of what multiplies the weights of a softmax
  };

  /// Dropout where weights are missing and the others too large, a sink where all are too small.
  void find_rests() {
    std::vector<Rest> rests;
    constexpr double kDeviations = 6;
    const double scatter = kDeviations * std::max(1.0, rule_->chi);
    for (Index row = 0; row < rows(); ++row) {
      const double constant = constants_[static_cast<std::size_t>(row)];
      if (std::isfinite(constant)) {
        const double sum = survey_.row_sums[static_cast<std::size_t>(query(row))];
        rests.push_back({.missing = 1 - sum,
                         .error = scatter * sample_.sum_errors[static_cast<std::size_t>(row)],
                         .constant = constant,
                         .excess = constant + log_denominator(row)});
      }
    }
    const auto off =
        static_cast<std::size_t>(std::count_if(rests.begin(), rests.end(), [](const Rest& rest) {
          return std::abs(rest.missing) > rest.error;
        }));
    const Index unexplained = count(Cell::kUnexpected);
    if (off == 0) {
      if (unexplained > 0) {
        traits_.notes.push_back(RuleNote::kIrregularMask);
      }
      return;
    }
    if (unexplained > 0 && find_dropout(rests, unexplained)) {
      return;
    }
    if (unexplained > 0) {
      traits_.notes.push_back(RuleNote::kIrregularMask);
    }
    if (!find_sink(rests)) {
      const auto above = std::count_if(rests.begin(), rests.end(),
                                       [](const Rest& rest) { return rest.missing < -rest.error; });
      traits_.notes.push_back(above > 0 ? RuleNote::kRowsAboveOne : RuleNote::kRowsBelowOne);
    }
  }

  /// All kept weights are those of a softmax times 1/(1 − p), and a share p of them is zero.
  bool find_dropout(const std::vector<Rest>& rests, Index dropped) {
    const auto count_of_rows = static_cast<double>(rests.size());
    double mean = 0;
    for (const Rest& rest : rests) {
      mean += rest.excess / count_of_rows;
    }
    double variance = 0;
    double rounding = 0;
    for (const Rest& rest : rests) {
      variance += (rest.excess - mean) * (rest.excess - mean) / count_of_rows;
      rounding += rest.error * rest.error / count_of_rows;
    }
    const auto kept = static_cast<double>(count(Cell::kPositive));
    const double all = kept + static_cast<double>(dropped);
    const double share = static_cast<double>(dropped) / all;
    const double p = 1 - std::exp(-mean);
    const double chance = 5 * std::sqrt(share * (1 - share) / all) + 1 / all;
    // The errors are several deviations.
    const bool same = std::sqrt(variance) <= 0.02 * mean + std::sqrt(rounding) / 3;
    if (!same || !(p > 0) || std::abs(p - share) > chance) {
      return false;
    }
    traits_.dropout = p;
    return true;
  }

  /// ln(1 − Σ w) − constant is the logit of what has no key: the same in every row.
  bool find_sink(const std::vector<Rest>& rests) {
    if (rule_->form.bias == BiasKind::kRelative) {
      return false;  // its logits have no zero
    }
    double highest = -std::numeric_limits<double>::infinity();
    for (const Rest& rest : rests) {
      highest = std::max(highest, rest.constant);
    }
    // The mean of exp(sink), relative to the row with the smallest denominator, weighted by errors.
    double trust = 0;
    double sum = 0;
    for (const Rest& rest : rests) {
      const double share = std::exp(rest.constant - highest) / rest.error;
      trust += share * share;
      sum += share * rest.missing / rest.error;
    }
    if (!(sum > kErrorsOfASink * std::sqrt(trust))) {
      return false;
    }
    const double sink = std::log(sum / trust) - highest;
    const auto agrees = [&](const Rest& rest) {
      const double expected = std::exp(sink + rest.constant);
      return std::abs(expected - rest.missing) <= rest.error + 0.02 * expected;
    };
    const auto agreeing = std::count_if(rests.begin(), rests.end(), agrees);
    if (rests.size() < 2 || agreeing < std::ssize(rests)) {
      return false;
    }
    traits_.sink = sink;
    return true;
  }

  const WeightSurvey& survey_;
  const WeightSample& sample_;
  const MatrixIn<double>& weights_;
  const FittedRule* rule_;
  const Storage& storage_;
  Index n_;
  Index m_;
  Index offset_ = 0;  ///< the position of query i is i + offset_, once a causal mask tells it
  Cells cells_{};
  std::vector<double> constants_{};  ///< one a row of the sample
  ZeroTraits traits_{};
};

}  // namespace

ZeroTraits explain_zeros(const WeightSurvey& survey, const WeightSample& sample,
                         const MatrixIn<double>& weights, const FittedRule* rule) {
  return ZeroWeights(survey, sample, weights, rule).explain();
}

}  // namespace attention_scale::rule
