#include "attention_scale/language/model.hpp"

#include "attention_scale/attention/attention.hpp"
#include "attention_scale/core/check.hpp"
#include "attention_scale/softmax/softmax.hpp"
#include "attention_scale/statistics/statistics.hpp"
#include "kernels/exponential.hpp"
#include "kernels/gemm.hpp"
#include "kernels/int8_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace attention_scale {
namespace {

// The parts of a layer of a Llama model, on rows of the residual stream, one a token:
//   x += attention(rotated(rms_norm(x)·W^Q), rotated(rms_norm(x)·W^K), rms_norm(x)·W^V)·W^O,
//   x += swiglu(rms_norm(x)·W^gate, rms_norm(x)·W^up)·W^down.
// No digit of a row depends on the rows beside it.

/// y [r×d] = gain∘x/√(mean of x² + epsilon), row by row; x and y may be the same memory. Zhang and
/// Sennrich, "Root Mean Square Layer Normalization" (2019).
/// \throws Error(kDomain) where a sum of squares is not finite: the row would become zeros
void rms_norm(const MatrixIn<float>& x, const VectorIn<float>& gain, double epsilon,
              MatrixOut<float> y) {
  for (Index row = 0; row < x.rows(); ++row) {
    const float* const entries = x.row(row).data();
    const auto squares = static_cast<double>(simd::dot(entries, entries, x.cols()));
    check::finite("the sum of squares of a row in RMSNorm", squares);
    const double factor = 1 / std::sqrt(squares / static_cast<double>(x.cols()) + epsilon);
    y.row(row) = static_cast<float>(factor) * x.row(row).cwiseProduct(gain.transpose());
  }
}

/// The projections of a normed residual stream: y = rms_norm(x)·W for each of the products.
void project_normed(const MatrixIn<float>& x, const VectorIn<float>& gain, double epsilon,
                    std::initializer_list<simd::Int8Product> products) {
  Matrix<float> normed(x.rows(), x.cols());
  rms_norm(x, gain, epsilon, normed);
  simd::multiply_int8(normed, products);
}

/// Rotates every head of x [r×heads·d_k] by its position, `first` in row 0: coordinates i and
/// i + d_k/2 are a point in the plane, turned by the angle of the table. Su et al., "RoFormer"
/// (2021), with the pairs as in Llama's weights for Hugging Face.
void rotate_heads(const RotaryTable& table, Index first, const MatrixOut<float>& x) {
  const Index half = table.cosines.cols();
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index head = 0; head < x.cols(); head += 2 * half) {
      float* const a = x.row_data(row) + head;
      float* const b = a + half;
      for (Index i = 0; i < half; ++i) {
        const float cosine = table.cosines(first + row, i);
        const float sine = table.sines(first + row, i);
        const float before = a[i];
        a[i] = before * cosine - b[i] * sine;
        b[i] = b[i] * cosine + before * sine;
      }
    }
  }
}

/// Causal attention of h heads: head i reads the keys and values of key head ⌊i·g/h⌋.
/// \param queries [r×h·d_k], those of the last r of the m tokens
/// \param keys [m×g·d_k]
/// \param values [m×g·d_k]
/// \param scales [h], multiplies the scores
/// \param weights [h] matrices, whose rows m − r to m − 1 are written up to column m
/// \param output [r×h·d_k], the heads side by side
/// \throws Error(kDomain) on entries or scales that are not finite, and where a product overflows
void grouped_attention(const MatrixIn<float>& queries, const MatrixIn<float>& keys,
                       const MatrixIn<float>& values, const VectorIn<double>& scales,
                       std::span<Matrix<float>> weights, MatrixOut<float> output) {
  const Index heads = scales.size();
  const Index d_k = queries.cols() / heads;
  const Index group = queries.cols() / keys.cols();  // query heads with the same keys
  const Index before = keys.rows() - queries.rows();
  const auto rows_of = [&](Index head) {
    return weights[static_cast<std::size_t>(head)].block(before, 0, queries.rows(), keys.rows());
  };
  for (Index first = 0; first < heads; first += group) {
    const Index from = first / group * d_k;
    const auto own_keys = keys.middleCols(from, d_k);
    const auto own_values = values.middleCols(from, d_k);
    const double scale = scales[first];
    if (queries.rows() == 1 && (scales.segment(first, group).array() == scale).all()) {
      // A single query would leave most lanes of a panel empty: the group's heads are its rows.
      Matrix<float> rows(group, keys.rows());
      attention<float>(
          Eigen::Map<const Matrix<float>>(queries.data() + first * d_k, group, d_k), own_keys,
          own_values, {.scale = scale},
          {.weights = rows, .output = MatrixOut<float>(output.data() + first * d_k, group, d_k)});
      for (Index i = 0; i < group; ++i) {
        rows_of(first + i) = rows.row(i);
      }
      continue;
    }
    for (Index head = first; head < first + group; ++head) {
      attention<float>(queries.middleCols(head * d_k, d_k), own_keys, own_values,
                       {.scale = scales[head], .mask = {.causal_offset = before}},
                       {.weights = rows_of(head), .output = output.middleCols(head * d_k, d_k)});
    }
  }
}

