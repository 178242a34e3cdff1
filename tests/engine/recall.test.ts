import { loadEngine, type Matrix, type OptimiserOptions, type RecallTask } from "attention-scale";
import { describe, expect, it } from "vitest";
import { EPS32, expectClose, expectCloseMatrix, largest } from "./close.js";
import { asSingle, goldens } from "./goldens.js";

const engine = await loadEngine();

interface Training {
  readonly options: RecallTask & OptimiserOptions & { scale: number; queryKeyRate: number };
  readonly initialisation: "xavier" | "packed" | "normal";
  readonly queryKeyFactor: number;
  readonly start: readonly number[];
  /** The steps after which `parameters` has a row; `records` has those of the same steps. */
  readonly steps: readonly number[];
  readonly records: Matrix;
  readonly parameters: Matrix;
}

interface Data {
  readonly options: RecallTask & { step: number };
  readonly tokens: Matrix;
  readonly values: Matrix;
  readonly right: readonly number[];
}

const RECORDS = [
  ...(["loss", "gradientNorm", "share", "g10", "g50", "g90", "entropy", "peak"] as const),
  "right",
] as const;

const row = ({ cols, data }: Matrix, index: number) => data.slice(index * cols, (index + 1) * cols);

/** The normal draws may differ from NumPy's by 2 ulp, which the steps carry on: 1e-9 of the largest weight or of 1. */
const DOUBLE = { k: 1e-12 * 2 ** 52 };
/** After 100 steps single precision is within 2e-5: some hundred roundings of 1.2e-7 in each product, carried on. */
const SINGLE = { k: 5e-6 / EPS32, eps: EPS32 };

describe("recall", () => {
  it.each(goldens<Data>("recall_data"))("draws NumPy's data: $name", (golden) => {
    const data = engine.recallData({ ...golden.options, dtype: "float64" });
    expectCloseMatrix(data.tokens, golden.tokens, { k: 2 });
    expectCloseMatrix(data.values, golden.values, { k: 2 });
    expect([...data.right]).toEqual(golden.right);
    const single = engine.recallData(golden.options);
    expectCloseMatrix(single.tokens, asSingle(golden.tokens), { k: 1, eps: EPS32 });
  });

  it.each(goldens<Training>("recall_training"))("trains as PyTorch does: $name", (golden) => {
    const { options, initialisation, queryKeyFactor } = golden;
    for (const dtype of ["float64", "float32"] as const) {
      const tolerance = dtype === "float64" ? DOUBLE : SINGLE;
      const given = { dim: options.dim, seed: options.seed, initialisation, queryKeyFactor };
      let state = engine.startRecall({ ...given, dtype: dtype as "float64" });
      expectClose(state.parameters, golden.start, tolerance);
      golden.steps.forEach((step, index) => {
        const trained = engine.trainRecall({ ...options, state, steps: step - state.step });
        state = trained.state;
        expect(trained.diverged).toBe(false);
        expect(state.step).toBe(step);
        const parameters = row(golden.parameters, index);
        expectClose(state.parameters, parameters, { ...tolerance, of: largest(parameters) });
        const last = RECORDS.map((name) => trained.records[name].at(-1) as number);
        const record = row(golden.records, index);
        expectClose(last, record, { ...tolerance, of: largest(record) });
      });
    }
  });

  it("has PyTorch's defaults, but no decay", () => {
    const task = { dim: 4, n: 3, batch: 2, seed: 1 };
    const state = engine.startRecall(task);
    const numbers = { momentum: 0.9, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, decay: 0 };
    for (const optimiser of ["momentum", "adamw"] as const) {
      const options = { ...task, state, steps: 3, optimiser, rate: 0.1, scale: 1 };
      expect(engine.trainRecall(options)).toEqual(
        engine.trainRecall({ ...options, ...numbers, queryKeyRate: 1 }),
      );
    }
  });

  it("continues a run of 3·10⁹ steps, a number that 32 bits with a sign do not hold", () => {
    const task = { dim: 4, n: 3, batch: 2, seed: 1 };
    const none = new Float64Array(32);
    const begun = engine.startRecall({ ...task, dtype: "float64" });
    const state = { ...begun, first: none, second: none, step: 3e9 };
    const run = { ...task, optimiser: "adam", rate: 0.1, scale: 1, steps: 2 } as const;
    const trained = engine.trainRecall({ ...run, state });
    expect(trained.diverged).toBe(false);
    expect(trained.state.step).toBe(3e9 + 2);
    expect(Math.max(...trained.records.loss)).toBeLessThan(100);
  });
});
