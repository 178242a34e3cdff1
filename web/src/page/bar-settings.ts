/** What the bar that follows the reader holds while the figures of a part are in sight. */
import type { NumberKey } from "../state/state.js";
import type { OfSlider } from "./number-field.js";

/** A slider of the bar. */
export interface BarSlider extends OfSlider {
  readonly key: NumberKey;
  /** What its value belongs to, as "$d$". */
  readonly name: string;
}

/** What is left out is the page's own. */
export interface BarSettings {
  /** The words that the figures are of; null: of none. */
  readonly words?: readonly string[] | null;
  /** What moves the figures, or a text where nothing can move them; null: nothing. */
  readonly slider?: BarSlider | string | null;
  /** The seed from which the figures are drawn; null: from none. */
  readonly seed?: "seed" | "drawseed" | "sampleseed" | null;
}

/** For the exponent, by which a trained model divides. */
export const EXPONENT_BAR: BarSettings = {
  words: null,
  slider: { key: "exponent", name: "$α$", step: 0.01, mark: 0.5 },
  seed: null,
};
