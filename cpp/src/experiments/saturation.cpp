#include "attention_scale/experiments/saturation.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "softmax/softmax_row.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
namespace {

/// The power k for which the largest |entry| of x/2ᵏ lies between 2ᵗ and 2ᵗ⁺¹, t = `target`.
/// Entries that are smaller by more than the range of a double lose digits in x/2ᵏ or become 0.
int exponent_of(const VectorIn<double>& x, int target) {
  const double largest = x.cwiseAbs().maxCoeff();
  // Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  return largest == 0 ? 0 : std::max(std::ilogb(largest) - target, -1000);
}

/// √(Σ(x − mean)²/n), of entries of about 1, whose squares do not overflow.
double deviation(const VectorIn<double>& x) {
  const int exponent = exponent_of(x, 0);
  const Eigen::ArrayXd in_units = std::scalbn(1.0, -exponent) * x;
  const double variance = (in_units - in_units.mean()).square().mean();
  // The deviation is at most the largest entry, but may round to more.
  return std::min(std::scalbn(std::sqrt(variance), exponent), x.cwiseAbs().maxCoeff());
}

void check_scaled(const VectorIn<double>& logits, std::span<const double> scales) {
  check::not_empty("logits", 1, logits.size());
  check::not_empty("scales", 1, std::ssize(scales));
  check::finite<double>("logits", logits.transpose());
  check::finite<double>("scales",
                        Eigen::Map<const Eigen::RowVectorXd>(scales.data(), std::ssize(scales)));
  for (const double scale : scales) {
    check::no_overflow<double>("scale·logits", (scale * logits).transpose().eval());
  }
}

}  // namespace

Saturation saturation(const VectorIn<double>& logits, std::span<const double> scales) {
  check_scaled(logits, scales);
  const double spread = deviation(logits);
  Saturation result;
  for (const double scale : scales) {
    const SoftmaxRow row = softmax_row(scale * logits);
    result.spread.push_back(std::abs(scale) * spread);
    result.entropy.push_back(entropy_of(row));
    result.peak.push_back(peak_of(row));
    result.frobenius.push_back(slope_of(row));
    result.spectral.push_back(spectral_of(row));
  }
  return result;
}

std::vector<double> passed_norms(const VectorIn<double>& logits, const VectorIn<double>& upstream,
                                 std::span<const double> scales) {
  check::same_size("logits", logits.size(), "upstream", upstream.size());
  check_scaled(logits, scales);
  check::finite<double>("upstream", upstream.transpose());
  // J g is linear in g. It never overflows, but differences of entries of g may; below 2¹⁰²² they
  // do not. g is not scaled further down, because the largest entry may have weight 0 and the norm
  // then depends on the small ones.
  const int exponent = exponent_of(upstream, 1021);
  const Vector<double> unit_upstream = std::scalbn(1.0, -exponent) * upstream;
  std::vector<double> norms;
  for (const double scale : scales) {
    const Matrix<double> weights = softmax<double>(scale * logits.transpose());
    const Vector<double> product =
        softmax_jacobian_product<double>(weights.row(0).transpose(), unit_upstream);
    // Divided by the largest entry first, whose square may overflow or underflow.
    const double largest = product.cwiseAbs().maxCoeff();
    const double unit_norm = largest > 0 ? norm(product / largest) : 0;
    norms.push_back(std::scalbn(largest * unit_norm, exponent));
  }
  return norms;
}

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
      result.loss = squared_norm(output) / 2;
      result.d_output = output;
      break;
    case OutputLoss::kTarget:
      check::within("target", target, 0, values.rows() - 1);
      result.d_output = output.rowwise() - values.row(target);
      result.loss = squared_norm(result.d_output) / 2;
      break;
  }
  check::domain(std::isfinite(result.loss),
                {"output: the entries are finite but their loss overflows double precision: make "
                 "them smaller."});
  return result;
}

}  // namespace attention_scale
