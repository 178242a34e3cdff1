/// \file The table of calls, and how JavaScript reads it and runs a call.
///
/// embind knows five functions, whose names are plain identifiers. The calls are numbered and are
/// no functions of embind: their signatures (descriptor.hpp) are no identifiers, and what embind
/// makes of such a name differs between its versions.
#pragma once

#include "descriptor.hpp"
#include "guard.hpp"
#include "workspace.hpp"

#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdlib>

namespace attention_scale::bindings {

struct ExportedCall {
  /// Ended by a zero: descriptor.hpp.
  const char* signature;
  /// Takes the address of a descriptor, returns an error code: guard.hpp.
  int (*run)(Address descriptor);
};

/// The calls in static memory: the growth of a vector would be a kilobyte of each binary.
struct CallTable {
  std::array<ExportedCall, 80> calls;
  std::size_t count = 0;
};

/// The calls of this binary, in the order in which its tables name them.
inline constinit CallTable call_table{};

/// Not inlined, since every call is added.
[[gnu::noinline]] inline void add_call(ExportedCall call) {
  // Fails at the first start of a binary with more calls, which every test of it would see.
  if (call_table.count == call_table.calls.size()) {
    std::abort();
  }
  call_table.calls[call_table.count] = call;
  ++call_table.count;
}

/// Adds a call, or its versions in double and in single precision, to the table.
template <Name name, auto... Calls>
void export_call() {
  (..., add_call({.signature = Packed<Calls>::template kSignature<name>.data(),
                  .run = &Guarded<&Packed<Calls>::run>::run}));
}

/// Where the signature of a call is, or 0 where there are no more calls.
inline Address signature_address(std::size_t call) {
  return call < call_table.count ? reinterpret_cast<Address>(call_table.calls[call].signature) : 0;
}

/// Runs a call, one that has a signature, with the descriptor at this address.
inline int run_call(std::size_t call, Address descriptor) {
  return call_table.calls[call].run(descriptor);
}

/// Exports what every binary has: its calls, the workspace, and the sentence of an error.
inline void export_engine() {
  emscripten::function("signatureAddress", &signature_address);
  emscripten::function("runCall", &run_call);
  emscripten::function("lastErrorAddress", &last_error_address);
  emscripten::function("workspaceAddress", &workspace_address);
  emscripten::function("reserveWorkspace", &Guarded<&reserve_workspace>::run);
}

}  // namespace attention_scale::bindings
