// The table of the calls of the first screen, without loops, mathematics or decisions. The first
// binary of the page holds this table alone, the whole engine also that of bindings.cpp.
#include "attention_scale/attention/weight_arithmetic.hpp"
#include "attention_scale/softmax/row_statistics.hpp"
#include "export.hpp"
#include "first_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale_first) {
  export_workspace();

  export_call<"attention(queries,keys,values,options?)", &attention<double>>();
  export_call<
      "rowStatistics(weights)",
      &returned<&row_statistics, Results<"entropy", "peak", "peakIndex">, Input<"weights">>>();
  export_call<"rowChange(before,after)", &returned<&row_change, Results<"distance", "largest">,
                                                   Input<"before">, Input<"after">>>();
  export_call<"weightArithmetic(scores,options)",
              &returned<&weight_arithmetic,
                        Results<"score", "logit", "largest", "exponential", "sum", "weight",
                                "slope", "derivative">,
                        List<"scores">, Number<"scale">, Number<"index", Index>>>();
  export_call<"scoreDivisor(dim,exponent)", &returned<&attention_scale::score_divisor,
                                                      Output<"result">, Dim, Number<"exponent">>>();
  export_call<"wordVectors", &word_vectors>();
  export_call<"project(x,options)", &project>();
}

}  // namespace attention_scale::bindings
