/// \file The workspace: the part of the engine's memory through which descriptors, inputs and
/// results cross.
#pragma once

#include "attention_scale/core/matrix.hpp"
#include "descriptor.hpp"

#include <cstdint>
#include <limits>
#include <new>

namespace attention_scale::bindings {

/// An Eigen vector and not a std::vector: aligned for packets, and not filled with zeros first.
inline Eigen::Matrix<std::uint8_t, Eigen::Dynamic, 1>& workspace() {
  static Eigen::Matrix<std::uint8_t, Eigen::Dynamic, 1> bytes;
  return bytes;
}

/// Makes the workspace at least `bytes` bytes large. Its contents are lost, and its address may
/// change. \throws std::bad_alloc where there is no memory for it.
inline void reserve_workspace(double bytes) {
  // An Index cannot hold more: the cast would wrap.
  if (!(bytes <= static_cast<double>(std::numeric_limits<Index>::max()))) {
    throw std::bad_alloc();
  }
  const auto wanted = static_cast<Index>(bytes);
  if (workspace().size() < wanted) {
    resize(workspace(), wanted);
  }
}

/// Valid until the next call of reserve_workspace.
inline Address workspace_address() { return reinterpret_cast<Address>(workspace().data()); }

}  // namespace attention_scale::bindings
