/** The parameters of layers: their names in the order in which they cross, and their checks. */
import {
  options as checkOptions,
  fail,
  flag,
  type Given,
  type Input,
  isObject,
  isSingle,
  list,
  matrix,
  vector,
  wrongType,
} from "./more-inputs.js";

export * from "./more-inputs.js";

const FEED_FORWARD = ["w1", "b1", "w2", "b2"];
const NORMS = ["gamma1", "beta1", "gamma2", "beta2"];
export const ATTENTION = ["wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"];
const CROSS = ["cq", "ck", "cv", "co", "cbq", "cbk", "cbv", "cbo"];
const ENCODER = [...ATTENTION, ...FEED_FORWARD, ...NORMS];
const DECODER = [...ATTENTION, ...CROSS, ...FEED_FORWARD, ...NORMS, "gamma3", "beta3"];
export const parametersOf = (decoder: boolean) => (decoder ? DECODER : ENCODER);

/** Whether a parameter is a matrix, and whether it may be left out; the others are lists. */
export const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);
const isBias = (name: string) => /^c?b[qkvo12]$/.test(name);

/** What is not given. */
const absent = (name: string): Input => ({ name, rows: 0, cols: 0, data: [] });

/** The parameters named by `wanted`, each called `prefix` and its name in messages. */
export function parameters(given: Given, wanted: readonly string[], prefix = ""): Input[] {
  return wanted.map((key) => {
    const [name, value] = [prefix + key, given[key]];
    if (isMatrix(key)) return matrix(name, value);
    if (isBias(key) && value === undefined) return absent(name);
    const entries = vector(name, value);
    if (entries.cols === 0) {
      fail("shape", `${name} is an empty list; it needs one number per column.`);
    }
    return entries;
  });
}

/** What keys and values are of, where that is not x. */
export function contextOf({ context }: Given): Input | undefined {
  if (context === undefined) return undefined;
  const given = matrix("context", context);
  const { rows, cols } = given;
  if (rows * cols === 0) {
    fail("shape", `context is ${rows}×${cols}; it needs at least one row and one column.`);
  }
  return given;
}

/** The parameters of the layers of a decoder or an encoder. */
function layerList(decoder: boolean, given: unknown): Input[][] {
  if (!Array.isArray(given)) wrongType("layers", given, "it must be an array of layers");
  const layers = list("layers", given, (layer, index) => {
    if (!isObject(layer)) wrongType(`layers[${index}]`, layer, "it must hold the parameters");
    return parameters(layer, parametersOf(decoder), `layers[${index}].`);
  });
  if (layers.length === 0) fail("shape", "layers is an empty list; it needs at least one layer.");
  return layers;
}

/** What an object stands for that `holdLayers` returned. */
export interface Held {
  readonly decoder: boolean;
  readonly single: boolean;
  /** By which the engine's memory knows them. */
  readonly address: number;
}

/** Layers to be held: a decoder's where the first has a cross-attention. All are held in single precision, or in double. */
export function layersToHold(given: unknown) {
  const first = Array.isArray(given) ? given[0] : undefined;
  const decoder = isObject(first) && first.cq !== undefined;
  const layers = layerList(decoder, given);
  const parameters = layers.flat();
  const single = parameters.every((it) => it.rows === 0 || isSingle(it));
  return { decoder, single, parameters, layers: layers.length };
}

/** By the constructor, which reads the entries of a typed array and not its iterator. */
const inPrecision = (single: boolean, input: Input): Input =>
  isSingle(input) === single
    ? input
    : { ...input, data: single ? new Float32Array(input.data) : new Float64Array(input.data) };

/** The arguments of a stack but for its numbers and masks. One of held layers works in their precision. */
export function stack(
  decoder: boolean,
  given: unknown,
  heldAs: (layers: object) => Held | undefined,
) {
  const options = checkOptions(given, `{ x, ${decoder ? "memory, " : ""}layers, heads }`);
  const words = (name: string) => matrix(name, options[name]);
  const [x, memory] = [words("x"), decoder ? words("memory") : undefined];
  const held = isObject(options.layers) ? heldAs(options.layers) : undefined;
  if (held && held.decoder !== decoder) {
    fail("type", `layers are held for ${held.decoder ? "a decoder" : "an encoder"}.`);
  }
  const layers = held ? [] : layerList(decoder, options.layers);
  return {
    options,
    fields: {
      x: held ? inPrecision(held.single, x) : x,
      memory: held && memory ? inPrecision(held.single, memory) : memory,
      parameters: layers.flat(),
      layers: layers.length,
      held: held?.address ?? 0,
      causal: options.mask === "causal" ? 1 : flag("causal", options.causal, decoder),
    },
  };
}
