// The table of the calls about layers and their training, without loops, mathematics or decisions.
// Their binary holds this table alone.
#include "export.hpp"
#include "layer_calls.hpp"
#include "training_calls.hpp"

namespace attention_scale::bindings {

EMSCRIPTEN_BINDINGS(attention_scale_layers) {
  export_engine();

  export_call<"multiHeadAttention", &multi_head_attention<double>, &multi_head_attention<float>>();
  export_call<"holdLayers", &hold_layers<double>, &hold_layers<float>>();
  export_call<"releaseLayers", &release_layers>();
  export_call<"stack", &stack<double>, &stack<float>>();
  export_call<"positions", &positions>();
  export_call<"drawLayer", &draw_layer>();
  export_call<"sampleDepth(options)", &sample_depth<double>, &sample_depth<float>>();

  export_call<"dateLayout", &date_layout>();
  export_call<"startDates", start_dates<double>, start_dates<float>>();
  export_call<"trainDates", train_dates<double>, train_dates<float>>();
  export_call<"testDates(options)", test_dates<double>, test_dates<float>>();
  export_call<"answerDate", &answer_date<double>, &answer_date<float>>();
  export_call<"dateExamples", &date_examples>();
  export_call<"checkDates(options)", &check_dates>();

  export_call<"startRecall", start_recall<double>, start_recall<float>>();
  export_call<"trainRecall", train_recall<double>, train_recall<float>>();
  export_call<"recallWeights(options)", recall_weights<double>, recall_weights<float>>();
  export_call<"testRecall(options)", test_recall<double>, test_recall<float>>();
  export_call<"testRecallKeys(options)", test_recall_keys<double>, test_recall_keys<float>>();
  export_call<"recallAlignment(options)", recall_alignment<double>, recall_alignment<float>>();
  export_call<"checkRecall(options)", &check_recall>();
}

}  // namespace attention_scale::bindings
