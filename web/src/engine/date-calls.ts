/** The calls of dates-api.ts. */

import type { Matrix } from "./api.js";
import type { Run } from "./descriptor.js";
import { split } from "./layer-calls.js";
import * as inputs from "./more-inputs.js";
import { startOf, trainLanes } from "./training-calls.js";

/** The texts of a list of code points, each ended by a line feed. */
const textsOf = (points: Uint32Array) =>
  Array.from(points, (point) => String.fromCodePoint(point))
    .join("")
    .split("\n")
    .slice(0, -1);

/** Longer than any date. */
const LONG = 100;

export function dateCalls(run: Run) {
  return {
    dateLayout(options: unknown) {
      const { names, places } = run<{ names: Uint32Array; places: Matrix }>("dateLayout", {
        options,
      });
      let size = 0;
      const entries = textsOf(names).map((name, index) => {
        const [from = 0, rows = 0, cols = 0] = places.data.subarray(3 * index);
        size = from + rows * cols;
        return { name, from, rows, cols };
      });
      return { size, entries };
    },

    startDates: (options: unknown) => startOf(run("startDates", { options })),

    trainDates(options: unknown) {
      const given = inputs.options(options, "{ dim, state, optimiser, rate, scale, steps }");
      return trainLanes(run, "trainDates", given, [given])[0];
    },

    answerDate(options: unknown) {
      const { source } = inputs.options(options, "{ dim, parameters, scale, source }");
      if (typeof source !== "string") inputs.wrongType("source", source, "it must be a string");
      // The beginning of a longer text is refused as well.
      const points = Array.from(source.slice(0, LONG), (it) => it.codePointAt(0) ?? 0);
      const text = inputs.own("source", Uint32Array.from(points));
      const results = run<{ answer: Uint32Array; right: Uint32Array; weights: Matrix }>(
        "answerDate",
        { options, converted: { text } },
      );
      const [answer = ""] = textsOf(results.answer);
      const [right] = textsOf(results.right);
      const heads = results.weights.rows / answer.length;
      return { ...results, answer, right, weights: split(results.weights, heads, true) };
    },

    dateExamples(options: unknown) {
      const { sources, targets } = run<Record<string, Uint32Array>>("dateExamples", { options });
      return { sources: textsOf(sources as Uint32Array), targets: textsOf(targets as Uint32Array) };
    },
  };
}
