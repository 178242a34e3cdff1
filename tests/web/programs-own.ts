/** The numbers that the program of the chapter "Your own" must print. */
import { SIDES } from "../../web/src/part-kit/sides.js";
import { headReport } from "../../web/src/parts/opened/experiments.js";
import { randomHeads } from "../../web/src/parts/opened/random-heads.js";
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

export function opened({ state }: Case): Expected {
  const { exponent } = state;
  const heads = randomHeads(engine).map((head, i) => {
    const report = headReport(engine, { ...head, width: head.queries.cols, heads: 12, exponent });
    const { factor, deviation, sides } = report;
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
