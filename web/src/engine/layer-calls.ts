/** The calls of layers-api.ts. A stack is one call for each layer. */
import type { DateCalls } from "./dates-api.js";
import { caller, type Input, listOf, matrixOf, type Output, oneNumber } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./layer-inputs.js";
import * as names from "./layer-names.js";
import type {
  DepthSamplingOptions,
  LayerCalls,
  LayerDrawing,
  MultiHeadAttention,
} from "./layers-api.js";
import type { RecallCalls } from "./recall-api.js";
import type { Matrix, MatrixInput } from "./types.js";
import type { WasmModule } from "./wasm-module.js";

type Results = Record<string, Matrix>;
type Values = Readonly<Record<string, Input | Output<unknown> | number | undefined>>;

const MOST_LAYERS = 64;

/** The parameters of a layer; only a decoder's has all of them. */
type Parameters = Readonly<Record<(typeof names.DECODER)[number], Input>>;

/** The results of an attention of n words on m, by their names in the signature. */
function attentionOutputs(
  [n, m, heads]: readonly [n: number, m: number, heads: number],
  { wq, wv, wo }: Pick<Parameters, "wq" | "wv" | "wo">,
  results: readonly string[],
) {
  const square = inputs.room("the scores of the heads", heads * n, m);
  const shapes = [square, square, square, matrixOf(n, wq.cols), matrixOf(m, wq.cols)];
  const others = [matrixOf(m, wv.cols), matrixOf(n, wv.cols), matrixOf(n, wo.cols)];
  const all = [...shapes, ...others];
  return byName(results, (_, index) => all[index]);
}

/** Each name of a list, with what `value` returns for it. */
const byName = <Name extends string, T>(
  list: readonly Name[],
  value: (name: Name, index: number) => T,
) => Object.fromEntries(list.map((name, index) => [name, value(name, index)]));

