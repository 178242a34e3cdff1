#include "attention_scale/layers/multi_head_attention.hpp"

#include <gtest/gtest.h>

#include "expectations.hpp"

namespace attention_scale::tests {
namespace {

/// 1e-10 of the largest entry, or of 1.
constexpr Tolerance kLayers{.k = 4.5e5, .of = Of::kMatrix, .at_least = 1};

/// Square parameters without biases, the same for every test.
template <std::floating_point S>
struct Square {
  explicit Square(Index width)
      : wq(sample<S>(width, width, 1, 0.5)),
        wk(sample<S>(width, width, 2, 0.5)),
        wv(sample<S>(width, width, 3, 0.5)),
        wo(sample<S>(width, width, 4, 0.5)) {}

  [[nodiscard]] AttentionParameters<Parameter<S>> parameters() const {
    return {.wq = wq, .wk = wk, .wv = wv, .wo = wo};
  }

  Matrix<S> wq;
  Matrix<S> wk;
  Matrix<S> wv;
  Matrix<S> wo;
};

template <std::floating_point S>
Matrix<S> self_attention(const Matrix<S>& x, const AttentionParameters<Parameter<S>>& parameters,
                         const HeadOptions& options, const SequenceMask& mask = {}) {
  MultiHeadCache<S> cache;
  multi_head_attention<S>(x, x, named(parameters), options, mask, cache);
  return cache.output;
}

TEST(MultiHeadAttention, ALaterWordChangesNoEarlierRowOfACausalLayerToTheBit) {
  const Square<float> square(16);
  Matrix<float> x = sample<float>(13, 16, 8);
  const SequenceMask causal{.causal = CausalMask::kUpperLeft};
  const Matrix<float> before = self_attention(x, square.parameters(), {.heads = 4}, causal);
  x.row(12) *= -3.0F;
  const Matrix<float> after = self_attention(x, square.parameters(), {.heads = 4}, causal);
  EXPECT_TRUE(close(after.topRows(12), before.topRows(12), kExactly));
  EXPECT_FALSE(close(after.row(12), before.row(12), kExactly));
  const Matrix<float> shorter = x.topRows(12);
  EXPECT_TRUE(close(self_attention(shorter, square.parameters(), {.heads = 4}, causal),
                    before.topRows(12), kExactly));
}

TEST(MultiHeadAttention, RefusesWhatDoesNotFit) {
  const Square<double> square(4);
  const auto x = sample<double>(3, 4, 12);
  const auto run = [&](AttentionParameters<Parameter<double>> parameters, HeadOptions options = {},
                       SequenceMask mask = {}) {
    return [=, &x] { self_attention(x, parameters, options, mask); };
  };
  const AttentionParameters<Parameter<double>> fitting = square.parameters();
  EXPECT_TRUE(refuses(run(fitting, {.heads = 3}), ErrorCode::kShape,
                      {"wq has 4 columns", "with 3 heads", "multiple of 3"}));
  EXPECT_TRUE(refuses(run(fitting, {.heads = 0}), ErrorCode::kShape, {"with 0 heads"}));
  const auto wide = sample<double>(5, 4, 1);
  auto parameters = fitting;
  parameters.wq = wide;
  EXPECT_TRUE(refuses(run(parameters), ErrorCode::kShape, {"x is 3×4", "wq is 5×4"}));
  parameters = fitting;
  const auto tall = sample<double>(4, 6, 1);
  parameters.wk = tall;
  EXPECT_TRUE(refuses(run(parameters), ErrorCode::kShape, {"wq is 4×4", "wk is 4×6"}));
  parameters = fitting;
  const auto bias = sample<double>(1, 3, 1);
  parameters.bo = bias;
  EXPECT_TRUE(refuses(run(parameters), ErrorCode::kShape, {"bo is 1×3", "1×4"}));
  EXPECT_TRUE(refuses(run(fitting, {}, {.padding = BooleanMatrix::Constant(1, 2, true)}),
                      ErrorCode::kShape, {"padding is 1×2", "1×3"}));
  EXPECT_TRUE(refuses(run(fitting, {}, {.matrix = BooleanMatrix::Constant(2, 3, true)}),
                      ErrorCode::kShape, {"mask is 2×3", "3×3"}));
  Matrix<double> spoilt = square.wv;
  spoilt(2, 1) = kNaN;
  parameters = fitting;
  parameters.wv = spoilt;
  EXPECT_TRUE(refuses(run(parameters), ErrorCode::kDomain, {"wv", "row 2, column 1", "NaN"}));
  spoilt(2, 1) = 1e308;
  EXPECT_TRUE(refuses([&] { self_attention<double>(1e3 * x, parameters, {}); }, ErrorCode::kDomain,
                      {"context·wv", "overflows"}));
}

TEST(MultiHeadAttention, RefusesGroupedHeadsThatDoNotFit) {
  const Square<double> square(4);
  const auto x = sample<double>(3, 4, 12);
  const auto narrow = sample<double>(4, 2, 5);
  const auto run = [&](const Matrix<double>& wk, const Matrix<double>& wv, HeadOptions options) {
    AttentionParameters<Parameter<double>> parameters = square.parameters();
    parameters.wk = wk;
    parameters.wv = wv;
    return [=, &x] { self_attention(x, parameters, options); };
  };
  EXPECT_NO_THROW(run(narrow, narrow, {.heads = 4, .key_heads = 2})());
  EXPECT_TRUE(refuses(run(narrow, narrow, {.heads = 4, .key_heads = 3}), ErrorCode::kShape,
                      {"keyHeads is 3", "must be a divisor of the 4 heads"}));
  EXPECT_TRUE(refuses(run(narrow, narrow, {.heads = 4, .key_heads = 0}), ErrorCode::kShape,
                      {"keyHeads is 0"}));
  EXPECT_TRUE(refuses(run(narrow, narrow, {.heads = 4, .key_heads = 1}), ErrorCode::kShape,
                      {"wk has 2 columns for each of 1", "must have 1"}));
  EXPECT_TRUE(refuses(run(square.wk, narrow, {.heads = 4, .key_heads = 2}), ErrorCode::kShape,
                      {"wk has 2 columns for each of 2", "must have 1"}));
  EXPECT_TRUE(refuses(run(narrow, sample<double>(4, 3, 6), {.heads = 4, .key_heads = 2}),
                      ErrorCode::kShape, {"wv has 3 columns", "with 2 keyHeads"}));
  EXPECT_TRUE(refuses(run(square.wk, square.wv, {.heads = 2, .sinks = {1, 2, 3}}),
                      ErrorCode::kShape, {"sink has 3 entries", "must be one", "2 heads"}));
  const auto bias = sample<double>(2, 3, 1);
  EXPECT_TRUE(refuses(run(square.wk, square.wv, {.heads = 2, .rule = {.bias = &bias}}),
                      ErrorCode::kShape, {"bias is 2×3", "3×3"}));
  MultiHeadCache<double> cache;
  EXPECT_TRUE(
      refuses([&] { clip_scores<double>(1, cache, true, {.heads = 2, .key_heads = 1}, {}, {}); },
              ErrorCode::kShape, {"clip must be left out"}));
}

struct Backward {
  MultiHeadCache<double> cache;
  Matrix<double> weights;
  Matrix<double> d_queries;
  Matrix<double> d_wk = Matrix<double>::Zero(6, 6);
  Matrix<double> d_x;
  Matrix<double> d_context;
};

Backward both_passes(const MatrixIn<double>& x, const MatrixIn<double>& context,
                     const MatrixIn<double>& d_output, const SequenceMask& mask, Index longest) {
  const Square<double> square(6);
  const HeadOptions options{.heads = 2};
  Backward it;
  it.weights = Matrix<double>::Constant(2 * x.rows(), longest, kNaN);
  it.d_queries.resize(x.rows(), 6);
  it.d_x = Matrix<double>::Zero(x.rows(), 6);
  it.d_context = Matrix<double>::Zero(context.rows(), 6);
  multi_head_attention<double>(x, context, square.parameters(), options, mask, it.cache,
                               {.weights = it.weights});
  AttentionParameters<MatrixOut<double>> gradients;
  gradients.wk.rebind(it.d_wk);
  const bool self = x.data() == context.data() && x.rows() == context.rows();
  multi_head_attention_gradient<double>(x, context, square.parameters(), options, mask, it.cache,
                                        d_output, gradients, it.d_x, self ? it.d_x : it.d_context,
                                        it.d_queries);
  return it;
}

TEST(MultiHeadAttention, OfSequencesIsThatOfEachAlone) {
  const std::vector<Index> lengths{4, 1, 3};
  const auto context = sample<double>(8, 6, 21);
  for (const bool self : {true, false}) {
    SCOPED_TRACE(self ? "on themselves" : "two words a sequence");
    const Matrix<double> x = self ? context : sample<double>(6, 6, 23);
    const auto d_output = sample<double>(x.rows(), 6, 24);
    const CausalMask causal = self ? CausalMask::kUpperLeft : CausalMask::kNone;
    const SequenceMask mask{.causal = causal, .lengths = lengths};
    const Backward all = both_passes(x, self ? x : context, d_output, mask, 4);
    Matrix<double> d_wk = Matrix<double>::Zero(6, 6);
    Index query = 0;
    Index key = 0;
    for (const Index length : lengths) {
      const Index count = self ? length : 2;
      const Matrix<double> own_x = x.middleRows(query, count);
      const Matrix<double> own = context.middleRows(key, length);
      const Backward alone = both_passes(
          own_x, self ? own_x : own, d_output.middleRows(query, count), {.causal = causal}, length);
      EXPECT_EQ(all.cache.output.middleRows(query, count), alone.cache.output);
      // The squares have zeros behind the short ones.
      const auto weights = all.weights.middleRows(2 * query, 2 * count);
      EXPECT_EQ(weights.leftCols(length), alone.weights);
      EXPECT_TRUE((weights.rightCols(4 - length).array() == 0).all());
      EXPECT_TRUE(close(all.d_x.middleRows(query, count), alone.d_x, kLayers));
      EXPECT_TRUE(close(all.d_queries.middleRows(query, count), alone.d_queries, kLayers));
      EXPECT_TRUE(close(all.d_context.middleRows(key, length), alone.d_context, kLayers));
      d_wk += alone.d_wk;
      query += count;
      key += length;
    }
    EXPECT_TRUE(close(all.d_wk, d_wk, kLayers));
  }
}

TEST(MultiHeadAttention, TakesAPartOfTheWordsAsContext) {
  const Square<double> square(6);
  const auto x = sample<double>(6, 6, 1);
  const SequenceMask mask{.lengths = {1, 1}};
  const HeadOptions options{.heads = 2};
  const auto output = [&](const MatrixIn<double>& context) {
    MultiHeadCache<double> cache;
    Matrix<double> weights(12, 1);
    multi_head_attention<double>(x, context, square.parameters(), options, mask, cache,
                                 {.weights = weights});
    return cache.output;
  };
  // It begins where x begins, and is not x.
  EXPECT_EQ(output(x.topRows(2)), output(Matrix<double>(x.topRows(2))));
}

TEST(MultiHeadAttention, RefusesSquaresWithoutRoomForAllHeads) {
  const Square<double> square(6);
  const auto x = sample<double>(6, 6, 1);
  const auto context = sample<double>(4, 6, 2);
  const auto refused = [&](Index rows, Index cols, const SequenceMask& mask, const char* needed) {
    Matrix<double> memory(rows, cols);
    return refuses(
        [&] {
          MultiHeadCache<double> cache;
          multi_head_attention<double>(x, context, square.parameters(), {.heads = 2}, mask, cache,
                                       {.logits = memory});
        },
        ErrorCode::kShape, {"the memory of the logits of the heads", needed});
  };
  EXPECT_TRUE(refused(11, 4, {}, "it must be 12×4"));
  EXPECT_TRUE(refused(12, 3, {}, "it must be 12×4"));
  EXPECT_TRUE(refused(12, 2, {.lengths = {3, 1}}, "it must be 12×3"));
}

TEST(MultiHeadAttention, RefusesACacheOfAnotherPass) {
  const Square<double> square(6);
  const auto x = sample<double>(3, 6, 1);
  MultiHeadCache<double> cache;
  const auto gradient = [&](const Matrix<double>& of_x) {
    multi_head_attention_gradient<double>(of_x, of_x, square.parameters(), {.heads = 2}, {}, cache,
                                          x, {}, {}, {});
  };
  const auto clip = [&](double most, Index heads, MatrixOut<double> wq) {
    return [&cache, most, heads, wq] {
      clip_scores<double>(most, cache, true, {.heads = heads}, {}, {.wq = wq});
    };
  };
  EXPECT_TRUE(refuses([&] { gradient(x); }, kShape, {"queries of the cache is 0×0", "3×6"}));
  EXPECT_TRUE(refuses(clip(1, 2, {}), kShape, {"queries of the cache is 0×0"}));
  multi_head_attention<double>(x, x, square.parameters(), {.heads = 2}, {}, cache);
  EXPECT_NO_THROW(gradient(x));
  const auto four = sample<double>(4, 6, 1);
  EXPECT_TRUE(refuses([&] { gradient(four); }, kShape, {"queries of the cache is 3×6", "4×6"}));
  Matrix<double> narrow(6, 4);
  EXPECT_TRUE(refuses(clip(1, 2, narrow), kShape, {"wq is 6×4", "6×6"}));
  EXPECT_TRUE(refuses(clip(1, 4, {}), kShape, {"6 columns", "with 4 heads"}));
  EXPECT_TRUE(refuses(clip(0, 2, {}), kDomain, {"clip is 0"}));
}

TEST(MultiHeadAttention, RefusesLengthsThatAreNotThoseOfTheWords) {
  const Square<double> square(6);
  const auto x = sample<double>(7, 6, 1);
  const auto refused = [&](const Matrix<double>& context, const std::vector<Index>& lengths,
                           std::initializer_list<std::string_view> words) {
    MultiHeadCache<double> cache;
    return refuses(
        [&] {
          multi_head_attention<double>(x, context, square.parameters(), {.heads = 2},
                                       {.lengths = lengths}, cache);
        },
        ErrorCode::kShape, words);
  };
  const auto six = sample<double>(6, 6, 2);
  for (const std::vector<Index>& lengths : {std::vector<Index>{2, 2, 3}, {6, 0, 0}, {7, -1, 0}}) {
    EXPECT_TRUE(refused(six, lengths, {"lengths", "numbers from 1 on whose sum is 6", "context"}));
  }
  EXPECT_TRUE(refused(six, {3, 3}, {"x has 7 rows", "with 2 sequences"}));
}

}  // namespace
}  // namespace attention_scale::tests
