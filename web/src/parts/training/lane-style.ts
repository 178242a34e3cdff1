/** The colour and the dashes of a lane, the same in every picture. */

import type { Hue } from "../../draw/figure-export.js";
import type { Palette } from "../../draw/palette.js";
import { superscript } from "../../text/numbers.js";
import type { LaneName } from "./keys.js";

export const laneHues: Readonly<
  Record<LaneName, Required<Pick<Hue, "color">> & Pick<Hue, "dash">>
> = {
  scaled: { color: "scaled" },
  unscaled: { color: "unscaled" },
  one: { color: "muted", dash: [7, 3] },
  // Drawn over the lane "scaled", which it should be the same as.
  smaller: { color: "ink", dash: [2, 4] },
};

export function laneStyle(palette: Palette, lane: LaneName) {
  const { color, dash } = laneHues[lane];
  return { color: palette[color], dash };
}

/** What a lane with the exponent α divides by. */
export const divisorName = (exponent: number): string =>
  exponent === 0.5 ? "√dₖ" : `dₖ${superscript(exponent)}`;
