/// \file Adds a call to the table of calls for JavaScript.
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
