// What the first screen calls, a table: no loops, no mathematics, no decisions. Meanings stand in
// calls.hpp. The page's first binary holds this table alone, the whole engine all of them.
#include "calls.hpp"
#include "guard.hpp"

#include <emscripten/bind.h>

namespace as = attention_scale::bindings;
using emscripten::function;

EMSCRIPTEN_BINDINGS(attention_scale_first) {
  function("lastError", &as::last_error);
  function("simdInstructions", &as::simd_instructions);
  function("workspaceAddress", &as::workspace_address);
  function("reserveWorkspace", &as::Guarded<&as::reserve_workspace>::run);

  function("attention64", &as::Guarded<&as::attention<double>>::run);
  function("rowStatistics", &as::Guarded<&as::row_statistics>::run);
  function("rowChange", &as::Guarded<&as::row_change>::run);
  function("weightArithmetic", &as::Guarded<&as::weight_arithmetic>::run);
  function("scoreDivisor", &as::Guarded<&as::score_divisor>::run);
  function("wordVectors", &as::Guarded<&as::word_vectors>::run);
  function("project", &as::Guarded<&as::project>::run);
}
