/// \file Every call of the bindings with small arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "descriptor.hpp"

namespace attention_scale::tests {

/// An array of a descriptor and its entries; without memory it is not given, or not wanted.
struct Block {
  std::vector<std::byte> memory{};
  Index rows = 0;
  Index cols = 0;
  /// A result, whose entries have so many bytes.
  std::size_t result = 0;
  /// Whether it is a list of arrays, or of results.
  bool list = false;
  std::vector<Block> arrays{};
};

/// A number or an array.
using Argument = std::variant<double, Block>;
using Arguments = std::vector<Argument>;

struct Call {
  std::string name;
  /// Takes the address of a descriptor and returns an error code (guard.hpp).
  int (*run)(bindings::Address);
  Arguments arguments;
  /// Calls to make before it: those that leave the engine as this call needs it, or that end what
  /// an earlier call of it has kept.
  std::vector<Call> before{};
};

/// A call in memory of its own, so that making it allocates nothing but what the engine does.
class Prepared {
 public:
  explicit Prepared(const Call& call);
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() = default;

  /// Makes the call. Returns its error code.
  int run();
  /// The bytes of all results.
  [[nodiscard]] std::vector<std::byte> results() const;

 private:
  int (*run_)(bindings::Address);
  Arguments arguments_;
  std::vector<std::byte> descriptor_;
  std::vector<std::vector<bindings::Array>> tables_;
};

/// At least one call of each name that the files of cpp/bindings export.
std::vector<Call> every_call();

}  // namespace attention_scale::tests
