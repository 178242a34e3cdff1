#include "attention_scale/layers/transformer.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

// tests/engine holds the stacks and their gradients to PyTorch.

/// Layers of four numbers a word, all of whose matrices are one.
struct Stack {
  const Matrix<double>& output() {
    stack.layers = parameters;
    return stack.forward(x, memory);
  }

  /// Adds the gradients of `d_output` to those of the first layer's W^Q and of x.
  void add_gradients(const Matrix<double>& d_output) {
    std::vector<LayerParameters<MatrixOut<double>>> gradients(parameters.size());
    for (auto& each : gradients) {
      each.has_cross = parameters[0].has_cross;
    }
    gradients[0].attention.wq.rebind(d_wq);
    stack.backward(x, memory, d_output, gradients, d_x, d_memory);
  }

  explicit Stack(bool has_cross) : parameters(2) {
    for (auto& each : parameters) {
      const AttentionParameters<Parameter<double>> attention{
          .wq = square, .wk = square, .wv = square, .wo = square};
      const LayerNormParameters<Parameter<double>> norm{.gamma = row, .beta = row};
      each = {.has_cross = has_cross,
              .attention = attention,
              .cross = attention,
              .feed_forward = {.w1 = square, .w2 = square},
              .attention_norm = norm,
              .cross_norm = norm,
              .feed_forward_norm = norm};
    }
    if (has_cross) {
      memory = sample<double>(3, 4, 4);
      d_memory = Matrix<double>::Zero(3, 4);
    }
  }

  Matrix<double> square = sample<double>(4, 4, 1);
  Matrix<double> row = sample<double>(1, 4, 2);
  Matrix<double> x = sample<double>(3, 4, 3);
  Matrix<double> memory;
  Matrix<double> d_x = Matrix<double>::Zero(3, 4);
  Matrix<double> d_memory;
  Matrix<double> d_wq = Matrix<double>::Zero(4, 4);
  std::vector<LayerParameters<Parameter<double>>> parameters;
  LayerStack<double> stack;
};

TEST(Transformer, AddsGradientsToTheMemoryGiven) {
  for (const bool has_cross : {false, true}) {
    const Matrix<double> d_output = sample<double>(3, 4, 5);
    Stack whole(has_cross);
    whole.output();
    whole.add_gradients(d_output);
    Stack shares(has_cross);
    shares.output();
    shares.add_gradients(0.25 * d_output);
    shares.add_gradients(0.75 * d_output);
    constexpr Tolerance kRounding{.k = 256, .of = Of::kMatrix, .at_least = 1};
    EXPECT_GT(whole.d_wq.norm(), 0);
    EXPECT_TRUE(close(shares.d_wq, whole.d_wq, kRounding));
    EXPECT_TRUE(close(shares.d_x, whole.d_x, kRounding));
    EXPECT_TRUE(!has_cross || close(shares.d_memory, whole.d_memory, kRounding));
  }
}

TEST(Transformer, RefusesALayerThatChangesTheWidth) {
  Stack it(false);
  const auto narrow = sample<double>(4, 3, 2);
  it.parameters[0].attention.wo = narrow;
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"3×4", "3×3"}));
  it.parameters.clear();
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"layers", "at least one layer"}));
}

TEST(Transformer, RefusesWhatBelongsToNoPass) {
  Stack it(true);
  constexpr const char* kNothing = "computed nothing";
  EXPECT_TRUE(refuses([&] { (void)it.stack.output(); }, ErrorCode::kShape, {kNothing}));
  EXPECT_TRUE(refuses([&] { (void)it.stack.input_of(1, it.x); }, ErrorCode::kShape, {kNothing}));
  const auto d_output = sample<double>(3, 4, 5);
  EXPECT_TRUE(refuses([&] { it.add_gradients(d_output); }, ErrorCode::kShape, {kNothing}));
  EXPECT_TRUE(refuses([&] { it.stack.pass(0, it.x, it.memory); }, ErrorCode::kDomain, {"layer"}));
  it.output();
  EXPECT_TRUE(refuses([&] { it.add_gradients(sample<double>(2, 4, 5)); }, ErrorCode::kShape,
                      {"dOutput is 2×4", "3×4"}));
  EXPECT_TRUE(refuses([&] { it.stack.backward(it.x, it.memory, d_output, {}, it.d_x); },
                      ErrorCode::kShape, {"the layers has 2", "the gradients 0"}));
  EXPECT_TRUE(refuses([&] { it.stack.clip(1, {}); }, ErrorCode::kShape, {"the parameters 0"}));
  it.memory = sample<double>(2, 4, 4);
  EXPECT_TRUE(refuses([&] { it.add_gradients(d_output); }, ErrorCode::kShape,
                      {"the keys of the cache is 3×4", "2×4"}));
}

TEST(Transformer, RefusesParametersWithoutASize) {
  RandomState state(1U);
  Matrix<double> none;
  EXPECT_TRUE(refuses(
      [&] {
        draw_parameter<double>(state, Initialisation::kXavier,
                               {.name = "wq", .role = ParameterRole::kQueries},
                               MatrixOut<double>(none));
      },
      ErrorCode::kShape, {"wq is 0×0"}));
  EXPECT_TRUE(refuses([] { parameter_shape(ParameterRole::kHidden, 0, 4); }, ErrorCode::kDomain,
                      {"dim is 0"}));
  EXPECT_TRUE(refuses([] { parameter_shape(ParameterRole::kHidden, 4, -1); }, ErrorCode::kDomain,
                      {"hidden is -1"}));
}

TEST(Transformer, NamesTheParametersOfTheCrossAttention) {
  Stack it(true);
  const auto wide = sample<double>(6, 4, 1);
  it.parameters[0].cross.wk = wide;
  EXPECT_TRUE(refuses([&] { it.output(); }, ErrorCode::kShape, {"memory is 3×4", "ck is 6×4"}));
}

}  // namespace
}  // namespace attention_scale::tests
