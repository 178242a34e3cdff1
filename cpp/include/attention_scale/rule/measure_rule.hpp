/// \file The rule by which attention weights were made, measured from queries, keys and weights.
///
/// Where weights are a softmax of factor·q·k, perhaps with a bias b, the logarithms of a row are
///   ln w_ij = factor·q_i·k_j + b_ij − c_i,
/// c_i the logarithm of the row's denominator. c_i is not known, and falls out when everything is
/// taken relative to its weighted mean over the row. What is left is a weighted least-squares
/// problem for the factor:
///   factor = Σ v·s·y / Σ v·s²,   y = ln w − mean(ln w),  s = q·k − mean(q·k).
///
/// **The weight v of an observation** is 1/variance of ln w. A stored weight w is rounded to
/// multiples of a step u(w): 2^(e−10) in half precision for 2^e ≤ w < 2^(e+1), and 2^−24 below
/// 2^−14. The rounding error is uniform in ±u/2, so that its variance is u²/12, and that of ln w is
/// (u/w)²/12 to first order. To this comes the rounding of the softmax itself, (ε·(2 + |ln w|))²
/// with ε of the precision it ran in, at least single. A weight that is rounded to fewer than 32
/// steps is left out: there the first order no longer holds. The precision is that of the smallest
/// format in which every weight is exact.
///
/// **The error of the factor** is √(1/Σ v·s²)·max(1, χ), χ² = Σ v·r²/freedom for residuals r and
/// their degrees of freedom. χ is 1 where the rounding of weights is all that disturbs, and larger
/// where queries, keys or scores were rounded, too.
///
/// **A name is given** where the rule fits, and the factor is within four errors of one of a short
/// list of factors; and within a share of it that allows for rounded factors: kShareOfName in
/// factor_names.cpp. The residuals must be small beyond chance: the probability that freedom
/// independent numbers leave a share R of their norm is about R^freedom.
#pragma once

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/matrix.hpp"

#include <optional>
#include <string>
#include <vector>

namespace attention_scale {

/// The smallest format that holds every weight.
enum class StoredPrecision { kUnknown, kDouble, kSingle, kHalf, kBfloat16 };

/// kHalfSplit: coordinates t and t + width/2 are a pair, kInterleaved: 2t and 2t + 1.
enum class RotaryLayout { kHalfSplit, kInterleaved };

/// Rotary positions, Su et al., "RoFormer" (2021): pair t of the first `width` coordinates is
/// turned by the angle position·base^(−2t/width).
struct Rotary {
  RotaryLayout layout = RotaryLayout::kHalfSplit;
  double base = 0;  ///< NaN where several bases fit
  Index width = 0;

  bool operator==(const Rotary&) const = default;
};

/// kLinear: slope·(j − i), "ALiBi", Press et al. (2022), or −slope·|i − j| without a causal mask;
/// kRelative: any other function of i − j.
enum class BiasKind { kNone, kLinear, kRelative };

/// What the weights do not tell, or tell beside the rule.
enum class RuleNote {
  kSaturated,       ///< no row has two weights that can be compared
  kUniform,         ///< the weights of each row are equal: there is no factor to be seen
  kTooFewWeights,   ///< fewer weights than it takes to tell a rule from chance
  kOneRow,          ///< one query alone: neither a cap nor a norm nor positions can be told
  kNoRule,          ///< no rule of the list fits; weights that are means over heads are such
  kNoName,          ///< the factor is measured, and is none of the list
  kMaskUnknown,     ///< zeros whose reason cannot be told, as no rule fits or there is one query
  kIrregularMask,   ///< masked keys that are neither causal nor a window nor padding
  kRowsBelowOne,    ///< rows that add up to less than 1, not by one logit for all
  kRowsAboveOne,    ///< rows that add up to more than 1, not by dropout
  kRotaryBase,      ///< several bases fit
  kMaskedRows,      ///< queries without any weight
  kFewerPositions,  ///< not every query was used: maxPositions
};

struct RuleOptions {
  /// At most so many queries take part in fits. 1 or more.
  Index max_positions = 64;
  /// The number of heads, and the width of the model, for names that depend on them. Without a
  /// width it is heads·d.
  std::optional<double> heads{};
  std::optional<double> model_width{};
};

/// A factor that has a name.
struct FactorName {
  std::string name;
  double factor = 0;
  double off = 0;     ///< measured/factor − 1
  bool fits = false;  ///< whether the measured factor is that within its error
};

/// A trait that was not found has no value.
struct MeasuredRule {
  /// Multiplies q·k, or the cosine under a query-key norm; of the row with the most keys, where it
  /// grows with their number.
  std::optional<double> factor{};
  std::optional<double> factor_error{};
  /// Empty where no name fits.
  std::string name{};
  /// The named factors nearest to the measured one, at most six, the nearest first.
  std::vector<FactorName> candidates{};
  std::optional<double> cap{};             ///< c of c·tanh(factor·q·k/c)
  std::optional<double> query_key_norm{};  ///< g of g·cos(q, k)
  /// a of a·ln m/√d·q·k, m the keys of the row; a·ln m·g·cos(q, k) under a query-key norm
  std::optional<double> length_factor{};
  CausalMask causal = CausalMask::kNone;
  std::optional<double> window{};   ///< w: keys at a distance of less than w take part
  std::optional<double> padding{};  ///< the number of keys that are masked for every query
  std::optional<Rotary> rotary{};   ///< positions that had not been applied to queries and keys
  BiasKind bias = BiasKind::kNone;
  std::optional<double> slope{};    ///< of a linear bias
  std::optional<double> sink{};     ///< the logit of one more outcome that has no key
  std::optional<double> dropout{};  ///< the share of weights that are dropped, the others · 1/(1−p)
  StoredPrecision precision = StoredPrecision::kUnknown;
  /// Root mean square of what the rule leaves of ln w, over the weights of the fit.
  std::optional<double> residual{};
  std::vector<RuleNote> notes{};
};

/// The rule by which `weights` [n×m] follow from `queries` [n×d] and `keys` [m×d].
/// \throws Error(kShape) where shapes do not fit or are empty; Error(kDomain) on entries that are
/// not finite, negative weights, products that overflow, and options outside their range.
MeasuredRule measure_rule(const MatrixIn<double>& queries, const MatrixIn<double>& keys,
                          const MatrixIn<double>& weights, const RuleOptions& options = {});

}  // namespace attention_scale
