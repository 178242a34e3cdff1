#include "attention_scale/language/weights.hpp"

#include "attention_scale/core/check.hpp"
#include "kernels/int8_rows.hpp"

#include <cstring>

namespace attention_scale {
namespace {

/// The scales of all matrices and the gains of all norms.
Index scales_of(const LanguageSizes& sizes) { return 7 * sizes.layers + 1; }
Index gains_of(const LanguageSizes& sizes) { return (2 * sizes.layers + 1) * sizes.d_model; }

}  // namespace

std::size_t language_weight_bytes(const LanguageSizes& sizes) {
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
  const Index columns = 2 * sizes.d_model + 2 * sizes.key_width() + 3 * sizes.hidden;
  const Index entries = (sizes.layers * columns + sizes.vocabulary) * sizes.d_model;
  const Index floats = scales_of(sizes) + gains_of(sizes);
  return static_cast<std::size_t>(entries) + static_cast<std::size_t>(floats) * sizeof(float);
}

LanguageWeights language_weights(const LanguageSizes& sizes, std::span<const std::byte> bytes) {
  const std::size_t needed = language_weight_bytes(sizes);
  check::fit(bytes.size() == needed, {"the weights have ", bytes.size(),
                                      " bytes; a model of these sizes has ", needed, "."});
  Vector<float> numbers(scales_of(sizes) + gains_of(sizes));
  const std::size_t size = sizeof(float) * static_cast<std::size_t>(numbers.size());
  // The floats are copied, since they may begin at any address.
  std::memcpy(numbers.data(), bytes.last(size).data(), size);
  check::finite<float>("a scale of the weights", numbers.head(scales_of(sizes)));
  check::finite<float>("a gain of RMSNorm", numbers.tail(gains_of(sizes)));
  const auto* next_entries = reinterpret_cast<const std::int8_t*>(bytes.data());
  const float* next_scale = numbers.data();
  const float* next_gains = numbers.data() + scales_of(sizes);
  const auto matrix = [&](Index rows, Index cols) {
    const Int8Matrix taken{.data = next_entries, .rows = rows, .cols = cols, .scale = *next_scale};
    next_entries += rows * cols;
    ++next_scale;
    return taken;
  };
  const Index d = sizes.d_model;
  const auto norm = [&] {
    Vector<float> taken = Eigen::Map<const Vector<float>>(next_gains, d);
    next_gains += d;
    return taken;
  };
  LanguageWeights weights;
  weights.sizes = sizes;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    weights.layers.push_back({.wq = matrix(d, d),
                              .wk = matrix(sizes.key_width(), d),
                              .wv = matrix(sizes.key_width(), d),
                              .wo = matrix(d, d),
                              .gate = matrix(sizes.hidden, d),
                              .up = matrix(sizes.hidden, d),
                              .down = matrix(d, sizes.hidden),
                              .attention_norm = norm(),
                              .feed_forward_norm = norm()});
  }
  weights.embedding = matrix(sizes.vocabulary, d);
  weights.final_norm = norm();
  return weights;
}

}  // namespace attention_scale
