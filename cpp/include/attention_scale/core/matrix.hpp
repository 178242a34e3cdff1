/// \file The matrix types of the core, and the letters used in every docstring:
/// n queries, m keys, d_k length of a query and a key, d_v length of a value.
#pragma once

// Before Eigen: resizing a matrix is safe where memory runs out.
#define EIGEN_MATRIX_PLUGIN "attention_scale/core/resize.inc"

#include <Eigen/Core>

#include <concepts>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

#if defined(ATTENTION_SCALE_ASSERTIONS) && \
    (defined(NDEBUG) || defined(EIGEN_NO_DEBUG) || !defined(_GLIBCXX_ASSERTIONS))
#error "The sanitizer build needs the assertions of Eigen and of the standard library"
#endif

#if defined(__wasm__) && !defined(EIGEN_VECTORIZE_SSE4_2)
#error "Eigen is not vectorised in this WebAssembly build: see cpp/cmake/emscripten.cmake"
#endif

namespace attention_scale {

using Index = Eigen::Index;

/// Row-major, as JavaScript, NumPy and PyTorch store a matrix.
template <std::floating_point S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <std::floating_point S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

/// A matrix that a function reads: a Matrix, a Map over foreign memory or a block of either. It is
/// never copied.
template <std::floating_point S>
using MatrixIn = Eigen::Ref<const Matrix<S>>;

/// A row or a column that a function reads.
template <std::floating_point S>
using VectorIn = Eigen::Ref<const Vector<S>>;

/// A matrix that a function writes: memory of the caller, row-major, with rows any distance apart,
/// so that a result can be written into some columns of a wider matrix. Without memory (the
/// default) the result is not wanted.
template <std::floating_point S>
class MatrixOut : public Eigen::Map<Matrix<S>, Eigen::Unaligned, Eigen::OuterStride<>> {
  using View = Eigen::Map<Matrix<S>, Eigen::Unaligned, Eigen::OuterStride<>>;

 public:
  MatrixOut() : MatrixOut(nullptr, 0, 0) {}
  MatrixOut(S* data, Index rows, Index cols) : View(data, rows, cols, Eigen::OuterStride<>(cols)) {}
  /// Of a Matrix, a Map or a block, which is taken as const because a block is a temporary object.
  template <typename Dense>
  MatrixOut(const Eigen::MatrixBase<Dense>& dense)
      : View(dense.const_cast_derived().data(), dense.rows(), dense.cols(),
             Eigen::OuterStride<>(dense.outerStride())) {
    static_assert(Dense::IsRowMajor || Dense::IsVectorAtCompileTime);
  }

  /// Makes this the memory of `other`: an assignment would copy the entries.
  void rebind(const MatrixOut& other) { new (this) MatrixOut(other); }

  [[nodiscard]] bool wanted() const { return this->data() != nullptr; }
  [[nodiscard]] S* row_data(Index row) const {
    return this->const_cast_derived().data() + row * this->outerStride();
  }
};

template <std::floating_point S>
using VectorOut = Eigen::Ref<Vector<S>>;

/// The entries of a matrix or a vector in the order of memory, where they follow one another.
template <typename Dense>
auto entries_of(Dense&& dense) {
  using Entry = std::remove_pointer_t<decltype(dense.data())>;
  return std::span<Entry>(dense.data(), static_cast<std::size_t>(dense.size()));
}

/// [queries×keys], true where the key (column) takes part for the query (row).
using BooleanMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace attention_scale
