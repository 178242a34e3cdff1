/// \file The descriptor of a call: one packed record in the workspace that holds all its arguments.
///
/// A call is a function whose parameters are fields: Input, List, Inputs and Number, of which each
/// is an argument; Output and Outputs, of which each is a result; Struct, Records and Results,
/// which name the members of a struct, each a field of its own or a number of a record. Each has
/// its name in its type. In the descriptor the fields follow one another in the order of the
/// parameters, without padding. An array takes 16 bytes (Array), a number 8 (a double).
///
/// The table of calls (export.hpp) holds each with its signature, that is its name, its arguments
/// in JavaScript and its fields, such as "moments(data,options?) data:f64[] ddof=0 count>f64
/// mean>f64"; a field that is no argument is one of the options, and an argument with "?" may be
/// left out. Without arguments the call is one that TypeScript makes itself. From the fields it
/// knows how to read, check and pass what is given, and how to read the results:
///   x:f64[][]       a matrix; x:f64[] a list of numbers, x:f64[][][] a list of matrices
///   x:f64{a,b=}     a list of records of two or more numbers, each with its name, its default and
///                   its marks as below, or a~ that may be NaN or infinite: a row for each record.
///                   TypeScript tells it by its comma
///   x:u32{seed}     in braces without a comma another kind of value, of which TypeScript knows how
///                   it crosses
///   std=1           a number and its default; "scale=" is NaN where it is left out
///   law=0(a|b)      a word, which crosses as its place in the list
///   cross!          true or false, false where it is left out
///   result>f64      a result, whose shape the call gives; result>f64[] a list of results
#pragma once

#include "attention_scale/core/check.hpp"
#include "attention_scale/core/matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace attention_scale::bindings {

using Address = std::uintptr_t;

/// An array in the descriptor: the address of its row-major entries, and its shape. Address 0: an
/// input that was not given, an output that is not wanted. A list of arrays is the address of a
/// table of them, and their number as its rows.
struct alignas(8) Array {
  Address address;
  std::int32_t rows;
  std::int32_t cols;
};
static_assert(std::is_standard_layout_v<Array> && sizeof(Array) == 16);
static_assert(offsetof(Array, rows) == sizeof(Address));
static_assert(offsetof(Array, cols) == sizeof(Address) + sizeof(std::int32_t));
static_assert(sizeof(double) == 8);

/// The rows of a result that is a list, and of one that is a number.
inline constexpr std::int32_t kList = -1;
inline constexpr std::int32_t kNumber = -2;

/// A string as a template argument.
template <std::size_t N>
struct Name {
  std::array<char, N> text{};

  consteval Name() = default;
  consteval Name(const char (&literal)[N]) { std::copy_n(literal, N, text.begin()); }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), N - 1}; }
  /// The name without its first character.
  [[nodiscard]] consteval auto without_first() const {
    Name<N - 1> rest;
    std::copy_n(text.begin() + 1, N - 1, rest.text.begin());
    return rest;
  }
  /// The name without default, words and mark.
  [[nodiscard]] constexpr std::string_view label() const {
    return view().substr(0, view().find_first_of("=(!~"));
  }
};

/// The text of one name behind that of the other.
template <std::size_t N, std::size_t M>
consteval auto operator+(const Name<N>& first, const Name<M>& second) {
  Name<N + M - 1> both;
  std::copy_n(second.text.begin(), M, std::copy_n(first.text.begin(), N - 1, both.text.begin()));
  return both;
}

/// The type of an array's entries in a signature.
template <typename S>
consteval auto entries() {
  if constexpr (std::is_same_v<S, std::uint8_t>) {
    return Name("u8");
  } else {
    return std::is_same_v<S, double>  ? Name("f64")
           : std::is_same_v<S, float> ? Name("f32")
                                      : Name("u32");
  }
}

/// The views of an array of S that the caller has placed in the workspace. The core checks its
/// shape and its entries.
template <typename S>
class ArrayView {
  using RowMajor = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Column = Eigen::Matrix<S, Eigen::Dynamic, 1>;

 public:
  using Wire = Array;

