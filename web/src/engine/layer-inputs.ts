/** The parameters of layers: their names in the order in which they cross, and their checks. */
import { EngineError } from "./errors.js";
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

/** The parameters that an object which `holdLayers` returned stands for. */
export interface Held {
  readonly decoder: boolean;
  readonly layers: readonly (readonly Input[])[];
}

/** Layers to be held: a decoder's where the first has a cross-attention. All are held in single precision, or in double. */
export function layersToHold(given: unknown): Held & { readonly single: boolean } {
  const first = Array.isArray(given) ? given[0] : undefined;
  const decoder = isObject(first) && first.cq !== undefined;
  const layers = layerList(decoder, given);
  const single = layers.flat().every((it) => it.rows === 0 || isSingle(it));
  return {
    decoder,
    single,
    layers: single ? layers : layers.map((layer) => layer.map((it) => inPrecision(false, it))),
  };
}

/** By the constructor, which reads the entries of a typed array and not its iterator. */
const inPrecision = (single: boolean, input: Input): Input =>
  input.rows > 0 && isSingle(input) === single
    ? input
    : { ...input, data: single ? new Float32Array(input.data) : new Float64Array(input.data) };

/** The arguments of a stack but for its numbers and masks. One of held layers works in their precision. */
export function stack(
  decoder: boolean,
  given: unknown,
  heldAs: (layers: object) => Held | undefined,
) {
  const options = checkOptions(given, `{ x, ${decoder ? "memory, " : ""}layers, heads }`);
  const x = matrix("x", options.x);
  const memory = decoder ? matrix("memory", options.memory) : undefined;
  const held = isObject(options.layers) ? heldAs(options.layers) : undefined;
  if (held && held.decoder !== decoder) {
    fail("type", `layers are held for ${held.decoder ? "a decoder" : "an encoder"}.`);
  }
  const layers = held?.layers ?? layerList(decoder, options.layers);
  const all = layers.flat();
  const single = held && isSingle(all[0] as Input);
  return {
    options,
    held: held !== undefined,
    fields: {
      x: single === undefined ? x : inPrecision(single, x),
      memory: memory && single !== undefined ? inPrecision(single, memory) : memory,
      parameters: all,
      layers: layers.length,
      causal: options.mask === "causal" ? 1 : flag("causal", options.causal, decoder),
    },
  };
}

/** What `call` returns. In the message of an error `name` takes the place of `found`. */
export function renamed<T>(found: string, name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.code, error.message.replace(found, name));
  }
}
