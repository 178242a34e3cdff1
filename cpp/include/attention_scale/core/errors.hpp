/// \file The exception of the core. Its codes reach JavaScript as `EngineError.code`.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attention_scale {

enum class ErrorCode {
  kShape = 1,   ///< two arguments do not fit each other, or one is empty
  kDomain = 2,  ///< a number lies outside what is allowed: NaN, infinity, an overflowing product
  kLimit = 3,   ///< more memory than there is
};

/// what() is a sentence that names the argument and the allowed range; code() is for programs.
class Error : public std::runtime_error {
 public:
  /// \param parts of the sentence, one after another
  Error(ErrorCode code, std::initializer_list<std::string_view> parts)
      : std::runtime_error(joined(parts)), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  static std::string joined(std::initializer_list<std::string_view> parts) {
    std::string sentence;
    for (const std::string_view part : parts) {
      sentence += part;
    }
    return sentence;
  }

  ErrorCode code_;
};

}  // namespace attention_scale
