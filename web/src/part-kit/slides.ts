/**
 * What the slides of the lessons hold of their parts. The lessons themselves are in
 * web/src/lessons.
 */
import type { State } from "../state/state.js";

/** The name of an item of the lessons, which has a slide. */
export type SlideName = NonNullable<State["lesson"]>;

interface Slide {
  /** The ids of its figures, side by side. */
  readonly figures: readonly [string, ...string[]];
  /**
   * What stands below the figures, by the names that `piece` gives. A control has that of its key.
   */
  readonly below?: readonly string[];
  /** The width at which it is laid out before it is enlarged, in CSS pixels, where 700 is too narrow. */
  readonly width?: number;
}

export const SLIDES: Readonly<Record<SlideName, Slide>> = {
  matrices: { figures: ["weights"] },
  variance: { figures: ["variance-histogram"], below: ["finding", "sampledim"] },
  saturation: {
    figures: ["saturation-weights", "saturation-entropy-curve"],
    below: ["a", "shift"],
  },
  jacobian: { figures: ["jacobian-matrix"], below: ["a"] },
  gradient: { figures: ["gradient-share"] },
  exponent: { figures: ["exponent-map"] },
  steps: { figures: ["steps-chain"], below: ["worked", "division"], width: 960 },
  many: { figures: ["many-heads"], below: ["finding", "heads"] },
  cross: { figures: ["cross-scaled", "cross-scaled-output"] },
  widths: { figures: ["widths-shapes", "widths-entropy"] },
  flow: { figures: ["flow-mask", "flow-weights-scaled"] },
  depth: { figures: ["depth-peak"], below: ["layers"] },
  race: { figures: ["training-exact", "training-reading-unscaled", "training-reading-scaled"] },
  rates: { figures: ["training-loss"], below: ["rate"] },
  grid: { figures: ["grid-loss-unscaled", "grid-loss-scaled"] },
  talk: { figures: ["talk-rivals"], below: ["answers", "buttons", "load"] },
  inside: { figures: ["inside-heads", "inside-numbers"], below: ["scores"], width: 1240 },
  perplexity: { figures: ["perplexity-curve", "perplexity-alone"], below: ["finding"] },
};

/** What stands on the screen of a state that shows one figure, or a slide, alone. */
export function slideOf({ lesson, figure }: Pick<State, "lesson" | "figure">): Slide {
  const slide = lesson === null ? undefined : SLIDES[lesson];
  return slide?.figures[0] === figure ? slide : { figures: [figure] };
}
