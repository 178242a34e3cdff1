/// \file The matrix types of the core, and the letters used in every docstring:
/// n queries, m keys, d_k length of a query and a key, d_v length of a value.
#pragma once

#include <Eigen/Core>

#include <cmath>
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

/// Entries of S that a function may write, in rows without gaps within them: a Matrix, a Map of
/// one, a block or rows of either, or the transpose of a Vector. A Vector and a column of a matrix
/// are not: the entries of their rows are not where a row-major matrix has them. Nor is what is
/// const.
template <typename Dense, typename S>
concept WritableRows =
    !std::is_const_v<Dense> && std::derived_from<Dense, Eigen::MatrixBase<Dense>> &&
    std::same_as<typename Dense::Scalar, S> && (Dense::Flags & Eigen::LvalueBit) != 0 &&
    (Dense::Flags & Eigen::DirectAccessBit) != 0 && static_cast<bool>(Dense::IsRowMajor) &&
    Dense::InnerStrideAtCompileTime == 1;

/// A matrix that a function writes: memory of the caller, row-major, with rows any distance apart,
/// so that a result can be written into some columns of a wider matrix. Without memory (the
/// default) the result is not wanted.
template <std::floating_point S>
class MatrixOut : public Eigen::Map<Matrix<S>, Eigen::Unaligned, Eigen::OuterStride<>> {
  using View = Eigen::Map<Matrix<S>, Eigen::Unaligned, Eigen::OuterStride<>>;

 public:
  MatrixOut() : MatrixOut(nullptr, 0, 0) {}
  MatrixOut(S* data, Index rows, Index cols) : View(data, rows, cols, Eigen::OuterStride<>(cols)) {}
  /// Views the memory of a matrix, or of a block, which may be a temporary object. From another
  /// MatrixOut it makes what a copy would be.
  template <typename Dense>
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload)
  MatrixOut(Dense&& dense)
    requires WritableRows<std::remove_reference_t<Dense>, S>
      : View(dense.data(), dense.rows(), dense.cols(), Eigen::OuterStride<>(dense.outerStride())) {}

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

/// Makes `matrix` rows×cols. Its entries are unknown afterwards, unless it had as many before.
/// Where there is no memory for them it is left without entries. Eigen's own resize() frees the
/// memory before it allocates, and keeps the pointer where the allocation throws: the memory would
/// be freed a second time with the matrix.
template <typename Dense>
[[gnu::noinline]] void resize(Dense& matrix, Index rows, Index cols) {
  // Unsigned, which may wrap: Eigen refuses a product that an Index does not hold.
  const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  if (size != static_cast<std::size_t>(matrix.size())) {
    constexpr auto least = [](int at_compile_time) -> Index {
      return at_compile_time == Eigen::Dynamic ? 0 : at_compile_time;
    };
    matrix.resize(least(Dense::RowsAtCompileTime), least(Dense::ColsAtCompileTime));
  }
  matrix.resize(rows, cols);
}

/// Likewise a vector.
template <typename Dense>
void resize(Dense& vector, Index size) {
  static_assert(Dense::ColsAtCompileTime == 1);
  resize(vector, size, 1);
}

/// matrix = expression, for a matrix that has another shape now and for one that has this: an
/// assignment calls Eigen's own resize(). Of another shape, the matrix is no part of the
/// expression.
template <typename Dense, typename Expression>
void assign(Dense& matrix, const Eigen::DenseBase<Expression>& expression) {
  resize(matrix, expression.rows(), expression.cols());
  matrix = expression.derived();
}

// Sums of products, in the order in which Eigen's sum() adds. Its own dot(), squaredNorm() and
// norm() add in another order since Eigen 5, so that their last digits depend on its version.

/// Σ aᵢ bᵢ of two vectors of one size.
template <typename A, typename B>
typename A::Scalar dot(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return a.cwiseProduct(b).sum();
}

/// The sum of the squares of all entries.
template <typename Dense>
typename Dense::Scalar squared_norm(const Eigen::MatrixBase<Dense>& entries) {
  return entries.cwiseAbs2().sum();
}

template <typename Dense>
typename Dense::Scalar norm(const Eigen::MatrixBase<Dense>& entries) {
  return std::sqrt(squared_norm(entries));
}

/// squared_norm() in double precision, for squares that are 0 in single precision. Converted
/// entries are added one after the other, row by row: Eigen adds a converted expression in packets
/// since version 5, and one by one before.
template <typename Dense>
double squared_norm_in_double(const Eigen::MatrixBase<Dense>& entries) {
  if constexpr (std::is_same_v<typename Dense::Scalar, double>) {
    return squared_norm(entries);
  } else {
    double sum = 0;
    for (Index row = 0; row < entries.rows(); ++row) {
      for (Index column = 0; column < entries.cols(); ++column) {
        const auto entry = static_cast<double>(entries(row, column));
        sum += entry * entry;
      }
    }
    return sum;
  }
}

template <typename Dense>
double norm_in_double(const Eigen::MatrixBase<Dense>& entries) {
  return std::sqrt(squared_norm_in_double(entries));
}

/// The norm of each row.
template <typename Dense>
Vector<typename Dense::Scalar> row_norms(const Eigen::MatrixBase<Dense>& matrix) {
  Vector<typename Dense::Scalar> norms(matrix.rows());
  for (Index row = 0; row < matrix.rows(); ++row) {
    norms[row] = norm(matrix.row(row));
  }
  return norms;
}

/// [queries×keys], true where the key (column) takes part for the query (row).
using BooleanMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace attention_scale