/** The columns, or with `across` the rows, of each of `count` heads. */
function split({ rows, cols, data }: Matrix, count: number, across: boolean): Matrix[] {
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
function attentionOf(results: Results, list: readonly string[], heads: number): MultiHeadAttention {
  const all = list.map((name) => results[name] as Matrix);
  const [concatenated, output] = all.slice(6) as [Matrix, Matrix];
  const parts = all.slice(0, 7).map((matrix, index) => split(matrix, heads, index < 3));
  const fields = ["scores", "logits", "weights", "queries", "keys", "values", "output"] as const;
  return {
    heads: Array.from({ length: heads }, (_, head) =>
      Object.fromEntries(fields.map((field, index) => [field, parts[index]?.[head]])),
    ) as unknown as MultiHeadAttention["heads"],
    concatenated,
    output,
  };
}

/** The memory of the gradients of the parameters that are given. */
const gradientOutputs = (list: readonly string[], given: Readonly<Record<string, Input>>) =>
  Object.fromEntries(
    list
      .filter((name) => (given[name] as Input).rows > 0)
      .map((name) => {
        const { rows, cols } = given[name] as Input;
        return [`d${name}`, names.isMatrix(name) ? matrixOf(rows, cols) : listOf(cols)];
      }),
  );

/** The gradients among the results, without the "d" of their names. */
const gradientsOf = (list: readonly string[], results: Record<string, unknown>) =>
  Object.fromEntries(
    list.filter((name) => `d${name}` in results).map((name) => [name, results[`d${name}`]]),
  );

/** The implementations, by name. Their results are narrower in the interface. */
export function layerCalls(module: WasmModule) {
  // The signatures are put together from lists of names, which is more than the types of `caller` follow.
  const run = caller(module, names.LAYER_CALLS) as unknown as (
    name: keyof typeof names.LAYER_CALLS,
    values: Values,
  ) => Results;

  /** Runs layer `index`; an error names its parameters as the caller knows them. */
  const runLayer = (name: keyof typeof names.LAYER_CALLS, index: number, values: Values) =>
    inputs.renamed(inputs.PARAMETER, `layers[${index}].$1`, () => run(name, values));

  const holdParameter = (parameter: Input) =>
    inputs.renamed("the parameter", parameter.name, () => {
      const results = run("holdParameter", { parameter, address: oneNumber });
      return results.address as unknown as number;
    });

  /** The parameters that are held, by the object that holdLayers() returned. */
  const heldLayers = new WeakMap<object, inputs.Held>();
  const addresses = new FinalizationRegistry((list: readonly number[]) => {
    for (const address of list) run("releaseParameter", { address });
  });

  /** A checked stack: its fields, and how to run one of its layers. */
  function stack(decoder: boolean, options: unknown, dOutput?: Input) {
    const given = inputs.stack(decoder, options, (layers) => heldLayers.get(layers), dOutput);
    const call = decoder ? ("decoderLayer" as const) : ("encoderLayer" as const);
    const list = decoder ? names.DECODER : names.ENCODER;
    const results = decoder ? names.DECODER_RESULTS : names.ENCODER_RESULTS;
    const last = results.length - (given.fields.norm === names.PRE ? 2 : 1);
    const output = results[last] as string;
    const { rows: n, cols: d } = given.x;
    const m = given.memory?.rows ?? 0;
    const shared = { ...given.fields, ...(given.memory && { memory: given.memory }) };

    /** Computes a layer; `"kept"` keeps what its gradient needs. */
    const forward = (index: number, x: Input, wanted: "all" | "output" | "kept") => {
      const layer = given.layers[index] as Parameters;
      const { heads } = given.fields;
      const { cq: wq, cv: wv, co: wo } = layer;
      const all = wanted === "all";
      return runLayer(call, index, {
        x,
        ...layer,
        ...shared,
        keep: wanted === "kept" ? index : -1,
        ...byName(all ? results : [output], (name) =>
          matrixOf(n, name === "hidden" ? layer.w1.cols : d),
        ),
        ...(all && attentionOutputs([n, n, heads], layer, names.ATTENTION_RESULTS)),
        ...(all && decoder && attentionOutputs([n, m, heads], { wq, wv, wo }, names.CROSS_RESULTS)),
      });
    };
    return { ...given, call, list, output, shared, forward };
  }

  /** The encoder, or the decoder. */
  function runStack(decoder: boolean, options: object) {
    const wanted = inputs.outputs(options, names.STACK_OUTPUTS);
    const { layers, fields, output, x: first, forward } = stack(decoder, options);
    const { heads, norm } = fields;
    const pre = norm === names.PRE;
    let x = first;
    const kept: object[] = [];
    for (let index = 0; index < layers.length; index += 1) {
      const results = forward(index, x, wanted.includes("layers") ? "all" : "output");
      const last = results[output] as Matrix;
      x = { name: "x", ...last };
      if (!wanted.includes("layers")) continue;
      const sublayers = decoder ? names.DECODER_RESULTS : names.ENCODER_RESULTS;
      kept.push({
        attention: attentionOf(results, names.ATTENTION_RESULTS, heads),
        ...(decoder && {
          crossAttention: attentionOf(results, names.CROSS_RESULTS, heads),
          afterCrossAttention: results[pre ? "added2" : "normalized2"],
        }),
        ...Object.fromEntries(sublayers.map((name) => [name, results[name]])),
        afterAttention: results[pre ? "added1" : "normalized1"],
        output: last,
      });
    }
    const { rows, cols, data } = x;
    const all = { layers: kept, output: { rows, cols, data } };
    return byName(wanted, (name) => all[name]);
  }

  function runStackGradient(decoder: boolean, options: object, dOutput: unknown) {
    let upstream: Input = inputs.matrix("dOutput", dOutput);
    const given = stack(decoder, options, upstream);
    const { layers, call, list, output, shared, x, memory, forward } = given;
    const read: Input[] = [x];
    for (let index = 0; index < layers.length; index += 1) {
      const results = forward(index, read[index] as Input, "kept");
      read.push({ name: "x", ...(results[output] as Matrix) });
    }
    const gradients: object[] = [];
    let dMemory: Matrix | undefined;
    for (let index = layers.length - 1; index >= 0; index -= 1) {
      const layer = layers[index] as inputs.Inputs;
      const results = runLayer(`${call}Gradient` as const, index, {
        ...{ x: read[index], dOutput: upstream, ...layer, ...shared },
        ...gradientOutputs(list, layer),
        dx: matrixOf(x.rows, x.cols),
        dmemory: memory && matrixOf(memory.rows, memory.cols),
        laterLayers: dMemory ? { name: "memory", ...dMemory } : inputs.absent("memory"),
      });
      gradients.unshift(gradientsOf(list, results));
      upstream = { name: "dOutput", ...(results.dx as Matrix) };
      dMemory = results.dmemory;
    }
    const { rows, cols, data } = upstream;
    return { x: { rows, cols, data }, ...(dMemory && { memory: dMemory }), layers: gradients };
  }

  return {
    multiHeadAttention(options: object) {
      const wanted = inputs.outputs(options, names.ATTENTION_OUTPUTS);
      const { x, context, parameters, fields } = inputs.attention(options);
      const m = context.rows > 0 ? context.rows : x.rows;
      const sizes = [x.rows, m, fields.heads] as const;
      const every = attentionOutputs(sizes, parameters as Parameters, names.ATTENTION_RESULTS);
      const results = run("multiHeadAttention", { x, context, ...parameters, ...fields, ...every });
      const all = attentionOf(results, names.ATTENTION_RESULTS, fields.heads);
      return byName(wanted, (name) => all[name]);
    },

    multiHeadAttentionGradient(options: object, dOutput: unknown) {
      const { x, context, parameters, fields } = inputs.attention(options);
      const results = run("multiHeadAttentionGradient", {
        ...{ x, context, ...parameters, ...fields },
        dOutput: inputs.matrix("dOutput", dOutput),
        ...gradientOutputs(names.ATTENTION, parameters),
        dx: matrixOf(x.rows, x.cols),
        dcontext: context.rows > 0 ? matrixOf(context.rows, context.cols) : undefined,
      });
      const { dx, dcontext } = results;
      const gradients = gradientsOf(names.ATTENTION, results);
      return { x: dx, ...(dcontext && { context: dcontext }), ...gradients };
    },

    holdLayers(given: unknown) {
      const { decoder, single, layers } = inputs.layersToHold(given);
      const data = single ? new Float32Array() : new Float64Array();
      const list: number[] = [];
      const hold = (parameter: Input): Input => {
        if (parameter.rows === 0) return parameter;
        const address = holdParameter(parameter);
        list.push(address);
        return { ...parameter, data, address };
      };
      // Frees the memory of layers that nobody refers to any more, also where not all of them could be held.
      const held = Object.freeze({
        layers: layers.length,
        precision: single ? "single" : "double",
      });
      addresses.register(held, list);
      const kept = layers.map((layer) => inputs.mapped(layer, hold));
      heldLayers.set(held, { decoder, layers: kept });
      return held;
    },

    encoder: (options: object) => runStack(false, options),
    encoderGradient: (options: object, dOutput: unknown) =>
      runStackGradient(false, options, dOutput),
    decoder: (options: object) => runStack(true, options),
    decoderGradient: (options: object, dOutput: unknown) =>
      runStackGradient(true, options, dOutput),

    positions(options: { x?: MatrixInput; rows?: number; cols?: number }) {
      inputs.options(options, "{ rows, cols } or { x }");
      const x = options.x === undefined ? inputs.absent("x") : inputs.matrix("x", options.x);
      const { rows, cols } = options.x === undefined ? options : x;
      const sizes = [inputs.count("rows", rows, 1), inputs.count("cols", cols, 1)] as const;
      const positions = inputs.room("the positions", ...sizes);
      return run("positions", { x: inputs.inDouble(x), positions }).positions as Matrix;
    },

    drawLayer(options: LayerDrawing) {
      const example = "{ seed, dim, initialisation }";
      const { dim, initialisation, cross } = inputs.fields(options, example, {
        dim: inputs.whole(1),
        initialisation: inputs.word(names.INITIALISATIONS),
        cross: inputs.optional(inputs.flag, false),
      });
      const hidden = inputs.count("hidden", options.hidden ?? 4 * dim, 1);
      inputs.entries("a matrix", dim, Math.max(dim, hidden));
      const queryFactor = inputs.finite("queryFactor", options.queryFactor ?? 1);
      const wanted = names.DRAWN.filter((name) => cross === 1 || !name.startsWith("c"));
      const matrices = run("drawLayer", {
        ...{ ...inputs.seeds("seed", options.seed), initialisation, queryFactor },
        ...byName(wanted, (name) =>
          matrixOf(name === "w2" ? hidden : dim, name === "w1" ? hidden : dim),
        ),
      });
      const norms = cross === 1 ? [1, 2, 3] : [1, 2];
      const lists = norms.flatMap((number) => [
        [`gamma${number}`, new Float64Array(dim).fill(1)] as const,
        [`beta${number}`, new Float64Array(dim)] as const,
      ]);
      return { ...matrices, ...Object.fromEntries(lists) };
    },

    sampleDepth(options: DepthSamplingOptions) {
      const checks = {
        seed: inputs.oneSeed,
        layers: inputs.whole(1, MOST_LAYERS),
        initialisation: inputs.word(names.INITIALISATIONS),
      };
      const fields = inputs.fields(options, "{ x, seed, layers, heads, count }", checks);
      const x = inputs.matrix("x", options.x);
      const { hidden = 4 * Math.max(1, x.cols) } = options;
      const { from, count } = inputs.drawRange(options);
      const draws = matrixOf(count, fields.layers);
      const { epsilon: _, ...shared } = inputs.layerFields(options);
      return run("sampleDepth", {
        ...{ x, ...fields, ...shared, from, hidden: inputs.count("hidden", hidden, 1) },
        ...byName(names.DEPTH, () => draws),
      });
    },
  } satisfies Pick<LayerCalls, "positions"> &
    Record<Exclude<keyof LayerCalls, keyof DateCalls | keyof RecallCalls>, Call>;
}
