// The table of the trained model's calls. Their binary holds this table alone.
#include "export.hpp"
#include "language_calls.hpp"

namespace as = attention_scale::bindings;
using as::export_call;

EMSCRIPTEN_BINDINGS(attention_scale_language) {
  as::export_workspace();

  export_call<"reserve", &as::reserve_model>();
  export_call<"open(options)", &as::open_model_data>();
  export_call<"encode", &as::encode_text>();
  export_call<"tokenBytes(token)", &as::token_bytes>();
  export_call<"restart(options)", &as::restart_lane>();
  export_call<"rewind(lane,tokens)", &as::rewind_lane>();
  export_call<"read(first,second)", &as::read_tokens>();
  export_call<"draw(lane)", &as::draw_token>();
  export_call<"likeliest(lane,count)", &as::likeliest>();
  export_call<"lens(lane,position,count)", &as::lens>();
  export_call<"losses(lane,first)", &as::losses>();
  export_call<"logits(lane)", &as::lane_logits>();
  export_call<"attention(lane,layer,head)", &as::head_attention>();
  export_call<"thumbnails(lane,most)", &as::thumbnails>();
  export_call<"statistics(lane)", &as::statistics>();
}