  explicit ArrayView(const Array& array) : array_(&array) {}

  [[nodiscard]] bool given() const { return array_->address != 0; }
  [[nodiscard]] Index rows() const { return array_->rows; }
  [[nodiscard]] Index cols() const { return array_->cols; }
  [[nodiscard]] Index size() const { return rows() * cols(); }
  [[nodiscard]] const S* data() const { return reinterpret_cast<const S*>(array_->address); }
  [[nodiscard]] Eigen::Map<const RowMajor> matrix() const { return {data(), rows(), cols()}; }
  [[nodiscard]] Eigen::Map<const Column> vector() const { return {data(), size()}; }
  [[nodiscard]] std::span<const S> span() const {
    return {data(), static_cast<std::size_t>(size())};
  }

  // The array as the functions of the core take it.
  operator Eigen::Ref<const RowMajor>() const { return matrix(); }
  operator Eigen::Ref<const Column>() const { return vector(); }
  operator Column() const { return vector(); }
  operator std::span<const S>() const { return span(); }

 private:
  const Array* array_;
};

/// Its brackets are those in the signature.
template <Name name, typename S, Name brackets>
struct ArrayField : ArrayView<S> {
  using ArrayView<S>::ArrayView;
  static constexpr auto kText = Name(" ") + name + Name(":") + entries<S>() + brackets;
};

/// A matrix.
template <Name name, typename S = double>
using Input = ArrayField<name, S, "[][]">;

/// A list of numbers.
template <Name name, typename S = double>
using List = ArrayField<name, S, "[]">;

/// A list of matrices.
template <Name name, typename S = double>
class Inputs {
 public:
  using Wire = Array;
  static constexpr auto kText = Name(" ") + name + Name(":") + entries<S>() + Name("[][][]");

  explicit Inputs(const Array& table) : table_(&table) {}

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(table_->rows); }
  /// \throws Error(kLimit) where there are fewer.
  [[nodiscard]] ArrayView<S> operator[](std::size_t index) const {
    if (index >= size()) {
      throw Error(ErrorCode::kLimit, {"The call has not all its arrays."});
    }
    return ArrayView<S>(reinterpret_cast<const Array*>(table_->address)[index]);
  }

 private:
  const Array* table_;
};

/// The most entries of an array: 1 GiB of doubles.
inline constexpr Index kMostEntries = Index{1} << 27;

/// \throws Error(kLimit) where the result `name` would have more entries than an array may have, or
/// where the results of its shape, which have so many bytes an entry `together`, do not fit the
/// engine's memory, which never shrinks.
[[gnu::noinline]] inline void check_size(std::string_view name, std::int64_t rows,
                                         std::int64_t cols, std::size_t together = 0) {
  constexpr std::int64_t kMostBytes = std::numeric_limits<std::int32_t>::max();
  const std::int64_t entries = check::product({rows, cols});
  const auto bytes_of_an_entry = static_cast<std::int64_t>(together);
  if (entries > kMostEntries || check::product({entries, bytes_of_an_entry}) > kMostBytes) {
    throw Error(ErrorCode::kLimit,
                {name,
                 " would be too large: an array may have up to 134217728 entries, and the "
                 "results of a call up to 2147483647 bytes."});
  }
}

/// The memory of the results of a call, until the next call begins.
class ResultMemory {
 public:
  void clear() {
    used_ = 0;
    large_.clear();
  }

  std::uint8_t* take(std::size_t bytes) {
    const std::size_t padded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (padded > small_.size() - used_) {
      large_.emplace_front().reset(new std::uint8_t[bytes]);
      return large_.front().get();
    }
    used_ += padded;
    return small_.data() + (used_ - padded);
  }

 private:
  static constexpr std::size_t kAlignment = 16;

  /// So that a small call allocates nothing.
  alignas(kAlignment) std::array<std::uint8_t, std::size_t{1} << 14> small_;
  std::size_t used_ = 0;
  /// One a result. Not filled with zeros, as the bytes of a vector are.
  std::forward_list<std::unique_ptr<std::uint8_t[]>> large_;
};

