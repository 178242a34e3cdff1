/** What the calls about training share: states, and the call that trains the lanes of a task. */

import type { Floats, Matrix } from "./api.js";
import type { Run } from "./descriptor.js";
import {
  entriesOf,
  fail,
  finite,
  type Given,
  type Input,
  isFloats,
  isObject,
  isSingle,
  wrongType,
} from "./more-inputs.js";

/** In the order in which they cross; only the last is not in every task. */
const RECORDS = "loss gradientNorm share g10 g50 g90 entropy peak right".split(" ");

const LISTS = ["parameters", "first", "second"] as const;
type List = (typeof LISTS)[number];

/** What a lane may have besides its scale and its rate, in the order in which it crosses. */
const LANE_RULE = ["queryKeyNorm", "lengthFactor", "softCap", "clip"] as const;

/** A state as it crosses. */
function stateOf(name: string, value: unknown) {
  if (!isObject(value)) {
    wrongType(name, value, "it must be a state { parameters, first, second, step }");
  }
  const lists = LISTS.map((key) => {
    const [own, data] = [`${name}.${key}`, value[key]];
    if (!isFloats(data)) wrongType(own, data, "it must be a Float32Array or a Float64Array");
    return [key, { name: own, rows: 1, cols: entriesOf(own, data), data }] as const;
  });
  const state = Object.fromEntries(lists) as Record<List, Input>;
  return { ...state, step: finite(`${name}.step`, value.step) };
}

/** A model before its first step. */
export const startOf = (parameters: Floats) => ({
  parameters,
  first: parameters.slice(0, 0),
  second: parameters.slice(0, 0),
  step: 0,
});

interface Results extends Record<List, Floats[]> {
  readonly records: Matrix[];
  readonly diverged: Float64Array;
}

/** The state of each lane after some more steps, and their records. */
export function trainLanes(
  run: Run,
  call: "trainDates" | "trainRecall",
  options: Given,
  lanes: readonly Given[],
  prefix: (lane: number) => string = () => "",
) {
  const states = lanes.map(({ state }, lane) => stateOf(`${prefix(lane)}state`, state));
  // Each is read once: a getter could give another value the second time.
  const given = (name: string, value: unknown) =>
    value === undefined ? Number.NaN : finite(name, value);
  const numbers = lanes.flatMap((lane) => {
    const { scale, rate, queryKeyRate = 1 } = lane;
    return [
      finite("scale", scale),
      finite("rate", rate),
      finite("queryKeyRate", queryKeyRate),
      ...LANE_RULE.map((name) => given(name, lane[name])),
    ];
  });
  const step = states[0]?.step as number;
  if (states.some((state) => state.step !== step)) {
    fail("domain", "The states of the lanes have taken different numbers of steps.");
  }
  const lists = Object.fromEntries(LISTS.map((key) => [key, states.map((state) => state[key])]));
  const arrays = Object.values(lists).flat();
  if (new Set(arrays.filter((it) => it.cols > 0).map(isSingle)).size > 1) {
    fail("type", "The states hold two precisions; all must be of one type.");
  }
  const rows = { name: "lanes", rows: lanes.length, cols: 3 + LANE_RULE.length, data: numbers };
  // Each lane has a rate of its own.
  const converted = { ...lists, rows, step, rate: 1 };
  const results = run<Results>(call, { options, converted });
  return lanes.map((_, lane) => {
    const { rows, cols, data } = results.records[lane] as Matrix;
    const records = RECORDS.slice(0, rows).map((name, row) => [
      name,
      data.slice(row * cols, (row + 1) * cols),
    ]);
    const state = Object.fromEntries(LISTS.map((key) => [key, results[key][lane]]));
    return {
      state: { ...state, step: step + cols },
      records: Object.fromEntries(records),
      diverged: results.diverged[lane] === 1,
    };
  });
}
