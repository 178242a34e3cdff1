/// \file Turns C++ exceptions into error codes: none of them reaches JavaScript.
#pragma once

#include "attention_scale/core/check.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace attention_scale::bindings {

/// Returned by a call that succeeded; the other codes are those of check.hpp.
inline constexpr int kNoError = 0;

/// The sentence of the last call that did not return kNoError, ended by a zero. It has memory of
/// its own: where an exception is handled, there may be none left.
inline std::array<char, 1024> last_sentence{};

inline const char* last_error() { return last_sentence.data(); }

/// The address of last_sentence for JavaScript, which reads it from the engine's memory.
inline std::uintptr_t last_error_address() {
  return reinterpret_cast<std::uintptr_t>(last_sentence.data());
}

/// A longer sentence than there is room for loses its end.
inline void keep_sentence(std::string_view sentence) noexcept {
  const std::size_t length = sentence.copy(last_sentence.data(), last_sentence.size() - 1);
  last_sentence[length] = '\0';
}

/// The code of the exception that is being handled; keeps its sentence. Not inlined, since every
/// call has a guard.
[[gnu::noinline]] inline int code_of_current_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    keep_sentence(error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    keep_sentence("There is not enough memory for matrices of this size.");
  } catch (...) {
    // Other exceptions of the standard library, such as std::length_error.
    keep_sentence("The engine could not finish this call.");
  }
  return static_cast<int>(ErrorCode::kLimit);
}

template <auto Call>
struct Guarded;

/// `Guarded<call>::run` is `call`, but returns an error code instead of throwing.
template <typename... Arguments, void (*Call)(Arguments...)>
struct Guarded<Call> {
  static int run(Arguments... arguments) {
    try {
      Call(arguments...);
      return kNoError;
    } catch (...) {
      return code_of_current_exception();
    }
  }
};

}  // namespace attention_scale::bindings
