// The table of the trained model's calls. Their binary holds this table alone.
#include "export.hpp"
#include "language_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale_language) {
  export_engine();

  export_call<"reserve", &reserve_model>();
  export_call<"open(options)", &open_model_data>();
  export_call<"encode", &encode_text>();
  export_call<"tokenBytes(token)", &token_bytes>();
  export_call<"restart(options)", &restart_lane>();
  export_call<"rewind(lane,tokens)", &rewind_lane>();
  export_call<"read(first,second)", &read_tokens>();
  export_call<"draw(lane)", &draw_token>();
  export_call<"likeliest(lane,count)", &likeliest>();
  export_call<"lens(lane,position,count)", &lens>();
  export_call<"losses(lane,first)", &losses>();
  export_call<"logits(lane)", &lane_logits>();
  export_call<"attention(lane,layer,head)", &head_attention>();
  export_call<"thumbnails(lane,most)", &thumbnails>();
  export_call<"statistics(lane)", &statistics>();
  export_call<"rotation(lane,layer,head,position)", &rotation>();
  export_call<"correlations(lane,layer)", &correlations>();
}

}  // namespace attention_scale::bindings
