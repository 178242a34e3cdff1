// The table of the calls about layers and their training, without loops, mathematics or decisions.
// Their binary holds this table alone.
#include "date_calls.hpp"
#include "export.hpp"
#include "layer_calls.hpp"
#include "recall_calls.hpp"

namespace as = attention_scale::bindings;
using as::export_call;

EMSCRIPTEN_BINDINGS(attention_scale_layers) {
  as::export_workspace();

  export_call<"multiHeadAttention", &as::multi_head_attention<double>,
              &as::multi_head_attention<float>>();
  export_call<"holdLayers", &as::hold_layers<double>, &as::hold_layers<float>>();
  export_call<"releaseLayers", &as::release_layers>();
  export_call<"stack", &as::stack<double>, &as::stack<float>>();
  export_call<"positions", &as::positions>();
  export_call<"drawLayer", &as::draw_layer>();
  export_call<"sampleDepth(options)", &as::sample_depth<double>, &as::sample_depth<float>>();

  export_call<"dateLayout", &as::date_layout>();
  export_call<"startDates", &as::start_dates<double>, &as::start_dates<float>>();
  export_call<"trainDates", as::train_dates<double>, as::train_dates<float>>();
  export_call<"testDates(options)", &as::test_dates<double>, &as::test_dates<float>>();
  export_call<"answerDate", &as::answer_date<double>, &as::answer_date<float>>();
  export_call<"dateExamples", &as::date_examples>();
  export_call<"checkDates(options)", &as::check_dates>();

  export_call<"startRecall", &as::start_recall<double>, &as::start_recall<float>>();
  export_call<"trainRecall", as::train_recall<double>, as::train_recall<float>>();
  export_call<"recallWeights(options)", &as::recall_weights<double>, &as::recall_weights<float>>();
  export_call<"testRecall(options)", &as::test_recall<double>, &as::test_recall<float>>();
  export_call<"testRecallKeys(options)", &as::test_recall_keys<double>,
              &as::test_recall_keys<float>>();
  export_call<"recallAlignment(options)", &as::recall_alignment<double>,
              &as::recall_alignment<float>>();
  export_call<"checkRecall(options)", &as::check_recall>();
}
