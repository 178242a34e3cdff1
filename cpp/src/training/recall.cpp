#include "attention_scale/training/recall.hpp"

#include "attention_scale/core/check.hpp"
#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"
#include "training/train_lanes.hpp"

#include <array>
#include <cmath>

namespace attention_scale {
namespace {

std::array<ParameterEntry, 2> layout_of(Index dim) {
  return {
      {{.name = "wq", .role = ParameterRole::kQueries, .rows = dim, .cols = dim},
       {.name = "wk", .role = ParameterRole::kKeys, .from = dim * dim, .rows = dim, .cols = dim}}};
}

/// W^Q above W^K, or their gradients: both halves of one list.
template <std::floating_point S>
Eigen::Map<const Matrix<S>> halves(const Vector<S>& list, Index dim) {
  return {list.data(), 2 * dim, dim};
}

void demand_finite(bool finite) {
  check::domain(finite, {"The scores of these parameters overflow: make them smaller."});
}

/// results(b, j) = Σ_k rows(b·n + j, k)·vectors(b, k), n rows for each vector.
template <std::floating_point S>
void dot_rows(const Matrix<S>& rows, const Matrix<S>& vectors, Matrix<S>& results) {
  resize(results, vectors.rows(), rows.rows() / vectors.rows());
  for (Index row = 0; row < rows.rows(); ++row) {
    const Index b = row / results.cols();
    results.data()[row] = simd::dot(&rows(row, 0), &vectors(b, 0), rows.cols());
  }
}

/// results(b, k) = Σ_j weights(b, j)·rows(b·n + j, k), n rows for each result.
template <std::floating_point S>
void mix_rows(const Matrix<S>& rows, const Matrix<S>& weights, Matrix<S>& results) {
  resize(results, weights.rows(), rows.cols());
  results.setZero();
  for (Index row = 0; row < rows.rows(); ++row) {
    results.row(row / weights.cols()) += weights.data()[row] * rows.row(row);
  }
}

/// A pass forward and backward on its data, for every rule of the scores. Its matrices keep their
/// memory.
template <std::floating_point S>
struct RecallPass {
  RecallData<S> data;
  Matrix<S> query_tokens;  // [batch×d], x_i of each sequence
  Matrix<S> queries;       // [batch×d], query_tokens·W^Q
  Matrix<S> mapped;        // [batch×d], queries·W^Kᵀ
  Matrix<S> weights;       // [batch×n]
  Matrix<S> errors;        // [batch×d], y − v_i
  double largest = 0;      // |logit|
  double loss = 0;
  double right = 0;  // mean weight on the right key
  Matrix<S> slopes;  // [batch×n], ∂logit/∂x
  Vector<S> rests;   // [batch], the weight that no key has: 0 without off_by_one

  // Used with QK-norm alone:
  UnitRows<S> unit_queries;  // [batch×d]
  UnitRows<S> unit_keys;     // [batch·n×d]

  Matrix<S> d_scores;   // [batch×n]
  Matrix<S> d_mapped;   // [batch×d]
  Matrix<S> d_queries;  // [batch×d]

  /// The weights of each sequence. \throws Error(kDomain) where a score is not finite.
  void attend(const Vector<S>& parameters, double scale, const ScoreRule& rule) {
    const auto batch = std::ssize(data.rights);
    const Index dim = data.tokens.cols();
    const Index n = data.tokens.rows() / batch;
    const auto w = halves<S>(parameters, dim);
    resize(query_tokens, batch, dim);
    for (Index b = 0; b < batch; ++b) {
      query_tokens.row(b) = data.tokens.row(b * n + data.rights[static_cast<std::size_t>(b)]);
    }
    resize(queries, batch, dim);
    simd::gemm<S>(query_tokens, w.topRows(dim), queries);
    // Scores are products of unit queries and unit keys, or of q·W^Kᵀ and the tokens.
    if (rule.query_key_norm) {
      unit_keys = unit_rows<S>(simd::product<S>(data.tokens, w.bottomRows(dim)));
      unit_queries = unit_rows<S>(queries);
      dot_rows<S>(unit_keys.rows, unit_queries.rows, weights);
    } else {
      resize(mapped, batch, dim);
      simd::gemm<S>(queries, w.bottomRows(dim).transpose(), mapped);
      dot_rows<S>(data.tokens, mapped, weights);
    }
    weights *= static_cast<S>(rule.query_key_norm.value_or(scale));
    resize(slopes, batch, n);
    rule_logits<S>(rule, weights, slopes);
    demand_finite(check::all_finite(weights));
    largest = static_cast<double>(weights.cwiseAbs().maxCoeff());
    rests = rule_weights<S>(rule, weights);
  }

