#include "attention_scale/attention_gradient.hpp"

#include "attention_scale/check.hpp"
#include "attention_scale/softmax_jacobian.hpp"

namespace attention_scale {

template <std::floating_point S>
AttentionGradient<S> attention_gradient(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                                        const MatrixIn<S>& values, const MatrixIn<S>& d_output,
                                        const AttentionOptions& options) {
  Matrix<S> weights(queries.rows(), keys.rows());
  attention<S>(queries, keys, values, options, AttentionOutputs<S>{.weights = weights.data()});
  if (d_output.rows() != queries.rows() || d_output.cols() != values.cols()) {
    throw Error(ErrorCode::kShape, "dOutput is " + check::shape(d_output.rows(), d_output.cols()) +
                                       "; it must have the shape of the output, " +
                                       check::shape(queries.rows(), values.cols()) + ".");
  }
  check::finite<S>("dOutput", d_output);
  const auto scale = static_cast<S>(attention_scale_factor(options, queries.cols()));

  AttentionGradient<S> gradient;
  gradient.values.noalias() = weights.transpose() * d_output;
  gradient.scores.noalias() = d_output * values.transpose();  // ∂L/∂weights, until the rows below
  Vector<S> row(keys.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    row = gradient.scores.row(i);
    softmax_jacobian_product<S>(weights.row(i).transpose(), row, row);
    gradient.scores.row(i) = scale * row;
  }
  gradient.queries.noalias() = gradient.scores * keys;
  gradient.keys.noalias() = gradient.scores.transpose() * queries;

  check::no_overflow<S>("∂L/∂values", gradient.values);
  check::no_overflow<S>("∂L/∂scores", gradient.scores);
  check::no_overflow<S>("∂L/∂queries", gradient.queries);
  check::no_overflow<S>("∂L/∂keys", gradient.keys);
  return gradient;
}

template AttentionGradient<double> attention_gradient<double>(const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const MatrixIn<double>&,
                                                              const AttentionOptions&);
template AttentionGradient<float> attention_gradient<float>(const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const MatrixIn<float>&,
                                                            const AttentionOptions&);

}  // namespace attention_scale
