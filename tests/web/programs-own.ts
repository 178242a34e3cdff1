/** The numbers that the program of the chapter "Your own" must print. */

import { SIDES } from "../../web/src/attention/sides.js";
import type { SidePowers } from "../../web/src/engine/number-formats.js";
import { endResult } from "../../web/src/experiments/experiment.js";
import {
  blockOf,
  divisorsOf,
  headMeasures,
  MOST_CELLS,
  powersOf,
  reportOfHead,
  type Saturation,
  storedSides,
} from "../../web/src/parts/opened/experiments.js";
import { randomHeads } from "../../web/src/parts/opened/random-heads.js";
import { engine } from "../loaded-engine.js";
import { formats } from "./own-files.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

export function opened({ state }: Case): Expected {
  const { exponent, ownrule: rule, ownhead } = state;
  const heads = randomHeads(engine).map(({ queries, keys, weights }, i) => {
    const { rows, cols, data } = weights;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const stored = { bytes, format: "float64", bigEndian: false, rows, cols } as const;
    const division = { rule, exponent, width: queries.cols, heads: 12 };
    const assumed = 1 / Math.sqrt(queries.cols);
    const block = blockOf(rows, cols, MOST_CELLS);
    const sidesUnder = (powers: SidePowers) => {
      const [sides] = storedSides(formats, { stored, powers, block });
      if (sides === undefined) throw new Error("there is no head");
      return sides;
    };
    const seen = sidesUnder(powersOf(divisorsOf(engine, division, assumed), assumed));
    const given = sidesUnder({ unscaled: 1, scaled: 1 }).scaled;
    const request = { queries, keys, stored, scores: null, division, assumed, block };
    const measures = endResult(
      headMeasures,
      { ...engine, ...formats },
      { ...request, cells: MOST_CELLS },
    );
    const report = reportOfHead(seen, given, assumed, measures, true);
    const { factor, deviation, sides } = report;
    const meansOf = (name: string, { entropy, largest }: Saturation) => [
      `${name}, head ${i + 1}: means of entropy and largest weight`,
      sums([entropy, largest]),
    ];
    const shownPowers = powersOf(divisorsOf(engine, division, factor), factor);
    const ofSides = SIDES.flatMap((side) => {
      const means = meansOf(side, sides[side]);
      if (i + 1 !== Math.min(ownhead, 12)) return [means];
      // The picture has the same weights in single precision.
      const { data: exact } = engine.temperedWeights(weights, shownPowers[side]);
      return [means, [`${side}, head ${i + 1}: weights`, sums(exact)]];
    });
    return {
      [`head ${i + 1}: factor, and deviation of the scores`]: sums([factor, deviation ?? 0]),
      ...Object.fromEntries([meansOf("opened", given), ...ofSides]),
    };
  });
  return Object.assign({}, ...heads);
}
