/** What the rules do to random queries and keys, against the size of W^Q and W^K, the number of keys, or d. */
import { sideBySide } from "../../attention/matrices.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import type { State } from "../../state/state.js";
import { RULES, type RuleName, ruleOf } from "./rules.js";

/** At the start the root in the initialisation gives the numbers of √d_k. */
export const DRAWN: readonly RuleName[] = RULES.filter((rule) => rule !== "initialisation");

export type Against = State["against"];

/** The values of the horizontal axis. */
export const VALUES: Readonly<Record<Against, readonly number[]>> = {
  size: [1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30],
  keys: [3, 8, 16, 64, 256, 1024, 4096, 16_384, 32_768],
  dim: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
};

/** Keys of all values of the axis in a step of a few dozen milliseconds. */
const STEP_KEYS = 250_000;

/** Entry i·rules + j of a summary is of the axis' value i and of DRAWN[j]. */
export const against = experiment(
  "choices/against",
  [
    // d is d_model, of which the number of heads is a divisor.
    ...(["dim", "ruleheads", "rulekeys", "wsize", "against"] as const),
    ...(["gain", "cap", "neutral", "ruledraws", "drawseed"] as const),
  ],
  (engine, request) => {
    const { drawseed: seed, ruleheads: heads, rulekeys: keys, wsize: size } = request;
    const head = request.dim / heads;
    const rulesOf = (dim: number) =>
      DRAWN.map((rule) => ruleOf(engine, rule, { head: dim, heads }, request));
    // W^Q and W^K times the size are scores times its square: all sizes share one drawing.
    const sized = VALUES.size.flatMap((times) =>
      rulesOf(head).map(({ scale, ...own }) =>
        scale === undefined ? own : { ...own, scale: scale * times ** 2 },
      ),
    );
    const settings = {
      size: () => [{ dim: head, keys, rules: sized }],
      keys: () =>
        VALUES.keys.map((count) => ({ dim: head, keys: count, size, rules: rulesOf(head) })),
      dim: () => VALUES.dim.map((dim) => ({ dim, keys, size, rules: rulesOf(dim) })),
    }[request.against]();
    const work = settings.reduce((sum, { keys, rules }) => sum + keys * rules.length, 0);
    const draw = (range: Batch) => {
      const drawn = settings.map((setting) => engine.sampleRules({ seed, ...setting, ...range }));
      return {
        largest: sideBySide(drawn.map(({ peak }) => peak)),
        entropy: sideBySide(drawn.map(({ entropy }) => entropy)),
        slope: sideBySide(drawn.map(({ slope }) => slope)),
      };
    };
    const batch = Math.max(1, Math.floor((STEP_KEYS * DRAWN.length) / work));
    return overDraws(engine, request.ruledraws, batch, draw, (of) => of);
  },
);
