#include "attention_scale/layers/transformer.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "layers/golden_layers.hpp"

namespace attention_scale::tests {
namespace {

/// A case of encoder.json or decoder.json.
struct Case {
  Case(const Golden& it, bool decodes)
      : golden(it),
        has_cross(decodes),
        options(layer_options_of(it)),
        masks{.own = mask_of(it)},
        x(it["x"].matrix<double>()),
        d_x(Matrix<double>::Zero(x.rows(), x.cols())) {
    for (const Golden& layer : it["layers"].list()) {
      layers.emplace_back(layer, LayerParameters<Parameter<double>>{.has_cross = has_cross},
                          LayerParameters<MatrixOut<double>>{.has_cross = has_cross});
      parameters.push_back(layers.back().parameters);
      gradients.push_back(layers.back().gradients);
    }
    if (has_cross) {
      memory = it["memory"].matrix<double>();
      d_memory = Matrix<double>::Zero(memory.rows(), memory.cols());
      masks.memory = {.matrix = bits_of(it["memoryMask"]), .padding = bits_of(it["memoryPadding"])};
    }
  }

  const Matrix<double>& output() {
    return transformer_stack<double>(x, memory, parameters, options, masks, caches);
  }

  /// Adds `share` of the gradients.
  void add_gradients(double share) {
    transformer_stack_gradient<double>(x, memory, parameters, options, masks, caches,
                                       share * golden["doutput"].matrix<double>(), gradients, d_x,
                                       d_memory);
  }

  void expect_gradients() const {
    const Golden gradient = golden["gradient"];
    EXPECT_TRUE(close(d_x, gradient["x"].matrix<double>(), kLayers));
    if (has_cross) {
      EXPECT_TRUE(close(d_memory, gradient["memory"].matrix<double>(), kLayers));
    }
    const std::vector<Golden> expected = gradient["layers"].list();
    for (std::size_t i = 0; i < layers.size(); ++i) {
      layers[i].expect_gradients(expected[i]);
    }
  }

  Golden golden;
  bool has_cross;
  LayerOptions options;
  LayerMasks masks;
  Matrix<double> x;
  Matrix<double> memory;
  Matrix<double> d_x;
  Matrix<double> d_memory;
  std::deque<GoldenLayer<LayerParameters>> layers;
  std::vector<LayerParameters<Parameter<double>>> parameters;
  std::vector<LayerParameters<MatrixOut<double>>> gradients;
  std::vector<LayerCache<double>> caches;
};

Case plain(bool decodes) {
  return {case_named(decodes ? "decoder.json" : "encoder.json", "post-norm, ReLU"), decodes};
}

/// The gradients come in two shares: they are added to the memory they are given.
TEST(Transformer, EqualsPyTorch) {
  for (const bool decodes : {false, true}) {
    for (const Golden& golden : cases(decodes ? "decoder.json" : "encoder.json")) {
      SCOPED_TRACE(golden["name"].text());
      Case it(golden, decodes);
      EXPECT_TRUE(close(it.output(), golden["output"].matrix<double>(), kLayers));
      it.add_gradients(0.25);
      it.add_gradients(0.75);
      it.expect_gradients();
    }
  }
}

TEST(Transformer, WritesOnlyTheGradientsThatAreWanted) {
  Case it = plain(false);
  LayerCache<double> cache;
  transformer_layer<double>(it.x, kNoMemory<double>, it.parameters[0], it.options, {}, cache);
  Matrix<double> d_wq = Matrix<double>::Zero(4, 4);
  LayerParameters<MatrixOut<double>> wanted;
  wanted.attention.wq.rebind(d_wq);
  transformer_layer_gradient<double>(it.x, kNoMemory<double>, it.parameters[0], it.options, {},
                                     cache, it.golden["doutput"].matrix<double>(), wanted, {});
  const Golden expected = it.golden["gradient"]["layers"].list()[0];
  EXPECT_TRUE(close(d_wq, expected["wq"].matrix<double>(), kLayers));
}

TEST(Transformer, RefusesALayerThatChangesTheWidth) {
  Case it = plain(false);
  const auto narrow = sample<double>(4, 3, 2);
  it.parameters[0].attention.wo = narrow;
  it.parameters[0].attention.bo = {};
  it.x = sample<double>(3, 4, 1);
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"3×4", "3×3"}));
  it.parameters.clear();
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"layers", "at least one layer"}));
}

TEST(Transformer, NamesTheParametersOfTheCrossAttention) {
  Case it = plain(true);
  const auto wide = sample<double>(6, 4, 1);
  it.parameters[0].cross.wk = wide;
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"memory is 3×4", "ck is 6×4"}));
}

}  // namespace
}  // namespace attention_scale::tests
