/** What the rules do to random queries and keys, against the size of W^Q and W^K, the number of keys, or d. */
import { sideBySide } from "../../attention/matrices.js";
import type { DrawSummaries } from "../../engine/api.js";
import { type Experiment, overDraws } from "../../experiments/experiment.js";
import type { State } from "../../state/state.js";
import { type Factors, RULES, type RuleName, ruleOf } from "./rules.js";

/** At the start the root in the initialisation gives the numbers of √d_k. */
export const DRAWN: readonly RuleName[] = RULES.filter((rule) => rule !== "initialisation");

export type Against = State["against"];
export type Reached = State["reached"];

/** The values of the horizontal axis. */
export const VALUES: Readonly<Record<Against, readonly number[]>> = {
  size: [1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30],
  keys: [3, 8, 16, 64, 256, 1024, 4096, 16_384, 32_768],
  dim: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
};

export interface AgainstRequest extends Factors {
  readonly seed: number;
  readonly draws: number;
  /** d_k and h. */
  readonly head: number;
  readonly heads: number;
  readonly keys: number;
  readonly size: number;
  readonly against: Against;
}

/** Entry i·rules + j of a summary is of the axis' value i and of DRAWN[j]. */
export interface AgainstResult {
  readonly request: AgainstRequest;
  readonly draws: number;
  readonly of: Readonly<Record<Reached, DrawSummaries>>;
}

/** Keys of all values of the axis in a step of a few dozen milliseconds. */
const STEP_KEYS = 250_000;

export const against: Experiment<AgainstRequest, AgainstResult> = {
  name: "choices/against",
  run(engine, request) {
    const { seed, draws: total, heads, size, against: axis } = request;
    const settings = VALUES[axis].map((value) => ({
      keys: axis === "keys" ? value : request.keys,
      size: axis === "size" ? value : size,
      dim: axis === "dim" ? value : request.head,
    }));
    // W^Q and W^K times the size are scores times its square: all sizes share one drawing.
    const sized = VALUES.size.flatMap((times) =>
      DRAWN.map((rule) => {
        const { scale, ...own } = ruleOf(engine, rule, { head: request.head, heads }, request);
        return scale === undefined ? own : { ...own, scale: scale * times ** 2 };
      }),
    );
    const work = settings.reduce((sum, { keys }) => sum + keys, 0);
    const batch = Math.max(1, Math.floor(STEP_KEYS / work));
    return overDraws(
      engine,
      total,
      batch,
      (range) => {
        const once = { seed, dim: request.head, keys: request.keys, rules: sized, ...range };
        if (axis === "size") {
          const { peak: largest, entropy, slope } = engine.sampleRules(once);
          return { largest, entropy, slope };
        }
        const drawn = settings.map(({ dim, ...setting }) => {
          const widths = { head: dim, heads };
          const rules = DRAWN.map((rule) => ruleOf(engine, rule, widths, request));
          return engine.sampleRules({ seed, dim, ...setting, rules, ...range });
        });
        return {
          largest: sideBySide(drawn.map(({ peak }) => peak)),
          entropy: sideBySide(drawn.map(({ entropy }) => entropy)),
          slope: sideBySide(drawn.map(({ slope }) => slope)),
        };
      },
      (of, draws) => ({ request, draws, of }),
    );
  },
};
