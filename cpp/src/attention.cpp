#include "attention_scale/attention.hpp"

#include "attention_scale/check.hpp"
#include "panel.hpp"
#include "score_strips.hpp"
#include "softmax_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_scale {
namespace {

/// Attention of one strip of queries after another. Their scores stand in a panel, which becomes
/// logits, exponentials and weights in its place.
template <std::floating_point S>
class StripAttention {
  static constexpr Index kLanes = simd::kLanes<S>;
  /// Keys that are taken at a time where only the output is wanted: their panel stays in the
  /// fastest memory of the processor.
  static constexpr Index kKeysAtATime = 256;

 public:
  StripAttention(ScoreStrips<S>& strips, const MatrixIn<S>& values, const AttentionOutputs<S>& into)
      : strips_(strips), values_(values), into_(into), m_(values.rows()) {
    // Where a weight is wanted, or must be one before it meets a value, a row is taken as a whole.
    const bool whole = into.scores != nullptr || into.logits != nullptr ||
                       into.weights != nullptr || !strips.values_are_small();
    block_ = whole ? m_ : std::min(m_, kKeysAtATime);
    panel_.resize(block_ * kLanes);
    if (into.output != nullptr) {
      output_panel_.resize(2 * values.cols() * kLanes);
    }
  }

  void run(Index n) {
    const Index d_v = values_.cols();
    if (into_.output != nullptr) {
      tiles_ = simd::Tiles<S>(values_, n);
    }
    for (Index first = 0; first < n; first += kLanes) {
      strips_.take(first);
      strip();
    }
    if (into_.output != nullptr && !strips_.values_are_small()) {
      check::no_overflow<S>("weights·values", Eigen::Map<Matrix<S>>(into_.output, n, d_v));
    }
  }

 private:
  void strip() {
    simd::RunningSoftmax<S> softmax;
    // Under a causal mask no query of the strip sees a key behind its last one.
    const bool skip = strips_.causal() && block_ < m_;
    const Index seen = skip ? std::min(m_, strips_.first() + strips_.count()) : m_;
    for (Index key = 0; key < seen; key += block_) {
      const Index count = std::min(block_, seen - key);
      strips_.scores(key, count, panel_.data());
      put(into_.scores);
      strips_.logits(key, count, panel_.data());
      put(into_.logits);
      if (into_.weights != nullptr || into_.output != nullptr) {
        weigh(softmax, key, count);
      }
    }
    if (into_.output != nullptr) {
      const Index d_v = values_.cols();
      if (strips_.values_are_small()) {
        softmax.divide(output_panel_.data(), d_v);
      }
      simd::unpack<S>(output_panel_.data(), strips_.count(), d_v,
                      into_.output + strips_.first() * d_v, d_v);
    }
    if (into_.weights != nullptr) {
      if (strips_.values_are_small()) {
        softmax.divide(panel_.data(), m_);
      }
      put(into_.weights);
    }
  }

  /// Exponentials of the logits in the panel, times values. They are divided by their sum at the
  /// end, unless values are so large that they have to be before.
  void weigh(simd::RunningSoftmax<S>& softmax, Index key, Index count) {
    const simd::Across<S> kept = softmax.advance(panel_.data(), count);
    if (!strips_.values_are_small()) {
      softmax.divide(panel_.data(), count);
    }
    if (into_.output == nullptr) {
      return;
    }
    const Index d_v = values_.cols();
    S* const output = output_panel_.data();
    S* const added = key == 0 ? output : output + d_v * kLanes;
    tiles_.multiply(panel_.data(), key, count, added);
    if (key > 0) {
      simd::decay_and_add<S>(output, kept, added, d_v);
    }
  }

  /// What is in the panel, into an n×m result.
  void put(S* result) const {
    if (result != nullptr) {
      simd::unpack<S>(panel_.data(), strips_.count(), m_, result + strips_.first() * m_, m_);
    }
  }

  ScoreStrips<S>& strips_;
  const MatrixIn<S>& values_;
  const AttentionOutputs<S>& into_;
  Index m_;
  Index block_ = 0;  ///< keys at a time
  Vector<S> panel_;
  Vector<S> output_panel_;  ///< and behind it what a block of keys adds
  simd::Tiles<S> tiles_;    ///< the values
};

}  // namespace

double attention_scale_factor(const AttentionOptions& options, Index d_k) {
  if (!options.scale) {
    return 1.0 / std::sqrt(static_cast<double>(d_k));
  }
  check::finite("scale", *options.scale);
  return *options.scale;
}

double score_divisor(Index d_k, double exponent) {
  check::within("dim", static_cast<double>(d_k), 1, std::numeric_limits<int>::max());
  check::within("exponent", exponent, 0, 1);
  const auto d = static_cast<double>(d_k);
  return exponent == 0.5 ? std::sqrt(d) : std::pow(d, exponent);
}

template <std::floating_point S>
void attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys, const MatrixIn<S>& values,
               const AttentionOptions& options, const AttentionOutputs<S>& into) {
  ScoreStrips<S> strips(queries, keys, values, options);
  StripAttention<S>(strips, values, into).run(queries.rows());
}

template <std::floating_point S>
Attention<S> attention(const MatrixIn<S>& queries, const MatrixIn<S>& keys,
                       const MatrixIn<S>& values, const AttentionOptions& options) {
  const Index n = queries.rows();
  const Index m = keys.rows();
  Attention<S> result{.scores = Matrix<S>(n, m),
                      .logits = Matrix<S>(n, m),
                      .weights = Matrix<S>(n, m),
                      .output = Matrix<S>(n, values.cols())};
  attention<S>(queries, keys, values, options,
               AttentionOutputs<S>{.scores = result.scores.data(),
                                   .logits = result.logits.data(),
                                   .weights = result.weights.data(),
                                   .output = result.output.data()});
  return result;
}

template void attention<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                const MatrixIn<double>&, const AttentionOptions&,
                                const AttentionOutputs<double>&);
template void attention<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                               const MatrixIn<float>&, const AttentionOptions&,
                               const AttentionOutputs<float>&);
template Attention<double> attention<double>(const MatrixIn<double>&, const MatrixIn<double>&,
                                             const MatrixIn<double>&, const AttentionOptions&);
template Attention<float> attention<float>(const MatrixIn<float>&, const MatrixIn<float>&,
                                           const MatrixIn<float>&, const AttentionOptions&);

}  // namespace attention_scale