/// up = silu(gate)∘up, silu(x) = x/(1 + exp(−x)), for matrices of one shape without gaps. Shazeer,
/// "GLU Variants Improve Transformer" (2020).
void swiglu(const Matrix<float>& gate, Matrix<float>& up) {
  using P = simd::Packet<float>;
  const simd::Exponential<float> exponential;
  const P zero = P::of(0);
  const P one = P::of(1);
  const auto product = [&](const P& x, const P& factor) {
    // 1/(1 + exp(−x)) or exp(x)/(1 + exp(x)): no exponential of a positive number.
    const P e = exponential(zero - larger(x, zero - x));
    return x * where_less(x, zero, e, one) / (one + e) * factor;
  };
  const Index whole = up.size() / P::kSize * P::kSize;
  for (Index k = 0; k < whole; k += P::kSize) {
    product(P::load(gate.data() + k), P::load(up.data() + k)).store(up.data() + k);
  }
  // A packet may be wider than a row, and than what is left.
  std::array<float, static_cast<std::size_t>(P::kSize)> gates{};
  std::array<float, static_cast<std::size_t>(P::kSize)> factors{};
  const auto remaining = up.size() - whole;
  std::copy_n(gate.data() + whole, remaining, gates.data());
  std::copy_n(up.data() + whole, remaining, factors.data());
  product(P::load(gates.data()), P::load(factors.data())).store(factors.data());
  std::copy_n(factors.data(), remaining, up.data() + whole);
}

/// Writes the measures of each row of each head, query by query.
/// \param queries [r×h·d_k], those of the last r of the m tokens
/// \param keys [m×g·d_k]
/// \param query_factor what the queries are multiplied by, which the scores are divided by
/// \param weights [h] matrices of at least m×m
/// \param measures [r·h]
void measure_rows(const MatrixIn<float>& queries, const MatrixIn<float>& keys, Index d_k,
                  float query_factor, std::span<const Matrix<float>> weights,
                  std::span<AttentionRow> measures) {
  const Index group = queries.cols() / keys.cols();
  Vector<double> scores(keys.rows());
  auto next = measures.begin();
  for (Index row = 0; row < queries.rows(); ++row) {
    const Index seen = keys.rows() - queries.rows() + row + 1;
    Index head = 0;
    for (const Matrix<float>& of_head : weights) {
      const RowStatistics statistics =
          row_statistics(of_head.row(seen - 1).head(seen).cast<double>());
      *next = {.entropy = statistics.entropy.front(),
               .largest = statistics.peak.front(),
               .trace = statistics.trace.front(),
               .on_first = statistics.peak_index.front() == 0};
      const float* const query = queries.row(row).data() + head * d_k;
      for (Index key = 0; key < seen; ++key) {
        const float* const other = keys.row(key).data() + head / group * d_k;
        scores[key] = static_cast<double>(simd::dot(query, other, d_k) / query_factor);
      }
      const Moments of_scores =
          RunningMoments(entries_of(scores).first(static_cast<std::size_t>(seen))).moments();
      next->mean_score = of_scores.mean;
      next->score_variance = of_scores.variance;
      ++next;
      ++head;
    }
  }
}

}  // namespace

