/** Random rules for scores, and random calls that sample under them. */
import { type Dice, number } from "./dice.js";

const scale = (dice: Dice) => dice.pick([undefined, 1, 0, 0.5, number(dice, "edge")]);

/** A rule that multiplies the scores of a row by one number: their derivatives add up to 0. */
export const evenRule = (dice: Dice) => ({
  lengthFactor: dice.pick([undefined, 1, 0.01, number(dice, "edge")]),
});

/** A rule whose weights add up to 1. */
export const wholeRule = (dice: Dice) => ({
  ...evenRule(dice),
  queryKeyNorm: dice.pick([undefined, undefined, 1, 1000, number(dice, "edge")]),
  softCap: dice.pick([undefined, 50, 0.1, number(dice, "edge")]),
  softCapOrder: dice.pick([undefined, "before-mask", "after-mask"]),
});

/** One of them is allowed, and both are refused. */
const rest = (dice: Dice) =>
  dice.pick<object>([
    {},
    { offByOne: dice.pick([true, false]) },
    { sink: dice.pick([0, -3, 40, number(dice, "edge")]) },
    { offByOne: dice.pick([true, false]), sink: 1 },
  ]);

export const rule = (dice: Dice) => ({ ...wholeRule(dice), ...rest(dice) });

const rules = (dice: Dice) =>
  dice.list(dice.int(1, 3), () => ({ scale: scale(dice), ...rule(dice) }));

const counts = (dice: Dice) => dice.pick([[2], [3, 9], [2, 5, 20], [1, 4], [5, 5]]);

const drawn = (dice: Dice) => ({
  seed: dice.pick([0, 1, 13, 2 ** 32 - 1]),
  count: dice.int(1, 2),
  from: dice.pick([undefined, 0, 7, 2 ** 32 - 2]),
});

export const RULE_SAMPLING_CALLS = {
  sampleRules: (dice: Dice) => [
    {
      ...drawn(dice),
      dim: dice.int(1, 9),
      keys: dice.int(1, 20),
      rules: rules(dice),
      size: dice.pick([undefined, 1, 30, number(dice, "edge")]),
    },
  ],
  sampleParticipation: (dice: Dice) => [
    {
      ...drawn(dice),
      dims: dice.pick([[1], [2, 40], [1, 3, 1024]]),
      counts: counts(dice),
      exponent: dice.pick([undefined, 0, 0.5, 1.5]),
    },
  ],
  sampleNeedle: (dice: Dice) => [
    {
      ...drawn(dice),
      dim: dice.int(1, 9),
      counts: counts(dice),
      rules: rules(dice),
      cosine: dice.pick([0.5, -1, 1, 0, number(dice, "edge")]),
    },
  ],
};
