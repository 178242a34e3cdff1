/** The name, the colour and the dashes of a lane, the same in every picture. */
import type { Hue } from "../../draw/figure-export.js";
import type { Palette, PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { powerText } from "../../text/numbers.js";
import type { LaneName } from "./keys.js";

export const laneHues: Readonly<
  Record<LaneName, Required<Pick<Hue, "color">> & Pick<Hue, "dash">>
> = {
  scaled: { color: "scaled" },
  unscaled: { color: "unscaled" },
  one: { color: "muted", dash: [7, 3] },
  // Drawn over the lane "scaled", which it should be the same as.
  smaller: { color: "ink", dash: [2, 4] },
  norm: { color: "ink", dash: [9, 3, 2, 3] },
  // In the colour of the lane that they add something to.
  cap: { color: "scaled", dash: [7, 3] },
  clip: { color: "unscaled", dash: [7, 3] },
};

export function laneStyle(palette: Palette, lane: LaneName) {
  const { color, dash } = laneHues[lane];
  return { color: palette[color], dash };
}

/** What a lane is called: by what it divides. */
export function laneName({ state, text }: PartView<typeof en>, lane: LaneName): string {
  const { exponent, cap, clip } = state;
  const divisor = powerText("dₖ", exponent);
  return text.lane[lane](divisor, String(lane === "clip" ? clip : cap));
}
