/// \file The rules that are tried, and the one that leaves the least of the logarithms.
#pragma once

#include "rule/row_fit.hpp"
#include "rule/weight_sample.hpp"

#include <optional>

namespace attention_scale::rule {

/// How a logit follows from a query and a key, but for its numbers.
struct RuleForm {
  bool cosine = false;     ///< g·cos(q, k) in place of factor·q·k
  bool by_length = false;  ///< times ln m / ln(the longest m)
  bool capped = false;
  BiasKind bias = BiasKind::kNone;
  bool by_distance = false;        ///< a linear bias in |i − j| and not in j − i
  std::optional<Rotary> rotary{};  ///< turns queries and keys before
  Index query_offset = 0;          ///< the position of query i is i + query_offset, there
};

struct FittedRule {
  RuleForm form{};
  double factor = 0;
  double factor_error = 0;
  double cap = 0;      ///< where form.capped
  double slope = 0;    ///< of a linear bias in j − i, or in −|i − j|
  double squares = 0;  ///< Σ trust·residual²
  double chi = 0;      ///< RowFit::chi
  double left = 0;     ///< RowFit::left
  Index freedom = 0;
  Matrix<double> logits{};  ///< of the sample [rows×m], without the constants of rows
};

/// What a search is made in.
struct SearchInput {
  const MatrixIn<double>& queries;  ///< [n×d]
  const MatrixIn<double>& keys;     ///< [m×d]
  const WeightSample& sample;
  const Vector<double>& lengths;  ///< ln m of each row of the sample
  double longest = 0;             ///< ln m of the row with the most keys
  const Storage& storage;
  bool causal = false;  ///< no weight above the diagonal: |i − j| is i − j
  bool alone = false;   ///< one row: only the plain rule is tried
};

struct SearchResult {
  FittedRule best{};
  int tried = 0;
  bool several_bases = false;  ///< of rotary positions
  bool fits = false;           ///< whether the best rule describes the weights
  bool enough = false;         ///< whether there are enough weights to tell that from chance
};

/// The plain rule where it fits, else the simplest that leaves the least.
/// \throws Error(kDomain) where q·k overflows.
SearchResult search_rule(const SearchInput& input);

}  // namespace attention_scale::rule
