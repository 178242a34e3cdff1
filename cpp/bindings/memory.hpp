/// \file What lies at an address in the workspace.
#pragma once

#include "attention_scale/matrix.hpp"
#include "calls.hpp"

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

}  // namespace attention_scale::bindings
