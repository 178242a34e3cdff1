#include "attention_scale/layers/decoder.hpp"

#include <gtest/gtest.h>

#include "layers/golden_layers.hpp"

namespace attention_scale::tests {
namespace {

DecoderMasks masks_of(const Golden& golden) {
  return {.own = mask_of(golden),
          .memory = {.matrix = bits_of(golden["memoryMask"]),
                     .padding = bits_of(golden["memoryPadding"])}};
}

TEST(Decoder, EqualsPyTorch) {
  for (const Golden& golden : cases("decoder.json")) {
    SCOPED_TRACE(golden["name"].text());
    const GoldenStack<DecoderLayerParameters> stack(golden);
    const LayerOptions options = layer_options_of(golden);
    const DecoderMasks masks = masks_of(golden);
    const Matrix<double> x = golden["x"].matrix<double>();
    const Matrix<double> memory = golden["memory"].matrix<double>();
    std::vector<DecoderLayerCache<double>> caches;
    const Matrix<double>& output =
        decoder<double>(x, memory, stack.parameters, options, masks, caches);
    EXPECT_TRUE(close(output, golden["output"].matrix<double>(), kLayers));

    Matrix<double> d_x = Matrix<double>::Zero(x.rows(), x.cols());
    Matrix<double> d_memory = Matrix<double>::Zero(memory.rows(), memory.cols());
    decoder_gradient<double>(x, memory, stack.parameters, options, masks, caches,
                             golden["doutput"].matrix<double>(), stack.gradients, d_x, d_memory);
    const Golden gradient = golden["gradient"];
    EXPECT_TRUE(close(d_x, gradient["x"].matrix<double>(), kLayers));
    EXPECT_TRUE(close(d_memory, gradient["memory"].matrix<double>(), kLayers));
    stack.expect_gradients(golden);
  }
}

TEST(Decoder, IsCausalUnlessToldOtherwise) {
  const Golden golden = case_named("decoder.json", "post-norm, ReLU");
  const GoldenLayer<DecoderLayerParameters> layer(golden["layers"].list()[0]);
  const LayerOptions options = layer_options_of(golden);
  const Matrix<double> memory = golden["memory"].matrix<double>();
  Matrix<double> x = golden["x"].matrix<double>();
  const auto output = [&](const DecoderMasks& masks) {
    DecoderLayerCache<double> cache;
    decoder_layer<double>(x, memory, layer.parameters, options, masks, cache);
    return Matrix<double>(cache.output(options.norm));
  };
  const Matrix<double> causal = output({});
  const Matrix<double> open = output({.own = {}});
  x.row(3) *= -2;
  EXPECT_TRUE(close(output({}).topRows(3), causal.topRows(3), kExactly));
  EXPECT_FALSE(close(output({.own = {}}).topRows(3), open.topRows(3), kExactly));
}

TEST(Decoder, NamesTheParametersOfTheCrossAttention) {
  const Golden golden = case_named("decoder.json", "post-norm, ReLU");
  const GoldenLayer<DecoderLayerParameters> layer(golden["layers"].list()[0]);
  auto parameters = layer.parameters;
  const auto wide = sample<double>(6, 4, 1);
  parameters.cross.wk = wide;
  DecoderLayerCache<double> cache;
  const auto run = [&] {
    decoder_layer<double>(golden["x"].matrix<double>(), golden["memory"].matrix<double>(),
                          parameters, layer_options_of(golden), {}, cache);
  };
  EXPECT_TRUE(refuses(run, ErrorCode::kShape, {"memory is 3×4", "ck is 6×4"}));
}

}  // namespace
}  // namespace attention_scale::tests
