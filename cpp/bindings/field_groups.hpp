/// \file Fields of a descriptor that follow one another and have names from one list, such as the
/// parameters of a layer and their gradients. In the signature each is a field of its own.
#pragma once

#include "attention_scale/core/check.hpp"
#include "attention_scale/layers/parameter.hpp"
#include "descriptor.hpp"

namespace attention_scale::bindings {

template <Name... names>
struct Names {
  static constexpr std::size_t kCount = sizeof...(names);
  static constexpr std::array<std::string_view, kCount> kViews{names.view()...};

  /// The part of a signature: `before`, a name, `mark` and `entries`, for each name.
  static constexpr auto text(std::string_view before, std::string_view mark,
                             std::string_view entries) {
    std::array<std::string_view, 4 * kCount> parts{};
    std::size_t end = 0;
    const auto append = [&](std::string_view name) {
      for (const std::string_view part : {before, name, mark, entries}) {
        parts[end++] = part;
      }
    };
    (..., append(names.view()));
    return parts;
  }
};

/// Numbers, in the order of the names.
template <typename List>
class Numbers {
 public:
  using Wire = std::array<double, List::kCount>;
  static constexpr auto kText = List::text(" ", "", "");

  explicit Numbers(const Wire& wire) : wire_(&wire) {}

  double operator[](std::size_t index) const { return (*wire_)[index]; }
  /// As an integer or a member of an enumeration. \throws as converted does.
  template <typename T>
  [[nodiscard]] T as(std::size_t index) const {
    return converted<T>(List::kViews[index], (*wire_)[index]);
  }

 private:
  const Wire* wire_;
};

/// The parameters of a layer. One that is not given has no entries: a bias that is absent.
template <typename List, typename S>
class Inputs {
 public:
  using Wire = std::array<Array, List::kCount>;
  static constexpr auto kText = List::text(" ", ":", entries<S>());

  explicit Inputs(const Wire& wire) : wire_(&wire) {}

  [[nodiscard]] const Wire& arrays() const { return *wire_; }

  /// As a layer of the core, whose each() visits its parameters in the order of the names.
  /// `held`: the parameters are in memory of hold_parameter().
  template <typename Layer>
  [[nodiscard]] Layer as(Layer layer, bool held = false) const {
    auto next = wire_->begin();
    layer.each([&](const char*, Parameter<S>& parameter) {
      const ArrayView<const S> view(*next++);
      parameter = Parameter<S>(view.data(), view.rows(), view.cols(), held && view.rows() > 1);
    });
    return layer;
  }

 private:
  const Wire* wire_;
};

/// The gradients of such parameters: their names begin with "d".
template <typename List, typename S>
class Gradients {
 public:
  using Wire = std::array<Array, List::kCount>;
  static constexpr auto kText = List::text(" d", ">", entries<S>());

  explicit Gradients(const Wire& wire) : wire_(&wire) {}

  /// Memory of zeros, to which the core adds, of the shapes of the parameters.
  /// \throws Error(kLimit) where the memory of a gradient has another shape.
  template <typename Layer>
  [[nodiscard]] Layer as(Layer layer, const Inputs<List, S>& parameters) const {
    auto next = wire_->begin();
    auto parameter = parameters.arrays().begin();
    layer.each([&](const char*, MatrixOut<S>& gradient) {
      const Room<S> room(*next++);
      if (room.given()) {
        room.check_shape(parameter->rows, parameter->cols);
        gradient.rebind(room.matrix());
        gradient.setZero();
      }
      ++parameter;
    });
    return layer;
  }

 private:
  const Wire* wire_;
};

/// Results, in the order of the names.
template <typename List, typename S>
class Outputs {
 public:
  using Wire = std::array<Array, List::kCount>;
  static constexpr auto kText = List::text(" ", ">", entries<S>());

  explicit Outputs(const Wire& wire) : wire_(&wire) {}

  [[nodiscard]] MatrixOut<S> operator[](std::size_t index) const {
    return Room<S>((*wire_)[index]).matrix();
  }

  /// Copies the results from number `first` on; those that are not wanted are skipped.
  template <typename... Results>
  void put(std::size_t first, const Results&... results) const {
    (..., put_one(first++, results));
  }

 private:
  void put_one(std::size_t index, const Matrix<S>& result) const {
    const Room<S> room((*wire_)[index]);
    if (room.given()) {
      room.put(result);
    }
  }

  const Wire* wire_;
};

}  // namespace attention_scale::bindings
