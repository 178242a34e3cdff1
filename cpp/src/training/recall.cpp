#include "attention_scale/training/recall.hpp"

#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/softmax/softmax_jacobian.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"
#include "kernels/largest_magnitude.hpp"
#include "kernels/row_products.hpp"
#include "training/slope_error.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace attention_scale {
namespace {

using simd::Factor;

/// c = a·b.
template <std::floating_point S>
void multiply(const Factor<S>& a, const Factor<S>& b, Index depth, MatrixOut<S> c) {
  simd::gemm(a, b, c.rows(), c.cols(), depth, c.data(), c.outerStride(), simd::Result::kReplaced);
}

/// W^Q and W^K, or their gradients: both halves of one list.
template <typename S>
struct Halves {
  using Map = Eigen::Map<
      std::conditional_t<std::is_const_v<S>, const Matrix<std::remove_const_t<S>>, Matrix<S>>>;
  Map wq;
  Map wk;

  Halves(S* data, Index dim) : wq(data, dim, dim), wk(data + dim * dim, dim, dim) {}
};

/// Queries and keys of all tokens.
template <std::floating_point S>
struct Projected {
  Matrix<S> queries;
  Matrix<S> keys;

  Projected(const Matrix<S>& tokens, const Vector<S>& parameters)
      : queries(tokens.rows(), tokens.cols()), keys(tokens.rows(), tokens.cols()) {
    const Halves<const S> w(parameters.data(), tokens.cols());
    multiply<S>(Factor<S>::of(tokens), Factor<S>::of(w.wq), tokens.cols(), queries);
    multiply<S>(Factor<S>::of(tokens), Factor<S>::of(w.wk), tokens.cols(), keys);
  }
};

template <std::floating_point S>
void check_parameters(Index dim, const Vector<S>& parameters) {
  TrainingState<S> state{.parameters = parameters};
  check_state<S>({.kind = OptimiserKind::kSgd}, 2 * dim * dim, state);
}

template <std::floating_point S>
void check_data(const RecallTask& task, const RecallData<S>& data) {
  const Index rows = task.batch * task.n;
  check::same_size("right", static_cast<Index>(data.rights.size()), "the batch", task.batch);
  check::has_shape("tokens", data.tokens, rows, task.dim, "for this task it must be");
  check::has_shape("values", data.values, rows, task.dim, "for this task it must be");
  check::finite<S>("tokens", data.tokens);
  check::finite<S>("values", data.values);
  for (const Index right : data.rights) {
    check::within("right", right, 0, task.n - 1);
  }
}

/// A pass forward and, after gradient_of, backward. Its matrices keep their memory.
template <std::floating_point S>
struct Pass {
  Matrix<S> asked;    // [batch×d], x_i of each sequence
  Matrix<S> queries;  // [batch×d], asked·W^Q
  Matrix<S> mapped;   // [batch×d], queries·W^Kᵀ
  Matrix<S> weights;  // [batch×n]
  Matrix<S> errors;   // [batch×d], y − v_i
  double loss = 0;
  double right = 0;  // mean weight on the right key

