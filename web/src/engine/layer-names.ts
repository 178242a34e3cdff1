/** The names and signatures of cpp/bindings/layer_calls.hpp, and the words of layers-api.ts in the order of their enumerations. */

export const ATTENTION = ["wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"] as const;
const CROSS = ["cq", "ck", "cv", "co", "cbq", "cbk", "cbv", "cbo"] as const;
const FEED_FORWARD = ["w1", "b1", "w2", "b2"] as const;
const NORMS = ["gamma1", "beta1", "gamma2", "beta2"] as const;
export const ENCODER = [...ATTENTION, ...FEED_FORWARD, ...NORMS] as const;
export const DECODER = [
  ...ATTENTION,
  ...CROSS,
  ...FEED_FORWARD,
  ...NORMS,
  "gamma3",
  "beta3",
] as const;

/** Whether a parameter is a matrix, and whether it may be left out; the others are lists. */
export const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);
export const isBias = (name: string) => /^c?b[qkvo12]$/.test(name);

/** The squares of the heads, then what all heads have side by side, then the result. */
export const ATTENTION_RESULTS = [
  "scores",
  "logits",
  "weights",
  "queries",
  "keys",
  "values",
  "concatenated",
  "attended",
] as const;
export const CROSS_RESULTS = ATTENTION_RESULTS.map(
  (name) => `cross${name.charAt(0).toUpperCase()}${name.slice(1)}`,
);
/** The last two are the output: with `"post"` the last, with `"pre"` the one before. */
export const ENCODER_RESULTS = [
  "added1",
  "normalized1",
  "hidden",
  "feedForward",
  "added2",
  "normalized2",
] as const;
export const DECODER_RESULTS = [
  "added1",
  "normalized1",
  "added2",
  "normalized2",
  "hidden",
  "feedForward",
  "added3",
  "normalized3",
] as const;
/** Those of a layer that are drawn; an encoder's has no c*. */
export const DRAWN = ["wq", "wk", "wv", "wo", "cq", "ck", "cv", "co", "w1", "w2"] as const;
export const DEPTH = ["spread", "entropy", "peak", "gradient"] as const;

export const ATTENTION_OUTPUTS = ["heads", "concatenated", "output"] as const;
export const STACK_OUTPUTS = ["layers", "output"] as const;

export const NORM_PLACES = ["post", "pre"] as const;
export const PRE = NORM_PLACES.indexOf("pre");
export const ACTIVATIONS = ["relu", "gelu"] as const;
export const INITIALISATIONS = ["xavier", "packed", "normal"] as const;

const given = (list: readonly string[]) => list.map((name) => `${name}:f64`).join(" ");
const results = (list: readonly string[]) => list.map((name) => `${name}>f64`).join(" ");
const gradients = (list: readonly string[]) => results(list.map((name) => `d${name}`));
const HEADS = "heads scale causal mask:u8 padding:u8";
const MEMORY = "memoryMask:u8 memoryPadding:u8";
const LAYER = "norm activation epsilon";

export const LAYER_CALLS = {
  multiHeadAttention: `x:f64 context:f64 ${given(ATTENTION)} ${HEADS} ${results(ATTENTION_RESULTS)}`,
  multiHeadAttentionGradient: `x:f64 context:f64 ${given(ATTENTION)} dOutput:f64 ${HEADS} ${gradients(ATTENTION)} dx>f64 dcontext>f64`,
  encoderLayer: `x:f64 ${given(ENCODER)} ${HEADS} ${LAYER} held keep ${results(ATTENTION_RESULTS)} ${results(ENCODER_RESULTS)}`,
  encoderLayerGradient: `x:f64 ${given(ENCODER)} dOutput:f64 ${HEADS} ${LAYER} ${gradients(ENCODER)} dx>f64`,
  decoderLayer: `x:f64 memory:f64 ${given(DECODER)} ${HEADS} ${MEMORY} ${LAYER} held keep ${results(ATTENTION_RESULTS)} ${results(CROSS_RESULTS)} ${results(DECODER_RESULTS)}`,
  decoderLayerGradient: `x:f64 memory:f64 ${given(DECODER)} dOutput:f64 laterLayers:f64 ${HEADS} ${MEMORY} ${LAYER} ${gradients(DECODER)} dx>f64 dmemory>f64`,
  holdParameter: "parameter:f64 address>u32",
  releaseParameter: "address",
  positions: "x:f64 positions>f64",
  drawLayer: `seeds:u32 oneNumber initialisation queryFactor ${results(DRAWN)}`,
  sampleDepth: `x:f64 seed layers hidden initialisation heads scale norm activation from ${results(DEPTH)}`,
} as const;
