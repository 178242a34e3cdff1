/// \file The positions that are added to word vectors.
#pragma once

#include "attention_scale/core/matrix.hpp"

namespace attention_scale {

/// The sinusoidal positions of Vaswani et al. (2017), section 3.5, [rows×cols]:
///   sin(p/10000^(2i/cols)) in column 2i of row p, and cos of the same angle in column 2i + 1.
/// \throws Error(kShape) unless rows and cols are 1 or more.
Matrix<double> positions(Index rows, Index cols);

}  // namespace attention_scale
