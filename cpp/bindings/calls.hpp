/// \file Marshalling: every exported call, in the types that cross the border cheaply.
///
/// A matrix crosses as the address of its row-major entries in the workspace, and its shape as
/// numbers. The caller (web/src/engine) has placed the inputs there and takes the results out of it
/// before the next call. Address 0 stands for "not given" or "not wanted". Shapes and entries are
/// checked by the core, types by the caller.
#pragma once

#include <cstdint>
#include <string>

namespace attention_scale::bindings {

using Address = std::uintptr_t;

/// Makes room for `bytes` bytes; what the workspace held is lost, and it may have moved.
void reserve_workspace(double bytes);
/// Where it is, until the next call that makes room.
Address workspace_address();

/// How a mask crosses: none, causal, or the address of an n×m matrix of bytes.
enum MaskKind : int { kMaskNone = 0, kMaskCausal = 1, kMaskMatrix = 2 };

/// `scale` NaN stands for the default.
template <typename S>
void attention(Address queries, Address keys, Address values, int n, int m, int d_k, int keys_cols,
               int values_rows, int d_v, double scale, int mask_kind, Address mask, int mask_rows,
               int mask_cols, Address scores, Address logits, Address weights, Address output);

template <typename S>
void attention_gradient(Address queries, Address keys, Address values, int n, int m, int d_k,
                        int keys_cols, int values_rows, int d_v, Address d_output,
                        int d_output_rows, int d_output_cols, double scale, int mask_kind,
                        Address mask, int mask_rows, int mask_cols, Address queries_out,
                        Address keys_out, Address values_out, Address scores_out);

template <typename S>
void softmax(Address logits, int rows, int cols, Address weights);
template <typename S>
void softmax_jacobian(Address logits, int n, Address jacobian);
template <typename S>
void softmax_jacobian_product(Address logits, int n, Address upstream, int upstream_size,
                              Address product);

/// entropy, peak and peak_index [rows] as doubles.
void row_statistics(Address weights, int rows, int cols, Address entropy, Address peak,
                    Address peak_index);
/// distance [rows] and the number of the row that changed most, as doubles.
void row_change(Address before, Address after, int rows, int cols, Address distance,
                Address largest);
/// Eight doubles in the order of WeightArithmetic.
void weight_arithmetic(Address scores, int m, double scale, int index, Address steps);
void score_divisor(int dim, double exponent, Address divisor);

/// Six doubles: count, mean, variance, std, min, max.
void moments(Address data, int count, int ddof, Address result);
/// `seeds` are 32-bit words; `one_number` tells RandomState(seed) from RandomState([seed]).
void random_normal(Address seeds, int seed_count, bool one_number, double mean, double std,
                   int count, Address draws);
/// `words` is UTF-8, each word closed by a zero byte.
void word_vectors(Address words, int byte_count, double seed, int dim, Address vectors);
/// `projection` 0, 1, 2: queries, keys, values. Keeps the draws of the last seed.
void project(Address x, int n, int dim, double seed, int projection, int columns,
             Address projected);

/// Which packet instructions Eigen uses, in its own words.
std::string simd_instructions();

}  // namespace attention_scale::bindings
