#include "attention_scale/language/block.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "kernels/exponential.hpp"
#include "kernels/int8_rows.hpp"
#include "kernels/row_products.hpp"

#include <cmath>

namespace attention_scale {

void rms_norm(const MatrixIn<float>& x, const VectorIn<float>& gain, double epsilon,
              MatrixOut<float> y) {
  for (Index row = 0; row < x.rows(); ++row) {
    const float* const entries = x.row(row).data();
    const auto squares = static_cast<double>(simd::dot(entries, entries, x.cols()));
    const double factor = 1 / std::sqrt(squares / static_cast<double>(x.cols()) + epsilon);
    y.row(row) = static_cast<float>(factor) * x.row(row).cwiseProduct(gain.transpose());
  }
}

RotaryTable::RotaryTable(Index positions, Index d_k, double theta)
    : cosines(positions, d_k / 2), sines(positions, d_k / 2) {
  for (Index i = 0; i < d_k / 2; ++i) {
    const double step = std::pow(theta, -2 * static_cast<double>(i) / static_cast<double>(d_k));
    for (Index p = 0; p < positions; ++p) {
      cosines(p, i) = static_cast<float>(std::cos(static_cast<double>(p) * step));
      sines(p, i) = static_cast<float>(std::sin(static_cast<double>(p) * step));
    }
  }
}

void rotate(const RotaryTable& table, Index first, const MatrixOut<float>& x) {
  const Index half = table.cosines.cols();
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index head = 0; head < x.cols(); head += 2 * half) {
      float* const a = x.row_data(row) + head;
      float* const b = a + half;
      for (Index i = 0; i < half; ++i) {
        const float cosine = table.cosines(first + row, i);
        const float sine = table.sines(first + row, i);
        const float before = a[i];
        a[i] = before * cosine - b[i] * sine;
        b[i] = b[i] * cosine + before * sine;
      }
    }
  }
}

void grouped_attention(const MatrixIn<float>& queries, const MatrixIn<float>& keys,
                       const MatrixIn<float>& values, const VectorIn<double>& scales,
                       std::span<Matrix<float>> weights, MatrixOut<float> output) {
  const Index heads = scales.size();
  const Index d_k = queries.cols() / heads;
  const Index group = queries.cols() / keys.cols();  // query heads with the same keys
  const Index before = keys.rows() - queries.rows();
  const auto rows_of = [&](Index head) {
    return weights[static_cast<std::size_t>(head)].block(before, 0, queries.rows(), keys.rows());
  };
  for (Index first = 0; first < heads; first += group) {
    const Index from = first / group * d_k;
    const auto own_keys = keys.middleCols(from, d_k);
    const auto own_values = values.middleCols(from, d_k);
    const double scale = scales[first];
    if (queries.rows() == 1 && (scales.segment(first, group).array() == scale).all()) {
      // A single query would leave most lanes of a panel empty: the group's heads are its rows.
      Matrix<float> rows(group, keys.rows());
      attention<float>(
          Eigen::Map<const Matrix<float>>(queries.data() + first * d_k, group, d_k), own_keys,
          own_values, {.scale = scale},
          {.weights = rows, .output = MatrixOut<float>(output.data() + first * d_k, group, d_k)});
      for (Index i = 0; i < group; ++i) {
        rows_of(first + i) = rows.row(i);
      }
      continue;
    }
    for (Index head = first; head < first + group; ++head) {
      attention<float>(queries.middleCols(head * d_k, d_k), own_keys, own_values,
                       {.scale = scales[head], .mask = {.causal_offset = before}},
                       {.weights = rows_of(head), .output = output.middleCols(head * d_k, d_k)});
    }
  }
}

void swiglu(const Matrix<float>& gate, Matrix<float>& up) {
  using P = simd::Packet<float>;
  const simd::Exponential<float> exponential;
  const P zero = P::of(0);
  const P one = P::of(1);
  static_assert(simd::kInputsAtATime % P::kSize == 0);
  for (Index k = 0; k < up.size(); k += P::kSize) {
    const P x = P::load(gate.data() + k);
    // 1/(1 + exp(−x)) or exp(x)/(1 + exp(x)): no exponential of a positive number.
    const P e = exponential(zero - larger(x, zero - x));
    (x * where_less(x, zero, e, one) / (one + e) * P::load(up.data() + k)).store(up.data() + k);
  }
}

void output_logits(const LanguageWeights& weights, const MatrixIn<float>& x,
                   const MatrixOut<float>& logits) {
  Matrix<float> normed(x.rows(), x.cols());
  rms_norm(x, weights.final_norm, weights.sizes.epsilon, normed);
  simd::multiply_int8(normed, {{weights.embedding, logits}});
  check::no_overflow<float>("the logits", logits);
}

}  // namespace attention_scale
