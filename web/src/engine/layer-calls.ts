/** The calls of layers-api.ts. */

import type { Matrix } from "./api.js";
import type { Run } from "./descriptor.js";
import * as inputs from "./layer-inputs.js";
import type { MultiHeadAttention } from "./layers-api.js";

const sum = (number: number) => [`added${number}`, `normalized${number}`];
/** The matrices of a layer behind those of its attentions. */
const ENCODER_RESULTS = [...sum(1), "hidden", "feedForward", ...sum(2)];
const DECODER_RESULTS = [...sum(1), ...sum(2), "hidden", "feedForward", ...sum(3)];

const ATTENTION_OUTPUTS = ["heads", "concatenated", "output"] as const;
const STACK_OUTPUTS = ["layers", "output"] as const;

/** The matrices of an attention: squares of the heads, what all heads have side by side, and the result. */
const ATTENTION_RESULTS = 8;

/** Each name of a list, with what `value` returns for it. */
const byName = <Name extends string, T>(
  list: readonly Name[],
  value: (name: Name, index: number) => T,
) => Object.fromEntries(list.map((name, index) => [name, value(name, index)]));

/** The columns, or with `across` the rows, of each of `count` heads. */
export function split({ rows, cols, data }: Matrix, count: number, across: boolean): Matrix[] {
  const [height, width] = across ? [rows / count, cols] : [rows, cols / count];
  return Array.from({ length: count }, (_, head) => {
    if (across) {
      const part = data.slice(head * height * width, (head + 1) * height * width);
      return { rows: height, cols: width, data: part };
    }
    const part = data.slice(0, rows * width);
    for (let row = 0; row < rows; row += 1) {
      const from = row * cols + head * width;
      part.set(data.subarray(from, from + width), row * width);
    }
    return { rows, cols: width, data: part };
  });
}

/** The results of an attention, by head. */
function attentionOf(results: readonly Matrix[]): MultiHeadAttention {
  const [scores, , , queries, , , concatenated, output] = results as Matrix[] & [Matrix];
  const heads = scores.rows / (queries as Matrix).rows;
  const parts = results.slice(0, 7).map((matrix, index) => split(matrix, heads, index < 3));
  const fields = ["scores", "logits", "weights", "queries", "keys", "values", "output"] as const;
  return {
    heads: Array.from({ length: heads }, (_, head) =>
      byName(fields, (_, index) => parts[index]?.[head]),
    ) as unknown as MultiHeadAttention["heads"],
    concatenated: concatenated as Matrix,
    output: output as Matrix,
  };
}

/** The matrices of a layer, taken from the list of those of all layers. */
function layerOf(decoder: boolean, pre: boolean, results: Matrix[]) {
  const attention = attentionOf(results.splice(0, ATTENTION_RESULTS));
  const crossAttention = decoder && attentionOf(results.splice(0, ATTENTION_RESULTS));
  const names = decoder ? DECODER_RESULTS : ENCODER_RESULTS;
  const own: Record<string, Matrix> = Object.fromEntries(
    names.map((name) => [name, results.shift() as Matrix]),
  );
  const output = pre ? "added" : "normalized";
  return {
    ...{ attention, ...own, afterAttention: own[`${output}1`] },
    ...(crossAttention && { crossAttention, afterCrossAttention: own[`${output}2`] }),
    output: own[`${output}${decoder ? 3 : 2}`],
  };
}

/** Beside those of the words, and of what else was given. */
interface Gradients extends Readonly<Record<string, unknown>> {
  /** In the order of the parameters; without rows for those that are not given. */
  readonly gradients: readonly Matrix[];
}

/** Parameters or their gradients by name, matrices and lists. */
function named(names: readonly string[], parameters: readonly Matrix[]) {
  const given = names.flatMap((name, index) => {
    const { rows, cols, data } = parameters[index] as Matrix;
    if (rows * cols === 0) return [];
    return [[name, inputs.isMatrix(name) ? { rows, cols, data } : data]];
  });
  return Object.fromEntries(given);
}

