#include "rule/weight_sample.hpp"

#include "attention_scale/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attention_scale::rule {
namespace {

constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;

std::uint64_t bits_of(double number) { return Eigen::numext::bit_cast<std::uint64_t>(number); }

/// The largest power of two that is not above a normal number.
double power_below(double number) {
  return Eigen::numext::bit_cast<double>(bits_of(number) & ~kMantissa);
}

/// Bits of a double's mantissa that are 0 where a format with so many digits holds it.
constexpr std::uint64_t below(int digits) { return (std::uint64_t{1} << (52 - digits)) - 1; }

constexpr double kSmallestNormalHalf = 0x1p-14;
/// So many weights with a mantissa of their own tell a format. Powers of two fit all of them.
constexpr Index kWeightsOfAFormat = 8;

/// The bits of mantissas that weights have used.
struct UsedBits {
  std::uint64_t any = 0;
  std::uint64_t normal_half = 0;  ///< of weights that are normal numbers in half precision
  bool subnormal_half = true;     ///< the others are whole multiples of 2^−24
  Index telling = 0;

  void add(double weight) {
    const std::uint64_t mantissa = bits_of(weight) & kMantissa;
    any |= mantissa;
    telling += mantissa != 0 ? 1 : 0;
    if (weight >= kSmallestNormalHalf) {
      normal_half |= mantissa;
    } else {
      const double steps = weight * 0x1p24;
      subnormal_half = subnormal_half && steps == std::floor(steps);
    }
  }

