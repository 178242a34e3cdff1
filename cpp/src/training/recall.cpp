#include "attention_scale/training/recall.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"
#include "training/recall_pass.hpp"
#include "training/slope_error.hpp"

#include <array>
#include <cmath>
#include <string>

namespace attention_scale {
namespace {

/// Queries and keys of all tokens.
template <std::floating_point S>
struct Projected {
  Matrix<S> queries;
  Matrix<S> keys;

  Projected(const Matrix<S>& tokens, const Vector<S>& parameters)
      : queries(tokens.rows(), tokens.cols()), keys(tokens.rows(), tokens.cols()) {
    const Halves<const S> w(parameters.data(), tokens.cols());
    simd::gemm<S>(tokens, w.wq, queries);
    simd::gemm<S>(tokens, w.wk, keys);
  }
};

template <std::floating_point S>
void check_parameters(Index dim, const Vector<S>& parameters) {
  TrainingState<S> state{.parameters = parameters};
  check_state<S>({.kind = OptimiserKind::kSgd}, 2 * dim * dim, state);
}

void demand_finite(bool finite) {
  if (!finite) {
    throw Error(ErrorCode::kDomain,
                {"The scores of these parameters overflow: make them smaller."});
  }
}

/// The gradient and one step of a lane; false where it diverges.
template <std::floating_point S>
bool advance(const RecallData<S>& data, const OptimiserOptions& optimiser, RecallLane<S>& lane,
             RecallPass<S>& pass, TrainingState<S>& scratch) {
  TrainingState<S>& state = lane.state;
  if (!forward<S>(data, state.parameters, lane.scale, lane.rule, pass)) {
    return false;
  }
  gradient_of<S>(data, state.parameters, lane.scale, lane.rule, pass);
  const Halves<const S> d(pass.gradient.data(), pass.asked.cols());
  const auto record = step_record<S>(pass.loss, d.wq, pass.d_queries, pass.weights);
  OptimiserOptions options = optimiser;
  options.rate = lane.rate;
  const std::array<RateRun, 1> all{
      {{.size = state.parameters.size(), .factor = lane.query_key_rate}}};
  if (!record || !take_step<S>(options, all, pass.gradient, state, scratch)) {
    return false;
  }
  if (lane.clip && pass.largest > *lane.clip) {
    state.parameters *= static_cast<S>(std::sqrt(*lane.clip / pass.largest));
  }
  lane.records.push_back({*record, pass.right});
  return true;
}

/// The data of a step for a head, after the checks of both.
template <std::floating_point S>
RecallData<S> checked_data(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                           const ScoreRule& rule) {
  check_task(task);
  check_rule(rule);
  check_parameters<S>(task.dim, parameters);
  RecallData<S> data;
  draw_recall<S>(task, step, data);
  return data;
}

}  // namespace

void check_task(const RecallTask& task) {
  check::within("dim", task.dim, 4, 512);
  check::within("n", task.n, 2, 64);
  check::within("batch", task.batch, 1, 512);
}

template <std::floating_point S>
void draw_recall(const RecallTask& task, std::uint32_t step, RecallData<S>& data) {
  RandomState state(task.seed, step);
  Matrix<double> draws(2 * task.n, task.dim);
  data.tokens.resize(task.batch * task.n, task.dim);
  data.values.resize(task.batch * task.n, task.dim);
  data.rights.clear();
  for (Index first = 0; first < data.tokens.rows(); first += task.n) {
    data.rights.push_back(static_cast<Index>(state.uniform() * static_cast<double>(task.n)));
    state.normal(entries_of(draws));
    data.tokens.middleRows(first, task.n) = draws.topRows(task.n).template cast<S>();
    data.values.middleRows(first, task.n) = draws.bottomRows(task.n).template cast<S>();
  }
}

template <std::floating_point S>
Vector<S> start_recall(Index dim, std::uint32_t seed, Initialisation initialisation,
                       double factor) {
  check_task({.dim = dim});
  check::within("queryKeyFactor", factor, 0, 1e6);
  RandomState state(seed);
  Matrix<double> both(2 * dim, dim);
  draw_matrix<double>(state, initialisation, true, both.topRows(dim));
  draw_matrix<double>(state, initialisation, true, both.bottomRows(dim));
  both *= factor;
  return both.reshaped<Eigen::RowMajor>().template cast<S>();
}

template <std::floating_point S>
void train_recall(const RecallTask& task, const OptimiserOptions& optimiser, Index steps,
                  std::span<RecallLane<S>> lanes) {
  check_task(task);
  check::not_empty_list("lanes", lanes.size(), "at least one lane");
  for (RecallLane<S>& lane : lanes) {
    OptimiserOptions options = optimiser;
    options.rate = lane.rate;
    check_optimiser(options);
    check::finite("scale", lane.scale);
    check_rule(lane.rule);
    if (lane.clip) {
      check::within("clip", *lane.clip, 1e-3, 1e6);
    }
    check::within("queryKeyRate", lane.query_key_rate, 0, 1e4);
    check_state<S>(options, 2 * task.dim * task.dim, lane.state);
    check_steps(lane.state.step, steps);
    if (lane.state.step != lanes.front().state.step) {
      throw Error(ErrorCode::kDomain,
                  {"The states of the lanes have taken different numbers of steps."});
    }
  }
  RecallData<S> data;
  RecallPass<S> pass;
  TrainingState<S> scratch;
  const auto first = static_cast<std::uint32_t>(lanes.front().state.step + 1);
  for (Index i = 0; i < steps; ++i) {
    draw_recall<S>(task, first + static_cast<std::uint32_t>(i), data);
    for (RecallLane<S>& lane : lanes) {
      lane.diverged = lane.diverged || !advance<S>(data, optimiser, lane, pass, scratch);
    }
  }
}

template <std::floating_point S>
RecallTest test_recall(const RecallTask& task, const Vector<S>& parameters, double scale,
                       const ScoreRule& rule) {
  const RecallData<S> data = checked_data<S>(task, 0, parameters, rule);
  RecallPass<S> pass;
  demand_finite(forward<S>(data, parameters, scale, rule, pass));
  return {.loss = pass.loss, .right = pass.right};
}

template <std::floating_point S>
std::vector<double> test_recall_keys(const RecallTask& task, std::uint32_t from,
                                     const Vector<S>& parameters, double scale,
                                     const ScoreRule& rule) {
  check_task({.dim = task.dim, .batch = task.batch});
  check::within("n", task.n, 2, 32'768);
  check::within("from", from, 0.0, 0x1p32 - static_cast<double>(task.batch));
  check_rule(rule);
  check_parameters<S>(task.dim, parameters);
  std::vector<double> found;
  Matrix<double> draws(task.n, task.dim);
  RecallData<S> data;
  RecallPass<S> pass;
  for (Index s = 0; s < task.batch; ++s) {
    RandomState state(task.seed, 0, from + static_cast<std::uint32_t>(s));
    data.rights = {static_cast<Index>(state.uniform() * static_cast<double>(task.n))};
    state.normal(entries_of(draws));
    data.tokens = draws.template cast<S>();
    demand_finite(attend<S>(data, parameters, scale, rule, pass));
    found.push_back(static_cast<double>(pass.weights(0, data.rights[0])));
  }
  return found;
}

template <std::floating_point S>
Matrix<S> recall_weights(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                         double scale, const ScoreRule& rule) {
  RecallTask one = task;
  one.batch = 1;
  Projected<S> all(checked_data<S>(one, step, parameters, rule).tokens, parameters);
  if (rule.query_key_norm) {
    all.queries = unit_rows<S>(all.queries).rows;
    all.keys = unit_rows<S>(all.keys).rows;
  }
  Matrix<S> weights(task.n, task.n);
  simd::gemm<S>(all.queries, all.keys.transpose(), weights);
  weights *= static_cast<S>(rule.query_key_norm.value_or(scale));
  check::no_overflow<S>("scale·QKᵀ", weights);
  rule_logits<S>(rule, weights);
  rule_weights<S>(rule, weights);
  return weights;
}

template <std::floating_point S>
RecallAlignment recall_alignment(const RecallTask& task, const Vector<S>& parameters) {
  const Projected<S> all(checked_data<S>(task, 0, parameters, {}).tokens, parameters);
  const Matrix<double> queries = all.queries.template cast<double>();
  const Matrix<double> keys = all.keys.template cast<double>();
  const Eigen::ArrayXd scores = queries.cwiseProduct(keys).rowwise().sum();
  const Eigen::ArrayXd lengths = queries.rowwise().norm().cwiseProduct(keys.rowwise().norm());
  const RecallAlignment result{.cosine = (lengths > 0).select(scores / lengths, 0).mean(),
                               .score = scores.mean()};
  demand_finite(std::isfinite(result.cosine) && std::isfinite(result.score));
  return result;
}

double check_recall(const RecallTask& task, const Vector<double>& parameters, double scale,
                    const ScoreRule& rule) {
  const RecallData<double> data = checked_data<double>(task, 1, parameters, rule);
  RecallPass<double> pass;
  const auto loss = [&](const Vector<double>& at) {
    demand_finite(forward<double>(data, at, scale, rule, pass));
    return pass.loss;
  };
  const double loss_here = loss(parameters);
  gradient_of<double>(data, parameters, scale, rule, pass);
  const Vector<double> gradient = pass.gradient;
  const Index half = parameters.size() / 2;
  // Of the norm of a matrix: where rounding and the error of order 4 are about as large.
  constexpr double kStep = 1e-4;
  RandomState state(task.seed, 0, 1);
  double worst = 0;
  for (const Index from : {Index{0}, half}) {
    Vector<double> direction = Vector<double>::Zero(parameters.size());
    state.normal(entries_of(direction.segment(from, half)));
    direction *= kStep * parameters.segment(from, half).norm() / direction.norm();
    const auto difference = [&](double steps) {
      return (loss(parameters + steps * direction) - loss(parameters - steps * direction)) /
             (2 * steps);
    };
    const double numeric = (4 * difference(1) - difference(2)) / 3;  // without the error of order 2
    const double analytic = gradient.dot(direction);
    demand_finite(std::isfinite(numeric) && std::isfinite(analytic));
    const double typical = gradient.segment(from, half).norm() * direction.norm() /
                           std::sqrt(static_cast<double>(half));
    // The direction is as long as the step.
    worst = std::max(worst, slope_error(analytic, numeric, typical, loss_here, 1));
  }
  return worst;
}

ATTENTION_SCALE_INSTANTIATE(draw_recall);
ATTENTION_SCALE_INSTANTIATE(start_recall);
ATTENTION_SCALE_INSTANTIATE(train_recall);
ATTENTION_SCALE_INSTANTIATE(test_recall);
ATTENTION_SCALE_INSTANTIATE(test_recall_keys);
ATTENTION_SCALE_INSTANTIATE(recall_weights);
ATTENTION_SCALE_INSTANTIATE(recall_alignment);

}  // namespace attention_scale