  Matrix<S> d_logits;   // [batch×n]
  Matrix<S> d_mapped;   // [batch×d]
  Matrix<S> d_queries;  // [batch×d]
  Vector<S> gradient;   // of W^Q, then of W^K
};

/// Weights and loss. Returns false, and computes no more, where a score or the loss is not finite.
template <std::floating_point S>
bool forward(const RecallData<S>& data, const Vector<S>& parameters, double scale, Pass<S>& pass) {
  const auto batch = static_cast<Index>(data.rights.size());
  const Index dim = data.tokens.cols();
  const Index n = data.tokens.rows() / batch;
  const Halves<const S> w(parameters.data(), dim);
  pass.asked.resize(batch, dim);
  for (Index b = 0; b < batch; ++b) {
    pass.asked.row(b) = data.tokens.row(b * n + data.rights[static_cast<std::size_t>(b)]);
  }
  pass.queries.resize(batch, dim);
  pass.mapped.resize(batch, dim);
  multiply<S>(Factor<S>::of(pass.asked), Factor<S>::of(w.wq), dim, pass.queries);
  multiply<S>(Factor<S>::of(pass.queries), Factor<S>::of(w.wk).transposed(), dim, pass.mapped);
  pass.weights.resize(batch, n);
  for (Index b = 0; b < batch; ++b) {
    simd::dot_rows(&data.tokens(b * n, 0), n, dim, &pass.mapped(b, 0), &pass.weights(b, 0));
  }
  pass.weights *= static_cast<S>(scale);
  if (!simd::all_finite<S>(pass.weights)) {
    return false;
  }
  softmax<S>(pass.weights, pass.weights);
  pass.errors.resize(batch, dim);
  pass.right = 0;
  for (Index b = 0; b < batch; ++b) {
    const Index right = data.rights[static_cast<std::size_t>(b)];
    simd::mix_rows(&data.values(b * n, 0), n, dim, &pass.weights(b, 0), &pass.errors(b, 0));
    pass.errors.row(b) -= data.values.row(b * n + right);
    pass.right += static_cast<double>(pass.weights(b, right)) / static_cast<double>(batch);
  }
  pass.loss = pass.errors.template cast<double>().array().square().mean();
  return std::isfinite(pass.loss);
}

/// The gradient of the loss, after forward returned true:
///   ∂L/∂y = 2(y − v_i)/(batch·d),  ∂L/∂s = scale·J·(V·∂L/∂y),  ∂L/∂(q·W^Kᵀ) = Σ_j ∂L/∂s_j x_j,
///   ∂L/∂W^K = (∂L/∂(q·W^Kᵀ))ᵀ·q,  ∂L/∂q = ∂L/∂(q·W^Kᵀ)·W^K,  ∂L/∂W^Q = x_iᵀ·∂L/∂q.
template <std::floating_point S>
void gradient_of(const RecallData<S>& data, const Vector<S>& parameters, double scale,
                 Pass<S>& pass) {
  const auto batch = static_cast<Index>(data.rights.size());
  const Index dim = data.tokens.cols();
  const Index n = data.tokens.rows() / batch;
  const auto share = static_cast<S>(2 * scale / static_cast<double>(batch * dim));
  pass.d_logits.resize(batch, n);
  pass.d_mapped.resize(batch, dim);
  Vector<S> product(n);
  for (Index b = 0; b < batch; ++b) {
    simd::dot_rows(&data.values(b * n, 0), n, dim, &pass.errors(b, 0), product.data());
    softmax_jacobian_product<S>(pass.weights.row(b).transpose(), product, product);
    pass.d_logits.row(b) = share * product.transpose();
    simd::mix_rows(&data.tokens(b * n, 0), n, dim, &pass.d_logits(b, 0), &pass.d_mapped(b, 0));
  }
  const Halves<const S> w(parameters.data(), dim);
  pass.d_queries.resize(batch, dim);
  multiply<S>(Factor<S>::of(pass.d_mapped), Factor<S>::of(w.wk), dim, pass.d_queries);
  pass.gradient.resize(parameters.size());
  Halves<S> d(pass.gradient.data(), dim);
  multiply<S>(Factor<S>::of(pass.asked).transposed(), Factor<S>::of(pass.d_queries), batch, d.wq);
  multiply<S>(Factor<S>::of(pass.d_mapped).transposed(), Factor<S>::of(pass.queries), batch, d.wk);
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
             Pass<S>& pass, TrainingState<S>& scratch) {
  TrainingState<S>& state = lane.state;
  if (!forward<S>(data, state.parameters, lane.scale, pass)) {
    return false;
  }
  gradient_of<S>(data, state.parameters, lane.scale, pass);
  const Halves<const S> d(pass.gradient.data(), pass.asked.cols());
  const auto record = step_record<S>(pass.loss, d.wq, pass.d_queries, pass.weights);
  OptimiserOptions options = optimiser;
  options.rate = lane.rate;
  const std::array<RateRun, 1> all{
      {{.size = state.parameters.size(), .factor = lane.query_key_rate}}};
  if (!record || !take_step<S>(options, all, pass.gradient, state, scratch)) {
    return false;
  }
  lane.records.push_back({*record, pass.right});
  return true;
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
                  std::span<const RecallData<S>> given, std::span<RecallLane<S>> lanes) {
  check_task(task);
  check::not_empty_list("lanes", lanes.size(), "at least one lane");
  for (RecallLane<S>& lane : lanes) {
    OptimiserOptions options = optimiser;
    options.rate = lane.rate;
    check_optimiser(options);
    check::finite("scale", lane.scale);
    check::within("queryKeyRate", lane.query_key_rate, 0, 1e4);
    check_state<S>(options, 2 * task.dim * task.dim, lane.state);
    check_steps(lane.state.step, steps);
    if (lane.state.step != lanes.front().state.step) {
      throw Error(ErrorCode::kDomain,
                  {"The states of the lanes have taken different numbers of steps."});
    }
  }
  if (!given.empty() && static_cast<Index>(given.size()) < steps) {
    throw Error(ErrorCode::kShape, {"The data are those of ", std::to_string(given.size()),
                                    " steps; ", std::to_string(steps), " are to be taken."});
  }
  for (const RecallData<S>& data : given) {
    check_data<S>(task, data);
  }
  RecallData<S> drawn;
  Pass<S> pass;
  TrainingState<S> scratch;
  const auto first = static_cast<std::uint32_t>(lanes.front().state.step + 1);
  for (Index i = 0; i < steps; ++i) {
    if (given.empty()) {
      draw_recall<S>(task, first + static_cast<std::uint32_t>(i), drawn);
    }
    const RecallData<S>& data = given.empty() ? drawn : given[static_cast<std::size_t>(i)];
    for (RecallLane<S>& lane : lanes) {
      lane.diverged = lane.diverged || !advance<S>(data, optimiser, lane, pass, scratch);
    }
  }
}

template <std::floating_point S>
RecallTest test_recall(const RecallTask& task, const Vector<S>& parameters, double scale) {
  check_task(task);
  check_parameters<S>(task.dim, parameters);
  RecallData<S> data;
  draw_recall<S>(task, 0, data);
  Pass<S> pass;
  demand_finite(forward<S>(data, parameters, scale, pass));
  return {.loss = pass.loss, .right = pass.right};
}

template <std::floating_point S>
Matrix<S> recall_weights(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                         double scale) {
  check_task(task);
  check_parameters<S>(task.dim, parameters);
  RecallData<S> data;
  draw_recall<S>({.seed = task.seed, .dim = task.dim, .n = task.n, .batch = 1}, step, data);
  const Projected<S> all(data.tokens, parameters);
  Matrix<S> weights(task.n, task.n);
  multiply<S>(Factor<S>::of(all.queries), Factor<S>::of(all.keys).transposed(), task.dim, weights);
  weights *= static_cast<S>(scale);
  check::no_overflow<S>("scale·QKᵀ", weights);
  softmax<S>(weights, weights);
  return weights;
}

template <std::floating_point S>
RecallAlignment recall_alignment(const RecallTask& task, const Vector<S>& parameters) {
  check_task(task);
  check_parameters<S>(task.dim, parameters);
  RecallData<S> data;
  draw_recall<S>(task, 0, data);
  const Projected<S> all(data.tokens, parameters);
  const Matrix<double> queries = all.queries.template cast<double>();
  const Matrix<double> keys = all.keys.template cast<double>();
  const Eigen::ArrayXd scores = queries.cwiseProduct(keys).rowwise().sum();
  const Eigen::ArrayXd lengths = queries.rowwise().norm().cwiseProduct(keys.rowwise().norm());
  const RecallAlignment result{.cosine = (lengths > 0).select(scores / lengths, 0).mean(),
                               .score = scores.mean()};
  demand_finite(std::isfinite(result.cosine) && std::isfinite(result.score));
  return result;
}

double check_recall(const RecallTask& task, const Vector<double>& parameters, double scale) {
  check_task(task);
  check_parameters<double>(task.dim, parameters);
  RecallData<double> data;
  draw_recall<double>(task, 1, data);
  Pass<double> pass;
  const auto loss = [&](const Vector<double>& at) {
    demand_finite(forward<double>(data, at, scale, pass));
    return pass.loss;
  };
  const double loss_here = loss(parameters);
  gradient_of<double>(data, parameters, scale, pass);
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
ATTENTION_SCALE_INSTANTIATE(recall_weights);
ATTENTION_SCALE_INSTANTIATE(recall_alignment);

}  // namespace attention_scale
