/// \file How a call gets into the table of what JavaScript can call.
#pragma once

#include "descriptor.hpp"
#include "guard.hpp"

#include <emscripten/bind.h>

namespace attention_scale::bindings {

/// Exports a call under its signature (descriptor.hpp). JavaScript passes the address of a
/// descriptor and gets an error code (guard.hpp).
template <Name name, auto Call>
void export_call() {
  emscripten::function(Packed<Call>::template kSignature<name>.data(),
                       &Guarded<&Packed<Call>::run>::run);
}

}  // namespace attention_scale::bindings
