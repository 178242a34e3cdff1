/// \file The weights of a small chat model of the Llama kind, in eight bits, as a view over the
/// bytes of a file.
///
/// Letters: d_model width of the residual stream, h query heads, g key heads (h is a multiple of g:
/// grouped-query attention, Ainslie et al., 2023), d_k = d_model/h, f width of the feed-forward
/// layer, v tokens of the vocabulary.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace attention_scale {

/// The sizes of a model; without others those of MiniMind2-Small, 25.8 million parameters.
struct LanguageSizes {
  Index layers = 8;         ///< 1 to 64
  Index heads = 8;          ///< h
  Index key_heads = 2;      ///< g
  Index d_model = 512;      ///< a multiple of 8, up to 2048
  Index hidden = 1408;      ///< f, a multiple of 8, up to 2048
  Index vocabulary = 6400;  ///< v, 1 to 65536
  Index positions = 256;    ///< tokens that a text has at most, 1 to 4096
  double theta = 1e6;       ///< base of the rotary positions
  double epsilon = 1e-5;    ///< of RMSNorm

  [[nodiscard]] Index d_k() const { return d_model / heads; }
  [[nodiscard]] Index key_width() const { return key_heads * d_k(); }
};

/// scale·W, W [rows×cols] in eight bits. It multiplies a column from the left, y = W·x: a row of W
/// for each output. The entries are in memory of the caller.
struct Int8Matrix {
  const std::int8_t* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  float scale = 0;

  [[nodiscard]] const std::int8_t* row_data(Index row) const { return data + row * cols; }
};

struct LanguageLayerWeights {
  Int8Matrix wq;    ///< [h·d_k×d_model]
  Int8Matrix wk;    ///< [g·d_k×d_model]
  Int8Matrix wv;    ///< [g·d_k×d_model]
  Int8Matrix wo;    ///< [d_model×h·d_k]
  Int8Matrix gate;  ///< [f×d_model]
  Int8Matrix up;    ///< [f×d_model]
  Int8Matrix down;  ///< [d_model×f]
  Vector<float> attention_norm;
  Vector<float> feed_forward_norm;
};

struct LanguageWeights {
  LanguageSizes sizes;
  std::vector<LanguageLayerWeights> layers;
  Int8Matrix embedding;  ///< [v×d_model], the vectors of the tokens and the output matrix
  Vector<float> final_norm;
};

/// Number of bytes of such weights. \throws Error(kShape) or Error(kDomain) where a size is outside
/// its range or two do not fit.
std::size_t language_weight_bytes(const LanguageSizes& sizes);

/// The weights in `bytes`, one thing after the other without gaps:
///   1. the matrices, a byte an entry, row by row: of each layer wq, wk, wv, wo, gate, up, down;
///      then the embedding;
///   2. the scales of these matrices, in the same order, as float32 (little endian, like the next);
///   3. the gains of RMSNorm [d_model]: of each layer that before attention and that before the
///      feed-forward layer; then the final one.
/// The matrices stay where they are, so that `bytes` has to outlive the weights.
/// \throws as above; Error(kShape) where the number of bytes is another; Error(kDomain) where a
/// scale or a gain is not finite.
LanguageWeights language_weights(const LanguageSizes& sizes, std::span<const std::byte> bytes);

}  // namespace attention_scale
