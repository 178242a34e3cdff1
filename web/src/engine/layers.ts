/**
 * The engine of the layers and of their training, in a binary of its own: the calls of
 * layers-api.ts, and before them the checks of parameters.
 */
import createModule from "layers-glue";
import type { Matrix } from "./api.js";
import type { RunCall } from "./descriptor.js";
import { EngineError } from "./errors.js";
import type { LayerCalls } from "./layers-api.js";
import { instantiate } from "./load.js";
import * as inputs from "./more-inputs.js";
import { trainingCalls } from "./training-calls.js";

// Parameters in the order in which they cross.
const FEED_FORWARD = ["w1", "b1", "w2", "b2"];
const NORMS = ["gamma1", "beta1", "gamma2", "beta2"];
const ATTENTION = ["wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"];
const CROSS = ["cq", "ck", "cv", "co", "cbq", "cbk", "cbv", "cbo"];
const ENCODER = [...ATTENTION, ...FEED_FORWARD, ...NORMS];
const DECODER = [...ATTENTION, ...CROSS, ...FEED_FORWARD, ...NORMS, "gamma3", "beta3"];
const parametersOf = (decoder: boolean) => (decoder ? DECODER : ENCODER);

/** Whether a parameter is a matrix, and whether it may be left out; the others are lists. */
const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);
const isBias = (name: string) => /^c?b[qkvo12]$/.test(name);

/** The parameters named by `wanted`, each called `prefix` and its name in messages. */
function parametersIn(
  values: inputs.UncheckedOptions,
  names: readonly string[],
  prefix = "",
): inputs.Input[] {
  return names.map((key) => {
    const name = prefix + key;
    const value = values[key];
    if (isMatrix(key)) return inputs.matrix(name, value);
    if (isBias(key) && value === undefined) return { name, rows: 0, cols: 0, data: [] };
    const entries = inputs.vector(name, value);
    if (entries.cols === 0) {
      inputs.fail("shape", `${name} is an empty list; it needs one number per column.`);
    }
    return entries;
  });
}

/** What keys and values are of, where that is not x. */
function contextOf({ context }: inputs.UncheckedOptions): inputs.Input | undefined {
  if (context === undefined) return undefined;
  const memory = inputs.matrix("context", context);
  const { rows, cols } = memory;
  if (rows * cols === 0) {
    inputs.fail("shape", `context is ${rows}×${cols}; it needs at least one row and one column.`);
  }
  return memory;
}

const sumOf = (numbers: ArrayLike<number>) =>
  Array.from(numbers).reduce((total, number) => total + number, 0);

/** The sink of all heads, or one for each. */
function sinkFields({ sink }: inputs.UncheckedOptions) {
  if (sink === undefined || typeof sink === "number") return { sinks: null };
  if (!Array.isArray(sink) && !inputs.isFloats(sink)) {
    inputs.wrongType("sink", sink, "it must be a number, or an array of one number for each head");
  }
  return { sink: Number.NaN, sinks: inputs.vector("sink", sink) };
}

/** The parameters of the layers of a decoder or an encoder. */
function layerList(decoder: boolean, list: unknown): inputs.Input[][] {
  if (!Array.isArray(list)) inputs.wrongType("layers", list, "it must be an array of layers");
  const layers = inputs.list("layers", list, (layer, index) => {
    if (!inputs.isObject(layer)) {
      inputs.wrongType(`layers[${index}]`, layer, "it must hold the parameters");
    }
    return parametersIn(layer, parametersOf(decoder), `layers[${index}].`);
  });
  if (layers.length === 0) {
    inputs.fail("shape", "layers is an empty list; it needs at least one layer.");
  }
  return layers;
}

/** What an object stands for that `holdLayers` returned. */
interface Held {
  readonly decoder: boolean;
  readonly single: boolean;
  /** Their address in the engine's memory. */
  readonly address: number;
}

/** Copies by the constructor, which reads the entries of a typed array without its iterator. */
const inPrecision = (single: boolean, input: inputs.Input): inputs.Input =>
  inputs.isSingle(input) === single
    ? input
    : { ...input, data: single ? new Float32Array(input.data) : new Float64Array(input.data) };

/**
 * The arguments of a stack but for its numbers and masks. One of held layers works in their
 * precision.
 */
function stackIn(decoder: boolean, given: unknown, heldLayers: WeakMap<object, Held>) {
  const options = inputs.options(given, `{ x, ${decoder ? "memory, " : ""}layers, heads }`);
  const words = (name: string) => inputs.matrix(name, options[name]);
  const x = words("x");
  const memory = decoder ? words("memory") : undefined;
  const heldStack = inputs.isObject(options.layers) ? heldLayers.get(options.layers) : undefined;
  if (heldStack && heldStack.decoder !== decoder) {
    inputs.fail("type", `layers are held for ${heldStack.decoder ? "a decoder" : "an encoder"}.`);
  }
  const layers = heldStack ? [] : layerList(decoder, options.layers);
  return {
    options,
    fields: {
      x: heldStack ? inPrecision(heldStack.single, x) : x,
      memory: heldStack && memory ? inPrecision(heldStack.single, memory) : (memory ?? null),
      parameters: layers.flat(),
      layers: layers.length,
      held: heldStack?.address ?? 0,
      causal: options.mask === "causal" ? 1 : inputs.flag("causal", options.causal, decoder),
    },
  };
}

