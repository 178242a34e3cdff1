/** What the calls about training share: the fields of an optimiser and of a lane, states, and records. */
import { type Input, matrixOf } from "./descriptor.js";
import { absent } from "./layer-inputs.js";
import { INITIALISATIONS } from "./layer-names.js";
import {
  entriesOf,
  fail,
  fields,
  finite,
  isFloats,
  isObject,
  LARGEST_SEED,
  number,
  oneSeed,
  optional,
  whole,
  word,
  wrongType,
} from "./more-inputs.js";
import type { TrainingState } from "./training-api.js";
import { typeOf } from "./typed-arrays.js";
import type { Floats, Matrix } from "./types.js";

const OPTIMISERS = ["sgd", "momentum", "adam", "adamw"] as const;
/** Of cpp/bindings/training_fields.hpp. */
export const OPTIMISER_FIELDS = "optimiser momentum beta1 beta2 epsilon decay";
export const RECORDS = [
  "loss",
  "gradientNorm",
  "share",
  "g10",
  "g50",
  "g90",
  "entropy",
  "peak",
] as const;
const DTYPES = ["float32", "float64"] as const;

/** How a model starts. */
export const START_CHECKS = {
  seed: oneSeed,
  initialisation: optional(word(INITIALISATIONS), "xavier"),
  queryKeyFactor: optional(finite, 1),
};

/** The optimiser without its rate, as it crosses. */
export const optimiserFields = (given: object) =>
  fields(given, `{ optimiser: "adam", rate: 0.001 }`, {
    optimiser: word(OPTIMISERS),
    momentum: optional(number, 0.9),
    beta1: optional(number, 0.9),
    beta2: optional(number, 0.999),
    epsilon: optional(number, 1e-8),
    decay: optional(number, 0),
  });

export const laneFields = (given: object) =>
  fields(given, "{ scale: 1, rate: 0.001 }", {
    scale: finite,
    rate: number,
    queryKeyRate: optional(number, 1),
  });

/** Whether results are in double precision. */
export const isDouble = (dtype: unknown): boolean =>
  optional(word(DTYPES), "float32")("dtype", dtype) === DTYPES.indexOf("float64");

/** The signatures of a call in double and in single precision; the arrays named in the expression stay in double. */
export const inBoth = <Name extends string, Signature extends string>(
  name: Name,
  signature: Signature,
) =>
  ({
    [name]: signature,
    [`${name}32`]: signature.replace(/(?<!lanes:|right>|records>|ends>|taken>|result>)f64/g, "f32"),
  }) as Record<Name | `${Name}32`, Signature>;

/** The name of such a call in one precision. */
export const inPrecision = <Name extends string>(name: Name, double: boolean) =>
  double ? name : (`${name}32` as const);

const list = (name: string, value: unknown): Input & { data: Floats } => {
  if (!isFloats(value)) wrongType(name, value, "it must be a Float32Array or a Float64Array");
  return { name, rows: 1, cols: entriesOf(name, value), data: value };
};

/** The parameters of a model as one row. */
export const parametersOf = (value: unknown) => list("parameters", value);

/** A state as it crosses; `steps` are to follow. Moments without entries leave the precision to the parameters. */
export function stateOf(name: string, value: unknown, steps: number) {
  if (!isObject(value)) {
    wrongType(name, value, "it must be a state { parameters, first, second, step }");
  }
  const given = value as Readonly<Record<keyof TrainingState, unknown>>;
  const lists = (["parameters", "first", "second"] as const).map((key) =>
    list(`${name}.${key}`, given[key]),
  );
  const kinds = new Set(lists.filter(({ cols }) => cols > 0).map(({ data }) => typeOf(data)));
  if (kinds.size > 1) {
    fail("type", `The lists of ${name} hold two precisions; all must be of one type.`);
  }
  const [parameters, first, second] = lists.map((it) => (it.cols > 0 ? it : absent(it.name)));
  const step = whole(0, LARGEST_SEED - steps)(`${name}.step`, given.step);
  return { parameters, first, second, step } as Record<"parameters" | "first" | "second", Input> & {
    step: number;
  };
}

/** A model before its first step. */
export const startOf = (parameters: Floats) => ({
  parameters,
  first: parameters.slice(0, 0),
  second: parameters.slice(0, 0),
  step: 0,
});

/** The next state of `lanes` models of `size` parameters: SGD keeps no moments, momentum the first ones, Adam and AdamW both. */
export const nextStates = (optimiser: number, lanes: number, size: number) => ({
  nextParameters: matrixOf(lanes, size),
  nextFirst: matrixOf(lanes, optimiser >= 1 ? size : 0),
  nextSecond: matrixOf(lanes, optimiser >= 2 ? size : 0),
});

type Results = Readonly<Record<"nextParameters" | "nextFirst" | "nextSecond" | "records", Matrix>>;

/** The state and the records of one lane, which has taken `taken` steps from step `step` on. */
export function trainedLane(
  { nextParameters, nextFirst, nextSecond, records }: Results,
  names: readonly string[],
  lane: number,
  [step, taken]: readonly [step: number, taken: number],
) {
  const part = ({ rows, cols, data }: Matrix) =>
    rows === 1 ? data : data.slice(lane * cols, (lane + 1) * cols);
  const [parameters, first, second] = [part(nextParameters), part(nextFirst), part(nextSecond)];
  const from = (lane * records.rows) / nextParameters.rows;
  return {
    state: { parameters, first, second, step: step + taken },
    records: recordsOf(names, records.data, from, taken),
  };
}

/** Some rows of `names.length` numbers each, as one list for each name. */
function recordsOf(names: readonly string[], data: Float64Array, from: number, count: number) {
  const columns = names.map((name, column) => {
    const values = Float64Array.from(
      { length: count },
      (_, row) => data[(from + row) * names.length + column] as number,
    );
    return [name, values] as const;
  });
  return Object.fromEntries(columns);
}
