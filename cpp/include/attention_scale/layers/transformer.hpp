/// \file The encoder and the decoder of Vaswani et al. (2017), section 3.1: a layer, a stack of
/// layers, and their derivatives; how the parameters of a layer are initialised, and the positions
/// that are added to word vectors. A layer of the decoder is one of the encoder that attends to the
/// memory as well, between its attention and its feed-forward network.
#pragma once

#include "attention_scale/layers/multi_head_attention.hpp"
#include "attention_scale/layers/position_wise.hpp"
#include "attention_scale/random/random.hpp"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace attention_scale {

enum class NormPlace {
  kPost,  ///< norm(x + sublayer(x)), as in Vaswani et al. (2017), section 3.1
  kPre,   ///< x + sublayer(norm(x)), Xiong et al. (2020)
};

/// What all layers of a stack share.
struct LayerOptions {
  NormPlace norm = NormPlace::kPost;
  Activation activation = Activation::kRelu;
  double epsilon = 1e-5;  ///< of the layer normalisations
  HeadOptions heads{};
};

template <typename Store>
struct LayerParameters {
  bool has_cross = false;                  ///< whether it is a layer of the decoder
  AttentionParameters<Store> attention{};  ///< the words attend to each other
  AttentionParameters<Store> cross{};      ///< the words attend to the memory
  FeedForwardParameters<Store> feed_forward{};
  LayerNormParameters<Store> attention_norm{};
  LayerNormParameters<Store> cross_norm{};
  LayerNormParameters<Store> feed_forward_norm{};

  /// Calls visit(kind, parameter) for each parameter that such a layer has.
  template <typename Visit>
  void each(Visit visit) {
    using Role = ParameterRole;
    const auto visit_norm = [&](const char* gain, const char* shift,
                                LayerNormParameters<Store>& norm) {
      visit(ParameterKind{.name = gain, .role = Role::kGain}, norm.gamma);
      visit(ParameterKind{.name = shift, .role = Role::kShift}, norm.beta);
    };
    attention.each(visit);
    if (has_cross) {
      cross.each_named({"cq", "ck", "cv", "co", "cbq", "cbk", "cbv", "cbo"}, visit);
    }
    visit(ParameterKind{.name = "w1", .role = Role::kHidden}, feed_forward.w1);
    visit(ParameterKind{.name = "b1", .role = Role::kHiddenBias}, feed_forward.b1);
    visit(ParameterKind{.name = "w2", .role = Role::kOutput}, feed_forward.w2);
    visit(ParameterKind{.name = "b2", .role = Role::kOutputBias}, feed_forward.b2);
    visit_norm("gamma1", "beta1", attention_norm);
    if (has_cross) {
      visit_norm("gamma2", "beta2", cross_norm);
      visit_norm("gamma3", "beta3", feed_forward_norm);
    } else {
      visit_norm("gamma2", "beta2", feed_forward_norm);
    }
  }
};

/// The masks of the two attentions. A decoder that generates words masks its self-attention
/// causally.
struct LayerMasks {
  SequenceMask attention{.names = {"x", "mask", "padding"}};
  SequenceMask cross{.names = {"memory", "memoryMask", "memoryPadding"}};
};

/// A sublayer with its residual connection and its layer normalisation.
template <std::floating_point S>
struct ResidualCache {
  Matrix<S> sum;           ///< x + sublayer(…)
  LayerNormCache<S> norm;  ///< normalises the sum, or with kPre x

  [[nodiscard]] const Matrix<S>& output(NormPlace place) const {
    return place == NormPlace::kPost ? norm.output : sum;
  }
};

template <std::floating_point S>
struct LayerCache {
  MultiHeadCache<S> attention;
  ResidualCache<S> after_attention;
  MultiHeadCache<S> cross;
  ResidualCache<S> after_cross;
  FeedForwardCache<S> feed_forward;
  ResidualCache<S> after_feed_forward;

  [[nodiscard]] const Matrix<S>& output(NormPlace place) const {
    return after_feed_forward.output(place);
  }
};

/// The parameters of a layer in memory of its own, for reading.
template <std::floating_point S>
LayerParameters<Parameter<S>> view_of(LayerParameters<Matrix<S>>& layer) {
  std::vector<Parameter<S>> all;
  layer.each(
      [&](const ParameterKind&, const Matrix<S>& parameter) { all.emplace_back(parameter); });
  LayerParameters<Parameter<S>> view{.has_cross = layer.has_cross};
  auto next = all.begin();
  view.each([&](const ParameterKind&, Parameter<S>& parameter) {
    parameter = *next;
    ++next;
  });
  return view;
}

