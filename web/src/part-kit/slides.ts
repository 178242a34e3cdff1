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
  /** Whether its figures are seen before the answer: what they show first is none. */
  readonly seen?: boolean;
  /** What the answer changes in the state: with it, or after it where the figures were covered. */
  readonly reveals?: Partial<State>;
  /** Whether the answer of the lesson stands below the figures once it is asked for. */
  readonly tells?: boolean;
  /** The steps of a race that its question speaks of. */
  readonly steps?: number;
  /** The width at which it is laid out before it is enlarged, in CSS pixels, where 700 is too narrow. */
  readonly width?: number;
}

export const SLIDES: Readonly<Record<SlideName, Slide>> = {
  matrices: { figures: ["weights"], width: 820 },
  variance: { figures: ["variance-histogram"], below: ["finding", "sampledim"] },
  saturation: {
    figures: ["saturation-weights", "saturation-entropy-curve"],
    below: ["a", "shift"],
    seen: true,
    reveals: { a: 4 },
  },
  jacobian: { figures: ["jacobian-matrix"], below: ["a"], reveals: { a: 4 }, tells: true },
  gradient: { figures: ["gradient-share"] },
  exponent: { figures: ["exponent-map"] },
  steps: { figures: ["steps-chain"], below: ["worked", "division"], width: 960 },
  many: { figures: ["many-heads"], below: ["finding", "heads"] },
  cross: { figures: ["cross-scaled", "cross-scaled-output"] },
  widths: { figures: ["widths-shapes"], below: ["finding"] },
  flow: { figures: ["flow-mask", "flow-weights-scaled"], below: ["glosses"] },
  depth: { figures: ["depth-peak"], below: ["layers"] },
  race: {
    figures: ["training-exact", "training-reading-unscaled", "training-reading-scaled"],
    steps: 200,
  },
  rates: { figures: ["training-loss"], below: ["rate"], steps: 300 },
  grid: { figures: ["grid-loss-unscaled", "grid-loss-scaled"] },
  talk: { figures: ["talk-rivals"], below: ["answers", "buttons", "load"] },
  inside: { figures: ["inside-heads", "inside-numbers"], below: ["scores"], width: 1240 },
  perplexity: { figures: ["perplexity-curve", "perplexity-alone"], below: ["finding"] },
  atlas: { figures: ["atlas-factors"], below: ["finding"], width: 960 },
  card: { figures: ["atlas-card"] },
  libraries: { figures: ["libraries-weights"] },
  mistake: { figures: ["bugs-weights"] },
  yours: { figures: ["opened-unscaled", "opened-scaled"], below: ["report"] },
  memory: { figures: ["quiz-ten"] },
};

/** What stands on the screen of a state that shows one figure, or a slide, alone. */
export function slideOf({ lesson, figure }: Pick<State, "lesson" | "figure">): Slide {
  const slide = lesson === null ? undefined : SLIDES[lesson];
  return slide?.figures[0] === figure ? slide : { figures: [figure] };
}
