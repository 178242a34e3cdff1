/// \file Marshalling of the calls about saturation and lost digits, as calls.hpp says.
#pragma once

#include "calls.hpp"

namespace attention_scale::bindings {

/// Two doubles: frobenius, spectral.
void jacobian_norms(Address logits, int n, Address norms);
void softmax_central_difference(Address logits, int n, Address direction, int direction_size,
                                double step, Address difference);
/// Each result has one double a scale.
void saturation(Address logits, int n, Address scales, int scale_count, Address spread,
                Address entropy, Address peak, Address frobenius, Address spectral);
/// `scale` NaN stands for 1/√d_k. Each result has one double a query.
/// norms [scale_count].
void passed_norms(Address logits, int n, Address upstream, int upstream_size, Address scales,
                  int scale_count, Address norms);
void query_gradients(Address queries, Address keys, int n, int m, int d_k, int keys_cols,
                     double scale, Address peak, Address entropy, Address jacobian,
                     Address gradient);
/// `precision` and `place` are numbered as in reduced_precision.hpp. `summary` takes three doubles:
/// overflowed, largest_difference, largest_relative.
void reduced_scores(Address queries, Address keys, int n, int m, int d_k, int keys_cols,
                    int precision, bool accumulate_in_float, int place, double size, Address logits,
                    Address exact, Address difference, Address summary);
/// `kind` is numbered as in output_loss.hpp; `loss` takes one double.
void output_loss(int kind, Address output, int n, int d_v, Address values, int m, int values_cols,
                 int target, Address loss, Address d_output);

}  // namespace attention_scale::bindings
