/** The numbers that the program of the chapter "Your own" must print. */
import { SIDES } from "../../web/src/part-kit/sides.js";
import { headReport, type Saturation } from "../../web/src/parts/opened/experiments.js";
import { randomHeads } from "../../web/src/parts/opened/random-heads.js";
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

export function opened({ state }: Case): Expected {
  const { exponent, ownrule: rule, ownhead } = state;
  const heads = randomHeads(engine).map((head, i) => {
    const request = { ...head, scores: null, width: head.queries.cols, heads: 12, rule, exponent };
    const report = headReport(engine, request);
    const { factor, deviation, sides } = report;
    const meansOf = (name: string, { entropy, largest }: Saturation) => [
      `${name}, head ${i + 1}: means of entropy and largest weight`,
      sums([entropy, largest]),
    ];
    const ofSides = SIDES.flatMap((side) => {
      const { picture } = sides[side];
      const means = meansOf(side, sides[side]);
      const isShown = i + 1 === Math.min(ownhead, 12);
      return isShown ? [means, [`${side}, head ${i + 1}: weights`, sums(picture.data)]] : [means];
    });
    return {
      [`head ${i + 1}: factor, and deviation of the scores`]: sums([factor, deviation ?? 0]),
      ...Object.fromEntries([meansOf("opened", report.opened), ...ofSides]),
    };
  });
  return Object.assign({}, ...heads);
}
