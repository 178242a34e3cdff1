/** Random calls about training: the recall task, and dates. */
import type { DateCalls } from "attention-scale";
import { type Dice, type Kind, kind, number } from "./dice.js";

const seed = (dice: Dice) => dice.pick([0, 1, 13, 2 ** 32 - 1]);
const scale = (dice: Dice) => dice.pick([0.25, 1, 0, -1, number(dice, "edge")]);
const step = (dice: Dice) => dice.pick([0, 0, 0, 7, 2 ** 32 - 5]);

const rule = (dice: Dice) => ({
  queryKeyNorm: dice.pick([undefined, undefined, 2, number(dice, "edge")]),
  lengthFactor: dice.pick([undefined, undefined, 0.4, number(dice, "edge")]),
  softCap: dice.pick([undefined, undefined, 50, number(dice, "edge")]),
  softCapOrder: dice.pick([undefined, undefined, "after-mask"]),
  sink: dice.pick([undefined, undefined, undefined, 1, number(dice, "edge")]),
});

const start = (dice: Dice) => ({
  initialisation: dice.pick([undefined, "xavier", "packed", "normal"]),
  queryKeyFactor: dice.pick([undefined, 1, 0.5, number(dice, "edge")]),
  dtype: dice.pick([undefined, "float32", "float64"]),
});

/** So many parameters, or sometimes a few. */
function parameters(dice: Dice, single: boolean, size: number, of: Kind = kind(dice)) {
  // A few draws in turns: thousands for each call would take longer than the call.
  const few = dice.list(Math.min(size, 97), () => number(dice, of));
  const length = dice.chance(0.05) ? 3 : size;
  const entries = Array.from({ length }, (_, index) => few[index % few.length] as number);
  return single ? Float32Array.from(entries) : Float64Array.from(entries);
}

function state(dice: Dice, single: boolean, size: number, from: number) {
  const often = () => (dice.chance(0.7) ? "calm" : kind(dice));
  const moments = () => parameters(dice, single, dice.chance(0.5) ? 0 : size, often());
  return {
    parameters: parameters(dice, single, size, often()),
    first: moments(),
    second: moments(),
    step: dice.chance(0.05) ? from + 1 : from,
  };
}

const lane = (dice: Dice, single: boolean, size: number, from: number) => ({
  scale: scale(dice),
  rate: dice.pick([1e-3, 1, 1e4, number(dice, "edge")]),
  queryKeyRate: dice.pick([undefined, 0.5, 2, number(dice, "edge")]),
  clip: dice.pick([undefined, undefined, 30, number(dice, "edge")]),
  ...rule(dice),
  state: state(dice, single, size, from),
});

const optimiser = (dice: Dice) => ({
  optimiser: dice.pick(["sgd", "sgd", "momentum", "adam", "adamw"]),
  momentum: dice.pick([undefined, 0, 0.5, 1]),
  beta1: dice.pick([undefined, undefined, 0, 1]),
  beta2: dice.pick([undefined, 0.5]),
  epsilon: dice.pick([undefined, 1e-30, 1, Math.abs(number(dice, "edge"))]),
  decay: dice.pick([undefined, 0, 0.1]),
  steps: dice.int(1, 3),
});

const task = (dice: Dice) => ({
  dim: dice.pick([4, 4, 5, 6]),
  n: dice.int(2, 4),
  batch: dice.int(1, 3),
  seed: seed(dice),
});
const sizeOf = ({ dim }: { dim: number }) => 2 * dim ** 2;

function head(dice: Dice) {
  const given = task(dice);
  const single = dice.chance(0.5);
  const own = parameters(dice, single, sizeOf(given));
  return { ...given, parameters: own, scale: scale(dice), ...rule(dice) };
}

export const RECALL_CALLS = {
  startRecall: (dice: Dice) => [{ ...task(dice), ...start(dice) }],
  trainRecall: (dice: Dice) => {
    const given = task(dice);
    const own = lane(dice, dice.chance(0.5), sizeOf(given), step(dice));
    return [{ ...given, ...optimiser(dice), ...own }];
  },
  trainRecallLanes: (dice: Dice) => {
    const given = task(dice);
    const single = dice.chance(0.5);
    const from = step(dice);
    const lanes = dice.list(dice.int(0, 3), () => lane(dice, single, sizeOf(given), from));
    return [{ ...given, ...optimiser(dice), lanes }];
  },
  recallWeights: (dice: Dice) => [{ ...head(dice), step: step(dice) }],
  testRecall: (dice: Dice) => [head(dice)],
  testRecallKeys: (dice: Dice) => [{ ...head(dice), from: dice.pick([undefined, step(dice)]) }],
  recallAlignment: (dice: Dice) => [head(dice)],
  checkRecall: (dice: Dice) => [
    { ...task(dice), ...start(dice), scale: scale(dice), ...rule(dice) },
  ],
};

const DIM = 16;
const HIDDEN = 3;
/** The number of parameters of a model of one layer: embeddings, encoder, decoder, output. */
const SIZE = [
  (42 + 12) * DIM,
  4 * DIM ** 2 + 2 * DIM * HIDDEN + HIDDEN + DIM + 4 * DIM,
  8 * DIM ** 2 + 2 * DIM * HIDDEN + HIDDEN + DIM + 6 * DIM,
  11 * DIM + 11,
].reduce((sum, size) => sum + size);
const SOURCES = ["20 Nov 2026", "November 20, 2026", "2026年11月20日", "", "\ud83d"];

const model = (dice: Dice) => ({
  dim: DIM,
  layers: dice.pick([undefined, 1, 1, 1, 2]),
  heads: dice.pick([undefined, 1, 2, 3]),
  hidden: HIDDEN,
});

const trained = (dice: Dice) => ({
  ...model(dice),
  scale: scale(dice),
  ...rule(dice),
  parameters: parameters(dice, dice.chance(0.5), SIZE, "calm"),
});

export const DATE_CALLS: Record<keyof DateCalls, (dice: Dice) => unknown[]> = {
  dateLayout: (dice) => [model(dice)],
  startDates: (dice) => [{ ...model(dice), seed: seed(dice), ...start(dice) }],
  trainDates: (dice) => {
    const own = lane(dice, dice.chance(0.5), SIZE, step(dice));
    return [
      { ...model(dice), ...optimiser(dice), ...own, seed: seed(dice), batch: dice.int(1, 3) },
    ];
  },
  testDates: (dice) => [{ ...trained(dice), seed: seed(dice), count: dice.int(1, 3) }],
  answerDate: (dice) => [{ ...trained(dice), source: dice.pick(SOURCES) }],
  dateExamples: (dice) => [{ seed: seed(dice), step: seed(dice), count: dice.int(1, 5) }],
  checkDates: (dice) => {
    const given = { ...model(dice), seed: seed(dice), ...start(dice) };
    return [{ ...given, scale: scale(dice), ...rule(dice), batch: 1 }];
  },
};
