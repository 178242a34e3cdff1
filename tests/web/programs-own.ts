/** The numbers that the program of the chapter "Your own" must print. */

import { endResult } from "../../web/src/experiments/experiment.js";
import { SIDES } from "../../web/src/part-kit/sides.js";
import {
  blockOf,
  divisorsOf,
  headMeasures,
  MOST_CELLS,
  powersOf,
  reportOfHead,
  storedSides,
} from "../../web/src/parts/opened/experiments.js";
import { randomHeads } from "../../web/src/parts/opened/random-heads.js";
import { engine } from "../loaded-engine.js";
import { formats } from "./own-files.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

export function opened({ state }: Case): Expected {
  const { exponent } = state;
  const heads = randomHeads(engine).map(({ queries, keys, weights }, i) => {
    const { rows, cols, data } = weights;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const stored = { bytes, format: "float64", bigEndian: false, rows, cols } as const;
    const divisors = divisorsOf(engine, queries.cols, exponent);
    const assumed = 1 / Math.sqrt(queries.cols);
    const block = blockOf(rows, cols, MOST_CELLS);
    const powers = powersOf(divisors, assumed);
    const [seen] = storedSides(formats, { stored, powers, block });
    const request = { queries, keys, stored, heads: 12, divisors, assumed, block };
    const measures = endResult(headMeasures, { ...engine, ...formats }, request);
    if (seen === undefined) throw new Error("there is no head");
    const { factor, deviation, sides } = reportOfHead(seen, assumed, measures, true);
    const means = SIDES.map((side) => [
      `${side}, head ${i + 1}: means of entropy and largest weight`,
      sums([sides[side].entropy, sides[side].largest]),
    ]);
    return {
      [`head ${i + 1}: factor, and deviation of the scores`]: sums([factor, deviation ?? 0]),
      ...Object.fromEntries(means),
    };
  });
  return Object.assign({}, ...heads);
}
