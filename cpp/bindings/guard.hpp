/// \file Turns C++ exceptions into error codes: none of them reaches JavaScript.
#pragma once

#include "attention_scale/core/errors.hpp"

#include <new>
#include <string>

namespace attention_scale::bindings {

/// Returned by a call that succeeded; the other codes are those of errors.hpp.
inline constexpr int kNoError = 0;

/// The sentence of the last call that did not return kNoError.
inline std::string& last_error() {
  static std::string sentence;
  return sentence;
}

/// The code of the exception that is being handled; keeps its sentence. Not inlined, since every
/// call has a guard.
[[gnu::noinline]] inline int code_of_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    last_error() = error.what();
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    last_error() = "There is not enough memory for matrices of this size.";
  } catch (...) {
    // Other exceptions of the standard library, such as std::length_error.
    last_error() = "The engine could not finish this call.";
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
