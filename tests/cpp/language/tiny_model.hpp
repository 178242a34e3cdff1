/// \file A chat model of random weights that is small enough to compute by simple loops.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "attention_scale/language/model.hpp"
#include "expectations.hpp"

namespace attention_scale::tests {

/// Three layers, four query heads of eight coordinates, two key heads: no two sizes the same.
inline constexpr LanguageSizes kTinySizes{.layers = 3,
                                          .heads = 4,
                                          .key_heads = 2,
                                          .d_model = 32,
                                          .hidden = 48,
                                          .vocabulary = 50,
                                          .positions = 40,
                                          .theta = 100,
                                          .epsilon = 1e-5};

/// Bytes as language_weights reads them: entries of ±127, scales of `scale`/127, gains about 1.
inline std::vector<std::byte> tiny_bytes(const LanguageSizes& sizes = kTinySizes,
                                         float scale = 0.6F) {
  std::vector<std::byte> bytes(language_weight_bytes(sizes));
  const Index matrices = 7 * sizes.layers + 1;
  const Index gains = (2 * sizes.layers + 1) * sizes.d_model;
  const std::size_t floats = static_cast<std::size_t>(matrices + gains) * sizeof(float);
  const std::size_t entries = bytes.size() - floats;
  const Matrix<double> draws = sample<double>(1, static_cast<Index>(entries), 1, 40);
  for (std::size_t i = 0; i < entries; ++i) {
    const double draw = std::clamp(draws(0, static_cast<Index>(i)), -127.0, 127.0);
    bytes[i] = static_cast<std::byte>(static_cast<std::int8_t>(std::round(draw)));
  }
  Vector<float> rest(matrices + gains);
  rest.head(matrices).setConstant(scale / 127);
  rest.tail(gains) = sample<float>(gains, 1, 2, 0.1).array() + 1;
  std::memcpy(bytes.data() + entries, rest.data(), floats);
  return bytes;
}

/// A model with the bytes of its weights.
struct TinyModel {
  std::vector<std::byte> bytes = tiny_bytes();
  LanguageModel model{language_weights(kTinySizes, bytes)};
};

/// Tokens that are not all different.
inline std::vector<Token> tiny_text(std::size_t length) {
  std::vector<Token> text;
  for (std::size_t i = 0; i < length; ++i) {
    text.push_back(static_cast<Token>((7 * i * i + 3 * i + 1) % 50));
  }
  return text;
}

}  // namespace attention_scale::tests
