/** The calls of layers-api.ts. */

import type { Matrix } from "./api.js";
import type { Run } from "./descriptor.js";
import * as inputs from "./layer-inputs.js";

const sum = (number: number) => [`added${number}`, `normalized${number}`];
/** The matrices of a layer behind those of its attentions. */
const ENCODER_RESULTS = [...sum(1), "hidden", "feedForward", ...sum(2)];
const DECODER_RESULTS = [...sum(1), ...sum(2), "hidden", "feedForward", ...sum(3)];

/** Each name of a list, with what `value` returns for it. */
const byName = <T>(list: readonly string[], value: (name: string) => T) =>
  Object.fromEntries(list.map((name) => [name, value(name)]));

/** The next of the matrices of a call. */
type Next = () => Matrix;

const HEAD = ["scores", "logits", "weights", "queries", "keys", "values", "output"] as const;

const headsOf = (heads: number, next: Next) =>
  Array.from({ length: heads }, () => byName(HEAD, next));

const attentionOf = (heads: number, next: Next) => ({
  heads: headsOf(heads, next),
  concatenated: next(),
  output: next(),
});

function layerOf(decoder: boolean, pre: boolean, heads: number, next: Next) {
  const attention = attentionOf(heads, next);
  const crossAttention = decoder && attentionOf(heads, next);
  const own = byName(decoder ? DECODER_RESULTS : ENCODER_RESULTS, next);
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
    const { heads, norm } = options;
    const { layers: matrices, ...results } = run<{ layers?: Matrix[] }>("stack", {
      ...{ options, converted: { ...fields, dOutput: undefined }, args: { heads, norm } },
      wanted: inputs.outputs(options.outputs, ["layers", "output"]),
    });
    if (matrices === undefined) return results;
    const next = () => matrices.shift() as Matrix;
    const layers = [];
    while (matrices.length > 0) {
      layers.push(layerOf(decoder, norm === "pre", heads as number, next));
    }
    return { ...results, layers };
  };

  const runGradient = (decoder: boolean) => (given: unknown, dOutput: unknown) => {
    const { options, fields } = stackOf(decoder, given);
    if (fields.held) {
      inputs.fail("type", "layers are held; gradients need the parameters themselves.");
    }
    const { gradients, ...ofWords } = run<Gradients>("stack", {
      ...{ options, converted: fields, args: { dOutput } },
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
      const { heads } = options;
      const { heads: matrices, ...results } = run<{ heads?: Matrix[] }>("multiHeadAttention", {
        ...{ options, converted: { ...converted, dOutput: undefined }, args: { heads } },
        wanted: inputs.outputs(options.outputs, ["heads", "concatenated", "output"]),
      });
      if (matrices === undefined) return results;
      const next = () => matrices.shift() as Matrix;
      return { ...results, heads: headsOf(heads as number, next) };
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
