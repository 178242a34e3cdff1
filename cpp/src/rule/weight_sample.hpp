/// \file What the weights tell before anything is fitted: how they were stored, where they are
/// positive, and the logarithms of a sample of their rows with what each is worth.
#pragma once

#include "attention_scale/rule/measure_rule.hpp"

#include <vector>

namespace attention_scale::rule {

/// The rounding of one format.
struct Storage {
  int digits;         ///< of the mantissa behind the leading one
  double smallest;    ///< the smallest positive number, the step below the normal numbers
  double computed;    ///< ε of the softmax
  double least;       ///< the least weight that takes part in a fit
  double vanishing;   ///< a weight whose logarithm is below this may have become 0
  double negligible;  ///< the share of the spread of ln w that is left to rounded inputs
  double noticeable;  ///< the share of it that a trait has to explain
};

const Storage& storage_of(StoredPrecision precision);

/// Of all weights [n×m].
struct WeightSurvey {
  StoredPrecision precision = StoredPrecision::kUnknown;  ///< kUnknown: too few to tell
  StoredPrecision smallest_format = StoredPrecision::kDouble;
  std::vector<Index> positive_in_row{};
  std::vector<Index> positive_in_column{};
  std::vector<double> row_sums{};
  Index ahead = 0;   ///< the largest j − i of a positive weight
  Index behind = 0;  ///< the largest i − j of a positive weight
  Index zeros = 0;
};

/// \throws Error(kDomain) on a weight that is negative, infinite or NaN.
WeightSurvey survey_weights(const MatrixIn<double>& weights);

/// The logarithms of some rows.
struct WeightSample {
  std::vector<Index> rows{};         ///< their numbers, rising
  Matrix<double> logs{};             ///< ln w [rows×m], 0 where it takes no part
  Matrix<double> trust{};            ///< 1/variance of ln w [rows×m], 0 where it takes no part
  Index used = 0;                    ///< weights that take part, in rows that have two or more
  Index informative = 0;             ///< rows that have two or more
  std::vector<double> sum_errors{};  ///< the deviation of the sum of each row by rounding
  double spread = 0;                 ///< Σ trust·(ln w − mean)², means over rows
};

/// Rows with two positive weights or more, evenly spaced, and then others with one.
WeightSample sample_weights(const MatrixIn<double>& weights, const WeightSurvey& survey,
                            Index most);

/// At most `most` rows of a sample, evenly spaced.
WeightSample thinned(const WeightSample& sample, Index most);

/// The sample without weights of keys that are more than `reach` places away from their query,
/// whose position is i + offset.
WeightSample nearby(const WeightSample& sample, Index reach, Index offset);

}  // namespace attention_scale::rule
