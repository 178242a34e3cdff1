#include "attention_scale/training/step_record.hpp"

#include "attention_scale/softmax/row_statistics.hpp"
#include "attention_scale/statistics/quantiles.hpp"
#include "core/instantiate.hpp"

#include <cmath>

namespace attention_scale {

template <std::floating_point S>
std::optional<StepRecord> step_record(double loss, const MatrixIn<S>& d_wq,
                                      const MatrixIn<S>& d_queries, const MatrixIn<S>& weights) {
  // In double: squares of small gradients would be 0 in single precision.
  Matrix<double> norms(1, d_queries.rows());
  norms.row(0) = d_queries.template cast<double>().rowwise().norm();
  const double gradient_norm = d_wq.template cast<double>().norm();
  if (!(std::isfinite(loss) && std::isfinite(gradient_norm) && norms.allFinite())) {
    return std::nullopt;
  }
  const DrawSummary queries = draw_summaries(norms)[0];
  const RowStatistics rows = row_statistics(weights.template cast<double>());
  return StepRecord{.loss = loss,
                    .gradient_norm = gradient_norm,
                    .share = queries.share,
                    .low = queries.low,
                    .median = queries.median,
                    .high = queries.high,
                    .entropy = mean_of(rows.entropy),
                    .peak = mean_of(rows.peak)};
}

ATTENTION_SCALE_INSTANTIATE(step_record);

}  // namespace attention_scale
