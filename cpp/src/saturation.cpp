#include "attention_scale/saturation.hpp"

#include "attention_scale/check.hpp"
#include "attention_scale/moments.hpp"
#include "attention_scale/softmax.hpp"
#include "attention_scale/softmax_jacobian.hpp"
#include "peaked_row.hpp"

#include <algorithm>
#include <cmath>

namespace attention_scale {
namespace {

/// √(Σ(x − mean)²/n). Its squares are taken of x/2ᵏ of about 1, so that none overflows or vanishes.
double deviation(const VectorIn<double>& x) {
  const double largest = x.cwiseAbs().maxCoeff();
  if (largest == 0) {
    return 0;
  }
  // Not below 2⁻¹⁰⁰⁰, whose inverse overflows.
  const int exponent = std::max(std::ilogb(largest), -1000);
  const double unit = std::scalbn(1.0, -exponent);
  RunningMoments running;
  for (const double entry : x) {
    running.add(unit * entry);
  }
  return std::scalbn(std::sqrt(running.variance(0)), exponent);
}

}  // namespace

Saturation saturation(const VectorIn<double>& logits, std::span<const double> scales) {
  const Eigen::Map<const Vector<double>> factors(scales.data(), static_cast<Index>(scales.size()));
  check::not_empty("logits", 1, logits.size());
  check::not_empty("scales", 1, factors.size());
  check::finite<double>("logits", logits.transpose());
  check::finite<double>("scales", factors.transpose());
  const double spread = deviation(logits);
  Saturation result;
  for (const double scale : scales) {
    const Vector<double> scaled = scale * logits;
    check::no_overflow<double>("scale·logits", scaled.transpose());
    const PeakedRow row = peaked_row(scaled);
    result.spread.push_back(std::abs(scale) * spread);
    result.entropy.push_back(entropy_of(row));
    result.peak.push_back(peak_of(row));
    result.frobenius.push_back(frobenius_of(row));
    result.spectral.push_back(spectral_of(row));
  }
  return result;
}

std::vector<double> passed_norms(const VectorIn<double>& logits, const VectorIn<double>& upstream,
                                 std::span<const double> scales) {
  check::not_empty("scales", 1, static_cast<Index>(scales.size()));
  check::finite<double>("logits", logits.transpose());
  check::finite<double>("upstream", upstream.transpose());
  std::vector<double> norms;
  norms.reserve(scales.size());
  Vector<double> product(logits.size());
  for (const double scale : scales) {
    check::finite("scales", scale);
    const Matrix<double> scaled = scale * logits.transpose();
    check::no_overflow<double>("scale·logits", scaled);
    softmax_jacobian_product<double>(softmax<double>(scaled).row(0).transpose(), upstream, product);
    norms.push_back(product.stableNorm());
  }
  return norms;
}

}  // namespace attention_scale