/// Memory for the squares of both attentions.
template <std::floating_point S>
struct LayerSquares {
  HeadSquares<S> attention{};
  HeadSquares<S> cross{};
};

/// Layers one after the other, and what each keeps of its last pass. The first reads x [n×d], each
/// of the others the output of the one before it; those of a decoder also read `memory`
/// [m×d_memory], the encoder's output.
template <std::floating_point S>
struct LayerStack {
  std::span<const LayerParameters<Parameter<S>>> layers{};
  LayerOptions options{};
  LayerMasks masks{};
  std::vector<LayerCache<S>> caches{};  ///< one for each layer

  /// The output of layer `i`. \throws Error(kShape) where it has computed nothing.
  [[nodiscard]] const Matrix<S>& output_of(std::size_t i) const;
  /// The output of the last layer. \throws likewise.
  [[nodiscard]] const Matrix<S>& output() const { return output_of(caches.size() - 1); }
  /// What layer `i` reads beside the memory. \throws as output_of does for the layer before it.
  [[nodiscard]] MatrixIn<S> input_of(std::size_t i, const MatrixIn<S>& x) const {
    return i > 0 ? MatrixIn<S>(output_of(i - 1)) : x;
  }

  /// Layer `i` after those before it. \throws as multi_head_attention, layer_norm and linear do,
  /// and Error(kDomain) where there is no such layer.
  void pass(std::size_t i, const MatrixIn<S>& x, const MatrixIn<S>& memory,
            const LayerSquares<S>& squares = {});

  /// All layers. Squares are stored for as many as `squares` has. Returns the output. \throws as
  /// above; before the sentence stands the number of the layer.
  const Matrix<S>& forward(const MatrixIn<S>& x, const MatrixIn<S>& memory,
                           std::span<const LayerSquares<S>> squares = {});

  /// Adds the gradients of L = Σ output∘d_output, those of layer i to gradients[i], those of the
  /// memory summed over the layers. `d_cross_queries`, where wanted, becomes the gradient of the
  /// queries of the last cross-attention. \throws Error(kShape) where shapes or the numbers of
  /// layers do not fit those of the last pass, and as multi_head_attention_gradient does.
  void backward(const MatrixIn<S>& x, const MatrixIn<S>& memory, const MatrixIn<S>& d_output,
                std::span<const LayerParameters<MatrixOut<S>>> gradients, MatrixOut<S> d_x,
                MatrixOut<S> d_memory = {}, MatrixOut<S> d_cross_queries = {}) const;

  /// clip_scores of every attention, which changes `parameters`, those of the layers. \throws as
  /// clip_scores does, and where the numbers of layers do not fit those of the last pass.
  void clip(double most, std::span<const LayerParameters<MatrixOut<S>>> parameters) const;

 private:
  /// \throws Error(kShape) unless the last pass, and the list `name` of so many entries, are of as
  /// many layers.
  void check_as_many_layers(std::string_view name, std::size_t size) const;
};

/// How the matrices of a layer are drawn. Biases are 0, γ is 1, β is 0.
enum class Initialisation {
  /// Xavier, Glorot and Bengio (2010): uniform within ±√(6/(rows + cols)) of each matrix.
  kXavier,
  /// The same, but W^Q, W^K and W^V as one matrix of 3·d rows, which halves their variance: what
  /// PyTorch's nn.Transformer does to its in_proj_weight.
  kPacked,
  /// Normal with mean 0 and standard deviation .02, as BERT and GPT-2 do.
  kNormal,
};

/// Gives a parameter its first numbers, a matrix by rows. \throws Error(kShape) where a matrix is
/// empty.
template <std::floating_point S>
void draw_parameter(RandomState& state, Initialisation initialisation, const ParameterKind& kind,
                    MatrixOut<S> parameter);

/// Rows and columns of a parameter of a layer, for words of d numbers and f hidden ones; none for
/// biases of attentions. \throws Error(kDomain) unless both are 1 or more.
std::pair<Index, Index> parameter_shape(ParameterRole role, Index d, Index f);

/// A layer without biases, its parameters drawn in the order of each(). \throws as parameter_shape
/// does.
template <std::floating_point S>
LayerParameters<Matrix<S>> draw_layer(RandomState& state, Initialisation initialisation, Index d,
                                      Index f, bool has_cross);

/// The sinusoidal positions of Vaswani et al. (2017), section 3.5, [rows×cols]:
///   sin(p/10000^(2i/cols)) in column 2i of row p, and cos of the same angle in column 2i + 1.
/// \throws Error(kShape) unless rows and cols are 1 or more.
Matrix<double> positions(Index rows, Index cols);

}  // namespace attention_scale
