#include "attention_scale/layers/encoder.hpp"

#include <gtest/gtest.h>

#include "layers/golden_layers.hpp"

namespace attention_scale::tests {
namespace {

TEST(Encoder, EqualsPyTorch) {
  for (const Golden& golden : cases("encoder.json")) {
    SCOPED_TRACE(golden["name"].text());
    const GoldenStack<EncoderLayerParameters> stack(golden);
    const LayerOptions options = layer_options_of(golden);
    const SequenceMask mask = mask_of(golden);
    const Matrix<double> x = golden["x"].matrix<double>();
    std::vector<EncoderLayerCache<double>> caches;
    const Matrix<double>& output = encoder<double>(x, stack.parameters, options, mask, caches);
    EXPECT_TRUE(close(output, golden["output"].matrix<double>(), kLayers));

    Matrix<double> d_x = Matrix<double>::Zero(x.rows(), x.cols());
    encoder_gradient<double>(x, stack.parameters, options, mask, caches,
                             golden["doutput"].matrix<double>(), stack.gradients, d_x);
    EXPECT_TRUE(close(d_x, golden["gradient"]["x"].matrix<double>(), kLayers));
    stack.expect_gradients(golden);
  }
}

TEST(Encoder, AddsItsGradientsToTheMemoryItIsGiven) {
  const Golden golden = case_named("encoder.json", "post-norm, ReLU");
  const GoldenStack<EncoderLayerParameters> stack(golden);
  const LayerOptions options = layer_options_of(golden);
  const Matrix<double> x = golden["x"].matrix<double>();
  const Matrix<double> d_output = golden["doutput"].matrix<double>();
  std::vector<EncoderLayerCache<double>> caches;
  encoder<double>(x, stack.parameters, options, {}, caches);
  Matrix<double> d_x = Matrix<double>::Zero(x.rows(), x.cols());
  for (const double share : {0.25, 0.75}) {
    encoder_gradient<double>(x, stack.parameters, options, {}, caches, share * d_output,
                             stack.gradients, d_x);
  }
  EXPECT_TRUE(close(d_x, golden["gradient"]["x"].matrix<double>(), kLayers));
  stack.expect_gradients(golden);
}

TEST(Encoder, WritesOnlyTheGradientsThatAreWanted) {
  const Golden golden = case_named("encoder.json", "post-norm, ReLU");
  const GoldenLayer<EncoderLayerParameters> layer(golden["layers"].list()[0]);
  const LayerOptions options = layer_options_of(golden);
  const Matrix<double> x = golden["x"].matrix<double>();
  EncoderLayerCache<double> cache;
  encoder_layer<double>(x, layer.parameters, options, {}, cache);
  Matrix<double> d_wq = Matrix<double>::Zero(4, 4);
  EncoderLayerParameters<MatrixOut<double>> wanted;
  wanted.attention.wq.rebind(d_wq);
  encoder_layer_gradient<double>(x, layer.parameters, options, {}, cache,
                                 golden["doutput"].matrix<double>(), wanted, {});
  const Golden expected = golden["gradient"]["layers"].list()[0];
  EXPECT_TRUE(close(d_wq, expected["wq"].matrix<double>(), kLayers));
}

TEST(Encoder, RefusesALayerThatChangesTheWidth) {
  const Golden golden = case_named("encoder.json", "post-norm, ReLU");
  const GoldenLayer<EncoderLayerParameters> layer(golden["layers"].list()[0]);
  auto parameters = layer.parameters;
  const auto x = sample<double>(3, 4, 1);
  const auto narrow = sample<double>(4, 3, 2);
  parameters.attention.wo = narrow;
  parameters.attention.bo = {};
  EncoderLayerCache<double> cache;
  EXPECT_TRUE(refuses([&] { encoder_layer<double>(x, parameters, {}, {}, cache); },
                      ErrorCode::kShape, {"3×4", "3×3"}));
  std::vector<EncoderLayerCache<double>> caches;
  EXPECT_TRUE(refuses([&] { encoder<double>(x, {}, {}, {}, caches); }, ErrorCode::kShape,
                      {"layers", "at least one layer"}));
}

}  // namespace
}  // namespace attention_scale::tests
