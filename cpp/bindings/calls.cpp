#include "calls.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/attention_gradient.hpp"
#include "attention_scale/attention/weight_arithmetic.hpp"
#include "attention_scale/random/projections.hpp"
#include "attention_scale/random/random_state.hpp"
#include "attention_scale/random/word_vectors.hpp"
#include "attention_scale/softmax/row_statistics.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/softmax/softmax_jacobian.hpp"
#include "attention_scale/statistics/moments.hpp"
#include "memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace attention_scale::bindings {
namespace {

// An Eigen vector and not a std::vector: aligned for packets, and not filled with zeros first.
Eigen::Matrix<std::uint8_t, Eigen::Dynamic, 1>& storage() {
  static Eigen::Matrix<std::uint8_t, Eigen::Dynamic, 1> bytes;
  return bytes;
}

AttentionOptions options(double scale, int mask_kind, Address mask, int mask_rows, int mask_cols) {
  AttentionOptions result;
  if (!std::isnan(scale)) {
    result.scale = scale;
  }
  if (mask_kind == kMaskCausal) {
    result.mask.causal_offset = 0;
  } else if (mask_kind == kMaskMatrix) {
    using Bytes = Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    result.mask.matrix =
        Eigen::Map<const Bytes>(at<const std::uint8_t>(mask), mask_rows, mask_cols).cast<bool>();
  }
  return result;
}

}  // namespace

void reserve_workspace(double bytes) {
  // Also what an Index cannot count: the cast would wrap.
  if (!(bytes <= static_cast<double>(std::numeric_limits<Index>::max()))) {
    throw std::bad_alloc();
  }
  const auto wanted = static_cast<Index>(bytes);
  if (storage().size() < wanted) {
    storage().resize(0);  // give the old one back first: its contents are not needed
    storage().resize(wanted);
  }
}

Address workspace_address() { return reinterpret_cast<Address>(storage().data()); }

template <typename S>
void attention(Address queries, Address keys, Address values, int n, int m, int d_k, int keys_cols,
               int values_rows, int d_v, double scale, int mask_kind, Address mask, int mask_rows,
               int mask_cols, Address scores, Address logits, Address weights, Address output) {
  attention_scale::attention<S>(matrix<S>(queries, n, d_k), matrix<S>(keys, m, keys_cols),
                                matrix<S>(values, values_rows, d_v),
                                options(scale, mask_kind, mask, mask_rows, mask_cols),
                                {.scores = matrix<S>(scores, n, m),
                                 .logits = matrix<S>(logits, n, m),
                                 .weights = matrix<S>(weights, n, m),
                                 .output = matrix<S>(output, n, d_v)});
}

template <typename S>
void attention_gradient(Address queries, Address keys, Address values, int n, int m, int d_k,
                        int keys_cols, int values_rows, int d_v, Address d_output,
                        int d_output_rows, int d_output_cols, double scale, int mask_kind,
                        Address mask, int mask_rows, int mask_cols, Address queries_out,
                        Address keys_out, Address values_out, Address scores_out) {
  attention_scale::attention_gradient<S>(matrix<S>(queries, n, d_k), matrix<S>(keys, m, keys_cols),
                                         matrix<S>(values, values_rows, d_v),
                                         matrix<S>(d_output, d_output_rows, d_output_cols),
                                         options(scale, mask_kind, mask, mask_rows, mask_cols),
                                         {.queries = matrix<S>(queries_out, n, d_k),
                                          .keys = matrix<S>(keys_out, m, keys_cols),
                                          .values = matrix<S>(values_out, values_rows, d_v),
                                          .scores = matrix<S>(scores_out, n, m)});
}

template <typename S>
void softmax(Address logits, int rows, int cols, Address weights) {
  attention_scale::softmax<S>(matrix<S>(logits, rows, cols), matrix<S>(weights, rows, cols));
}

template <typename S>
void softmax_jacobian(Address logits, int n, Address jacobian) {
  put_matrix<S>(jacobian, attention_scale::softmax_jacobian<S>(vector<S>(logits, n)));
}

