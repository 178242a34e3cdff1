#include "saturation_calls.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/attention/query_gradient.hpp"
#include "attention_scale/experiments/output_loss.hpp"
#include "attention_scale/experiments/reduced_precision.hpp"
#include "attention_scale/experiments/saturation.hpp"
#include "attention_scale/softmax/softmax_jacobian.hpp"
#include "memory.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attention_scale::bindings {
namespace {

void copy(const std::vector<double>& numbers, Address into) {
  std::copy(numbers.begin(), numbers.end(), at<double>(into));
}

void copy(const Matrix<double>& numbers, Address into) {
  std::copy_n(numbers.data(), numbers.size(), at<double>(into));
}

}  // namespace

void jacobian_norms(Address logits, int n, Address norms) {
  const JacobianNorms result = attention_scale::jacobian_norms(vector<double>(logits, n));
  vector<double>(norms, 2) << result.frobenius, result.spectral;
}

void softmax_central_difference(Address logits, int n, Address direction, int direction_size,
                                double step, Address difference) {
  vector<double>(difference, n) = attention_scale::softmax_central_difference(
      vector<double>(logits, n), vector<double>(direction, direction_size), step);
}

void saturation(Address logits, int n, Address scales, int scale_count, Address spread,
                Address entropy, Address peak, Address frobenius, Address spectral) {
  const Saturation result = attention_scale::saturation(
      vector<double>(logits, n), {at<const double>(scales), static_cast<std::size_t>(scale_count)});
  copy(result.spread, spread);
  copy(result.entropy, entropy);
  copy(result.peak, peak);
  copy(result.frobenius, frobenius);
  copy(result.spectral, spectral);
}

void passed_norms(Address logits, int n, Address upstream, int upstream_size, Address scales,
                  int scale_count, Address norms) {
  copy(attention_scale::passed_norms(
           vector<double>(logits, n), vector<double>(upstream, upstream_size),
           {at<const double>(scales), static_cast<std::size_t>(scale_count)}),
       norms);
}

void query_gradients(Address queries, Address keys, int n, int m, int d_k, int keys_cols,
                     double scale, Address peak, Address entropy, Address jacobian,
                     Address gradient) {
  const QueryGradients result = attention_scale::query_gradients(
      matrix<double>(queries, n, d_k), matrix<double>(keys, m, keys_cols),
      std::isnan(scale) ? attention_scale_factor({}, d_k) : scale);
  copy(result.peak, peak);
  copy(result.entropy, entropy);
  copy(result.jacobian, jacobian);
  copy(result.gradient, gradient);
}

void reduced_scores(Address queries, Address keys, int n, int m, int d_k, int keys_cols,
                    int precision, bool accumulate_in_float, int place, double size, Address logits,
                    Address exact, Address difference, Address summary) {
  const ReducedScores result = attention_scale::reduced_scores(
      matrix<double>(queries, n, d_k), matrix<double>(keys, m, keys_cols),
      {.precision = static_cast<Precision>(precision),
       .accumulate_in_float = accumulate_in_float,
       .place = static_cast<RootPlace>(place),
       .size = size});
  copy(result.logits, logits);
  copy(result.exact, exact);
  copy(result.difference, difference);
  vector<double>(summary, 3) << static_cast<double>(result.overflowed), result.largest_difference,
      result.largest_relative;
}

void output_loss(int kind, Address output, int n, int d_v, Address values, int m, int values_cols,
                 int target, Address loss, Address d_output) {
  const LossGradient result =
      attention_scale::output_loss(static_cast<OutputLoss>(kind), matrix<double>(output, n, d_v),
                                   matrix<double>(values, m, values_cols), target);
  *at<double>(loss) = result.loss;
  copy(result.d_output, d_output);
}

}  // namespace attention_scale::bindings
