#include "attention_scale/experiments/output_loss.hpp"

#include "attention_scale/core/check.hpp"

#include <cmath>

namespace attention_scale {

LossGradient output_loss(OutputLoss loss, const MatrixIn<double>& output,
                         const MatrixIn<double>& values, Index target) {
  check::not_empty("output", output.rows(), output.cols());
  check::not_empty("values", values.rows(), values.cols());
  check::both_fit(output.cols() == values.cols(), "output", output, "values", values,
                  "the same number of columns, d_v");
  check::finite<double>("output", output);
  check::finite<double>("values", values);
  LossGradient result;
  switch (loss) {
    case OutputLoss::kSum:
      result.loss = output.sum();
      result.d_output = Matrix<double>::Ones(output.rows(), output.cols());
      break;
    case OutputLoss::kSquares:
      result.loss = output.squaredNorm() / 2;
      result.d_output = output;
      break;
    case OutputLoss::kTarget:
      check::within("target", target, 0, values.rows() - 1);
      result.d_output = output.rowwise() - values.row(target);
      result.loss = result.d_output.squaredNorm() / 2;
      break;
  }
  if (!std::isfinite(result.loss)) {
    throw Error(ErrorCode::kDomain,
                {"output: the entries are finite but their loss overflows double precision: make "
                 "them smaller."});
  }
  return result;
}

}  // namespace attention_scale
