/** Random calls about dates. */
import type { DateCalls } from "attention-scale";
import { type Dice, kind, number } from "./dice.js";

const DIM = 16;
const HIDDEN = 3;
/** Of a model of one layer: embeddings, encoder, decoder, output. */
const SIZE = [
  (42 + 12) * DIM,
  4 * DIM ** 2 + 2 * DIM * HIDDEN + HIDDEN + DIM + 4 * DIM,
  8 * DIM ** 2 + 2 * DIM * HIDDEN + HIDDEN + DIM + 6 * DIM,
  11 * DIM + 11,
].reduce((sum, size) => sum + size);

const model = (dice: Dice) => ({
  dim: DIM,
  layers: dice.pick([undefined, 1, 1, 1, 2]),
  heads: dice.pick([undefined, 1, 2, 3]),
  hidden: HIDDEN,
});

const seed = (dice: Dice) => dice.pick([0, 13, 2 ** 32 - 1]);
const scale = (dice: Dice) => dice.pick([0.25, 1, 0, -1, number(dice, "edge")]);

function parameters(dice: Dice, type: "single" | "double", of = kind(dice)) {
  // A few draws in turns: thousands for each call would take longer than the call.
  const few = dice.list(97, () => number(dice, of));
  const length = dice.chance(0.05) ? 7 : SIZE;
  const entries = Array.from({ length }, (_, index) => few[index % few.length] as number);
  return type === "double" ? Float64Array.from(entries) : Float32Array.from(entries);
}

function state(dice: Dice) {
  const type = dice.pick(["single", "double"] as const);
  const moments = () => (dice.chance(0.5) ? "calm" : kind(dice));
  const list = () =>
    dice.chance(0.5) ? parameters(dice, type).subarray(0, 0) : parameters(dice, type, moments());
  return {
    parameters: parameters(dice, type, dice.chance(0.7) ? "calm" : kind(dice)),
    first: list(),
    second: list(),
    step: dice.pick([0, 0, 5, 2 ** 32 - 3]),
  };
}

const start = (dice: Dice) => ({
  ...model(dice),
  seed: seed(dice),
  initialisation: dice.pick([undefined, "xavier", "packed", "normal"]),
  queryKeyFactor: dice.pick([undefined, 1, number(dice, "edge")]),
});

const trained = (dice: Dice) => ({
  ...model(dice),
  scale: scale(dice),
  parameters: parameters(dice, dice.pick(["single", "double"]), "calm"),
});

/** One of each call. */
export const DATE_CALLS: Record<keyof DateCalls, (dice: Dice) => unknown[]> = {
  dateLayout: (dice) => [model(dice)],
  startDates: (dice) => [{ ...start(dice), dtype: dice.pick([undefined, "float32", "float64"]) }],
  trainDates: (dice) => [
    {
      ...model(dice),
      state: state(dice),
      scale: scale(dice),
      queryKeyRate: dice.pick([undefined, 0.5, number(dice, "edge")]),
      optimiser: dice.pick(["sgd", "momentum", "adam", "adamw"]),
      rate: dice.pick([1e-3, 1, 1e4, number(dice, "edge")]),
      momentum: dice.pick([undefined, 0, 1]),
      beta1: dice.pick([undefined, 0, 1]),
      epsilon: dice.pick([undefined, 1e-30, 0]),
      decay: dice.pick([undefined, 0.1]),
      seed: seed(dice),
      batch: dice.int(1, 3),
      steps: dice.int(1, 3),
    },
  ],
  testDates: (dice) => [{ ...trained(dice), seed: seed(dice), count: dice.int(1, 3) }],
  answerDate: (dice) => [
    {
      ...trained(dice),
      source: dice.pick(["20 Nov 2026", "November 20, 2026", "2026年11月20日", "", "\ud83d"]),
    },
  ],
  dateExamples: (dice) => [{ seed: seed(dice), step: seed(dice), count: dice.int(1, 5) }],
  checkDates: (dice) => [{ ...start(dice), scale: scale(dice), batch: 1 }],
};
