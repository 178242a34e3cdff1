#include "attention_scale/layers/initialisation.hpp"

#include "attention_scale/random/random_state.hpp"
#include "core/instantiate.hpp"

#include <cmath>

namespace attention_scale {

template <std::floating_point S>
void draw_matrix(RandomState& state, Initialisation initialisation, bool projection,
                 MatrixOut<S> matrix) {
  Matrix<double> draws(matrix.rows(), matrix.cols());
  if (initialisation == Initialisation::kNormal) {
    state.normal(entries_of(draws), 0, 0.02);
  } else {
    const bool packed = projection && initialisation == Initialisation::kPacked;
    const Index rows = packed ? 3 * matrix.rows() : matrix.rows();
    const double std = std::sqrt(2.0 / static_cast<double>(rows + matrix.cols()));
    draw_entries(state, EntryLaw::kUniform, std, entries_of(draws));
  }
  matrix.noalias() = draws.cast<S>();
}

ATTENTION_SCALE_INSTANTIATE(draw_matrix);

}  // namespace attention_scale
