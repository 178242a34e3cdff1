#include "attention_scale/core/check.hpp"

#include "core/instantiate.hpp"
#include "kernels/gemm.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace attention_scale::check {
namespace {

/// The error of the first entry that is below `least`, +∞ or NaN; none where every entry is
/// allowed.
template <std::floating_point S>
std::optional<Error> error_of_entries(std::string_view name, const MatrixIn<S>& matrix, S least,
                                      std::string_view allowed, Index first_row = 0) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col) {
      const S entry = matrix(row, col);
      if (!(entry >= least && entry < std::numeric_limits<S>::infinity())) {
        return Error(ErrorCode::kDomain, {name, ": the entry in row ", first_row + row, ", column ",
                                          col, " is ", entry, "; ", allowed, "."});
      }
    }
  }
  return {};
}

std::string written(Sentence parts) {
  std::string sentence;
  for (const Phrase& part : parts) {
    sentence += part.number ? number(*part.number) : std::string(part.text);
  }
  return sentence;
}

}  // namespace

std::string shape(Index rows, Index cols) {
  return std::to_string(rows) + "×" + std::to_string(cols);
}

std::int64_t product(std::initializer_list<std::int64_t> sizes) {
  std::int64_t result = 1;
  for (const std::int64_t size : sizes) {
    if (__builtin_mul_overflow(result, size, &result)) {
      return std::numeric_limits<std::int64_t>::max();
    }
  }
  return result;
}

Index checked_count(std::string_view what, std::initializer_list<std::int64_t> sizes) {
  constexpr Index kMost = std::numeric_limits<Index>::max();
  const std::int64_t result = product(sizes);
  if (result >= kMost) {
    throw Error(ErrorCode::kLimit, {what, " would be too many: there may be up to ", kMost, "."});
  }
  return static_cast<Index>(result);
}

std::string number(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "∞" : "−∞";
  }
  // Not a string stream: those bring the whole locale library into the WebAssembly binary.
  std::array<char, 32> text{};
  int size = 0;
  int digits = std::numeric_limits<double>::digits10;
  do {  // 17 digits, two rounds later, always read back as the same number
    size = std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    ++digits;
  } while (std::strtod(text.data(), nullptr) != value);
  return {text.data(), static_cast<std::size_t>(size)};
}

void domain(bool holds, Sentence sentence) {
  if (!holds) {
    throw Error(ErrorCode::kDomain, sentence);
  }
}

void fit(bool holds, Sentence sentence) {
  if (!holds) {
    throw Error(ErrorCode::kShape, sentence);
  }
}

void not_empty(std::string_view name, Index rows, Index cols) {
  if (rows < 1 || cols < 1) {  // to write the shape takes memory
    throw Error(ErrorCode::kShape,
                {name, " is ", shape(rows, cols), "; it needs at least one row and one column."});
  }
}

void not_empty_list(std::string_view name, std::size_t size, std::string_view needed) {
  fit(size > 0, {name, " is an empty list; it needs ", needed, "."});
}

void multiple(std::string_view name, std::string_view what, Index count, std::string_view parts,
              Index divisor) {
  fit(divisor >= 1 && count % divisor == 0,
      {name, " has ", count, " ", what, "; with ", divisor, " ", parts,
       " their number must be a multiple of ", divisor, "."});
}

void same_size(std::string_view first, Index first_size, std::string_view second,
               Index second_size) {
  fit(first_size == second_size, {first, " has ", first_size, " entries and ", second, " ",
                                  second_size, "; both need the same number."});
}

template <std::floating_point S>
void finite(std::string_view name, const MatrixIn<S>& matrix) {
  static_cast<void>(norm_of_finite<S>(name, matrix));
}

template <std::floating_point S>
S norm_of_finite(std::string_view name, const MatrixIn<S>& matrix) {
  const S squares = simd::squares_of<S>(matrix);
  if (!std::isfinite(squares)) {
    report(error_of_entries<S>(name, matrix, std::numeric_limits<S>::lowest(),
                               "every entry must be a finite number"));
  }
  // A square that underflows is less than the smallest normal number.
  return std::sqrt(squares + static_cast<S>(matrix.size()) * std::numeric_limits<S>::min());
}

template <std::floating_point S>
void logits(std::string_view name, const MatrixIn<S>& matrix, std::string_view allowed) {
  if (!simd::all_below_infinity<S>(matrix)) {
    report(error_of_entries<S>(name, matrix, -std::numeric_limits<S>::infinity(), allowed));
  }
}

void finite(std::string_view name, double value) {
  domain(std::isfinite(value), {name, " is ", value, "; it must be a finite number."});
}

void positive(std::string_view name, double value) {
  finite(name, value);
  domain(value > 0, {name, " is ", value, "; it must be above 0."});
}

void within(std::string_view name, double value, double low, double high) {
  domain(value >= low && value <= high,
         {name, " is ", value, "; it must lie between ", low, " and ", high, "."});
}

void rising(std::string_view name, std::span<const Index> values, Index low, Index high) {
  not_empty_list(name, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string entry = std::string(name) + "[" + std::to_string(i) + "]";
    within(entry, values[i], low, high);
    if (i > 0) {
      domain(values[i] > values[i - 1],
             {entry, " is ", values[i], " after ", values[i - 1], "; the numbers must rise."});
    }
  }
}

void draw_range(std::uint32_t from, Index count) {
  within("count", static_cast<double>(count), 1, 0x1p32 - static_cast<double>(from));
}

template <std::floating_point S>
void no_overflow(std::string_view product, const MatrixIn<S>& result, Index first_row) {
  report(overflow_of<S>(product, result, first_row));
}

template <std::floating_point S>
std::optional<Error> overflow_of(std::string_view product, const MatrixIn<S>& result,
                                 Index first_row) {
  if (std::isfinite(simd::squares_of<S>(result))) {
    return {};
  }
  constexpr std::string_view kPrecision = sizeof(S) == sizeof(double) ? "double" : "single";
  return error_of_entries<S>(product, result, std::numeric_limits<S>::lowest(),
                             std::string("the arguments are finite but this product overflows ")
                                 .append(kPrecision)
                                 .append(" precision: make them smaller"),
                             first_row);
}

void report(const std::optional<Error>& error) {
  if (error) {
    throw Error(*error);
  }
}

ATTENTION_SCALE_INSTANTIATE(finite);
ATTENTION_SCALE_INSTANTIATE(norm_of_finite);
ATTENTION_SCALE_INSTANTIATE(logits);
ATTENTION_SCALE_INSTANTIATE(no_overflow);
ATTENTION_SCALE_INSTANTIATE(overflow_of);

}  // namespace attention_scale::check

attention_scale::Error::Error(ErrorCode code, Sentence parts)
    : std::runtime_error(check::written(parts)), code_(code) {}