// ---- results: a call returns the matrices of all layers and heads one after the other ----

/** The matrices of a head, and those of all heads of an attention together. */
const HEAD = ["scores", "logits", "weights", "queries", "keys", "values", "output"] as const;
const JOINED = ["concatenated", "output"] as const;

const sum = (number: number) => [`added${number}`, `normalized${number}`];
/** The matrices of a layer behind those of its attentions. */
const ENCODER_RESULTS = [...sum(1), "hidden", "feedForward", ...sum(2)];
const DECODER_RESULTS = [...sum(1), ...sum(2), "hidden", "feedForward", ...sum(3)];

/** Matrices by their names, which are those of the first ones in this order. */
const byName = <Name extends string>(names: readonly Name[], matrices: readonly Matrix[]) =>
  Object.fromEntries(names.map((name, index) => [name, matrices[index]])) as Record<Name, Matrix>;

/** The matrices of each of `count` heads or layers, of which every one has `length`. */
const equalParts = (matrices: readonly Matrix[], count: number, length: number) =>
  Array.from({ length: count }, (_, index) => matrices.slice(index * length, (index + 1) * length));

const resultHeads = (heads: number, matrices: readonly Matrix[]) =>
  equalParts(matrices, heads, HEAD.length).map((head) => byName(HEAD, head));

const attentionOf = (heads: number, matrices: readonly Matrix[]) => ({
  heads: resultHeads(heads, matrices),
  ...byName(JOINED, matrices.slice(heads * HEAD.length)),
});

/** What a layer of an encoder or a decoder is made of. */
interface LayerShape {
  readonly decoder: boolean;
  /** Whether the normalisation stands before its sublayer. */
  readonly pre: boolean;
  readonly heads: number;
}

const attentionLength = ({ heads }: LayerShape) => heads * HEAD.length + JOINED.length;

/** The number of matrices of a layer. */
function layerLength(shape: LayerShape): number {
  return shape.decoder
    ? 2 * attentionLength(shape) + DECODER_RESULTS.length
    : attentionLength(shape) + ENCODER_RESULTS.length;
}

function layerOf(shape: LayerShape, matrices: readonly Matrix[]) {
  const { decoder, heads } = shape;
  const length = attentionLength(shape);
  const sumName = shape.pre ? "added" : "normalized";
  const attention = attentionOf(heads, matrices);
  if (!decoder) {
    const results = byName(ENCODER_RESULTS, matrices.slice(length));
    return {
      attention,
      ...results,
      afterAttention: results[`${sumName}1`],
      output: results[`${sumName}2`],
    };
  }
  const results = byName(DECODER_RESULTS, matrices.slice(2 * length));
  return {
    attention,
    ...results,
    afterAttention: results[`${sumName}1`],
    crossAttention: attentionOf(heads, matrices.slice(length)),
    afterCrossAttention: results[`${sumName}2`],
    output: results[`${sumName}3`],
  };
}

/** Gradients for parameters, beside those for the words and other inputs. */
interface Gradients extends Readonly<Record<string, unknown>> {
  /** One for each parameter, in order; without rows where the parameter is not given. */
  readonly gradients: readonly Matrix[];
}

/** Parameters or their gradients by name, matrices and lists. */
function withPresence(names: readonly string[], parameters: readonly Matrix[]) {
  const present = names.flatMap((name, index) => {
    const { rows, cols, data } = parameters[index] as Matrix;
    if (rows * cols === 0) return [];
    return [[name, isMatrix(name) ? { rows, cols, data } : data]];
  });
  return Object.fromEntries(present);
}

