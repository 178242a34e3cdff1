#include "attention_scale/layers/linear.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"

#include <string>

namespace attention_scale {

template <std::floating_point S>
void linear(std::string_view name, const MatrixIn<S>& x, const Parameter<S>& weight,
            const Parameter<S>& bias, Matrix<S>& output) {
  check::not_empty(name, x.rows(), x.cols());
  check::not_empty(weight.name(), weight.rows(), weight.cols());
  check::both_fit(x.cols() == weight.rows(), name, x, weight.name(), weight,
                  "as many rows of the second as columns of the first");
  if (bias.given()) {
    check::has_shape(bias.name(), bias, 1, weight.cols(), "for this matrix it must be");
  }
  output.resize(x.rows(), weight.cols());
  if (bias.given()) {
    output.rowwise() = bias.matrix().row(0);
  }
  const auto how = bias.given() ? simd::Result::kAddedTo : simd::Result::kReplaced;
  if (weight.packed()) {
    simd::gemm_packed<S>(x, weight.data(), output, how);
  } else {
    simd::gemm<S>(x, weight.matrix(), output, how);
  }
  // An entry that is not finite makes a column or a row of the product not finite, also times 0: to
  // look at the product alone saves a pass over the parameters.
  if (!check::all_finite(output)) {
    check::finite<S>(name, x);
    check::finite<S>(weight.name(), weight.matrix());
    check::finite<S>(bias.name(), bias.matrix());
    check::no_overflow<S>(std::string(name).append("·").append(weight.name()), output);
  }
}

template <std::floating_point S>
void linear_gradient(const MatrixIn<S>& x, const Parameter<S>& weight, const MatrixIn<S>& d_output,
                     MatrixOut<S> d_weight, MatrixOut<S> d_bias, MatrixOut<S> d_x) {
  simd::add_product<S>(x.transpose(), d_output, d_weight);
  simd::add_product<S>(d_output, weight.matrix().transpose(), d_x);
  for (Index row = 0; d_bias.wanted() && row < d_output.rows(); ++row) {
    d_bias.row(0) += d_output.row(row);
  }
}

ATTENTION_SCALE_INSTANTIATE(linear);
ATTENTION_SCALE_INSTANTIATE(linear_gradient);

}  // namespace attention_scale
