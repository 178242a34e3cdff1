#include "memory/failing_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace attention_scale::tests {
namespace {

bool alive = false;
long number = 0;
long first_failure = 0;

std::size_t most_bytes = 0;

/// Counts an allocation. Whether it fails.
bool next_fails(std::size_t bytes) {
  if (!alive) {
    return false;
  }
  most_bytes = std::max(most_bytes, bytes);
  return number++ >= first_failure;
}

}  // namespace

FailingMemory::FailingMemory(long first) {
  number = 0;
  most_bytes = 0;
  first_failure = first;
  alive = true;
}

FailingMemory::~FailingMemory() { alive = false; }

long FailingMemory::asked() { return number; }

std::size_t FailingMemory::largest() { return most_bytes; }

}  // namespace attention_scale::tests

// The names that the linker's option --wrap=malloc gives to the function in place of malloc, and to
// malloc.
extern "C" {
void* __real_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __wrap_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __wrap_malloc(std::size_t size) {
  return attention_scale::tests::next_fails(size) ? nullptr : __real_malloc(size);
}
}

namespace {

void* allocated(std::size_t size) {
  void* const memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

}  // namespace

// All of them: an allocation by one that is replaced must not be freed by one that is not.
void* operator new(std::size_t size) { return allocated(size); }
void* operator new[](std::size_t size) { return allocated(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
