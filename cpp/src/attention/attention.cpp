#include "attention_scale/attention/attention.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/panel.hpp"
#include "kernels/score_strips.hpp"
#include "kernels/softmax_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attention_scale {
namespace {

/// Attention of some strips of queries at a time. The scores of each stand in a panel, which
/// becomes logits, exponentials and weights in its place.
template <std::floating_point S>
class StripAttention {
  static constexpr Index kLanes = simd::kLanes<S>;
  /// Terms that are summed before they join the output. Where only the output is wanted, a panel
  /// holds no more keys than these.
  static constexpr Index kKeysAtATime = 256;
  /// Keys that all strips meet before the next ones are fetched; of values, kKeysAtATime.
  static constexpr Index kKeysTogether = 64;
  /// Strips that share what is fetched.
  static constexpr Index kStripsTogether = 8;
  /// Bytes of keys and values up to which all of them stay in the second cache anyway: then strips
  /// go one by one. The tests' OfARowDoesNotDependOn… has more.
  static constexpr Index kStaying = Index{1} << 19;

 public:
  StripAttention(const ScoreStrips<S>& strips, const MatrixIn<S>& keys, const MatrixIn<S>& values,
                 const AttentionOutputs<S>& into)
      : strips_(strips), values_(values), into_(into), m_(values.rows()) {
    // Where a weight is wanted, or must be one before it meets a value, a row is taken as a whole.
    const bool whole = into.scores != nullptr || into.logits != nullptr ||
                       into.weights != nullptr || !strips.values_are_small();
    block_ = whole ? m_ : std::min(m_, kKeysAtATime);
    const Index bytes = (keys.size() + values.size()) * static_cast<Index>(sizeof(S));
    // Rows as a whole, of values that have to be met as weights, are rare and not worth the memory.
    together_ = bytes > kStaying && strips.values_are_small() ? kStripsTogether : 1;
  }

  void run(Index n) {
    const Index d_v = values_.cols();
    if (into_.output != nullptr) {
      tiles_ = simd::Tiles<S>(values_, n);
    }
    const Index step = together_ * kLanes;
    for (Index first = 0; first < n; first += step) {
      begin(first, std::min(n, first + step));
      for (Index key = 0; key < works_.back().seen; key += block_) {
        advance(key);
      }
      for (Work& work : works_) {
        finish(work);
      }
    }
    if (into_.output != nullptr && !strips_.values_are_small()) {
      check::no_overflow<S>("weights·values", Eigen::Map<Matrix<S>>(into_.output, n, d_v));
    }
  }

 private:
  /// A strip on its way.
  struct Work {
    Strip<S> strip;
    Index seen = 0;  ///< keys that any of its queries sees, as far as that is known at once
    simd::RunningSoftmax<S> softmax;
    simd::Across<S> kept{};  ///< what the output so far is worth beside the newest keys
    Vector<S> panel;
    Vector<S> output;  ///< a panel, and behind it what a block of keys adds
  };

  /// Whether the keys behind a strip's last query are left out: under a causal mask it sees none.
  [[nodiscard]] bool skip() const { return strips_.causal() && block_ < m_; }

  void begin(Index first, Index end) {
    works_.resize(static_cast<std::size_t>((end - first + kLanes - 1) / kLanes));
    for (Work& work : works_) {
      strips_.take(first, work.strip);
      first += kLanes;
      work.seen = skip() ? std::min(m_, work.strip.first + work.strip.count) : m_;
      work.softmax = {};
      work.panel.resize(block_ * kLanes);
      if (into_.output != nullptr) {
        work.output.resize(2 * values_.cols() * kLanes);
      }
    }
  }

  /// Takes the next block of keys. What is read of keys and values is read for all strips, one
  /// after the other.
  void advance(Index key) {
    const auto in_parts_of = [&](Index size, auto&& take) {
      for (Index from = key; from < std::min(m_, key + block_); from += size) {
        for (Work& work : works_) {
          const Index end = std::min({work.seen, key + block_, from + size});
          if (from < end) {
            take(work, from, end - from, work.panel.data() + (from - key) * kLanes);
          }
        }
      }
    };
    in_parts_of(kKeysTogether, [&](Work& work, Index from, Index count, S* panel) {
      strips_.scores(work.strip, from, count, panel);
    });
    for (Work& work : works_) {
      if (key < work.seen) {
        weigh(work, key, std::min(block_, work.seen - key));
      }
    }
    if (into_.output != nullptr) {
      in_parts_of(kKeysAtATime, [&](Work& work, Index from, Index count, const S* panel) {
        add_values(work, from, count, panel);
      });
    }
  }

  /// Exponentials of the scores in the panel. They are divided by their sum at the end, unless
  /// values are so large that they have to be before.
  void weigh(Work& work, Index key, Index count) {
    S* const panel = work.panel.data();
    put(work, into_.scores);
    strips_.logits(work.strip, key, count, panel);
    put(work, into_.logits);
    if (into_.weights != nullptr || into_.output != nullptr) {
      work.kept = work.softmax.advance(panel, count);
      if (!strips_.values_are_small()) {
        work.softmax.divide(panel, count);
      }
    }
  }

  void add_values(Work& work, Index key, Index count, const S* panel) const {
    const Index d_v = values_.cols();
    S* const output = work.output.data();
    S* const added = output + d_v * kLanes;
    tiles_.multiply(panel, key, count, key == 0 ? output : added);
    if (key > 0) {
      simd::decay_and_add<S>(output, work.kept, added, d_v);
    }
    // The next part of the same block has the same reference.
    work.kept = simd::Across<S>::of(1);
  }

  void finish(Work& work) const {
    if (into_.output != nullptr) {
      const Index d_v = values_.cols();
      if (strips_.values_are_small()) {
        work.softmax.divide(work.output.data(), d_v);
      }
      simd::unpack<S>(work.output.data(), work.strip.count, d_v,
                      into_.output + work.strip.first * d_v, d_v);
    }
    if (into_.weights != nullptr) {
      if (strips_.values_are_small()) {
        work.softmax.divide(work.panel.data(), m_);
      }
      put(work, into_.weights);
    }
  }

  /// What is in the panel, into an n×m result.
  void put(const Work& work, S* result) const {
    if (result != nullptr) {
      simd::unpack<S>(work.panel.data(), work.strip.count, m_, result + work.strip.first * m_, m_);
    }
  }

  const ScoreStrips<S>& strips_;
  const MatrixIn<S>& values_;
  const AttentionOutputs<S>& into_;
  Index m_;
  Index block_ = 0;     ///< keys at a time
  Index together_ = 0;  ///< strips at a time
  std::vector<Work> works_;
  simd::Tiles<S> tiles_;  ///< the values
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
  const ScoreStrips<S> strips(queries, keys, values, options);
  StripAttention<S>(strips, keys, values, into).run(queries.rows());
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
