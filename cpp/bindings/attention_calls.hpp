/// \file The calls about attention that the first screen does not need: its gradient, softmax and
/// its Jacobian, moments and random numbers.
#pragma once

#include "attention_scale/attention/attention_gradient.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/softmax/softmax_jacobian.hpp"
#include "attention_scale/statistics/moments.hpp"
#include "descriptor.hpp"
#include "first_calls.hpp"
#include "seed_fields.hpp"

namespace attention_scale::bindings {

template <typename S>
void attention_gradient(Input<"queries", S> queries, Input<"keys", S> keys,
                        Input<"values", S> values, Input<"dOutput", S> d_output, Scale scale,
                        Causal causal, MaskMatrix mask, Output<"dQueries", S> d_queries,
                        Output<"dKeys", S> d_keys, Output<"dValues", S> d_values,
                        Output<"dScores", S> d_scores) {
  attention_scale::attention_gradient<S>(
      queries.matrix(), keys.matrix(), values.matrix(), d_output.matrix(),
      attention_options(scale, causal, mask),
      {d_queries.matrix(), d_keys.matrix(), d_values.matrix(), d_scores.matrix()});
}

template <typename S>
void softmax(Input<"logits", S> logits, Output<"weights", S> weights) {
  attention_scale::softmax<S>(logits.matrix(), weights.matrix());
}

/// jacobian [n×n].
template <typename S>
void softmax_jacobian(Input<"logits", S> logits, Output<"jacobian", S> jacobian) {
  jacobian.put(attention_scale::softmax_jacobian<S>(logits.vector()));
}

/// product [n].
template <typename S>
void softmax_jacobian_product(Input<"logits", S> logits, Input<"upstream", S> upstream,
                              Output<"product", S> product) {
  const Matrix<S> weights = attention_scale::softmax<S>(logits.matrix());
  attention_scale::softmax_jacobian_product<S>(weights.row(0).transpose(), upstream.vector(),
                                               product.vector());
}

/// draws [rows×cols]. `seeds` are 32-bit words; with `oneNumber` the stream is RandomState(seed),
/// otherwise RandomState([seed, …]).
inline void random_normal(Seeds seeds, OneNumber one_number, Number<"mean"> mean, Number<"std"> std,
                          Output<"draws"> draws) {
  RandomState state = random_state(seeds, one_number);
  state.normal(draws.span(), mean, std);
}

}  // namespace attention_scale::bindings