template <typename S>
void softmax_jacobian_product(Address logits, int n, Address upstream, int upstream_size,
                              Address product) {
  const Matrix<S> weights = attention_scale::softmax<S>(matrix<S>(logits, 1, n));
  attention_scale::softmax_jacobian_product<S>(
      weights.row(0).transpose(), vector<S>(upstream, upstream_size), vector<S>(product, n));
}

void row_statistics(Address weights, int rows, int cols, Address entropy, Address peak,
                    Address peak_index) {
  const RowStatistics result = attention_scale::row_statistics(matrix<double>(weights, rows, cols));
  std::copy(result.entropy.begin(), result.entropy.end(), at<double>(entropy));
  std::copy(result.peak.begin(), result.peak.end(), at<double>(peak));
  std::copy(result.peak_index.begin(), result.peak_index.end(), at<double>(peak_index));
}

void row_change(Address before, Address after, int rows, int cols, Address distance,
                Address largest) {
  const RowChange result = attention_scale::row_change(matrix<double>(before, rows, cols),
                                                       matrix<double>(after, rows, cols));
  std::copy(result.distance.begin(), result.distance.end(), at<double>(distance));
  *at<double>(largest) = static_cast<double>(result.largest);
}

void weight_arithmetic(Address scores, int m, double scale, int index, Address steps) {
  const WeightArithmetic result =
      attention_scale::weight_arithmetic(vector<double>(scores, m), scale, index);
  vector<double>(steps, 8) << result.score, result.logit, result.largest, result.exponential,
      result.sum, result.weight, result.slope, result.derivative;
}

void score_divisor(int dim, double exponent, Address divisor) {
  *at<double>(divisor) = attention_scale::score_divisor(dim, exponent);
}

void moments(Address data, int count, int ddof, Address result) {
  const Moments m =
      attention_scale::moments({at<const double>(data), static_cast<std::size_t>(count)}, ddof);
  vector<double>(result, 6) << static_cast<double>(m.count), m.mean, m.variance, m.std, m.min,
      m.max;
}

void random_normal(Address seeds, int seed_count, bool one_number, double mean, double std,
                   int count, Address draws) {
  const std::span<const std::uint32_t> words{at<const std::uint32_t>(seeds),
                                             static_cast<std::size_t>(seed_count)};
  RandomState state = one_number ? RandomState(words[0]) : RandomState(words);
  state.normal({at<double>(draws), static_cast<std::size_t>(count)}, mean, std);
}

void word_vectors(Address words, int byte_count, double seed, int dim, Address vectors) {
  const std::string_view bytes(at<const char>(words), static_cast<std::size_t>(byte_count));
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = bytes.find('\0', begin);
    list.emplace_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  const Matrix<double> result =
      attention_scale::word_vectors(list, static_cast<std::uint32_t>(seed), dim);
  put_matrix<double>(vectors, result);
}

void project(Address x, int n, int dim, double seed, int projection, int columns,
             Address projected) {
  static std::optional<Projections> kept;
  const auto wanted = static_cast<std::uint32_t>(seed);
  if (!kept || kept->seed() != wanted) {
    kept.emplace(wanted);
  }
  put_matrix<double>(projected, kept->project(matrix<double>(x, n, dim),
                                              static_cast<Projection>(projection), columns));
}

std::string simd_instructions() { return Eigen::SimdInstructionSetsInUse(); }

// bindings.cpp names both precisions of each.
#define ATTENTION_SCALE_INSTANTIATE(S)                                                             \
  template void attention<S>(Address, Address, Address, int, int, int, int, int, int, double, int, \
                             Address, int, int, Address, Address, Address, Address);               \
  template void attention_gradient<S>(Address, Address, Address, int, int, int, int, int, int,     \
                                      Address, int, int, double, int, Address, int, int, Address,  \
                                      Address, Address, Address);                                  \
  template void softmax<S>(Address, int, int, Address);                                            \
  template void softmax_jacobian<S>(Address, int, Address);                                        \
  template void softmax_jacobian_product<S>(Address, int, Address, int, Address);
ATTENTION_SCALE_INSTANTIATE(double)
ATTENTION_SCALE_INSTANTIATE(float)
#undef ATTENTION_SCALE_INSTANTIATE

}  // namespace attention_scale::bindings
