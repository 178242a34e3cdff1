/// \file Inputs that the tests of attention share.
#pragma once

#include <gtest/gtest.h>

#include "attention_scale/attention/attention.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {

template <std::floating_point S>
struct Inputs {
  Matrix<S> queries;
  Matrix<S> keys;
  Matrix<S> values;
};

/// 4 queries, 7 keys, d_k 5, d_v 3: no two sizes the same.
template <std::floating_point S>
Inputs<S> inputs() {
  return {sample<S>(4, 5, 1), sample<S>(7, 5, 2), sample<S>(7, 3, 3)};
}

template <std::floating_point S>
Attention<S> attend(const Inputs<S>& in, const AttentionOptions& options = {}) {
  return attention<S>(in.queries, in.keys, in.values, options);
}

inline BooleanMatrix mask_with_an_empty_row() {
  BooleanMatrix takes_part(4, 7);
  takes_part << 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0;
  return takes_part;
}

template <std::floating_point S>
testing::AssertionResult same(const Attention<S>& a, const Attention<S>& b) {
  if (const auto scores = close(a.scores, b.scores, kExactly); !scores) {
    return scores;
  }
  if (const auto logits = close(a.logits, b.logits, kExactly); !logits) {
    return logits;
  }
  if (const auto weights = close(a.weights, b.weights, kExactly); !weights) {
    return weights;
  }
  return close(a.output, b.output, kExactly);
}

/// The output of attention() where no other result is wanted.
template <std::floating_point S>
Matrix<S> output_alone(const Inputs<S>& in, const AttentionOptions& options = {}) {
  Matrix<S> output = Matrix<S>::Constant(in.queries.rows(), in.values.cols(), 99);
  attention<S>(in.queries, in.keys, in.values, options, {.output = output});
  return output;
}

}  // namespace attention_scale::tests
