/// \file The matrix types of the core, and the letters used in every docstring:
/// n queries, m keys, d_k length of a query and a key, d_v length of a value.
#pragma once

#include <Eigen/Core>

#include <concepts>

#if defined(ATTENTION_SCALE_ASSERTIONS) && \
    (defined(NDEBUG) || defined(EIGEN_NO_DEBUG) || !defined(_GLIBCXX_ASSERTIONS))
#error "The sanitizer build needs the assertions of Eigen and of the standard library"
#endif

#if defined(__wasm__) && !defined(EIGEN_VECTORIZE_SSE4_2)
#error "Eigen is not vectorised in this WebAssembly build: see cpp/cmake/emscripten.cmake"
#endif

namespace attention_scale {

using Index = Eigen::Index;

/// Row-major, as JavaScript, NumPy and PyTorch hold a matrix.
template <std::floating_point S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <std::floating_point S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

/// What a function reads: a Matrix, a Map over foreign memory, or a block of either, never copied.
template <std::floating_point S>
using MatrixIn = Eigen::Ref<const Matrix<S>>;

/// What a function reads, where one row or one column is meant.
template <std::floating_point S>
using VectorIn = Eigen::Ref<const Vector<S>>;

/// What a function fills in: the caller owns the memory and has given it the documented shape.
template <std::floating_point S>
using MatrixOut = Eigen::Ref<Matrix<S>>;

template <std::floating_point S>
using VectorOut = Eigen::Ref<Vector<S>>;

/// Marks with true the keys (columns) that take part for each query (row).
using BooleanMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace attention_scale
