/** The checks of the arguments of layers. */
import type { AttentionOptions } from "./api.js";
import type { Input } from "./descriptor.js";
import { EngineError } from "./errors.js";
import * as names from "./layer-names.js";
import {
  attentionOptions,
  options as checkOptions,
  count,
  fail,
  fields,
  type Given,
  isObject,
  list,
  mapped,
  matrix,
  number,
  optional,
  own,
  vector,
  word,
  wrongType,
} from "./more-inputs.js";
import { typeOf } from "./typed-arrays.js";

export * from "./more-inputs.js";

export type Inputs = Readonly<Record<string, Input>>;

const MOST_HEADS = 1024;

/** What is not given: without entries, and in single precision, which leaves the precision to the others. */
export const absent = (name: string): Input => ({
  name,
  rows: 0,
  cols: 0,
  data: new Float32Array(0),
});

export const isSingle = ({ data }: Input) => typeOf(data) === "Float32Array";

/** The parameters named by `wanted`, each called `prefix` and its name in messages. */
function parameters(given: Given, wanted: readonly string[], prefix = ""): Inputs {
  const checked = wanted.map((key) => {
    const [name, value] = [prefix + key, given[key]];
    if (names.isMatrix(key)) return [key, matrix(name, value)];
    if (names.isBias(key) && value === undefined) return [key, absent(name)];
    const entries = vector(name, value);
    if (entries.cols === 0)
      fail("shape", `${name} is an empty list; it needs one number per column.`);
    return [key, entries];
  });
  return Object.fromEntries(checked);
}

export function flag(name: string, value: unknown): 0 | 1 {
  if (typeof value !== "boolean") wrongType(name, value, "it must be true or false");
  return value ? 1 : 0;
}

/** The keys that are no padding, as one row. */
function padding(name: string, value: unknown): Input | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) wrongType(name, value, "it must be an array of true and false");
  const bits = list(name, value, (entry, index) => flag(`${name}[${index}]`, entry ?? null));
  return own(name, Uint8Array.from(bits));
}

function headFields(given: Given, causal: boolean) {
  const rules = attentionOptions(given as AttentionOptions);
  return {
    heads: count("heads", given.heads, 1, MOST_HEADS),
    scale: rules.scale,
    mask: rules.mask,
    causal: rules.causal === 1 ? 1 : optional(flag, causal)("causal", given.causal),
    padding: padding("padding", given.padding),
  };
}

/** The options of a layer as they cross. */
export function layerFields(given: object, causal = false) {
  return {
    ...headFields(given as Given, causal),
    ...fields(given, "{ heads, norm, activation }", {
      norm: optional(word(names.NORM_PLACES), "post"),
      activation: optional(word(names.ACTIVATIONS), "relu"),
      epsilon: optional(number, 1e-5),
    }),
  };
}

/** The mask of the cross-attention, which may not be causal. */
function memoryFields({ memoryMask, memoryPadding }: Given) {
  if (memoryMask === "causal") {
    fail("type", "memoryMask must be a boolean matrix: words of the memory have no order here.");
  }
  const mask = attentionOptions({ mask: memoryMask as AttentionOptions["mask"] }).mask;
  return { memoryMask: mask, memoryPadding: padding("memoryPadding", memoryPadding) };
}

/** The arguments of multi-head attention; the context has no entries where it is x. */
export function attention(given: object) {
  checkOptions(given, "{ x, wq, wk, wv, wo, heads }");
  const { x, context } = given as Given;
  const words = matrix("x", x);
  const others = context === undefined ? absent("context") : matrix("context", context);
  if (context !== undefined && others.rows * others.cols === 0) {
    const shape = `${others.rows}×${others.cols}`;
    fail("shape", `context is ${shape}; it needs at least one row and one column.`);
  }
  return {
    x: words,
    context: others,
    parameters: parameters(given as Given, names.ATTENTION),
    fields: headFields(given as Given, false),
  };
}

