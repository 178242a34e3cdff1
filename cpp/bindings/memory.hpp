/// \file What lies at an address in the workspace.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "calls.hpp"

#include <algorithm>

namespace attention_scale::bindings {

template <typename T>
T* at(Address address) {
  return reinterpret_cast<T*>(address);
}

template <typename S>
Eigen::Map<Matrix<S>> matrix(Address address, Index rows, Index cols) {
  return {at<S>(address), rows, cols};
}

template <typename S>
Eigen::Map<Vector<S>> vector(Address address, Index size) {
  return {at<S>(address), size};
}

/// A result to where it was asked for.
template <typename S>
void put_matrix(Address address, const Matrix<S>& result) {
  std::copy_n(result.data(), result.size(), at<S>(address));
}

}  // namespace attention_scale::bindings
