/// \file Allocations that fail on request: those of Eigen, which calls malloc, and those of the
/// standard library, which calls operator new. Native builds alone, whose linker wraps malloc.
#pragma once

#include <cstddef>
#include <limits>

namespace attention_scale::tests {

/// While it lives, allocation number `first` (from 0) and all later ones fail, as they do where
/// memory has run out. One at a time.
class FailingMemory {
 public:
  explicit FailingMemory(long first = std::numeric_limits<long>::max());
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  ~FailingMemory();

  /// The number of allocations since it lives, with those that failed.
  [[nodiscard]] static long asked();
  /// The bytes of the largest of them.
  [[nodiscard]] static std::size_t largest();
};

}  // namespace attention_scale::tests
