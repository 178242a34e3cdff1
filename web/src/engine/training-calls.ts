/**
 * The calls about training: states, the call that trains the lanes of a task, and the calls of the
 * two tasks.
 */
import type { Floats, Matrix } from "./api.js";
import type { RunCall } from "./descriptor.js";
import * as inputs from "./more-inputs.js";

/**
 * The recorded quantities in the order in which they cross the border; only the last is absent in
 * some tasks.
 */
const RECORDS = "loss gradientNorm share g10 g50 g90 entropy peak right".split(" ");

type List = "parameters" | "first" | "second";

/**
 * What `make` returns for each list of a state. Object.fromEntries would take 5 % of a short
 * call.
 */
const eachList = <T>(make: (list: List) => T) => ({
  parameters: make("parameters"),
  first: make("first"),
  second: make("second"),
});

/** A state as it crosses. */
function stateOf(name: string, value: unknown) {
  if (!inputs.isObject(value)) {
    inputs.wrongType(name, value, "it must be a state { parameters, first, second, step }");
  }
  const lists = eachList((key) => {
    const listName = `${name}.${key}`;
    const data = value[key];
    if (!inputs.isFloats(data)) {
      inputs.wrongType(listName, data, "it must be a Float32Array or a Float64Array");
    }
    return { name: listName, rows: 1, cols: inputs.checkedLength(listName, data), data };
  });
  return { ...lists, step: inputs.finite(`${name}.step`, value.step) };
}

/** A model before its first step. */
const startOf = (parameters: Floats) => ({
  parameters,
  first: parameters.slice(0, 0),
  second: parameters.slice(0, 0),
  step: 0,
});

interface Results extends Record<List, Floats[]> {
  readonly records: Matrix[];
  readonly diverged: Float64Array;
}

type TrainingCall = "trainDates" | "trainRecall";

/**
 * The state of each lane after some more steps, and their records. Messages call numbers by their
 * lane unless it is alone.
 */
function trainLanes(
  run: RunCall,
  call: TrainingCall,
  options: inputs.UncheckedOptions,
  lanes: readonly inputs.UncheckedOptions[],
  alone: boolean,
) {
  const states = lanes.map(({ state }, lane) =>
    stateOf(alone ? "state" : `lanes[${lane}].state`, state),
  );
  const step = states[0]?.step as number;
  if (states.some((state) => state.step !== step)) {
    inputs.fail("domain", "The states of the lanes have taken different numbers of steps.");
  }
  const lists = eachList((key) => states.map((state) => state[key]));
  const arrays = [...lists.parameters, ...lists.first, ...lists.second];
  if (new Set(arrays.filter((it) => it.cols > 0).map(inputs.isSingle)).size > 1) {
    inputs.fail("type", "The states hold two precisions; all must be of one type.");
  }
  // Each lane has a rate of its own.
  const converted = { ...lists, step, rate: 1 };
  const results = run<Results>(call, {
    options,
    args: { lanes: alone ? lanes[0] : lanes },
    converted,
  });
  return lanes.map((_, lane) => {
    const { rows, cols, data } = results.records[lane] as Matrix;
    const records = RECORDS.slice(0, rows).map((name, row) => [
      name,
      data.slice(row * cols, (row + 1) * cols),
    ]);
    const state = eachList((key) => results[key][lane]);
    return {
      state: { ...state, step: step + cols },
      records: Object.fromEntries(records),
      diverged: results.diverged[lane] === 1,
    };
  });
}

/** The same for one model. */
const trainOne = (run: RunCall, call: TrainingCall, example: string) => (options: unknown) => {
  const checked = inputs.options(options, example);
  return trainLanes(run, call, checked, [checked], true)[0];
};

/** The texts of a list of code points, each ended by a line feed. */
const dateTexts = (points: Uint32Array) =>
  Array.from(points, (point) => String.fromCodePoint(point))
    .join("")
    .split("\n")
    .slice(0, -1);

/** Longer than any date. */
const LONGEST_DATE = 100;

const MOST_LANES = 64;

export const trainingCalls = (run: RunCall) => ({
  dateLayout(options: unknown) {
    const { names, places } = run<{ names: Uint32Array; places: Matrix }>("dateLayout", {
      options,
    });
    let size = 0;
    const entries = dateTexts(names).map((name, index) => {
      const [from = 0, rows = 0, cols = 0] = places.data.subarray(3 * index);
      size = from + rows * cols;
      return { name, from, rows, cols };
    });
    return { size, entries };
  },

  startDates: (options: unknown) => startOf(run("startDates", { options })),

  trainDates: trainOne(run, "trainDates", "{ dim, state, optimiser, rate, scale, steps }"),

  answerDate(options: unknown) {
    const { source } = inputs.options(options, "{ dim, parameters, scale, source }");
    if (typeof source !== "string") inputs.wrongType("source", source, "it must be a string");
    // The beginning of a longer text is refused as well.
    const points = Array.from(source.slice(0, LONGEST_DATE), (it) => it.codePointAt(0) ?? 0);
    const text = inputs.ownArray("source", Uint32Array.from(points));
    const results = run<Record<"answer" | "right", Uint32Array>>("answerDate", {
      options,
      converted: { text },
    });
    const [answer] = dateTexts(results.answer);
    const [right] = dateTexts(results.right);
    return { ...results, answer, right };
  },

  dateExamples(options: unknown) {
    const { sources, targets } = run<Record<string, Uint32Array>>("dateExamples", { options });
    return {
      sources: dateTexts(sources as Uint32Array),
      targets: dateTexts(targets as Uint32Array),
    };
  },

  startRecall: (options: unknown) => startOf(run("startRecall", { options })),

  trainRecall: trainOne(run, "trainRecall", "{ dim, n, seed, batch, state, optimiser, steps }"),

  trainRecallLanes(options: unknown) {
    const checked = inputs.options(options, "{ dim, n, seed, batch, lanes, optimiser, steps }");
    const rule = "it must be an array of 1 to 64 lanes { scale, rate, state }";
    if (!Array.isArray(checked.lanes)) inputs.wrongType("lanes", checked.lanes, rule);
    const lanes = inputs.list("lanes", checked.lanes, (lane, index) =>
      inputs.isObject(lane) ? lane : inputs.wrongType(`lanes[${index}]`, lane, rule),
    );
    if (lanes.length < 1 || lanes.length > MOST_LANES) {
      inputs.fail("domain", `lanes has ${lanes.length} entries; ${rule}.`);
    }
    return trainLanes(run, "trainRecall", checked, lanes, false);
  },
});
