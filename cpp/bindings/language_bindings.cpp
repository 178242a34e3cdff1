// The table of the trained model's calls. Their binary holds this table alone.
#include "export.hpp"
#include "language_calls.hpp"

namespace as = attention_scale::bindings;
using as::export_call;

EMSCRIPTEN_BINDINGS(attention_scale_language) {
  as::export_workspace();

  export_call<"reserve", &as::reserve_model>();
  export_call<"open", &as::open_model_data>();
  export_call<"encode", &as::encode_text>();
  export_call<"tokenBytes", &as::token_bytes>();
  export_call<"restart", &as::restart_lane>();
  export_call<"rewind", &as::rewind_lane>();
  export_call<"read", &as::read_tokens>();
  export_call<"draw", &as::draw_token>();
  export_call<"likeliest", &as::likeliest>();
  export_call<"lens", &as::lens>();
  export_call<"losses", &as::losses>();
  export_call<"logits", &as::lane_logits>();
  export_call<"attention", &as::head_attention>();
  export_call<"thumbnails", &as::thumbnails>();
  export_call<"statistics", &as::statistics>();
}