inline ResultMemory& result_memory() {
  static ResultMemory memory;
  return memory;
}

/// The place of a result in a descriptor, or in a list of results. The caller copies the result out
/// of the engine's memory before its next call.
template <typename S>
class Result {
 public:
  using Wire = Array;

  explicit Result(Array& array) : array_(&array) {}

  [[nodiscard]] bool wanted() const { return array_->address != 0; }
  /// Memory of rows·cols entries, which the caller fills, or none where the result is not wanted.
  /// \throws Error(kLimit) where there may not be so many.
  [[nodiscard]] auto make(Index rows, Index cols) const {
    if (!wanted()) {
      return MatrixOut<S>();
    }
    check_size("the result", rows, cols);
    return MatrixOut<S>(take(rows, cols, static_cast<std::int32_t>(rows)), rows, cols);
  }
  /// Likewise as a list.
  [[nodiscard]] std::span<S> make_list(Index size) const {
    check_size("the result", 1, size);
    return {take(1, size, kList), static_cast<std::size_t>(size)};
  }

  /// A matrix whose entries are in the memory of the results.
  void refer(const S* entries, Index rows, Index cols) const {
    *array_ = {.address = reinterpret_cast<Address>(entries),
               .rows = static_cast<std::int32_t>(rows),
               .cols = static_cast<std::int32_t>(cols)};
  }

  template <typename T>
    requires std::is_arithmetic_v<T>
  void put(T value) const {
    *take(1, 1, kNumber) = static_cast<S>(value);
  }
  /// A matrix, or a vector as a list.
  template <typename Dense>
  void put(const Eigen::MatrixBase<Dense>& result) const {
    constexpr bool kMatrix = !Dense::IsVectorAtCompileTime;
    static_assert((Dense::IsRowMajor || !kMatrix) && Dense::InnerStrideAtCompileTime == 1);
    const auto& dense = result.derived();
    if (!wanted()) {
      return;
    }
    if constexpr (kMatrix) {
      copy(dense.data(), dense.rows(), dense.cols(), dense.outerStride(), true);
    } else {
      copy(dense.data(), 1, dense.size(), 0, false);
    }
  }
  /// A list.
  template <typename T>
  void put(const std::vector<T>& result) const {
    copy(result.data(), 1, std::ssize(result), 0, false);
  }

 private:
  S* take(Index rows, Index cols, std::int32_t kind) const {
    std::uint8_t* const memory =
        result_memory().take(static_cast<std::size_t>(rows * cols) * sizeof(S));
    *array_ = {.address = reinterpret_cast<Address>(memory),
               .rows = kind,
               .cols = static_cast<std::int32_t>(cols)};
    return reinterpret_cast<S*>(memory);
  }

  /// Rows that are `step` apart.
  template <typename T>
  [[gnu::noinline]] void copy(const T* entries, Index rows, Index cols, Index step,
                              bool matrix) const {
    S* const into = take(rows, cols, matrix ? static_cast<std::int32_t>(rows) : kList);
    for (Index row = 0; row < rows; ++row) {
      std::copy_n(entries + row * step, cols, into + row * cols);
    }
  }

  Array* array_;
};

template <Name name, typename S = double>
struct Output : Result<S> {
  using Result<S>::Result;
  static constexpr auto kText = Name(" ") + name + Name(">") + entries<S>();

  /// \throws Error(kLimit) where the result may not have this shape.
  void check_shape(std::int64_t rows, std::int64_t cols, std::size_t together = 0) const {
    check_size(name.view(), rows, cols, together);
  }
};

/// A list of results.
template <Name name, typename S = double>
class Outputs {
 public:
  using Wire = Array;
  static constexpr auto kText = Name(" ") + name + Name(">") + entries<S>() + Name("[]");

  explicit Outputs(Array& array) : array_(&array) {}