  /// Weights and loss. \throws likewise, also where the loss is not finite.
  void forward(const Vector<S>& parameters, double scale, const ScoreRule& rule) {
    attend(parameters, scale, rule);
    mix_rows<S>(data.values, weights, errors);
    right = 0;
    for (Index b = 0; b < weights.rows(); ++b) {
      const Index asked_for = data.rights[static_cast<std::size_t>(b)];
      errors.row(b) -= data.values.row(b * weights.cols() + asked_for);
      right += static_cast<double>(weights(b, asked_for)) / static_cast<double>(weights.rows());
    }
    loss = squared_norm_in_double(errors) / static_cast<double>(errors.size());
    demand_finite(std::isfinite(loss));
  }

  /// The gradient of the loss after forward; x is scale·s or g·cos(q, k_j):
  ///   ∂L/∂y = 2(y − v_i)/(batch·d),  ∂L/∂x = ∂logit/∂x·J·(V·∂L/∂y),
  ///   ∂L/∂(q·W^Kᵀ) = Σ_j scale·∂L/∂x_j x_j,  ∂L/∂W^K = (∂L/∂(q·W^Kᵀ))ᵀ·q,
  ///   ∂L/∂q = ∂L/∂(q·W^Kᵀ)·W^K,  ∂L/∂W^Q = x_iᵀ·∂L/∂q.
  /// With QK-norm ∂L/∂q and each ∂L/∂k_j come from those of their unit vectors, and ∂L/∂W^K is
  /// Σ_j x_jᵀ·∂L/∂k_j.
  void backward(const Vector<S>& parameters, double scale, const ScoreRule& rule,
                Vector<S>& gradient) {
    const Index dim = data.tokens.cols();
    const Index n = weights.cols();
    // ∂x/∂s where x is scale·s, taken in here: one product fewer.
    const double factor = rule.query_key_norm ? 1 : scale;
    dot_rows<S>(data.values, errors, d_scores);
    rule_backward<S>(weights, rests, slopes, d_scores);
    d_scores *= static_cast<S>(2 * factor / static_cast<double>(errors.size()));
    resize(gradient, parameters.size());
    MatrixOut<S> d_wq(gradient.data(), dim, dim);
    MatrixOut<S> d_wk(gradient.data() + dim * dim, dim, dim);
    if (rule.query_key_norm) {
      d_scores *= static_cast<S>(*rule.query_key_norm);
      mix_rows<S>(unit_keys.rows, d_scores, d_queries);
      Matrix<S> d_keys(data.tokens.rows(), dim);
      for (Index b = 0; b < d_scores.rows(); ++b) {
        d_keys.middleRows(b * n, n).noalias() =
            d_scores.row(b).transpose() * unit_queries.rows.row(b);
      }
      unit_rows_backward<S>(unit_queries, d_queries);
      unit_rows_backward<S>(unit_keys, d_keys);
      simd::gemm<S>(data.tokens.transpose(), d_keys, d_wk);
    } else {
      mix_rows<S>(data.tokens, d_scores, d_mapped);
      resize(d_queries, d_mapped.rows(), dim);
      simd::gemm<S>(d_mapped, halves<S>(parameters, dim).bottomRows(dim), d_queries);
      simd::gemm<S>(d_mapped.transpose(), queries, d_wk);
    }
    simd::gemm<S>(query_tokens.transpose(), d_queries, d_wq);
  }
};

template <std::floating_point S>
void check_head(Index dim, const Vector<S>& parameters, const ScoreRule& rule) {
  check_rule(rule);
  TrainingState<S> state{.parameters = parameters};
  check_state<S>({.kind = OptimiserKind::kSgd}, 2 * dim * dim, state);
}

/// A pass on the data of a step, after the checks of the task and of a head.
template <std::floating_point S>
RecallPass<S> checked_pass(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                           const ScoreRule& rule) {
  check_task(task);
  check_head<S>(task.dim, parameters, rule);
  RecallPass<S> pass;
  draw_recall<S>(task, step, pass.data);
  return pass;
}

/// Queries and keys of all tokens.
template <std::floating_point S>
std::array<Matrix<S>, 2> projected(const RecallPass<S>& pass, const Vector<S>& parameters) {
  const Index dim = pass.data.tokens.cols();
  const auto w = halves<S>(parameters, dim);
  return {simd::product<S>(pass.data.tokens, w.topRows(dim)),
          simd::product<S>(pass.data.tokens, w.bottomRows(dim))};
}

}  // namespace

void check_task(const RecallTask& task) {
  check::within("dim", task.dim, 4, 512);
  check::within("n", task.n, 2, 64);
  check::within("batch", task.batch, 1, 512);
}

template <std::floating_point S>
void draw_recall(const RecallTask& task, std::uint32_t step, RecallData<S>& data) {
  check_task(task);
  RandomState state(task.seed, step);
  Matrix<double> draws(2 * task.n, task.dim);
  resize(data.tokens, task.batch * task.n, task.dim);
  resize(data.values, task.batch * task.n, task.dim);
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
  for (const ParameterEntry& entry : layout_of(dim)) {
    draw_parameter<double>(state, initialisation, entry.kind(),
                           both.middleRows(entry.from / dim, entry.rows));
  }
  both *= factor;
  return both.reshaped<Eigen::RowMajor>().template cast<S>();
}

template <std::floating_point S>
void train_recall(const RecallTask& task, const OptimiserOptions& optimiser, Index steps,
                  std::span<TrainingLane<S>> lanes) {
  check_task(task);
  RecallPass<S> pass;
  train_lanes<S>(
      optimiser, steps, lanes, layout_of(task.dim),
      [&](std::uint32_t step) { draw_recall<S>(task, step, pass.data); },
      [&](const TrainingLane<S>& lane, Vector<S>& gradient) {
        const Vector<S>& parameters = lane.state.parameters;
        pass.forward(parameters, lane.scale, lane.rule);
        pass.backward(parameters, lane.scale, lane.rule, gradient);
        StepRecord record =
            step_record<S>(pass.loss, halves<S>(gradient, task.dim).topRows(task.dim),
                           pass.d_queries, pass.weights);
        record.right = pass.right;
        return record;
      },
      [&](TrainingLane<S>& lane) {
        if (pass.largest > *lane.clip) {
          // The list holds W^Q and W^K, which both take the root of what the logits shrink by.
          lane.state.parameters *= static_cast<S>(std::sqrt(*lane.clip / pass.largest));
        }
      });
}

template <std::floating_point S>
RecallTest test_recall(const RecallTask& task, const Vector<S>& parameters, double scale,
                       const ScoreRule& rule) {
  RecallPass<S> pass = checked_pass<S>(task, 0, parameters, rule);
  pass.forward(parameters, scale, rule);
  return {.loss = pass.loss, .right = pass.right};
}

template <std::floating_point S>
std::vector<double> test_recall_keys(const RecallTask& task, std::uint32_t from,
                                     const Vector<S>& parameters, double scale,
                                     const ScoreRule& rule) {
  check_task({.dim = task.dim, .batch = task.batch});
  check::within("n", task.n, 2, 32'768);
  check::within("from", from, 0.0, 0x1p32 - static_cast<double>(task.batch));
  check_head<S>(task.dim, parameters, rule);
  std::vector<double> found;
  Matrix<double> draws(task.n, task.dim);
  RecallPass<S> pass;
  for (Index s = 0; s < task.batch; ++s) {
    RandomState state(task.seed, 0, from + static_cast<std::uint32_t>(s));
    pass.data.rights = {static_cast<Index>(state.uniform() * static_cast<double>(task.n))};
    state.normal(entries_of(draws));
    assign(pass.data.tokens, draws.template cast<S>());
    pass.attend(parameters, scale, rule);
    found.push_back(static_cast<double>(pass.weights(0, pass.data.rights[0])));
  }
  return found;
}

template <std::floating_point S>
Matrix<S> recall_weights(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                         double scale, const ScoreRule& rule) {
  RecallTask one = task;
  one.batch = 1;
  auto [queries, keys] = projected<S>(checked_pass<S>(one, step, parameters, rule), parameters);
  if (rule.query_key_norm) {
    queries = unit_rows<S>(queries).rows;
    keys = unit_rows<S>(keys).rows;
  }
  Matrix<S> weights = simd::product<S>(queries, keys.transpose());
  weights *= static_cast<S>(rule.query_key_norm.value_or(scale));
  check::no_overflow<S>("scale·QKᵀ", weights);
  rule_logits<S>(rule, weights);
  rule_weights<S>(rule, weights);
  return weights;
}

template <std::floating_point S>
RecallAlignment recall_alignment(const RecallTask& task, const Vector<S>& parameters) {
  const auto all = projected<S>(checked_pass<S>(task, 0, parameters, {}), parameters);
  const Matrix<double> queries = all[0].template cast<double>();
  const Matrix<double> keys = all[1].template cast<double>();
  const Eigen::ArrayXd scores = queries.cwiseProduct(keys).rowwise().sum();
  const Eigen::ArrayXd lengths = row_norms(queries).cwiseProduct(row_norms(keys));
  // One by one: Eigen adds a choice between two expressions in packets since version 5.
  double cosines = 0;
  for (Index sequence = 0; sequence < scores.size(); ++sequence) {
    cosines += lengths[sequence] > 0 ? scores[sequence] / lengths[sequence] : 0;
  }
  const RecallAlignment result{.cosine = cosines / static_cast<double>(scores.size()),
                               .score = scores.mean()};
  demand_finite(std::isfinite(result.cosine) && std::isfinite(result.score));
  return result;
}

double check_recall(const RecallTask& task, const Vector<double>& parameters, double scale,
                    const ScoreRule& rule) {
  RecallPass<double> pass = checked_pass<double>(task, 1, parameters, rule);
  const auto loss = [&](const Vector<double>& at) {
    pass.forward(at, scale, rule);
    return pass.loss;
  };
  const double loss_here = loss(parameters);
  Vector<double> gradient;
  pass.backward(parameters, scale, rule, gradient);
  demand_finite(std::isfinite(squared_norm(gradient)));
  // The step, relative to the norm of the matrix, at which rounding and the error of order 4 are
  // about as large.
  constexpr double kStep = 1e-4;
  RandomState state(task.seed, 0, 1);
  return largest_slope_error(
      layout_of(task.dim), parameters, gradient, loss_here, loss,
      [&](const Vector<double>& own, const Vector<double>&) {
        Vector<double> direction(own.size());
        state.normal(entries_of(direction));
        return Vector<double>(kStep * norm(own) / norm(direction) * direction);
      },
      [](const auto& difference) {
        const double slope =
            (4 * difference(1) - difference(2)) / 3;  // without the error of order 2
        demand_finite(std::isfinite(slope));
        return slope;
      });
}

ATTENTION_SCALE_INSTANTIATE(draw_recall);
ATTENTION_SCALE_INSTANTIATE(start_recall);
ATTENTION_SCALE_INSTANTIATE(train_recall);
ATTENTION_SCALE_INSTANTIATE(test_recall);
ATTENTION_SCALE_INSTANTIATE(test_recall_keys);
ATTENTION_SCALE_INSTANTIATE(recall_weights);
ATTENTION_SCALE_INSTANTIATE(recall_alignment);

}  // namespace attention_scale
