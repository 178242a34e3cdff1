/// \file The goldens of layers: parameters by name, and the matrices that hold them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attention_scale/layers/transformer.hpp"
#include "goldens.hpp"

namespace attention_scale::tests {

/// The 1e-10 of the largest entry, or of 1, that PyTorch's float64 must be met to.
inline constexpr Tolerance kLayers{.k = 4.5e5, .of = Of::kMatrix, .at_least = 1};

inline std::optional<BooleanMatrix> bits_of(const Golden& golden) {
  if (golden.is_null()) {
    return std::nullopt;
  }
  return golden.matrix<double>().cast<bool>();
}

inline SequenceMask mask_of(const Golden& golden) {
  return {.causal = golden["causal"].flag(),
          .matrix = bits_of(golden["mask"]),
          .padding = bits_of(golden["padding"])};
}

inline LayerOptions layer_options_of(const Golden& golden) {
  const bool pre = golden["norm"].text() == "pre";
  const bool gelu = golden["activation"].text() == "gelu";
  return {.heads = {.heads = golden["heads"].index(), .batch = golden["batch"].index()},
          .norm = pre ? NormPlace::kPre : NormPlace::kPost,
          .activation = gelu ? Activation::kGelu : Activation::kRelu,
          .epsilon = golden["epsilon"].number()};
}

/// The parameters of a layer, in memory of their own, and memory of zeros for their gradients.
/// `Layer` is LayerParameters or AttentionParameters.
template <template <typename> typename Layer>
class GoldenLayer {
 public:
  explicit GoldenLayer(const Golden& golden, const Layer<Parameter<double>>& with = {},
                       const Layer<MatrixOut<double>>& to = {})
      : parameters(with), gradients(to) {
    parameters.each([&](const char* name, Parameter<double>& parameter) {
      if (!golden[name].is_null()) {
        values_[name] = golden[name].matrix<double>();
        parameter = values_[name];
      }
    });
    gradients.each([&](const char* name, MatrixOut<double>& gradient) {
      const auto value = values_.find(name);
      if (value != values_.end()) {
        derivatives_[name] = Matrix<double>::Zero(value->second.rows(), value->second.cols());
        gradient.rebind(derivatives_[name]);
      }
    });
  }
  GoldenLayer(const GoldenLayer&) = delete;
  GoldenLayer(GoldenLayer&&) = default;
  GoldenLayer& operator=(const GoldenLayer&) = delete;
  GoldenLayer& operator=(GoldenLayer&&) = delete;
  ~GoldenLayer() = default;

  void expect_gradients(const Golden& golden) const {
    for (const auto& [name, derivative] : derivatives_) {
      EXPECT_TRUE(close(derivative, golden[name.c_str()].template matrix<double>(), kLayers))
          << name;
    }
  }

  Layer<Parameter<double>> parameters;
  Layer<MatrixOut<double>> gradients;

 private:
  std::map<std::string, Matrix<double>> values_;
  std::map<std::string, Matrix<double>> derivatives_;
};

}  // namespace attention_scale::tests
