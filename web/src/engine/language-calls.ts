/** The sizes of the trained model: cpp/include/attention_scale/language/weights.hpp. */
export interface ModelSizes {
  readonly layers: number;
  readonly heads: number;
  readonly keyHeads: number;
  /** d_model. */
  readonly model: number;
  readonly hidden: number;
  readonly vocabulary: number;
  readonly theta: number;
  readonly epsilon: number;
}
