/** The figures that can be taken away, by their ids, and what writes a program for each. */
import type { State } from "../../state/state.js";

/** The two ways a figure may show: without the division, and with it. */
export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];

/** What a gradient is taken by. */
const OPERANDS = ["scores", "queries", "keys"] as const;

/** Writes a program, as text or as lines, for the words in the figure; see numpySnippet for `done`. */
export type Make<Program> = (state: State, words: readonly string[], done?: number) => Program;

/** What a language must be able to write: no figure has a program in one language alone. */
export interface Makers<Program> {
  readonly scores: Make<Program>;
  readonly wordVectors: Make<Program>;
  readonly weights: (...sides: readonly Side[]) => Make<Program>;
  readonly output: (side: Side) => Make<Program>;
  readonly histogram: Make<Program>;
  readonly entries: Make<Program>;
  readonly rows: Make<Program>;
  readonly spread: Make<Program>;
  readonly curves: Make<Program>;
  readonly jacobianOf: (side: Side) => Make<Program>;
  readonly norms: Make<Program>;
  readonly upstream: Make<Program>;
  readonly fan: (quantity: "peak" | "jacobian" | "gradient") => Make<Program>;
  readonly singles: Make<Program>;
  readonly reaching: Make<Program>;
  readonly own: (of: (typeof OPERANDS)[number], side: Side) => Make<Program>;
  readonly exponentCurves: Make<Program>;
  readonly growth: Make<Program>;
  readonly places: (which: "logits" | "difference") => Make<Program>;
}

/** By the figure's id; what is not here prints the numbers of its whole view. */
export function byFigure<Program>(make: Makers<Program>): Readonly<Record<string, Make<Program>>> {
  const { weights, output, jacobianOf, fan, own, places } = make;
  return {
    scores: make.scores,
    x: make.wordVectors,
    attention: weights("unscaled", "scaled"),
    unscaled: weights("unscaled"),
    scaled: weights("scaled"),
    unscaledOutput: output("unscaled"),
    scaledOutput: output("scaled"),
    "variance-histogram": make.histogram,
    "variance-entries": make.entries,
    "variance-rows": make.rows,
    "variance-spread": make.spread,
    "saturation-entropy-curve": make.curves,
    "saturation-peak-curve": make.curves,
    "jacobian-jacobian": jacobianOf("unscaled"),
    "jacobian-jacobian-scaled": jacobianOf("scaled"),
    "jacobian-norms": make.norms,
    "jacobian-upstream": make.upstream,
    "gradient-fan-peak": fan("peak"),
    "gradient-fan-jacobian": fan("jacobian"),
    "gradient-fan-gradient": fan("gradient"),
    "gradient-singles": make.singles,
    "gradient-reaching": make.reaching,
    ...Object.fromEntries(
      OPERANDS.flatMap((of) => SIDES.map((side) => [`gradient-own-${of}-${side}`, own(of, side)])),
    ),
    "exponent-curves": make.exponentCurves,
    "exponent-growth": make.growth,
    "exponent-places-logits": places("logits"),
    "exponent-places-difference": places("difference"),
  };
}