/** The implementations, by name. Their results are narrower in the interface. */
export function layerCalls(run: Run) {
  /** The layers that are held, by the object that holdLayers() returned. */
  const heldLayers = new WeakMap<object, inputs.Held>();
  const addresses = new FinalizationRegistry((address: number) => {
    run("releaseLayers", { converted: { address } });
  });
  const stackOf = (decoder: boolean, options: unknown) =>
    inputs.stack(decoder, options, (layers) => heldLayers.get(layers));

  const runStack = (decoder: boolean) => (given: unknown) => {
    const { options, fields } = stackOf(decoder, given);
    const wanted = inputs.outputs(options.outputs, STACK_OUTPUTS);
    const every = wanted.includes("layers") ? 1 : 0;
    const { results } = run<{ results: Matrix[] }>("stack", {
      ...{ options, converted: { ...fields, every, dOutput: undefined } },
      wanted: ["results"],
    });
    const output = results.pop();
    const layers = [];
    while (results.length > 0) layers.push(layerOf(decoder, options.norm === "pre", results));
    const all = { layers, output: layers.at(-1)?.output ?? output };
    return byName(wanted, (name) => all[name]);
  };

  const runGradient = (decoder: boolean) => (given: unknown, dOutput: unknown) => {
    const { options, fields } = stackOf(decoder, given);
    if (fields.held) {
      inputs.fail("type", "layers are held; gradients need the parameters themselves.");
    }
    const { gradients, ...ofWords } = run<Gradients>("stack", {
      ...{ options, converted: { ...fields, every: 0 }, args: { dOutput } },
      wanted: ["gradients", "x", ...(decoder ? ["memory"] : [])],
    });
    const names = inputs.parametersOf(decoder);
    const layers = Array.from({ length: fields.layers }, (_, layer) =>
      named(names, gradients.slice(layer * names.length)),
    );
    return { ...ofWords, layers };
  };

  const attended = (given: unknown) => {
    const options = inputs.options(given, "{ x, wq, wk, wv, wo, heads }");
    const parameters = inputs.parameters(options, inputs.ATTENTION);
    return { options, converted: { context: inputs.contextOf(options), parameters } };
  };

  return {
    multiHeadAttention(given: unknown) {
      const { options, converted } = attended(given);
      const wanted = inputs.outputs(options.outputs, ATTENTION_OUTPUTS);
      const { results } = run<{ results: Matrix[] }>("multiHeadAttention", {
        ...{ options, converted: { ...converted, dOutput: undefined } },
        wanted: ["results"],
      });
      const all = attentionOf(results);
      return byName(wanted, (name) => all[name]);
    },

    multiHeadAttentionGradient(given: unknown, dOutput: unknown) {
      const { options, converted } = attended(given);
      const { gradients, ...ofWords } = run<Gradients>("multiHeadAttention", {
        ...{ options, converted, args: { dOutput } },
        wanted: ["gradients", "x", ...(converted.context ? ["context"] : [])],
      });
      return { ...ofWords, ...named(inputs.ATTENTION, gradients) };
    },

    holdLayers(given: unknown) {
      const { decoder, single, ...layers } = inputs.layersToHold(given);
      const converted = { ...layers, cross: decoder ? 1 : 0 };
      const address = run<number>("holdLayers", { converted });
      const held = Object.freeze({
        layers: layers.layers,
        precision: single ? "single" : "double",
      });
      // Frees the memory of layers that nobody refers to any more.
      addresses.register(held, address);
      heldLayers.set(held, { decoder, single, address });
      return held;
    },

    encoder: runStack(false),
    encoderGradient: runGradient(false),
    decoder: runStack(true),
    decoderGradient: runGradient(true),

    positions(given: unknown) {
      const options = inputs.options(given, "{ rows, cols } or { x }");
      if (options.x === undefined)
        return run("positions", { options, converted: { x: undefined } });
      return run("positions", { args: { x: options.x }, converted: { rows: 0, cols: 0 } });
    },

    drawLayer(options: unknown) {
      const { parameters } = run<{ parameters: Matrix[] }>("drawLayer", { options });
      const cross = parameters.length === inputs.parametersOf(true).length;
      return named(inputs.parametersOf(cross), parameters);
    },
  };
}
