/** The calls of saturation-api.ts over the compiled module. */
import { Frame, type Slot } from "./frame.js";
import * as inputs from "./inputs.js";
import type {
  JacobianNorms,
  LossGradient,
  OutputLoss,
  Precision,
  QueryGradients,
  ReducedPrecisionOptions,
  ReducedScores,
  RootPlace,
  Saturation,
} from "./saturation-api.js";
import type { Matrix, MatrixInput, VectorInput } from "./types.js";
import type { WasmModule } from "./wasm-module.js";

/** In the order of the enumerations in C++. */
const PRECISIONS = ["double", "float", "half", "bfloat16"] as const satisfies Precision[];
const PLACES = ["scores", "queries", "keys", "both"] as const satisfies RootPlace[];
const LOSSES = ["sum", "squares", "target"] as const satisfies OutputLoss[];
const ACCUMULATE = ["same", "float"] as const;

export function jacobianNorms(module: WasmModule, logits: VectorInput): JacobianNorms {
  const given = inputs.vector("logits", logits);
  const frame = new Frame(module);
  const x = frame.put(Float64Array, given);
  const norms = frame.take(Float64Array, 2);
  frame.open();
  frame.check(module.jacobianNorms(frame.address(x), given.cols, frame.address(norms)));
  const [frobenius = 0, spectral = 0] = frame.read(norms);
  return { frobenius, spectral };
}

export function softmaxCentralDifference(
  module: WasmModule,
  logits: VectorInput,
  direction: VectorInput,
  options: { readonly step: number },
): Float64Array {
  inputs.options(options, "{ step }");
  const x = inputs.vector("logits", logits);
  const g = inputs.vector("direction", direction);
  const step = inputs.number("step", options.step);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, x), frame.put(Float64Array, g)] as const;
  const difference = frame.take(Float64Array, x.cols);
  frame.open();
  const [from, along] = [frame.address(slots[0]), frame.address(slots[1])];
  frame.check(
    module.softmaxCentralDifference(from, x.cols, along, g.cols, step, frame.address(difference)),
  );
  return frame.read(difference);
}

export function saturation(
  module: WasmModule,
  logits: VectorInput,
  scales: VectorInput,
): Saturation {
  const x = inputs.vector("logits", logits);
  const factors = inputs.vector("scales", scales);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, x), frame.put(Float64Array, factors)] as const;
  const result = frame.results(factors.cols, [
    "spread",
    "entropy",
    "peak",
    "frobenius",
    "spectral",
  ]);
  frame.open();
  const [from, by] = [frame.address(slots[0]), frame.address(slots[1])];
  frame.check(module.saturation(from, x.cols, by, factors.cols, ...result.addresses()));
  return result.read();
}

export function passedNorms(
  module: WasmModule,
  logits: VectorInput,
  upstream: VectorInput,
  scales: VectorInput,
): Float64Array {
  const x = inputs.vector("logits", logits);
  const g = inputs.vector("upstream", upstream);
  const factors = inputs.vector("scales", scales);
  const frame = new Frame(module);
  const [from, along, by] = [x, g, factors].map((input) => frame.put(Float64Array, input));
  const norms = frame.take(Float64Array, factors.cols);
  frame.open();
  const at = (slot: Slot<Float64Array> | undefined) => frame.address(slot);
  frame.check(
    module.passedNorms(at(from), x.cols, at(along), g.cols, at(by), factors.cols, at(norms)),
  );
  return frame.read(norms);
}

export function queryGradients(
  module: WasmModule,
  queries: MatrixInput,
  keys: MatrixInput,
  options: { readonly scale?: number } = {},
): QueryGradients {
  inputs.options(options, "{ scale }");
  const q = inputs.matrix("queries", queries);
  const k = inputs.matrix("keys", keys);
  const scale = inputs.scale(options.scale);
  inputs.entries("queries·keysᵀ", q.rows, k.rows);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, q), frame.put(Float64Array, k)] as const;
  const result = frame.results(q.rows, ["peak", "entropy", "jacobian", "gradient"]);
  frame.open();
  const [of, on] = [frame.address(slots[0]), frame.address(slots[1])];
  const shapes = [q.rows, k.rows, q.cols, k.cols];
  frame.check(module.queryGradients(of, on, ...shapes, scale, ...result.addresses()));
  return result.read();
}

export function reducedScores(
  module: WasmModule,
  queries: MatrixInput,
  keys: MatrixInput,
  options: ReducedPrecisionOptions,
): ReducedScores {
  inputs.options(options, "{ precision, place }");
  const q = inputs.matrix("queries", queries);
  const k = inputs.matrix("keys", keys);
  const { accumulate = "same", place = "scores", size = 1 } = options;
  const precision = inputs.oneOf("precision", options.precision, PRECISIONS);
  const inFloat = inputs.oneOf("accumulate", accumulate, ACCUMULATE) === 1;
  const checkedPlace = inputs.oneOf("place", place, PLACES);
  const checkedSize = inputs.number("size", size);
  const [n, m] = [q.rows, k.rows];
  const entries = inputs.entries("queries·keysᵀ", n, m);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, q), frame.put(Float64Array, k)] as const;
  const result = frame.results(entries, ["logits", "exact", "difference"]);
  const summary = frame.take(Float64Array, 3);
  frame.open();
  frame.check(
    module.reducedScores(
      ...slots.map((slot) => frame.address(slot)),
      ...[n, m, q.cols, k.cols],
      ...[precision, inFloat, checkedPlace, checkedSize],
      ...result.addresses(),
      frame.address(summary),
    ),
  );
  const { logits, exact, difference } = result.read();
  const asMatrix = (data: Float64Array): Matrix => ({ rows: n, cols: m, data });
  const [overflowed = 0, largestDifference = 0, largestRelative = 0] = frame.read(summary);
  return {
    logits: asMatrix(logits),
    exact: asMatrix(exact),
    difference: asMatrix(difference),
    overflowed,
    largestDifference,
    largestRelative,
  };
}

export function outputLoss(
  module: WasmModule,
  output: MatrixInput,
  values: MatrixInput,
  options: { readonly loss: OutputLoss; readonly target?: number },
): LossGradient {
  inputs.options(options, "{ loss, target }");
  const z = inputs.matrix("output", output);
  const v = inputs.matrix("values", values);
  const kind = inputs.oneOf("loss", options.loss, LOSSES);
  const target =
    LOSSES[kind] === "target"
      ? inputs.count("target", options.target, 0, Math.max(0, v.rows - 1))
      : 0;
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, z), frame.put(Float64Array, v)] as const;
  const loss = frame.take(Float64Array, 1);
  const dOutput = frame.take(Float64Array, z.rows * z.cols);
  frame.open();
  const [from, of] = [frame.address(slots[0]), frame.address(slots[1])];
  const into = [frame.address(loss), frame.address(dOutput)];
  frame.check(module.outputLoss(kind, from, z.rows, z.cols, of, v.rows, v.cols, target, ...into));
  return {
    loss: frame.read(loss)[0] ?? 0,
    dOutput: { rows: z.rows, cols: z.cols, data: frame.read(dOutput) },
  };
}