  [[nodiscard]] bool wanted() const { return array_->address != 0; }
  /// So many results. One that is not put has no rows.
  void begin(std::size_t count) const {
    check_size(name.view(), 1, static_cast<std::int64_t>(count), sizeof(Array));
    std::uint8_t* const table = result_memory().take(count * sizeof(Array));
    // The address is 1 until a result is put: 0 would mean that it is not wanted.
    std::fill_n(reinterpret_cast<Array*>(table), count, Array{.address = 1, .rows = 0, .cols = 0});
    *array_ = {.address = reinterpret_cast<Address>(table),
               .rows = static_cast<std::int32_t>(count),
               .cols = 0};
  }
  [[nodiscard]] Result<S> operator[](std::size_t index) const {
    return Result<S>(reinterpret_cast<Array*>(array_->address)[index]);
  }

 private:
  Array* array_;
};

/// \throws Error(kDomain) unless `value` is a whole number from `low` to `high`.
[[gnu::noinline]] inline void check_whole(std::string_view name, double value, double low,
                                          double high) {
  check::within(name, value, low, high);
  check::domain(std::trunc(value) == value, {name, " must be a whole number."});
}

/// `value` as T, a member of an enumeration by its value; NaN as an optional without a value.
/// \throws Error(kDomain) where T does not hold it: the conversion would be undefined.
template <typename T>
T converted(std::string_view name, double value) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    return std::isnan(value) ? T() : T(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(converted<int>(name, value));
  } else {
    // A double holds every whole number up to this.
    constexpr double kMost = 0x1p53;
    using Limits = std::numeric_limits<T>;
    check_whole(name, value, std::max(static_cast<double>(Limits::min()), -kMost),
                std::min(static_cast<double>(Limits::max()), kMost));
    return static_cast<T>(value);
  }
}

/// A number, which crosses as a double: a double holds every 32-bit integer.
template <Name name, typename T = double>
class Number {
 public:
  using Wire = double;
  static constexpr auto kText = Name(" ") + name;

  explicit Number(double value) : value_(value) {}
  operator T() const { return converted<T>(kLabel, value_); }

 private:
  static constexpr std::string_view kLabel = name.label();

  double value_;
};

/// The struct that a pointer to a member belongs to.
template <typename T, typename Value>
T struct_of(Value T::*);

/// A member of a struct and its name in JavaScript, which says its default, its words or its mark
/// as the name of a Number does. Whatever crosses as a struct is a list of these: the order of the
/// struct's own members has no effect.
template <Name name, auto pointer>
struct Member {
  using Struct = decltype(struct_of(pointer));
  static constexpr std::size_t kCount = 1;
  static constexpr auto kName = name;
  /// The name behind a separator.
  template <Name separator>
  static constexpr auto kText = separator + name;

  template <typename T>
  static auto& of(T& object) {
    return object.*pointer;
  }
  /// Sets the member of `object` to the number.
  template <typename T>
  static void read(T& object, const double* number) {
    using Value = std::remove_reference_t<decltype(object.*pointer)>;
    object.*pointer = converted<Value>(name.label(), *number);
  }
};

/// Several members of one struct.
template <typename... Parts>
struct Members {
  static constexpr std::size_t kCount = (... + Parts::kCount);
  template <Name separator>
  static constexpr auto kText = (... + Parts::template kText<separator>);

  /// Sets the members of `object` to as many numbers.
  template <typename T>
  static void read(T& object, const double* numbers) {
    const auto read_part = [&]<typename Part>(std::type_identity<Part>) {
      Part::read(object, numbers);
      numbers += Part::kCount;
    };
    (..., read_part(std::type_identity<Parts>()));
  }
};

/// Members of a struct that is itself the member at `pointer`.
template <auto pointer, typename Parts>
struct Within {
  static constexpr std::size_t kCount = Parts::kCount;
  template <Name separator>
  static constexpr auto kText = Parts::template kText<separator>;

  template <typename T>
  static void read(T& object, const double* numbers) {
    Parts::read(object.*pointer, numbers);
  }
};

/// Numbers that are members of a T, each a field of its own. The other members keep their defaults.
template <typename T, typename... Parts>
class Struct {
  using All = Members<Parts...>;

 public:
  using Wire = std::array<double, All::kCount>;
  static constexpr auto kText = All::template kText<" ">;

  explicit Struct(const Wire& wire) : wire_(&wire) {}

