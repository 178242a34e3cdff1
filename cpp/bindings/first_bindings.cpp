// The table of the calls of the first screen, without loops, mathematics or decisions. The first
// binary of the page holds this table and that of first_attention.cpp, the whole engine this one
// and that of bindings.cpp.
#include "export.hpp"
#include "first_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale_first) {
  export_engine();

  export_call<"rowStatistics(weights)", row_statistics>();
  export_call<"rowChange(before,after)", row_change>();
  export_call<"weightArithmetic(scores,options)", weight_arithmetic>();
  export_call<"scoreDivisor(dim,exponent)", score_divisor>();
  export_call<"wordVectors", &word_vectors>();
  export_call<"project(x,options)", &project>();
}

}  // namespace attention_scale::bindings
