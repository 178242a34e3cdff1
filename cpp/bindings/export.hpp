/// \file Adds a call to the table of calls for JavaScript.
#pragma once

#include "descriptor.hpp"
#include "guard.hpp"
#include "workspace.hpp"

#include <emscripten/bind.h>

namespace attention_scale::bindings {

/// Exports a call, or its versions in double and in single precision, each under its signature
/// (descriptor.hpp). JavaScript passes the address of a
/// descriptor and gets an error code (guard.hpp).
template <Name name, auto... Calls>
void export_call() {
  (..., emscripten::function(Packed<Calls>::template kSignature<name>.data(),
                             &Guarded<&Packed<Calls>::run>::run));
}

/// Exports what every binary has beside its calls: the workspace, and the sentence of an error.
inline void export_workspace() {
  emscripten::function("lastErrorAddress", &last_error_address);
  emscripten::function("workspaceAddress", &workspace_address);
  emscripten::function("reserveWorkspace", &Guarded<&reserve_workspace>::run);
}

}  // namespace attention_scale::bindings
