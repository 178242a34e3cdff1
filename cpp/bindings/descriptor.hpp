/// \file The descriptor of a call: one packed record in the workspace that holds all its arguments.
///
/// A call is a function whose parameters are fields: Input, Output or Number, each with its name in
/// its type. In the descriptor the fields follow one another in the order of the parameters,
/// without padding. An array takes 16 bytes (Array), a number 8 (a double).
///
/// A call is exported under its signature, that is its name and its fields, such as
/// "quantiles data:f64 probabilities:f64 results>f64": inputs have a colon, outputs an arrow,
/// numbers neither. The tables in web/src/engine hold the same signatures: descriptors are written
/// by them and calls are looked up by them. If a field is renamed, moved or added on one side only,
/// the engine does not start.
#pragma once

#include "attention_scale/core/check.hpp"
#include "attention_scale/core/matrix.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace attention_scale::bindings {

using Address = std::uintptr_t;

/// An array in the descriptor: the address of its row-major entries in the workspace, and its
/// shape. Address 0: an input that was not given, an output that is not wanted.
struct alignas(8) Array {
  Address address;
  std::int32_t rows;
  std::int32_t cols;
};
static_assert(std::is_standard_layout_v<Array> && sizeof(Array) == 16);
static_assert(offsetof(Array, rows) == sizeof(Address));
static_assert(offsetof(Array, cols) == sizeof(Address) + sizeof(std::int32_t));
static_assert(sizeof(double) == 8);

/// A string as a template argument.
template <std::size_t N>
struct Name {
  std::array<char, N> text{};

  consteval Name(const char (&literal)[N]) { std::copy_n(literal, N, text.begin()); }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), N - 1}; }
};

/// A part of a signature: a blank, the name of a field and, for an array, its mark and its entries.
using FieldText = std::array<std::string_view, 4>;

/// The type of an array's entries in a signature.
template <typename S>
constexpr std::string_view entries() {
  if (std::is_same_v<S, double>) return "f64";
  if (std::is_same_v<S, float>) return "f32";
  return std::is_same_v<S, std::uint32_t> ? "u32" : "u8";
}

/// \throws Error(kLimit) where the memory of an array is not `fitting` for a call.
[[gnu::noinline]] inline void check_room(bool fitting) {
  if (!fitting) {
    throw Error(ErrorCode::kLimit, {"The results do not fit the memory laid out for them."});
  }
}

/// The views of an array of S, which is const for an input.
template <typename S>
class ArrayView {
  using Entry = std::remove_const_t<S>;
  using RowMajor = Eigen::Matrix<Entry, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Column = Eigen::Matrix<Entry, Eigen::Dynamic, 1>;
  template <typename Dense>
  using Map = Eigen::Map<std::conditional_t<std::is_const_v<S>, const Dense, Dense>>;

 public:
  using Wire = Array;

  explicit ArrayView(const Array& array) : array_(&array) {}

  [[nodiscard]] bool given() const { return array_->address != 0; }
  [[nodiscard]] Index rows() const { return array_->rows; }
  [[nodiscard]] Index cols() const { return array_->cols; }
  [[nodiscard]] Index size() const { return rows() * cols(); }
  [[nodiscard]] S* data() const { return reinterpret_cast<S*>(array_->address); }
  [[nodiscard]] Map<RowMajor> matrix() const { return {data(), rows(), cols()}; }
  [[nodiscard]] Map<Column> vector() const { return {data(), size()}; }
  [[nodiscard]] std::span<S> span() const { return {data(), static_cast<std::size_t>(size())}; }
  /// \throws Error(kLimit) where the array does not have this shape, which the other arguments
  /// give.
  void check_shape(std::int64_t rows, std::int64_t cols) const {
    check_room(this->rows() == rows && this->cols() == cols);
  }

 private:
  const Array* array_;
};

/// An array that the caller has placed in the workspace. The core checks its shape and its entries.
template <Name name, typename S = double>
struct Input : ArrayView<const S> {
  using ArrayView<const S>::ArrayView;
  static constexpr FieldText kText{" ", name.view(), ":", entries<S>()};
};

/// Room for results, which the caller copies out of the workspace before its next call.
template <typename S>
struct Room : ArrayView<S> {
  using ArrayView<S>::ArrayView;

  /// Copies `results`: any container of contiguous numbers, or an Eigen matrix.
  template <typename Results>
  void put(const Results& results) const {
    copy(std::data(results), static_cast<Index>(std::size(results)));
  }
  void put(std::initializer_list<S> results) const { put(std::span<const S>(results)); }

 private:
  template <typename T>
  [[gnu::noinline]] void copy(const T* results, Index count) const {
    check_room(count == this->size());
    std::copy_n(results, count, this->data());
  }
};

template <Name name, typename S = double>
struct Output : Room<S> {
  using Room<S>::Room;
  static constexpr FieldText kText{" ", name.view(), ">", entries<S>()};
};

/// `value` as T, a member of an enumeration by its value.
/// \throws Error(kDomain) where T does not hold it: the conversion would be undefined.
template <typename T>
[[gnu::noinline]] T converted(std::string_view name, double value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(converted<int>(name, value));
  } else {
    // A double holds every whole number up to this.
    constexpr double kMost = 0x1p53;
    using Limits = std::numeric_limits<T>;
    check::within(name, value, std::max(static_cast<double>(Limits::min()), -kMost),
                  std::min(static_cast<double>(Limits::max()), kMost));
    return static_cast<T>(value);
  }
}

/// A number, which crosses as a double: a double holds every 32-bit integer.
template <Name name, typename T = double>
class Number {
 public:
  using Wire = double;
  static constexpr FieldText kText{" ", name.view(), "", ""};

  explicit Number(double value) : value_(value) {}
  operator T() const {
    if constexpr (std::is_same_v<T, double>) {
      return value_;
    } else {
      return converted<T>(name.view(), value_);
    }
  }

 private:
  double value_;
};

template <auto Call>
struct Packed;

/// A call whose arguments are read from a descriptor.
template <typename... Fields, void (*Call)(Fields...)>
struct Packed<Call> {
  /// Not inlined into the guard, which then is the same code for every call.
  [[gnu::noinline]] static void run(Address descriptor) {
    // In braces the fields are read from left to right.
    std::apply(Call, std::tuple<Fields...>{read<Fields>(descriptor)...});
  }

  /// The name of the call and its fields, ended by a zero.
  template <Name name>
  static constexpr auto kSignature = [] {
    const auto write = [](const auto& append) {
      append(name.view());
      (..., std::for_each(Fields::kText.begin(), Fields::kText.end(), append));
    };
    constexpr std::size_t kLength = [write] {
      std::size_t length = 0;
      write([&length](std::string_view part) { length += part.size(); });
      return length;
    }();
    std::array<char, kLength + 1> text{};
    auto end = text.begin();
    write([&end](std::string_view part) { end = std::copy(part.begin(), part.end(), end); });
    return text;
  }();

 private:
  /// The field at `next`, which is moved past it.
  template <typename Field>
  static Field read(Address& next) {
    const auto* wire = reinterpret_cast<const typename Field::Wire*>(next);
    next += sizeof(*wire);
    return Field(*wire);
  }
};

}  // namespace attention_scale::bindings
