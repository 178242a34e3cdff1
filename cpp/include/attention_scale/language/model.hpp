/// \file A chat model that reads one text twice: two lanes, each with scales of its own.
///
/// It is of the Llama kind: a decoder of layers, whose last residual stream becomes the logits of
/// the next token. Both lanes are computed in one pass over the weights. Letters are those of
/// weights.hpp.
#pragma once

#include "attention_scale/language/tokenizer.hpp"
#include "attention_scale/language/weights.hpp"

#include <array>
#include <span>
#include <vector>

namespace attention_scale {

/// cos and sin of p·θ^(−2i/d_k) in row p and column i [positions×d_k/2].
struct RotaryTable {
  RotaryTable(Index positions, Index d_k, double theta);

  Matrix<float> cosines;
  Matrix<float> sines;
};

inline constexpr Index kModelLanes = 2;

/// What a lane divides its scores by: √d_k, unless it does so in its own way.
struct LaneOptions {
  double exponent = 0.5;  ///< the chosen heads divide by d_k^exponent, 0 to 1
  Index layer = -1;       ///< the layer of the chosen heads; −1: every layer
  Index head = -1;        ///< the number of the chosen head; −1: every head
  /// Whether the queries are divided by √d_k, before the scores are. With this and an exponent of 0
  /// every digit is that of the usual division where √d_k is a power of two.
  bool divides_queries = false;
};

/// Measures of a row of a head's attention, and of its scores q·k with queries that are not
/// divided.
struct AttentionRow {
  double entropy = 0;     ///< in nats
  double largest = 0;     ///< the largest weight
  double trace = 0;       ///< Σ y(1 − y), the trace of the Jacobian of softmax
  bool on_first = false;  ///< whether no weight is larger than that of the first token
  double mean_score = 0;
  double score_variance = 0;  ///< ddof 0: no square of a mean, which may be far larger
};

/// The queries and keys of a layer, heads side by side, a row for each token.
struct QueriesAndKeys {
  Matrix<float> queries;  ///< [T×h·d_k]
  Matrix<float> keys;     ///< [T×g·d_k]
};

/// The tokens that each lane reads next; none leaves a lane as it is.
using LaneTokens = std::array<std::span<const Token>, kModelLanes>;

/// With the sizes of MiniMind2-Small it takes 48 MB beside the weights, most of it for the
/// attention weights of all positions, and up to 13 MB more while it reads.
class LanguageModel {
 public:
  /// Both lanes have the usual options and have read nothing. The bytes of the weights have to
  /// outlive the model.
  explicit LanguageModel(LanguageWeights weights);

  /// The lane forgets what it has read, and reads on with these options.
  /// \throws Error(kDomain) where there is no such exponent, layer, head or lane
  void restart(Index lane, const LaneOptions& options = {});

  /// The lane forgets all but its first tokens, as if it had read no others.
  /// \throws Error(kDomain) unless it has read as many, one at least
  void rewind(Index lane, Index count);

  /// Each lane reads its tokens after those that it has read: a prompt, or the token that it has
  /// answered. No digit depends on how a text is divided among calls, nor on the other lane.
  /// \throws Error(kDomain) where a token is outside the vocabulary, where a lane would have more
  /// tokens than positions, and where a number overflows; then nothing has been read
  void read(const LaneTokens& tokens);

  /// Writes the `logits` [r×v] of the next token at rows of the residual stream x [r×d_model]: the
  /// final RMSNorm and the product with the embedding.
  /// \throws Error(kShape) where shapes do not fit, Error(kDomain) where a number is not finite
  void logits_of(const MatrixIn<float>& x, const MatrixOut<float>& logits) const;

  [[nodiscard]] const LanguageWeights& weights() const { return weights_; }
  /// What the lane has read, T tokens.
  [[nodiscard]] std::span<const Token> tokens(Index lane) const { return at(lane).tokens; }
  /// [v], of the token after the last one. \throws Error(kShape) where nothing has been read
  [[nodiscard]] VectorIn<float> logits(Index lane) const;
  /// The attention weights of a head [T×T], a part of wider memory, which the next call changes.
  [[nodiscard]] MatrixIn<float> attention(Index lane, Index layer, Index head) const;
  /// [T·h], query by query; the next call changes them. Rows are measured here, each once, and not
  /// where they are read: a late token would take a sixth longer, also where nobody wants them.
  /// Their queries are computed again, which takes no memory.
  [[nodiscard]] std::span<const AttentionRow> attention_rows(Index lane, Index layer);
  /// The residual stream [T×d_model] after so many layers: 0 for the embeddings.
  [[nodiscard]] MatrixIn<float> residual(Index lane, Index layers) const;
  /// The queries and keys of a layer before they are turned by their positions, computed again from
  /// the residual stream. No query is divided.
  /// \throws Error(kDomain) where there is no such lane or layer
  [[nodiscard]] QueriesAndKeys unrotated(Index lane, Index layer) const;
  /// Turns every head of queries or keys [T×d] by their positions, 0 in the first row.
  /// \throws Error(kShape) unless d is a multiple of d_k, Error(kDomain) where there are more rows
  /// than positions
  void rotate(const MatrixOut<float>& x) const;

 private:
  struct LayerState {
    Vector<double> scales;                 ///< [h]
    Matrix<float> keys;                    ///< [positions×g·d_k]
    Matrix<float> values;                  ///< [positions×g·d_k]
    std::vector<AttentionRow> measures;    ///< [positions·h]
    Index measured = 0;                    ///< tokens whose rows are measured
    std::vector<Matrix<float>> attention;  ///< [h] of [positions×positions], 0 above the diagonal
  };
  struct Lane {
    std::vector<Token> tokens;
    std::vector<LayerState> layers;
    float query_factor = 1;                ///< multiplies the queries of every layer
    std::vector<Matrix<float>> residuals;  ///< [layers + 1] of [positions×d_model]
    Vector<float> logits;                  ///< [v]
  };
  /// Rows of a matrix that belong to a lane, whose first token has a position.
  struct LaneRows {
    Lane* lane;
    Index from;
    Index count;
    Index position;
  };

  [[nodiscard]] const Lane& at(Index lane) const;
  void attend(Index layer, std::span<const LaneRows> parts, Matrix<float>& x);
  void feed_forward(Index layer, Matrix<float>& x);

  LanguageWeights weights_;
  RotaryTable rotary_;
  std::array<Lane, kModelLanes> lanes_;
};

}  // namespace attention_scale
