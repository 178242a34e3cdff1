#include "attention_scale/language/weights.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/int8_rows.hpp"

#include <cstring>
#include <string>

namespace attention_scale {
namespace {

void check_sizes(const LanguageSizes& sizes) {
  check::within("layers", sizes.layers, 1, 64);
  check::within("vocabulary", sizes.vocabulary, 1, 65536);
  check::within("positions", sizes.positions, 1, 4096);
  check::within("d_model", sizes.d_model, 1, simd::kMostInputs);
  check::within("hidden", sizes.hidden, 1, simd::kMostInputs);
  check::multiple("a word vector", "coordinates", sizes.d_model, "inputs at a time",
                  simd::kInputsAtATime);
  check::multiple("the hidden layer", "coordinates", sizes.hidden, "inputs at a time",
                  simd::kInputsAtATime);
  check::multiple("the model", "coordinates", sizes.d_model, "heads", sizes.heads);
  check::multiple("the model", "query heads", sizes.heads, "key heads", sizes.key_heads);
  check::multiple("a head", "coordinates", sizes.d_k(), "halves", 2);
  check::positive("theta", sizes.theta);
  check::positive("epsilon", sizes.epsilon);
}

/// A model whose matrices have their shapes and no entries.
LanguageWeights without_entries(const LanguageSizes& sizes) {
  check_sizes(sizes);
  const auto matrix = [](Index rows, Index cols) { return Int8Matrix{.rows = rows, .cols = cols}; };
  const Index d = sizes.d_model;
  const LanguageLayerWeights layer{.wq = matrix(d, d),
                                   .wk = matrix(sizes.key_width(), d),
                                   .wv = matrix(sizes.key_width(), d),
                                   .wo = matrix(d, d),
                                   .gate = matrix(sizes.hidden, d),
                                   .up = matrix(sizes.hidden, d),
                                   .down = matrix(d, sizes.hidden),
                                   .attention_norm = Vector<float>(d),
                                   .feed_forward_norm = Vector<float>(d)};
  return {.sizes = sizes,
          .layers = {static_cast<std::size_t>(sizes.layers), layer},
          .embedding = matrix(sizes.vocabulary, d),
          .final_norm = Vector<float>(d)};
}

template <typename Visit>
void each_matrix(LanguageWeights& weights, Visit visit) {
  for (LanguageLayerWeights& layer : weights.layers) {
    for (Int8Matrix* matrix :
         {&layer.wq, &layer.wk, &layer.wv, &layer.wo, &layer.gate, &layer.up, &layer.down}) {
      visit(*matrix);
    }
  }
  visit(weights.embedding);
}

template <typename Visit>
void each_norm(LanguageWeights& weights, Visit visit) {
  for (LanguageLayerWeights& layer : weights.layers) {
    visit(layer.attention_norm);
    visit(layer.feed_forward_norm);
  }
  visit(weights.final_norm);
}

std::size_t bytes_of(LanguageWeights& weights) {
  Index bytes = 0;
  each_matrix(weights, [&](const Int8Matrix& matrix) {
    bytes += matrix.rows * matrix.cols + Index{sizeof(float)};
  });
  each_norm(weights,
            [&](const Vector<float>& norm) { bytes += norm.size() * Index{sizeof(float)}; });
  return static_cast<std::size_t>(bytes);
}

}  // namespace

std::size_t language_weight_bytes(const LanguageSizes& sizes) {
  LanguageWeights weights = without_entries(sizes);
  return bytes_of(weights);
}

LanguageWeights language_weights(const LanguageSizes& sizes, std::span<const std::byte> bytes) {
  LanguageWeights weights = without_entries(sizes);
  if (bytes.size() != bytes_of(weights)) {
    throw Error(ErrorCode::kShape,
                {"the weights have ", std::to_string(bytes.size()),
                 " bytes; a model of these sizes has ", std::to_string(bytes_of(weights)), "."});
  }
  const std::byte* next = bytes.data();
  const auto read = [&](std::string_view name, VectorOut<float> into) {
    const std::size_t size = sizeof(float) * static_cast<std::size_t>(into.size());
    std::memcpy(into.data(), next, size);
    next += size;
    check::finite<float>(name, into);
  };
  each_matrix(weights, [&](Int8Matrix& matrix) {
    matrix.data = reinterpret_cast<const std::int8_t*>(next);
    next += matrix.rows * matrix.cols;
  });
  each_matrix(weights, [&](Int8Matrix& matrix) {
    read("a scale of the weights", Eigen::Map<Vector<float>>(&matrix.scale, 1));
  });
  each_norm(weights, [&](Vector<float>& norm) { read("a gain of RMSNorm", norm); });
  return weights;
}

}  // namespace attention_scale