  operator T() const {
    T object{};
    All::read(object, wire_->data());
    return object;
  }

 private:
  const Wire* wire_;
};

/// A list of records, each a row of the numbers that are members of a T.
template <Name name, typename T, typename... Parts>
class Records : public ArrayView<double> {
  using All = Members<Parts...>;

 public:
  static constexpr auto kText =
      Name(" ") + name + Name(":f64{") + All::template kText<",">.without_first() + Name("}");

  /// \throws Error(kShape) unless each row has all its numbers.
  explicit Records(const Array& array) : ArrayView<double>(array) {
    check::has_shape(name.view(), matrix(), rows(), static_cast<Index>(All::kCount), "it must be");
  }

  [[nodiscard]] std::vector<T> list() const {
    std::vector<T> objects(static_cast<std::size_t>(rows()));
    const double* numbers = data();
    for (T& object : objects) {
      All::read(object, numbers);
      numbers += All::kCount;
    }
    return objects;
  }
};

/// The entries of a result: single precision for a matrix that holds it, otherwise double.
template <typename Value>
using EntryOf = std::conditional_t<std::is_same_v<Value, Matrix<float>>, float, double>;

/// Results that are members of a struct, each a field of its own.
template <typename... Parts>
class Results {
 public:
  using Wire = std::array<Array, sizeof...(Parts)>;

 private:
  template <typename Part>
  using Entry =
      EntryOf<std::remove_cvref_t<decltype(Part::of(std::declval<typename Part::Struct&>()))>>;

 public:
  static constexpr auto kText =
      (... + (Name(" ") + Parts::kName + Name(">") + entries<Entry<Parts>>()));

  explicit Results(Wire& wire) : wire_(&wire) {}

  /// \throws Error(kLimit) where the results may not all have this shape.
  void check_shape(std::int64_t rows, std::int64_t cols) const {
    constexpr std::array<std::string_view, sizeof...(Parts)> kNames{Parts::kName.view()...};
    check_size(kNames[0], rows, cols, (... + sizeof(Entry<Parts>)));
  }

  /// The members of a struct.
  template <typename T>
  void put(const T& object) const {
    Array* array = wire_->data();
    const auto put_part = [&]<typename Part>(std::type_identity<Part>) {
      Result<Entry<Part>>(*array).put(Part::of(object));
      ++array;
    };
    (..., put_part(std::type_identity<Parts>()));
  }

  /// A list of each member of all structs of a list.
  template <typename T>
  void put(const std::vector<T>& objects) const {
    Array* array = wire_->data();
    const auto put_part = [&]<typename Part>(std::type_identity<Part>) {
      const std::span into = Result<Entry<Part>>(*array).make_list(std::ssize(objects));
      for (std::size_t i = 0; i < objects.size(); ++i) {
        into[i] = static_cast<Entry<Part>>(Part::of(objects[i]));
      }
      ++array;
    };
    (..., put_part(std::type_identity<Parts>()));
  }

 private:
  Wire* wire_;
};

/// A call that is a function of the core: its arguments are the fields, what it returns the result.
template <auto function, typename Field, typename... Fields>
void returned(Fields... fields, Field result) {
  result.put(function(fields...));
}

template <auto Call>
struct Packed;

/// A call whose arguments are read from a descriptor.
template <typename... Fields, void (*Call)(Fields...)>
struct Packed<Call> {
  /// Not inlined into the guard, which then is the same code for every call.
  [[gnu::noinline]] static void run(Address descriptor) {
    result_memory().clear();
    // In braces the fields are read from left to right.
    std::apply(Call, std::tuple<Fields...>{read<Fields>(descriptor)...});
  }

  /// The name of the call and its fields, ended by a zero.
  template <Name name>
  static constexpr auto kSignature = (name + ... + Fields::kText).text;

 private:
  /// The field at `next`, which is moved past it.
  template <typename Field>
  static Field read(Address& next) {
    auto* const wire = reinterpret_cast<typename Field::Wire*>(next);
    next += sizeof(*wire);
    return Field(*wire);
  }
};

}  // namespace attention_scale::bindings
