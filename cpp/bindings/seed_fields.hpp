/// \file The random state of the seeds of a call.
#pragma once

#include "attention_scale/random/random_state.hpp"
#include "descriptor.hpp"

namespace attention_scale::bindings {

using Seeds = Input<"seeds", std::uint32_t>;
/// Whether the caller gave one number and not a list: RandomState(5) is not RandomState([5]).
using OneNumber = Number<"oneNumber", bool>;

/// \throws Error(kLimit) where the one number is missing.
inline RandomState random_state(Seeds seeds, OneNumber one_number) {
  if (!one_number) {
    return RandomState(seeds.span());
  }
  check_room(seeds.size() == 1);
  return RandomState(seeds.span().front());
}

}  // namespace attention_scale::bindings
