// The attention of the first binary, which knows no rules. The whole engine has that of
// bindings.cpp.
#include "export.hpp"
#include "first_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale_first_attention) {
  export_call<"attention(queries,keys,values,options?)", &attention<double>>();
}

}  // namespace attention_scale::bindings