  [[nodiscard]] StoredPrecision smallest_format() const {
    if ((any & below(7)) == 0) {
      return StoredPrecision::kBfloat16;
    }
    if (subnormal_half && (normal_half & below(10)) == 0) {
      return StoredPrecision::kHalf;
    }
    return (any & below(23)) == 0 ? StoredPrecision::kSingle : StoredPrecision::kDouble;
  }
};

void refuse_weight(Index row, Index col, double weight) {
  throw Error(ErrorCode::kDomain,
              {"weights: the entry in row ", row, ", column ", col, " is ", weight,
               "; every weight must be a finite number that is not negative."});
}

/// The variance of the logarithm of a stored weight: measure_rule.hpp.
double variance_of(double weight, double log, const Storage& storage) {
  const double step =
      std::max(power_below(weight) * std::ldexp(1.0, -storage.digits), storage.smallest);
  const double share = step / weight;
  const double computed = storage.computed * (2 + std::abs(log));
  return share * share / 12 + computed * computed;
}

/// `most` of the numbers, evenly spaced.
std::vector<Index> evenly(const std::vector<Index>& numbers, Index most) {
  const auto count = static_cast<Index>(numbers.size());
  if (count <= most) {
    return numbers;
  }
  std::vector<Index> taken;
  for (Index i = 0; i < most; ++i) {
    const Index place = most == 1 ? count - 1 : i * (count - 1) / (most - 1);
    taken.push_back(numbers[static_cast<std::size_t>(place)]);
  }
  return taken;
}

std::vector<Index> chosen_rows(const WeightSurvey& survey, Index most) {
  std::vector<Index> compared;
  std::vector<Index> single;
  for (std::size_t row = 0; row < survey.positive_in_row.size(); ++row) {
    const Index count = survey.positive_in_row[row];
    if (count > 0) {
      (count > 1 ? compared : single).push_back(static_cast<Index>(row));
    }
  }
  std::vector<Index> rows = evenly(compared, most);
  const std::vector<Index> more = evenly(single, most - std::ssize(rows));
  if (std::ssize(rows) < most) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Counts and sums of a sample whose entries are there.
void summarise(WeightSample& sample) {
  for (Index row = 0; row < sample.logs.rows(); ++row) {
    const auto trust = sample.trust.row(row).array();
    const Index used = (trust > 0).count();
    if (used < 2) {
      continue;
    }
    const auto logs = sample.logs.row(row).array();
    const double mean = (trust * logs).sum() / trust.sum();
    sample.spread += (trust * (logs - mean).square()).sum();
    sample.used += used;
    sample.informative += 1;
  }
}

}  // namespace

const Storage& storage_of(StoredPrecision precision) {
  // Single precision may give 0 from 2^−100 of the largest weight on, as exponentials here do.
  static constexpr Storage kDouble{.digits = 52,
                                   .smallest = 0x1p-1074,
                                   .computed = 0x1p-52,
                                   .least = 0x1p-1000,
                                   .vanishing = -690,
                                   .negligible = 1e-9,
                                   .noticeable = 1e-11};
  static constexpr Storage kSingle{.digits = 23,
                                   .smallest = 0x1p-149,
                                   .computed = 0x1p-23,
                                   .least = 0x1p-99,
                                   .vanishing = -64,
                                   .negligible = 1e-5,
                                   .noticeable = 1e-6};
  static constexpr Storage kHalf{.digits = 10,
                                 .smallest = 0x1p-24,
                                 .computed = 0x1p-23,
                                 .least = 0x1p-19,
                                 .vanishing = -15.8,
                                 .negligible = 1e-4,
                                 .noticeable = 2e-5};
  static constexpr Storage kBfloat16{.digits = 7,
                                     .smallest = 0x1p-133,
                                     .computed = 0x1p-23,
                                     .least = 0x1p-99,
                                     .vanishing = -64,
                                     .negligible = 1e-3,
                                     .noticeable = 1e-4};
  switch (precision) {
    case StoredPrecision::kSingle:
      return kSingle;
    case StoredPrecision::kHalf:
      return kHalf;
    case StoredPrecision::kBfloat16:
      return kBfloat16;
    default:
      return kDouble;
  }
}

WeightSurvey survey_weights(const MatrixIn<double>& weights) {
  const Index n = weights.rows();
  const Index m = weights.cols();
  WeightSurvey survey{.ahead = -n, .behind = -m};
  survey.positive_in_row.resize(static_cast<std::size_t>(n));
  survey.positive_in_column.resize(static_cast<std::size_t>(m));
  survey.row_sums.resize(static_cast<std::size_t>(n));
  UsedBits bits;
  for (Index row = 0; row < n; ++row) {
    Index positive = 0;
    Index first = m;
    Index last = -1;
    double sum = 0;
    for (Index col = 0; col < m; ++col) {
      const double weight = weights(row, col);
      if (!(weight >= 0 && weight <= std::numeric_limits<double>::max())) {
        refuse_weight(row, col, weight);
      }
      if (weight > 0) {
        bits.add(weight);
        sum += weight;
        ++positive;
        ++survey.positive_in_column[static_cast<std::size_t>(col)];
        first = std::min(first, col);
        last = col;
      }
    }
    survey.positive_in_row[static_cast<std::size_t>(row)] = positive;
    survey.row_sums[static_cast<std::size_t>(row)] = sum;
    survey.zeros += m - positive;
    if (positive > 0) {
      survey.ahead = std::max(survey.ahead, last - row);
      survey.behind = std::max(survey.behind, row - first);
    }
  }
  survey.smallest_format = bits.smallest_format();
  if (bits.telling >= kWeightsOfAFormat) {
    survey.precision = survey.smallest_format;
  }
  return survey;
}

WeightSample sample_weights(const MatrixIn<double>& weights, const WeightSurvey& survey,
                            Index most) {
  const Storage& storage = storage_of(survey.smallest_format);
  WeightSample sample{.rows = chosen_rows(survey, most)};
  const Index rows = std::ssize(sample.rows);
  const Index m = weights.cols();
  resize(sample.logs, rows, m);
  resize(sample.trust, rows, m);
  for (Index row = 0; row < rows; ++row) {
    const Index query = sample.rows[static_cast<std::size_t>(row)];
    double variance_of_sum = 0;
    for (Index col = 0; col < m; ++col) {
      const double weight = weights(query, col);
      const bool takes_part = weight >= storage.least;
      const double log = takes_part ? std::log(weight) : 0;
      const double variance = takes_part ? variance_of(weight, log, storage) : 0;
      sample.logs(row, col) = log;
      sample.trust(row, col) = takes_part ? 1 / variance : 0;
      variance_of_sum += weight * weight * variance;
    }
    // Of weights that are too small for the fit, and of those that became 0, a step each.
    const double small = static_cast<double>(m) * storage.smallest;
    const double terms = storage.computed * std::sqrt(static_cast<double>(m));
    sample.sum_errors.push_back(std::sqrt(variance_of_sum) + small + terms);
  }
  summarise(sample);
  return sample;
}

WeightSample thinned(const WeightSample& sample, Index most) {
  std::vector<Index> places;
  for (Index row = 0; row < sample.logs.rows(); ++row) {
    if ((sample.trust.row(row).array() > 0).count() > 1) {
      places.push_back(row);
    }
  }
  places = evenly(places, most);
  WeightSample few;
  resize(few.logs, std::ssize(places), sample.logs.cols());
  resize(few.trust, std::ssize(places), sample.logs.cols());
  for (Index row = 0; row < few.logs.rows(); ++row) {
    const Index place = places[static_cast<std::size_t>(row)];
    few.rows.push_back(sample.rows[static_cast<std::size_t>(place)]);
    few.sum_errors.push_back(sample.sum_errors[static_cast<std::size_t>(place)]);
    few.logs.row(row) = sample.logs.row(place);
    few.trust.row(row) = sample.trust.row(place);
  }
  summarise(few);
  return few;
}

WeightSample nearby(const WeightSample& sample, Index reach, Index offset) {
  WeightSample near{.rows = sample.rows, .sum_errors = sample.sum_errors};
  resize(near.logs, sample.logs.rows(), sample.logs.cols());
  resize(near.trust, sample.trust.rows(), sample.trust.cols());
  near.logs = sample.logs;
  near.trust = sample.trust;
  for (Index row = 0; row < near.trust.rows(); ++row) {
    const Index position = near.rows[static_cast<std::size_t>(row)] + offset;
    for (Index col = 0; col < near.trust.cols(); ++col) {
      if (std::abs(col - position) > reach) {
        near.trust(row, col) = 0;
      }
    }
  }
  summarise(near);
  return near;
}

}  // namespace attention_scale::rule
