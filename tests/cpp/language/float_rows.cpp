/// \file The products of the trained model with activations in floats, in place of int8_rows.cpp:
/// the reference that is compared with onnxruntime.
#include "attention_scale/core/check.hpp"
#include "kernels/int8_rows.hpp"

namespace attention_scale::simd {

void multiply_int8(const MatrixIn<float>& x, std::initializer_list<Int8Product> products) {
  check::finite<float>("x", x);
  for (auto [w, y] : products) {
    using Entries = Eigen::Matrix<std::int8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Matrix<float> entries = Eigen::Map<const Entries>(w.data, w.rows, w.cols).cast<float>();
    y.noalias() = w.scale * x * entries.transpose();
  }
}

}  // namespace attention_scale::simd
