/** What the calls about training share: the fields of an optimiser and of a lane, states, and records. */
import type { Input } from "./descriptor.js";
import { absent } from "./layer-inputs.js";
import {
  entriesOf,
  fail,
  fields,
  finite,
  isFloats,
  isObject,
  LARGEST_SEED,
  number,
  whole,
  word,
  wrongType,
} from "./more-inputs.js";
import type { TrainingState } from "./training-api.js";
import { typeOf } from "./typed-arrays.js";

export type Floats = Float64Array | Float32Array;

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

/** Any number, which C++ judges, or the default. */
const withDefault = (initial: number) => (name: string, value: unknown) =>
  number(name, value === undefined ? initial : value);

/** The optimiser without its rate, as it crosses. */
export const optimiserFields = (given: object) =>
  fields(given, `{ optimiser: "adam", rate: 0.001 }`, {
    optimiser: word(OPTIMISERS),
    momentum: withDefault(0.9),
    beta1: withDefault(0.9),
    beta2: withDefault(0.999),
    epsilon: withDefault(1e-8),
    decay: withDefault(0),
  });

/** How many lists beside the parameters an optimiser keeps, by its number. */
export const momentsOf = (optimiser: number): number => [0, 1, 2, 2][optimiser] as number;

export const laneFields = (given: object) =>
  fields(given, "{ scale: 1, rate: 0.001 }", {
    scale: finite,
    rate: number,
    queryKeyRate: withDefault(1),
  });

/** Whether results are in double precision. */
export const isDouble = (dtype: unknown): boolean =>
  word(DTYPES, "float32")("dtype", dtype) === DTYPES.indexOf("float64");

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

/** Some rows of `names.length` numbers each, as one list for each name. */
export function recordsOf<Name extends string>(
  names: readonly Name[],
  data: Float64Array,
  from: number,
  count: number,
): Record<Name, Float64Array> {
  const columns = names.map((name, column) => {
    const values = Float64Array.from(
      { length: count },
      (_, row) => data[(from + row) * names.length + column] as number,
    );
    return [name, values] as const;
  });
  return Object.fromEntries(columns) as Record<Name, Float64Array>;
}
