/// \file The training of lanes of either task, and the check of its gradient: how far the slopes of
/// backpropagation are from difference quotients.
#pragma once

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/statistics/statistics.hpp"
#include "attention_scale/training/optimiser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace attention_scale {

/// The record of a step, for the gradients of W^Q and of its queries [N×d_k], and the attention
/// weights of these queries [N×keys]. \throws Error(kDomain) where a number is not finite.
template <std::floating_point S>
StepRecord step_record(double loss, const MatrixIn<S>& d_wq, const MatrixIn<S>& d_queries,
                       const MatrixIn<S>& weights) {
  // The norms are in double precision: squares of small gradients would be 0 in single precision.
  Matrix<double> norms(1, d_queries.rows());
  for (Index query = 0; query < d_queries.rows(); ++query) {
    norms(0, query) = norm_in_double(d_queries.row(query));
  }
  const double gradient_norm = norm_in_double(d_wq);
  check::finite("the loss", loss);
  check::finite("the norm of the gradient", gradient_norm);
  const DrawSummary queries = draw_summaries(norms)[0];
  const RowStatistics rows = row_statistics(weights.template cast<double>());
  return {.loss = loss,
          .gradient_norm = gradient_norm,
          .share = queries.share,
          .low = queries.low,
          .median = queries.median,
          .high = queries.high,
          .entropy = mean_of(rows.entropy),
          .peak = mean_of(rows.peak)};
}

/// Takes up to `steps` steps with each lane.
/// \param layout of the parameters
/// \param draw makes the data of a step, which all lanes share
/// \param pass computes a lane's loss on them and writes its gradient; \throws Error(kDomain) where
///   a number is not finite
/// \param clip applies QK-clip to the parameters of a lane that has one, by the scores of that pass
template <std::floating_point S, typename Draw, typename Pass, typename Clip>
void train_lanes(const OptimiserOptions& optimiser, Index steps, std::span<TrainingLane<S>> lanes,
                 std::span<const ParameterEntry> layout, Draw draw, Pass pass, Clip clip) {
  check::not_empty_list("lanes", lanes.size(), "at least one lane");
  // The number of a step is a seed of 32 bits.
  constexpr double kLastStep = std::numeric_limits<std::uint32_t>::max();
  const Index size = parameter_count(layout);
  OptimiserOptions options = optimiser;
  for (TrainingLane<S>& lane : lanes) {
    options.rate = lane.rate;
    check_optimiser(options);
    check::finite("scale", lane.scale);
    check_rule(lane.rule);
    check::within("clip", lane.clip.value_or(1), 1e-3, 1e6);
    check::within("queryKeyRate", lane.query_key_rate, 0, 1e4);
    const auto taken = static_cast<double>(lane.state.step);
    check::within("step", taken, 0, kLastStep - 1);
    check::within("steps", static_cast<double>(steps), 1, kLastStep - taken);
    check_state<S>(options, size, lane.state);
    check::domain(lane.state.step == lanes.front().state.step,
                  {"The states of the lanes have taken different numbers of steps."});
  }
  Vector<S> gradient(size);
  TrainingState<S> scratch;
  const auto first = static_cast<std::uint32_t>(lanes.front().state.step + 1);
  for (Index i = 0; i < steps; ++i) {
    draw(first + static_cast<std::uint32_t>(i));
    for (TrainingLane<S>& lane : lanes) {
      if (lane.diverged) {
        continue;
      }
      try {
        options.rate = lane.rate;
        const StepRecord record = pass(lane, gradient);
        lane.diverged =
            !take_step<S>(options, lane.query_key_rate, layout, gradient, lane.state, scratch);
        if (!lane.diverged) {
          lane.records.push_back(record);
          if (lane.clip) {
            clip(lane);
          }
        }
      } catch (const Error& error) {
        // The arguments have been checked: a number of the passes is not finite.
        if (error.code() != ErrorCode::kDomain) {
          throw;
        }
        lane.diverged = true;
      }
    }
  }
}

/// |analytic − numeric|, relative to the largest of both, of `typical` and of what the quotient
/// tells to six digits.
/// \param typical root mean square of the slopes along random directions: along one of them the
///   terms may cancel
/// \param loss the function's value, rounded to its last digit in both terms of the difference
/// \param step half the distance of both arguments
inline double slope_error(double analytic, double numeric, double typical, double loss,
                          double step) {
  constexpr double kSixDigits = 1e6;
  const double resolution = std::numeric_limits<double>::epsilon() * loss / step;
  const double size = std::max({std::abs(analytic), std::abs(numeric), typical,
                                kSixDigits * resolution, std::numeric_limits<double>::min()});
  return std::abs(analytic - numeric) / size;
}

/// The largest slope_error over the entries of a layout, each along a direction of its own,
/// direction(its parameters, its gradient): short enough for `numeric` to make a slope from
/// difference(k), the central difference of `loss` over k times that direction. `loss_here` is the
/// loss of the parameters themselves.
template <typename Loss, typename Direction, typename Numeric>
double largest_slope_error(std::span<const ParameterEntry> layout, const Vector<double>& parameters,
                           const Vector<double>& gradient, double loss_here, Loss loss,
                           Direction direction, Numeric numeric) {
  Vector<double> moved = parameters;
  double worst = 0;
  for (const ParameterEntry& entry : layout) {
    const Vector<double> entry_gradient = gradient.segment(entry.from, entry.size());
    const auto entry_parameters = parameters.segment(entry.from, entry.size());
    const Vector<double> along = direction(entry_parameters, entry_gradient);
    const auto difference = [&](double steps) {
      const auto loss_at = [&](double distance) {
        moved.segment(entry.from, entry.size()) = entry_parameters + distance * along;
        return loss(moved);
      };
      return (loss_at(steps) - loss_at(-steps)) / (2 * steps);
    };
    const double typical =
        norm(entry_gradient) * norm(along) / std::sqrt(static_cast<double>(entry_gradient.size()));
    worst = std::max(
        worst, slope_error(dot(entry_gradient, along), numeric(difference), typical, loss_here, 1));
    moved.segment(entry.from, entry.size()) = entry_parameters;
  }
  return worst;
}

}  // namespace attention_scale
