/// \file The recall task: one head learns to find a token among others and to return its value.
///
/// A sequence has n tokens x_j and n values v_j, all of N(0, I_d). One of the tokens, number i, is
/// asked for: with q = x_i·W^Q and k_j = x_j·W^K the head returns y = Σ_j w_j v_j, w = softmax of
/// scale·q·k_j. The loss is the mean of (y − v_i)² over the batch and the d coordinates, so that
/// every gradient passes through the softmax.
///
/// There is one query in a sequence, so q·k_j is computed as (q·W^Kᵀ)·x_j: W^K multiplies the query
/// and not the n tokens. A rule other than the scale (score_rule.hpp) makes logits of the scores
/// q·k_j; QK-norm, which needs the lengths of the keys, computes them all.
#pragma once

#include "attention_scale/layers/transformer.hpp"
#include "attention_scale/training/optimiser.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace attention_scale {

struct RecallTask {
  std::uint32_t seed = 0;
  Index dim = 64;    ///< d, 4 to 512
  Index n = 16;      ///< tokens of a sequence, 2 to 64
  Index batch = 64;  ///< sequences of a step, 1 to 512
};

/// \throws Error(kDomain) where a number is outside its range.
void check_task(const RecallTask& task);

/// The sequences of a step, one below the other.
template <std::floating_point S>
struct RecallData {
  Matrix<S> tokens;           ///< [batch·n×d]
  Matrix<S> values;           ///< [batch·n×d]
  std::vector<Index> rights;  ///< i of each sequence: the number of the token that is asked for
};

/// The data of step `step` from RandomState([seed, step]), sequence by sequence: i =
/// ⌊n·random_sample()⌋, tokens = normal((n, d)), values = normal((n, d)). A sequence does not
/// depend on the size of the batch. Step 0 is kept for tests: training begins with step 1.
template <std::floating_point S>
void draw_recall(const RecallTask& task, std::uint32_t step, RecallData<S>& data);

/// W^Q and then W^K [d×d], one after the other, drawn from RandomState(seed) by draw_parameter and
/// multiplied by `factor`, 0 to 1e6.
template <std::floating_point S>
Vector<S> start_recall(Index dim, std::uint32_t seed, Initialisation initialisation, double factor);

/// Takes up to `steps` steps with each lane, whose states have taken the same number of steps. A
/// lane's digits do not depend on the other lanes, nor on how its steps are divided among calls.
/// \throws Error(kDomain) where a number is outside its range, Error(kShape) where a state does not
/// fit.
template <std::floating_point S>
void train_recall(const RecallTask& task, const OptimiserOptions& optimiser, Index steps,
                  std::span<TrainingLane<S>> lanes);

struct RecallTest {
  double loss = 0;
  double right = 0;  ///< mean weight on the right key
};

/// The test of a head on the held-out data. \throws Error(kDomain) where a score overflows.
template <std::floating_point S>
RecallTest test_recall(const RecallTask& task, const Vector<S>& parameters, double scale,
                       const ScoreRule& rule = {});

/// The weight on the right key of each of `batch` sequences of n keys, here 2 to 32,768. Number s,
/// from `from` on, comes from RandomState([seed, 0, s]): i = ⌊n·random_sample()⌋, tokens =
/// normal((n, d)). \throws as test_recall
template <std::floating_point S>
std::vector<double> test_recall_keys(const RecallTask& task, std::uint32_t from,
                                     const Vector<S>& parameters, double scale,
                                     const ScoreRule& rule = {});

/// The attention weights [n×n] of the first sequence of a step, each token asked for in its row.
template <std::floating_point S>
Matrix<S> recall_weights(const RecallTask& task, std::uint32_t step, const Vector<S>& parameters,
                         double scale, const ScoreRule& rule = {});

/// How far queries and keys of the same token have been aligned, over the held-out data.
struct RecallAlignment {
  double cosine = 0;  ///< mean cosine of q_i and k_i
  double score = 0;   ///< mean q_i·k_i, before the scale
};

template <std::floating_point S>
RecallAlignment recall_alignment(const RecallTask& task, const Vector<S>& parameters);

/// The worst error, over W^Q and W^K, of the gradient along a random direction, drawn from
/// RandomState([seed, 0, 1]), against central differences of the loss on the data of step 1,
/// relative to the larger of both or to what the difference tells to six digits beside the rounding
/// of the loss, where that is larger.
double check_recall(const RecallTask& task, const Vector<double>& parameters, double scale,
                    const ScoreRule& rule = {});

}  // namespace attention_scale
