/// \file The Transformer that rewrites dates (dates.hpp): Vaswani et al. (2017), section 3, with
/// characters as words, post-norm, ReLU and no biases in the attentions; its training, and what a
/// trained one does.
///
/// Letters: d the width of the model, f the hidden width, m characters of a source, h heads.
#pragma once

#include "attention_scale/layers/transformer.hpp"
#include "attention_scale/training/dates.hpp"
#include "attention_scale/training/optimiser.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attention_scale {

struct DateModel {
  Index dim = 64;      ///< d, 16 to 256, a multiple of the heads
  Index layers = 1;    ///< of the encoder and of the decoder, 1 or 2
  Index heads = 1;     ///< 1 to d
  Index hidden = 256;  ///< f, 1 to 2048
};

/// Where each parameter is in the list of all: the embedding of the sources [42×d] and that of the
/// answers [12×d], the layers of the encoder and then of the decoder, each in the order of each()
/// without the biases of attentions, the output's matrix [d×11] and its bias [11].
/// \throws Error(kDomain) where a number of the model is outside its range.
std::vector<ParameterEntry> date_layout(const DateModel& model);

/// The parameters as training begins, drawn from RandomState(seed) in the order of the layout:
/// embeddings from N(0, 1), matrices by draw_parameter; biases are 0, γ is 1, β is 0. Every W^Q and
/// W^K is multiplied by `query_key_factor`, 0 to 1e4.
template <std::floating_point S>
Vector<S> start_dates(const DateModel& model, std::uint32_t seed,
                      Initialisation initialisation = Initialisation::kXavier,
                      double query_key_factor = 1);

struct DateTask {
  DateModel model{};
  std::uint32_t seed = 0;  ///< of the examples
  Index batch = 64;        ///< examples of a step, 1 to 512
};

/// Takes up to `steps` steps with each lane, whose states have taken the same number of steps. Step
/// s = 1, 2, … is that of date_examples(seed, s, batch), so that the digits do not depend on how
/// the steps are divided among calls. Weights and queries of the records are those of the
/// cross-attention of the last layer, each head's apart. \throws Error(kDomain) where a number is
/// outside its range, Error(kShape) where a state does not fit.
template <std::floating_point S>
void train_dates(const DateTask& task, const OptimiserOptions& optimiser, Index steps,
                 std::span<TrainingLane<S>> lanes);

struct DateTest {
  /// The share of answers of which every character is right. Each character is predicted after the
  /// right ones before it; an answer is then all right exactly where one that the model continues
  /// by itself is (by induction over its characters).
  double exact = 0;
  double loss = 0;  ///< as in training
};

/// The test of a model on date_examples(seed, 0, count), which training does not draw; count is 1
/// to 10,000.
template <std::floating_point S>
DateTest test_dates(const DateModel& model, double scale, const Vector<S>& parameters,
                    std::uint32_t seed, Index count, const ScoreRule& rule = {});

template <std::floating_point S>
struct DateAnswer {
  std::u32string answer;   ///< each character the most probable one after those before it
  std::u32string right;    ///< the answer that is right
  Matrix<S> weights;       ///< of the cross-attention of the last layer [h·10×m]
  double entropy = 0;      ///< mean entropy of the rows of these weights, in nats
  Matrix<S> source_input;  ///< what the encoder reads [m×d]
  Matrix<S> target_input;  ///< what the decoder reads when it writes the last character [10×d]
};

/// \throws as date_example does, and Error(kDomain) where a number overflows.
template <std::floating_point S>
DateAnswer<S> answer_date(const DateModel& model, double scale, const Vector<S>& parameters,
                          std::u32string_view source, const ScoreRule& rule = {});

/// The worst error, over all parameters of the layout, of the gradient of the loss against its
/// central difference, on the examples of step 1, relative to the larger of both or to what the
/// difference tells to six digits beside the rounding of the loss, where that is larger. Each
/// parameter is moved by 1e-6 in a direction that is random in size and has the signs of the
/// gradient, so that no parts of the derivative cancel. A longer way would cross the kinks of ReLU.
double check_dates(const DateTask& task, const Vector<double>& parameters, double scale,
                   const ScoreRule& rule = {});

}  // namespace attention_scale
