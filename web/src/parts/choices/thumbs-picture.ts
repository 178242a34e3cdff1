/** The first head of the sentence under every rule as small matrices on one scale, with the mean largest weight of each. */
import { cellsBox, sketched } from "../../draw/sketch.js";
import { mean } from "../../mean.js";
import { weight } from "../../text/numbers.js";
import { RULES, type RuleName, type RulesResult } from "./rules.js";

/** The room of an outline at the edges. */
const EDGE = 3;
const GAP = 14;
const LARGEST = 132;
/** The name above a matrix, and the number below it. */
const NAME = 24;
const LINE = 30;

/** @param lit the rule in the light */
export function thumbsPicture(
  words: readonly string[],
  ruled: RulesResult,
  names: Readonly<Record<RuleName, string>>,
  lit: RuleName,
) {
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const columns = width < 480 ? 3 : width < 840 ? 5 : RULES.length;
    const room = (width - 2 * EDGE - (columns - 1) * GAP) / columns;
    const size = Math.floor(Math.min(LARGEST, room));
    const step = (width - 2 * EDGE - size) / (columns - 1);
    const across = Math.min(step, size + 3 * GAP);
    const colors: Partial<Record<RuleName, string>> = {
      none: palette.unscaled,
      head: palette.scaled,
    };
    const high = NAME + size + LINE;
    for (const [i, rule] of RULES.entries()) {
      const { weights: matrix, peak } = ruled[rule];
      const [left, top] = [
        EDGE + (i % columns) * across,
        EDGE + Math.floor(i / columns) * high,
      ] as const;
      const place = { ...matrix, x: left, y: top + NAME, pitch: size / words.length };
      const chosen = rule === lit;
      const fill = colors[rule] ?? palette.ink;
      sketch.math(names[rule], left, top + 14, { size: 13, bold: true, fill });
      sketch.grid(place);
      if (chosen)
        sketch.rect(cellsBox(place), { radius: 3, stroke: palette.ink, strokeWidth: 2 }, 2);
      const below = { size: 11.5, ...sketch.lit(chosen) };
      sketch.text(weight(mean(peak)), left, top + NAME + size + 15, below);
      sketch.area(rule, { x: left, y: top, width: size, height: high - 8 });
    }
    return 2 * EDGE + Math.ceil(RULES.length / columns) * high;
  });
}