RotaryTable::RotaryTable(Index positions, Index d_k, double theta)
    : cosines(positions, d_k / 2), sines(positions, d_k / 2) {
  for (Index i = 0; i < d_k / 2; ++i) {
    const double step = std::pow(theta, -2 * static_cast<double>(i) / static_cast<double>(d_k));
    for (Index p = 0; p < positions; ++p) {
      cosines(p, i) = static_cast<float>(std::cos(static_cast<double>(p) * step));
      sines(p, i) = static_cast<float>(std::sin(static_cast<double>(p) * step));
    }
  }
}

LanguageModel::LanguageModel(LanguageWeights weights)
    : weights_(std::move(weights)),
      rotary_(weights_.sizes.positions, weights_.sizes.d_k(), weights_.sizes.theta) {
  const LanguageSizes& sizes = weights_.sizes;
  check::same_size("the layers of the weights", std::ssize(weights_.layers), "those of their sizes",
                   sizes.layers);
  const auto zeros = [&](Index cols) { return Matrix<float>::Zero(sizes.positions, cols).eval(); };
  for (Lane& lane : lanes_) {
    for (Index layer = 0; layer < sizes.layers; ++layer) {
      LayerState& state = lane.layers.emplace_back();
      state.keys = zeros(sizes.key_width());
      state.values = zeros(sizes.key_width());
      state.measures.resize(static_cast<std::size_t>(sizes.positions * sizes.heads));
      for (Index head = 0; head < sizes.heads; ++head) {
        state.attention.push_back(zeros(sizes.positions));
      }
    }
    for (Index layer = 0; layer <= sizes.layers; ++layer) {
      lane.residuals.push_back(zeros(sizes.d_model));
    }
    lane.logits.resize(sizes.vocabulary);
    // So that no allocation fails after a lane has changed.
    lane.tokens.reserve(static_cast<std::size_t>(sizes.positions));
  }
  for (Index lane = 0; lane < kModelLanes; ++lane) {
    restart(lane);
  }
}

void LanguageModel::restart(Index lane, const LaneOptions& options) {
  const LanguageSizes& sizes = weights_.sizes;
  check::within("layer", options.layer, -1, sizes.layers - 1);
  check::within("head", options.head, -1, sizes.heads - 1);
  const double usual = 1 / score_divisor(sizes.d_k(), 0.5);
  const double chosen = 1 / score_divisor(sizes.d_k(), options.exponent);
  // This refuses a lane that does not exist, before anything changes.
  static_cast<void>(at(lane));
  Lane& changed = lanes_[static_cast<std::size_t>(lane)];
  changed.tokens.clear();
  changed.query_factor = options.divides_queries ? static_cast<float>(usual) : 1;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    LayerState& state = changed.layers[static_cast<std::size_t>(layer)];
    state.measured = 0;
    Vector<double>& scales = state.scales;
    scales.setConstant(sizes.heads, usual);
    if (options.layer < 0 || options.layer == layer) {
      const bool all = options.head < 0;
      scales.segment(all ? 0 : options.head, all ? sizes.heads : 1).setConstant(chosen);
    }
  }
}

void LanguageModel::rewind(Index lane, Index count) {
  check::within("the number of tokens", count, 1, std::ssize(tokens(lane)));
  Lane& changed = lanes_[static_cast<std::size_t>(lane)];
  // The lane changes only after what may throw.
  Vector<float> logits(weights_.sizes.vocabulary);
  logits_of(changed.residuals.back().row(count - 1), logits.transpose());
  changed.logits.swap(logits);
  changed.tokens.resize(static_cast<std::size_t>(count));
  for (LayerState& layer : changed.layers) {
    layer.measured = std::min(layer.measured, count);
  }
}

