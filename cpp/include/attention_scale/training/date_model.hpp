/// \file The Transformer that rewrites dates (dates.hpp): Vaswani et al. (2017), section 3, with
/// characters as words, post-norm, ReLU and no biases in the attentions.
///
/// Letters: d the width of the model, f the hidden width, b examples, m characters of the longest
/// source, s of all sources together.
#pragma once

#include "attention_scale/layers/initialisation.hpp"
#include "attention_scale/layers/transformer.hpp"
#include "attention_scale/training/dates.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace attention_scale {

struct DateModel {
  Index dim = 64;      ///< d, 16 to 256, a multiple of the heads
  Index layers = 1;    ///< of the encoder and of the decoder, 1 or 2
  Index heads = 1;     ///< 1 to d
  Index hidden = 256;  ///< f, 1 to 2048
};

/// A matrix of the parameters, or a list as one row.
struct DateEntry {
  std::string name;  ///< such as "sourceEmbedding", "decoder.0.cq" or "output.bias"
  Index from = 0;    ///< its first number in the list of all parameters
  Index rows = 0;
  Index cols = 0;
};

/// Where each parameter is in the list of all: the embedding of the sources [42×d] and that of the
/// answers [12×d], the layers of the encoder and then of the decoder, each in the order of each()
/// without the biases of attentions, the output's matrix [d×11] and its bias [11].
/// \throws Error(kDomain) where a number of the model is outside its range.
std::vector<DateEntry> date_layout(const DateModel& model);

/// The number of parameters of a layout.
Index parameter_count(std::span<const DateEntry> layout);

/// Whether the entry is a matrix W^Q or W^K.
bool makes_scores(const DateEntry& entry);

struct DateStart {
  std::uint32_t seed = 0;
  Initialisation initialisation = Initialisation::kXavier;
  double query_key_factor = 1;  ///< multiplies every W^Q and W^K after they are drawn, 0 to 1e4
};

/// The parameters as training begins, drawn from RandomState(seed) in the order of the layout:
/// embeddings from N(0, 1), matrices by draw_matrix; biases are 0, γ is 1, β is 0.
template <std::floating_point S>
Vector<S> start_dates(const DateModel& model, const DateStart& start);

/// The parameters in memory of the caller, by layer. `Store` is Parameter<S> or MatrixOut<S>.
template <typename Store>
struct DateParameters {
  Store source_embedding{};
  Store target_embedding{};
  std::vector<LayerParameters<Store>> encoder{};
  std::vector<LayerParameters<Store>> decoder{};
  Store output_weight{};
  Store output_bias{};

  explicit DateParameters(const DateModel& model)
      : encoder(static_cast<std::size_t>(model.layers)),
        decoder(encoder.size(), {.has_cross = true}) {}

  /// The parameters at `data`, laid out as date_layout says.
  template <typename S>
  DateParameters(const DateModel& model, std::span<const DateEntry> layout, S* data)
      : DateParameters(model) {
    auto entry = layout.begin();
    each([&](const std::string& name, Store& store) {
      if (entry != layout.end() && entry->name == name) {
        Store placed(data + entry->from, entry->rows, entry->cols);
        std::construct_at(&store, placed);
        ++entry;
      }
    });
  }

  /// Calls visit(name, parameter) for each parameter, also for the biases that are absent.
  template <typename Visit>
  void each(Visit visit) {
    visit(std::string("sourceEmbedding"), source_embedding);
    visit(std::string("targetEmbedding"), target_embedding);
    each_of("encoder.", encoder, visit);
    each_of("decoder.", decoder, visit);
    visit(std::string("output.weight"), output_weight);
    visit(std::string("output.bias"), output_bias);
  }

 private:
  template <typename Visit>
  static void each_of(const std::string& stack, std::vector<LayerParameters<Store>>& layers,
                      Visit visit) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
      layers[i].each([&](const char* name, Store& store) {
        visit(stack + std::to_string(i) + '.' + name, store);
      });
    }
  }
};

/// What the model computes of a batch, and what its gradients need.
template <std::floating_point S>
struct DateCache {
  Matrix<S> source_input;  ///< embeddings and positions of the sources [s×d]
  Matrix<S> target_input;  ///< of the answers, moved on by the start token [b·10×d]
  std::vector<LayerCache<S>> encoder;
  std::vector<LayerCache<S>> decoder;
  Matrix<S>
      weights;  ///< of the cross-attention of the last layer [b·h·10×m], behind shorter sources 0
  Matrix<S> logits;    ///< [b·10×11]
  Matrix<S> d_logits;  ///< (softmax(logits) − target)/(10·b), the gradient of the loss
};

/// The model with its parameters, which have to outlive it.
template <std::floating_point S>
class DateNetwork {
 public:
  /// \param scale multiplies the scores of every attention
  /// \throws Error(kDomain) as date_layout, Error(kShape) where the number of parameters is another
  DateNetwork(const DateModel& model, double scale, const Vector<S>& parameters);

  /// The mean cross-entropy of the 10·b characters, in nats, each predicted from the source and the
  /// characters before it. \throws Error(kDomain) where a number overflows.
  double loss(const DateBatch& batch, DateCache<S>& cache) const;

  /// Sets `gradient`, which has the length of the parameters, to the gradient of the loss, and
  /// `d_queries` [b·10×d] to that of the queries of the last cross-attention.
  /// \throws Error(kDomain) where a number overflows.
  void gradient(const DateBatch& batch, const DateCache<S>& cache, std::span<S> gradient,
                MatrixOut<S> d_queries) const;

  [[nodiscard]] const std::vector<DateEntry>& layout() const { return layout_; }

 private:
  [[nodiscard]] LayerOptions options(const DateBatch& batch) const;

  DateModel model_;
  double scale_;
  std::vector<DateEntry> layout_;
  DateParameters<Parameter<S>> parameters_;
};

/// The characters that the model finds most probable, the first of equal ones [b·10].
template <std::floating_point S>
std::vector<Index> most_probable(const DateCache<S>& cache);

}  // namespace attention_scale