/** The parameters of the layers of a decoder or an encoder. */
function layerList(decoder: boolean, given: unknown): Inputs[] {
  if (!Array.isArray(given)) wrongType("layers", given, "it must be an array of layers");
  const wanted = decoder ? names.DECODER : names.ENCODER;
  const layers = list("layers", given, (layer, index) => {
    if (!isObject(layer)) wrongType(`layers[${index}]`, layer, "it must hold the parameters");
    return parameters(layer, wanted, `layers[${index}].`);
  });
  if (layers.length === 0) fail("shape", "layers is an empty list; it needs at least one layer.");
  return layers;
}

/** Layers to be held: a decoder's where the first has a cross-attention. All are held in single precision, or in double. */
export function layersToHold(given: unknown) {
  const first = Array.isArray(given) ? given[0] : undefined;
  const decoder = isObject(first) && first.cq !== undefined;
  const layers = layerList(decoder, given);
  const single = layers.every((layer) => Object.values(layer).every(isSingle));
  const precise = single ? layers : layers.map((layer) => mapped(layer, inDouble));
  return { decoder, single, layers: precise };
}

/**
 * The arguments of a stack. All of it works in single precision where every input does, otherwise in double; with held
 * layers, in theirs.
 */
export function stack(
  decoder: boolean,
  given: unknown,
  heldAs: (layers: object) => Held | undefined,
  dOutput?: Input,
) {
  checkOptions(given, decoder ? "{ x, memory, layers, heads }" : "{ x, layers, heads }");
  const options = given as Given;
  const x = matrix("x", options.x);
  const memory = decoder ? matrix("memory", options.memory) : undefined;
  const kept = isObject(options.layers) ? heldAs(options.layers) : undefined;
  if (kept && kept.decoder !== decoder) {
    fail("type", `layers are held for ${kept.decoder ? "a decoder" : "an encoder"}.`);
  }
  if (kept && dOutput) fail("type", "layers are held; gradients need the parameters themselves.");
  const layers = kept?.layers ?? layerList(decoder, options.layers);
  const all = layers.flatMap((layer) => Object.values(layer));
  const others = kept ? [] : [x, memory, dOutput].filter((input) => input !== undefined);
  const single = [...others, ...all].every(isSingle);
  const precise = (input: Input) => (single ? inSingle(input) : inDouble(input));
  return {
    x: precise(x),
    memory: memory && kept ? precise(memory) : memory,
    layers,
    fields: {
      held: kept ? 1 : 0,
      ...layerFields(options, decoder),
      ...(decoder && memoryFields(options)),
    },
  };
}

/** The parameters that an object which `holdLayers` returned stands for. */
export interface Held {
  readonly decoder: boolean;
  readonly layers: readonly Inputs[];
}

const inSingle = (input: Input): Input =>
  isSingle(input) ? input : { ...input, data: new Float32Array(input.data) };

/** By the constructor, which reads the entries of a typed array and not its iterator. */
export const inDouble = (input: Input): Input => ({
  ...input,
  data: new Float64Array(input.data),
});

/** The names of the results to return; without any, all. */
export function outputs<Name extends string>(options: object, all: readonly Name[]): Name[] {
  checkOptions(options, "{ x, heads }");
  const { outputs: given } = options as Given;
  if (given === undefined) return [...all];
  const refuse = () => fail("type", `outputs must be an array of names from ${all.join(", ")}.`);
  if (!Array.isArray(given)) return refuse();
  return list("outputs", given, (name) => all.find((it) => it === name) ?? refuse());
}

/** The parameters in a message. */
export const PARAMETER = new RegExp(`(?<![\\w.])(${names.DECODER.join("|")})(?!\\w)`, "g");

/** What `call` returns. In the message of an error `name` takes the place of `found`. */
export function renamed<T>(found: string | RegExp, name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.code, error.message.replace(found, name));
  }
}
