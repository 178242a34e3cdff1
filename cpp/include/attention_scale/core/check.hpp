/// \file The checks that public functions make of their arguments before they compute, and the
/// sentences of their errors. Kernels trust their arguments.
#pragma once

#include "attention_scale/core/matrix.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace attention_scale {

enum class ErrorCode {
  kShape = 1,   ///< two arguments do not fit each other, or one is empty
  kDomain = 2,  ///< a number lies outside what is allowed: NaN, infinity, an overflowing product
  kLimit = 3,   ///< more memory than there is
};

/// A part of a sentence, which is made only where it is thrown: a text, or a number as
/// check::number() writes it.
struct Phrase {
  template <typename T>
  Phrase(const T& part) {
    if constexpr (std::is_arithmetic_v<T>) {
      number = static_cast<double>(part);
    } else {
      text = part;
    }
  }

  std::string_view text{};
  std::optional<double> number{};
};

/// The parts one after another.
using Sentence = std::initializer_list<Phrase>;

/// what() is a sentence that names the argument and the allowed range; code() is for programs.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, Sentence parts);
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

namespace check {

/// "3×2", for sentences.
std::string shape(Index rows, Index cols);

/// The product of sizes, or the largest number where it is larger: an Index has 32 bits in
/// WebAssembly, where a product of two would wrap and be found small enough.
std::int64_t product(std::initializer_list<std::int64_t> sizes);

/// The product of the sizes of `what`. \throws Error(kLimit) where an Index does not hold it.
Index checked_count(std::string_view what, std::initializer_list<std::int64_t> sizes);

/// "NaN", "∞", "−∞", or the number with the fewest digits that read back as the same number.
std::string number(double value);

/// \throws Error(kDomain) with this sentence unless `holds`.
void domain(bool holds, Sentence sentence);

/// \throws Error(kShape) with this sentence unless `holds`.
void fit(bool holds, Sentence sentence);

/// \throws Error(kShape) when the matrix has no rows or no columns.
void not_empty(std::string_view name, Index rows, Index cols);

/// \throws Error(kShape) when the list has no entries; the sentence says that it needs `needed`.
void not_empty_list(std::string_view name, std::size_t size,
                    std::string_view needed = "at least one number");

/// \throws Error(kShape) unless `matrix` is rows×cols. The sentence has `must_be` before the
/// required shape.
template <typename Dense>
void has_shape(std::string_view name, const Dense& matrix, Index rows, Index cols,
               std::string_view must_be) {
  if (matrix.rows() != rows || matrix.cols() != cols) {
    throw Error(ErrorCode::kShape, {name, " is ", shape(matrix.rows(), matrix.cols()), "; ",
                                    must_be, " ", shape(rows, cols), "."});
  }
}

/// `must_be` for a matrix that a pass has left, or that must have the shape of those of the pass.
inline constexpr std::string_view kAfterThisPass = "after this pass it must be";

/// \throws Error(kShape) where a result is wanted and its memory is not rows×cols.
template <std::floating_point S>
void result(std::string_view name, const MatrixOut<S>& memory, Index rows, Index cols) {
  // Nothing is allocated where it fits.
  if (memory.wanted() && (memory.rows() != rows || memory.cols() != cols)) {
    has_shape(std::string("the memory of ").append(name), memory, rows, cols, "it must be");
  }
}

/// \throws Error(kShape) unless the shapes of `both` matrices fit; `needed` is the rule.
template <typename First, typename Second>
void both_fit(bool both, std::string_view first_name, const First& first,
              std::string_view second_name, const Second& second, std::string_view needed) {
  if (!both) {
    throw Error(ErrorCode::kShape,
                {first_name, " is ", shape(first.rows(), first.cols()), " and ", second_name,
                 " is ", shape(second.rows(), second.cols()), "; both need ", needed, "."});
  }
}

/// \throws Error(kShape) unless two lists have the same number of entries.
void same_size(std::string_view first, Index first_size, std::string_view second,
               Index second_size);

/// Whether no entry is NaN or infinite: 0·x is 0 of finite numbers alone. Faster than Eigen's
/// allFinite(), which looks at one number at a time.
template <typename Dense>
bool all_finite(const Eigen::MatrixBase<Dense>& matrix) {
  return (typename Dense::Scalar{0} * matrix).sum() == 0;
}

/// \throws Error(kDomain) naming the first entry that is NaN or infinite.
template <std::floating_point S>
void finite(std::string_view name, const MatrixIn<S>& matrix);

/// Checks as `finite` does. Returns a bound of the root of the sum of all squares, and so of every
/// absolute value and of the length of every row; infinity where that sum overflows.
template <std::floating_point S>
S norm_of_finite(std::string_view name, const MatrixIn<S>& matrix);

/// Checks as `finite` does, but allows −∞: a logit of −∞ is a masked key. The sentence says what is
/// `allowed`.
template <std::floating_point S>
void logits(std::string_view name, const MatrixIn<S>& matrix,
            std::string_view allowed = "a logit must be a finite number or −∞");

/// \throws Error(kDomain) unless value is finite.
void finite(std::string_view name, double value);

/// \throws Error(kDomain) unless value is finite and above 0.
void positive(std::string_view name, double value);

/// \throws Error(kDomain) unless low ≤ value ≤ high.
void within(std::string_view name, double value, double low, double high);
inline void within(std::string_view name, Index value, Index low, Index high) {
  within(name, static_cast<double>(value), static_cast<double>(low), static_cast<double>(high));
}

/// \throws Error(kShape) unless `divisor` is at least 1 and divides the `count` of `what` that
/// `name` has; `parts` names what there are `divisor` of, such as heads.
void multiple(std::string_view name, std::string_view what, Index count, std::string_view parts,
              Index divisor);

/// \throws Error(kShape) when empty, Error(kDomain) unless every value lies between low and high
/// and is larger than the one before it.
void rising(std::string_view name, std::span<const Index> values, Index low, Index high);

/// Numbered draws, `from` to `from` + `count` − 1: a number is a seed of 32 bits.
/// \throws Error(kDomain) unless count ≥ 1 and the last number fits.
void draw_range(std::uint32_t from, Index count);

/// Checks a result of finite arguments, `result`, which holds the rows of `product` from
/// `first_row` on. \throws Error(kDomain) naming the product and the first entry that overflowed.
template <std::floating_point S>
void no_overflow(std::string_view product, const MatrixIn<S>& result, Index first_row = 0);

/// The error that no_overflow would throw, for one that is reported after further checks.
template <std::floating_point S>
std::optional<Error> overflow_of(std::string_view product, const MatrixIn<S>& result,
                                 Index first_row = 0);

/// \throws the error, where there is one.
void report(const std::optional<Error>& error);

}  // namespace check
}  // namespace attention_scale
