#include "attention_scale/layers/initialisation.hpp"

#include "core/instantiate.hpp"

#include <cmath>

namespace attention_scale {

template <std::floating_point S>
void draw_parameter(RandomState& state, Initialisation initialisation, std::string_view name,
                    MatrixOut<S> parameter) {
  if (name.starts_with('b') || name.starts_with("cb")) {
    parameter.setZero();
    return;
  }
  if (name.starts_with("gamma")) {
    parameter.setOnes();
    return;
  }
  Matrix<double> draws(parameter.rows(), parameter.cols());
  if (initialisation == Initialisation::kNormal) {
    state.normal(entries_of(draws), 0, 0.02);
  } else {
    const bool projection =
        name.size() == 2 && std::string_view("qkv").find(name[1]) != std::string_view::npos;
    const bool packed = projection && initialisation == Initialisation::kPacked;
    const Index rows = packed ? 3 * parameter.rows() : parameter.rows();
    const double std = std::sqrt(2.0 / static_cast<double>(rows + parameter.cols()));
    draw_entries(state, EntryLaw::kUniform, std, entries_of(draws));
  }
  parameter.noalias() = draws.cast<S>();
}

std::pair<Index, Index> parameter_shape(std::string_view name, Index d, Index f) {
  if (name == "w1") {
    return {d, f};
  }
  if (name == "w2") {
    return {f, d};
  }
  if (name == "b1") {
    return {1, f};
  }
  if (name == "b2" || name.starts_with("gamma") || name.starts_with("beta")) {
    return {1, d};
  }
  const bool is_bias = name.find('b') != std::string_view::npos;
  return is_bias ? std::pair<Index, Index>{} : std::pair{d, d};
}

template <std::floating_point S>
LayerParameters<Matrix<S>> draw_layer(RandomState& state, Initialisation initialisation, Index d,
                                      Index f, bool has_cross) {
  LayerParameters<Matrix<S>> layer{.has_cross = has_cross};
  layer.each([&](std::string_view name, Matrix<S>& parameter) {
    if (name != "b1" && name != "b2") {
      const auto [rows, cols] = parameter_shape(name, d, f);
      parameter.resize(rows, cols);
      draw_parameter<S>(state, initialisation, name, parameter);
    }
  });
  return layer;
}

ATTENTION_SCALE_INSTANTIATE(draw_parameter);
ATTENTION_SCALE_INSTANTIATE(draw_layer);

}  // namespace attention_scale