void LanguageModel::read(const LaneTokens& tokens) {
  std::vector<LaneRows> parts;
  Index rows = 0;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const auto count = static_cast<Index>(tokens[i].size());
    const auto position = std::ssize(lanes_[i].tokens);
    check::within("the number of tokens", position + count, 0, weights_.sizes.positions);
    for (const Token token : tokens[i]) {
      check::within("a token", static_cast<double>(token), 0,
                    static_cast<double>(weights_.sizes.vocabulary - 1));
    }
    if (count > 0) {
      parts.push_back({.lane = &lanes_[i], .from = rows, .count = count, .position = position});
    }
    rows += count;
  }
  if (parts.empty()) {
    return;
  }
  Matrix<float> x(rows, weights_.sizes.d_model);
  Index row = 0;
  for (const auto& list : tokens) {
    for (const Token token : list) {
      const Int8Matrix& w = weights_.embedding;
      const Eigen::Map<const Eigen::Matrix<std::int8_t, 1, Eigen::Dynamic>> entries(
          w.row_data(static_cast<Index>(token)), w.cols);
      x.row(row) = w.scale * entries.cast<float>();
      ++row;
    }
  }
  const auto keep = [&](std::size_t layers) {
    for (const LaneRows& part : parts) {
      part.lane->residuals[layers].middleRows(part.position, part.count) =
          x.middleRows(part.from, part.count);
    }
  };
  keep(0);
  for (Index layer = 0; layer < weights_.sizes.layers; ++layer) {
    attend(layer, parts, x);
    feed_forward(layer, x);
    keep(static_cast<std::size_t>(layer) + 1);
  }
  Matrix<float> last(std::ssize(parts), x.cols());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    last.row(static_cast<Index>(i)) = x.row(parts[i].from + parts[i].count - 1);
  }
  Matrix<float> logits(last.rows(), weights_.sizes.vocabulary);
  logits_of(last, logits);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].lane->logits = logits.row(static_cast<Index>(i)).transpose();
  }
  // The lanes take the tokens last: where a pass throws, they have read nothing.
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].tokens.insert(lanes_[i].tokens.end(), tokens[i].begin(), tokens[i].end());
  }
}

void LanguageModel::attend(Index layer, std::span<const LaneRows> parts, Matrix<float>& x) {
  const auto at_layer = static_cast<std::size_t>(layer);
  const LanguageLayerWeights& w = weights_.layers[at_layer];
  Matrix<float> queries(x.rows(), w.wq.rows);
  Matrix<float> keys(x.rows(), w.wk.rows);
  Matrix<float> values(x.rows(), w.wv.rows);
  project_normed(x, w.attention_norm, weights_.sizes.epsilon,
                 {{.w = w.wq, .y = queries}, {.w = w.wk, .y = keys}, {.w = w.wv, .y = values}});
  Matrix<float> heads(x.rows(), w.wo.cols);
  for (const auto& [lane, from, count, position] : parts) {
    LayerState& state = lane->layers[at_layer];
    queries.middleRows(from, count) *= lane->query_factor;
    rotate_heads(rotary_, position, queries.middleRows(from, count));
    rotate_heads(rotary_, position, keys.middleRows(from, count));
    state.keys.middleRows(position, count) = keys.middleRows(from, count);
    state.values.middleRows(position, count) = values.middleRows(from, count);
    grouped_attention(queries.middleRows(from, count), state.keys.topRows(position + count),
                      state.values.topRows(position + count), state.scales, state.attention,
                      heads.middleRows(from, count));
  }
  simd::multiply_int8(heads, {{.w = w.wo, .y = queries}});
  x += queries;
}

void LanguageModel::feed_forward(Index layer, Matrix<float>& x) {
  const LanguageLayerWeights& w = weights_.layers[static_cast<std::size_t>(layer)];
  Matrix<float> gate(x.rows(), w.gate.rows);
  Matrix<float> up(x.rows(), w.up.rows);
  project_normed(x, w.feed_forward_norm, weights_.sizes.epsilon,
                 {{.w = w.gate, .y = gate}, {.w = w.up, .y = up}});
  swiglu(gate, up);
  Matrix<float> down(x.rows(), w.down.rows);
  simd::multiply_int8(up, {{.w = w.down, .y = down}});
  x += down;
}

