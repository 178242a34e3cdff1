/// \file The exception of the core. Its codes reach JavaScript as `EngineError.code`.
#pragma once

#include <stdexcept>
#include <string>

namespace attention_scale {

enum class ErrorCode {
  kShape = 1,   ///< two arguments do not fit each other, or one is empty
  kDomain = 2,  ///< a number lies outside what is allowed: NaN, infinity, an overflowing product
  kLimit = 3,   ///< more memory than there is
};

/// what() is a sentence that names the argument and the allowed range; code() is for programs.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace attention_scale