/** The implementations, by name. Their results are narrower in the interface. */
function layerCalls(run: RunCall) {
  /** The layers that are held, by the object that holdLayers() returned. */
  const heldLayers = new WeakMap<object, Held>();
  /**
   * Made when layers are first held: workerd of older dates has none, and needs none for the other
   * calls.
   */
  let addresses: FinalizationRegistry<number> | undefined;
  const registry = () => {
    if (typeof FinalizationRegistry !== "function") {
      throw new EngineError(
        "load",
        "holdLayers needs FinalizationRegistry, which is missing here.",
      );
    }
    addresses ??= new FinalizationRegistry((address: number) => {
      run("releaseLayers", { converted: { address } });
    });
    return addresses;
  };

  const runStack = (decoder: boolean) => (given: unknown) => {
    const { options, fields } = stackIn(decoder, given, heldLayers);
    const { heads, norm } = options;
    const { layers: matrices, ...results } = run<{ layers?: Matrix[] }>("stack", {
      options,
      converted: { ...fields, dOutput: null },
      args: { heads, norm },
      resultNames: inputs.outputNames(options.outputs, ["layers", "output"]),
    });
    if (matrices === undefined) return results;
    const shape = { decoder, pre: norm === "pre", heads: heads as number };
    const length = layerLength(shape);
    const layers = equalParts(matrices, matrices.length / length, length);
    return { ...results, layers: layers.map((layer) => layerOf(shape, layer)) };
  };

  const runGradient = (decoder: boolean) => (given: unknown, dOutput: unknown) => {
    const { options, fields } = stackIn(decoder, given, heldLayers);
    if (fields.held) {
      inputs.fail("type", "layers are held; gradients need the parameters themselves.");
    }
    const { gradients, ...ofWords } = run<Gradients>("stack", {
      options,
      converted: fields,
      args: { dOutput },
      resultNames: ["gradients", "x", ...(decoder ? ["memory"] : [])],
    });
    const names = parametersOf(decoder);
    const layers = Array.from({ length: fields.layers }, (_, layer) =>
      withPresence(names, gradients.slice(layer * names.length)),
    );
    return { ...ofWords, layers };
  };

  const attended = (given: unknown) => {
    const options = inputs.options(given, "{ x, wq, wk, wv, wo, heads }");
    const parameters = parametersIn(options, ATTENTION);
    const { causal, bias } = inputs.logitFields(options);
    const converted = {
      causal,
      bias,
      context: contextOf(options) ?? null,
      parameters,
      ...sinkFields(options),
    };
    return { options, converted };
  };

  return {
    multiHeadAttention(given: unknown) {
      const { options, converted } = attended(given);
      const { heads } = options;
      const { heads: matrices, ...results } = run<{ heads?: Matrix[] }>("multiHeadAttention", {
        options,
        converted: { ...converted, dOutput: null },
        args: { heads },
        resultNames: inputs.outputNames(options.outputs, ["heads", "concatenated", "output"]),
      });
      if (matrices === undefined) return results;
      return { ...results, heads: resultHeads(heads as number, matrices) };
    },

    multiHeadAttentionGradient(given: unknown, dOutput: unknown) {
      const { options, converted } = attended(given);
      const { gradients, sink, ...others } = run<Gradients & { sink?: ArrayLike<number> }>(
        "multiHeadAttention",
        {
          options,
          converted,
          args: { dOutput },
          resultNames: [
            "gradients",
            "x",
            ...(converted.context ? ["context"] : []),
            ...(converted.bias ? ["bias"] : []),
            ...(options.sink === undefined ? [] : ["sink"]),
          ],
        },
      );
      const ofSinks = sink && (typeof options.sink === "number" ? sumOf(sink) : sink);
      return {
        ...others,
        ...(ofSinks !== undefined && { sink: ofSinks }),
        ...withPresence(ATTENTION, gradients),
      };
    },

    holdLayers(given: unknown) {
      // A decoder's where the first has a cross-attention. All are held in single precision, or in
      // double.
      const first = Array.isArray(given) ? given[0] : undefined;
      const decoder = inputs.isObject(first) && first.cq !== undefined;
      const layers = layerList(decoder, given);
      const parameters = layers.flat();
      const single = parameters.every((it) => it.rows === 0 || inputs.isSingle(it));
      const converted = { parameters, layers: layers.length, cross: decoder ? 1 : 0 };
      const released = registry();
      const address = run<number>("holdLayers", { converted });
      const handle = Object.freeze({
        layers: layers.length,
        precision: single ? "single" : "double",
      });
      // Frees the memory of layers that nobody refers to any more.
      released.register(handle, address);
      heldLayers.set(handle, { decoder, single, address });
      return handle;
    },

    encoder: runStack(false),
    encoderGradient: runGradient(false),
    decoder: runStack(true),
    decoderGradient: runGradient(true),

    positions(given: unknown) {
      const options = inputs.options(given, "{ rows, cols } or { x }");
      if (options.x === undefined) {
        return run("positions", { options, converted: { x: null } });
      }
      return run("positions", { args: { x: options.x }, converted: { rows: 0, cols: 0 } });
    },

    drawLayer(options: unknown) {
      const { parameters } = run<{ parameters: Matrix[] }>("drawLayer", { options });
      const cross = parameters.length === parametersOf(true).length;
      return withPresence(parametersOf(cross), parameters);
    },
  };
}

/**
 * An engine with its own memory, from a compiled module: a worker gets the module and calls this.
 */
export const start = (compiled: WebAssembly.Module): Promise<LayerCalls> =>
  instantiate(compiled, createModule, inputs.ALL_READERS, (run) => ({
    ...layerCalls(run),
    ...trainingCalls(run),
  }));