void LanguageModel::logits_of(const MatrixIn<float>& x, const MatrixOut<float>& logits) const {
  check::fit(x.cols() == weights_.sizes.d_model,
             {"a row of the residual stream has ", x.cols(), " entries; it must have ",
              weights_.sizes.d_model, "."});
  project_normed(x, weights_.final_norm, weights_.sizes.epsilon,
                 {{.w = weights_.embedding, .y = logits}});
  check::no_overflow<float>("the logits", logits);
}

const LanguageModel::Lane& LanguageModel::at(Index lane) const {
  check::within("lane", lane, 0, kModelLanes - 1);
  return lanes_[static_cast<std::size_t>(lane)];
}

VectorIn<float> LanguageModel::logits(Index lane) const {
  check::not_empty_list("the text of this lane", at(lane).tokens.size(), "at least one token");
  return at(lane).logits;
}

MatrixIn<float> LanguageModel::attention(Index lane, Index layer, Index head) const {
  check::within("layer", layer, 0, weights_.sizes.layers - 1);
  check::within("head", head, 0, weights_.sizes.heads - 1);
  const auto count = std::ssize(tokens(lane));
  return at(lane)
      .layers[static_cast<std::size_t>(layer)]
      .attention[static_cast<std::size_t>(head)]
      .topLeftCorner(count, count);
}

std::span<const AttentionRow> LanguageModel::attention_rows(Index lane, Index layer) {
  check::within("layer", layer, 0, weights_.sizes.layers - 1);
  const Index count = std::ssize(tokens(lane));
  const Lane& of = at(lane);
  LayerState& state =
      lanes_[static_cast<std::size_t>(lane)].layers[static_cast<std::size_t>(layer)];
  const auto heads = static_cast<std::size_t>(weights_.sizes.heads);
  if (state.measured < count) {
    const Index rows = count - state.measured;
    const LanguageLayerWeights& w = weights_.layers[static_cast<std::size_t>(layer)];
    Matrix<float> queries(rows, w.wq.rows);
    project_normed(residual(lane, layer).bottomRows(rows), w.attention_norm, weights_.sizes.epsilon,
                   {{.w = w.wq, .y = queries}});
    queries *= of.query_factor;
    rotate_heads(rotary_, state.measured, queries);
    measure_rows(queries, state.keys.topRows(count), weights_.sizes.d_k(), of.query_factor,
                 state.attention,
                 std::span(state.measures)
                     .subspan(static_cast<std::size_t>(state.measured) * heads,
                              static_cast<std::size_t>(rows) * heads));
    state.measured = count;
  }
  return std::span(state.measures).first(static_cast<std::size_t>(count) * heads);
}

MatrixIn<float> LanguageModel::residual(Index lane, Index layers) const {
  check::within("layers", layers, 0, weights_.sizes.layers);
  return at(lane).residuals[static_cast<std::size_t>(layers)].topRows(std::ssize(tokens(lane)));
}

QueriesAndKeys LanguageModel::unrotated(Index lane, Index layer) const {
  check::within("layer", layer, 0, weights_.sizes.layers - 1);
  const MatrixIn<float> x = residual(lane, layer);
  const LanguageLayerWeights& w = weights_.layers[static_cast<std::size_t>(layer)];
  QueriesAndKeys result{.queries = Matrix<float>(x.rows(), w.wq.rows),
                        .keys = Matrix<float>(x.rows(), w.wk.rows)};
  project_normed(x, w.attention_norm, weights_.sizes.epsilon,
                 {{.w = w.wq, .y = result.queries}, {.w = w.wk, .y = result.keys}});
  return result;
}

void LanguageModel::rotate(const MatrixOut<float>& x) const {
  check::within("the number of rows", x.rows(), 0, weights_.sizes.positions);
  check::fit(
      x.cols() % weights_.sizes.d_k() == 0,
      {"a row has ", x.cols(), " entries; it must have a multiple of ", weights_.sizes.d_k(), "."});
  rotate_heads(rotary_, 0, x);
}

}  // namespace attention_scale
