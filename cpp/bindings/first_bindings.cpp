// The table of the calls of the first screen, without loops, mathematics or decisions. The first
// binary of the page holds this table alone, the whole engine also that of bindings.cpp.
#include "export.hpp"
#include "first_calls.hpp"

namespace as = attention_scale::bindings;
using as::export_call;

EMSCRIPTEN_BINDINGS(attention_scale_first) {
  as::export_workspace();

  export_call<"attention", &as::attention<double>>();
  export_call<"rowStatistics(weights)", &as::row_statistics>();
  export_call<"rowChange(before,after)", &as::row_change>();
  export_call<"weightArithmetic(scores,options)", &as::weight_arithmetic>();
  export_call<"scoreDivisor(dim,exponent)", &as::score_divisor>();
  export_call<"wordVectors", &as::word_vectors>();
  export_call<"project(x,options)", &as::project>();
}
