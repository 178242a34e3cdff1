/** What the calls about training share: states and records. */
import {
  entriesOf,
  fail,
  finite,
  type Input,
  isFloats,
  isObject,
  isSingle,
  wrongType,
} from "./more-inputs.js";
import type { TrainingState } from "./training-api.js";
import type { Floats, Matrix } from "./types.js";

/** In the order in which they cross; only the last is not in every task. */
const RECORDS = "loss gradientNorm share g10 g50 g90 entropy peak right".split(" ");

const LISTS = ["parameters", "first", "second"] as const;

/** A state as it crosses. */
export function stateOf(name: string, value: unknown) {
  if (!isObject(value)) {
    wrongType(name, value, "it must be a state { parameters, first, second, step }");
  }
  const lists = LISTS.map((key) => {
    const [own, data] = [`${name}.${key}`, value[key]];
    if (!isFloats(data)) wrongType(own, data, "it must be a Float32Array or a Float64Array");
    return [key, { name: own, rows: 1, cols: entriesOf(own, data), data }] as const;
  });
  const state = Object.fromEntries(lists) as Record<(typeof LISTS)[number], Input>;
  return { ...state, step: finite(`${name}.step`, value.step) };
}

/** Throws where arrays with entries are of two types. */
export function onePrecision(what: string, arrays: readonly (Input | undefined)[]): void {
  const given = arrays.filter((it) => it !== undefined && it.rows * it.cols > 0);
  if (new Set(given.map((it) => isSingle(it as Input))).size > 1) {
    fail("type", `${what} hold two precisions; all must be of one type.`);
  }
}

/** A model before its first step. */
export const startOf = (parameters: Floats) => ({
  parameters,
  first: parameters.slice(0, 0),
  second: parameters.slice(0, 0),
  step: 0,
});

/** The state after some more steps, and their records. */
export function trainedOf(state: Omit<TrainingState, "step">, step: number, records: Matrix) {
  const { rows, cols, data } = records;
  const lists = RECORDS.slice(0, rows).map((name, row) => [
    name,
    data.slice(row * cols, (row + 1) * cols),
  ]);
  return { state: { ...state, step: step + cols }, records: Object.fromEntries(lists) };
}
