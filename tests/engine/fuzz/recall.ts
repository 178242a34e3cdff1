/** Random calls about the recall task. */
import { type Dice, type Kind, kind, number } from "./dice.js";

const size = (dice: Dice) => ({
  dim: dice.pick([4, 4, 5, 6]),
  n: dice.int(2, 4),
  batch: dice.int(1, 3),
  seed: dice.pick([0, 1, 13, 2 ** 32 - 1]),
});

const start = (dice: Dice) => ({
  initialisation: dice.pick([undefined, "xavier", "packed", "normal"]),
  queryKeyFactor: dice.pick([undefined, 1, 0.5, number(dice, "edge")]),
  dtype: dice.pick([undefined, "float32", "float64"]),
});

const scale = (dice: Dice) => dice.pick([1, 0.5, 0, -1, number(dice, "edge")]);

function list(dice: Dice, single: boolean, length: number, of: Kind) {
  const entries = dice.list(length, () => number(dice, of));
  return single ? Float32Array.from(entries) : Float64Array.from(entries);
}

/** A head's parameters, mostly of the right length. */
const parameters = (dice: Dice, single: boolean, dim: number) =>
  list(dice, single, dice.chance(0.05) ? 3 : 2 * dim ** 2, kind(dice));

function state(dice: Dice, single: boolean, dim: number, step: number) {
  const moments = () =>
    dice.chance(0.6) ? list(dice, single, 0, "calm") : parameters(dice, single, dim);
  return {
    ...{ parameters: parameters(dice, single, dim), first: moments(), second: moments() },
    step: dice.chance(0.05) ? step + 1 : step,
  };
}

const lane = (dice: Dice, single: boolean, dim: number, step: number) => ({
  scale: scale(dice),
  rate: dice.pick([1e-3, 1, 1e4, number(dice, "edge")]),
  queryKeyRate: dice.pick([undefined, 0.5, 2]),
  state: state(dice, single, dim, step),
});

const optimiser = (dice: Dice) => ({
  optimiser: dice.pick(["sgd", "sgd", "momentum", "adam", "adamw"]),
  momentum: dice.pick([undefined, 0, 0.5, 1]),
  beta2: dice.pick([undefined, 0.5]),
  epsilon: dice.pick([undefined, 1e-30, 1, Math.abs(number(dice, "edge"))]),
  decay: dice.pick([undefined, 0, 0.1]),
  steps: dice.int(1, 3),
});

const step = (dice: Dice) => dice.pick([0, 0, 0, 7, 2 ** 32 - 5]);

function head(dice: Dice) {
  const task = size(dice);
  return { ...task, parameters: parameters(dice, dice.chance(0.5), task.dim), scale: scale(dice) };
}

export const RECALL = {
  startRecall: (dice: Dice) => [{ ...size(dice), ...start(dice) }],
  recallData: (dice: Dice) => [
    {
      ...size(dice),
      step: step(dice),
      steps: dice.pick([undefined, 1, 2]),
      dtype: start(dice).dtype,
    },
  ],
  trainRecall: (dice: Dice) => {
    const task = size(dice);
    return [{ ...task, ...optimiser(dice), ...lane(dice, dice.chance(0.5), task.dim, step(dice)) }];
  },
  trainRecallLanes: (dice: Dice) => {
    const task = size(dice);
    const [single, from] = [dice.chance(0.5), step(dice)];
    const lanes = dice.list(dice.int(0, 3), () => lane(dice, single, task.dim, from));
    return [{ ...task, ...optimiser(dice), lanes }];
  },
  recallWeights: (dice: Dice) => [{ ...head(dice), step: step(dice) }],
  testRecall: (dice: Dice) => [head(dice)],
  recallAlignment: (dice: Dice) => [head(dice)],
  checkRecall: (dice: Dice) => [{ ...size(dice), ...start(dice), scale: scale(dice) }],
};
