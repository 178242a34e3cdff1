/** The calls of api.ts that the first screen does not ask for, over the compiled module. */
import type { AttentionOptions, Matrix, MatrixInput, Moments, Seed, VectorInput } from "./api.js";
import { asMatrix, attentionFrame, type Floats, type FloatsClass } from "./engine.js";
import { Frame } from "./frame.js";
import * as inputs from "./inputs.js";
import type { WasmModule } from "./wasm-module.js";

function precision(...given: inputs.Checked[]): FloatsClass {
  return given.every(({ single }) => single) ? Float32Array : Float64Array;
}

export function attentionGradient(
  module: WasmModule,
  queries: MatrixInput,
  keys: MatrixInput,
  values: MatrixInput,
  dOutput: MatrixInput,
  options: AttentionOptions = {},
) {
  inputs.options(options, "{ scale, mask }");
  const { frame, type, n, m, dK, dV, args } = attentionFrame(
    module,
    { queries, keys, values, dOutput },
    options,
  );
  inputs.entries("queries·keysᵀ", n, m);
  const results = {
    queries: frame.take<Floats>(type, n * dK),
    keys: frame.take<Floats>(type, m * dK),
    values: frame.take<Floats>(type, m * dV),
    scores: frame.take<Floats>(type, n * m),
  };
  frame.open();
  const call = type === Float32Array ? module.attentionGradient32 : module.attentionGradient64;
  frame.check(call(...args(...Object.values(results).map((slot) => frame.address(slot)))));
  return {
    queries: asMatrix(n, dK, frame.read(results.queries)),
    keys: asMatrix(m, dK, frame.read(results.keys)),
    values: asMatrix(m, dV, frame.read(results.values)),
    scores: asMatrix(n, m, frame.read(results.scores)),
  };
}

export function softmax(
  module: WasmModule,
  logits: VectorInput | MatrixInput,
): Floats | Matrix<Floats> {
  const list = inputs.isVector(logits);
  const given = list
    ? inputs.vector("logits", logits)
    : inputs.matrix("logits", logits as MatrixInput);
  const type = precision(given);
  const frame = new Frame(module);
  const x = frame.put<Floats>(type, given);
  const y = frame.take<Floats>(type, given.rows * given.cols);
  frame.open();
  const call = type === Float32Array ? module.softmax32 : module.softmax64;
  frame.check(call(frame.address(x), given.rows, given.cols, frame.address(y)));
  return list ? frame.read(y) : asMatrix(given.rows, given.cols, frame.read(y));
}

export function softmaxJacobian(module: WasmModule, logits: VectorInput): Matrix<Floats> {
  const given = inputs.vector("logits", logits);
  const type = precision(given);
  const n = given.cols;
  const frame = new Frame(module);
  const x = frame.put<Floats>(type, given);
  const jacobian = frame.take<Floats>(type, inputs.entries("the Jacobian", n, n));
  frame.open();
  const call = type === Float32Array ? module.softmaxJacobian32 : module.softmaxJacobian64;
  frame.check(call(frame.address(x), n, frame.address(jacobian)));
  return asMatrix(n, n, frame.read(jacobian));
}

export function softmaxJacobianProduct(
  module: WasmModule,
  logits: VectorInput,
  upstream: VectorInput,
): Floats {
  const x = inputs.vector("logits", logits);
  const g = inputs.vector("upstream", upstream);
  if (x.cols !== g.cols) {
    inputs.fail(
      "shape",
      `logits has ${x.cols} entries and upstream ${g.cols}; both need the same number.`,
    );
  }
  inputs.finiteEntries("upstream", g);
  const type = precision(x, g);
  const frame = new Frame(module);
  const slots = [frame.put<Floats>(type, x), frame.put<Floats>(type, g)] as const;
  const product = frame.take<Floats>(type, x.cols);
  frame.open();
  const call =
    type === Float32Array ? module.softmaxJacobianProduct32 : module.softmaxJacobianProduct64;
  frame.check(
    call(frame.address(slots[0]), x.cols, frame.address(slots[1]), g.cols, frame.address(product)),
  );
  const result = frame.read(product);
  if (!result.every(Number.isFinite)) {
    inputs.fail(
      "domain",
      "upstream: its entries are finite but differ so much that the product overflows.",
    );
  }
  return result;
}

export function moments(
  module: WasmModule,
  data: VectorInput,
  options: { readonly ddof?: number } = {},
): Moments {
  inputs.options(options, "{ ddof }");
  const given = inputs.vector("data", data);
  const checkedDdof = inputs.ddof(options.ddof);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given);
  const result = frame.take(Float64Array, 6);
  frame.open();
  frame.check(module.moments(frame.address(input), given.cols, checkedDdof, frame.address(result)));
  const [count = 0, mean = 0, variance = 0, std = 0, min = 0, max = 0] = frame.read(result);
  return { count, mean, variance, std, min, max };
}

export function randomNormal(
  module: WasmModule,
  options: {
    readonly seed: Seed;
    readonly rows: number;
    readonly cols: number;
    readonly mean?: number;
    readonly std?: number;
  },
): Matrix {
  inputs.options(options, "{ seed, rows, cols }");
  const { seed, rows, cols, mean = 0, std = 1 } = options;
  const { words, oneNumber } = inputs.seeds(seed);
  const length = inputs.entries(
    "the draws",
    inputs.count("rows", rows, 0),
    inputs.count("cols", cols, 0),
  );
  const checkedMean = inputs.finite("mean", mean);
  const checkedStd = inputs.finite("std", std);
  if (checkedStd < 0) inputs.fail("domain", `std is ${std}; it must be 0 or more.`);
  const frame = new Frame(module);
  const key = frame.put(Uint32Array, words);
  const draws = frame.take(Float64Array, length);
  frame.open();
  const [from, into] = [frame.address(key), frame.address(draws)];
  frame.check(
    module.randomNormal(from, words.cols, oneNumber, checkedMean, checkedStd, length, into),
  );
  return asMatrix(rows, cols, frame.read(draws));
}

export function simdInstructions(module: WasmModule): string {
  return module.simdInstructions();
}
