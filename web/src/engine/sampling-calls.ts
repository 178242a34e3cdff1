/** The calls of sampling-api.ts that have rules of their own. */

import type { Moments, StreamedScores } from "./api.js";
import type { Run } from "./descriptor.js";
import * as inputs from "./more-inputs.js";

const MOMENTS = ["count", "mean", "variance", "std", "min", "max"] as const;

/** The moments of several sets of numbers, from a list of each moment. */
const momentsOf = (lists: Readonly<Record<keyof Moments, Float64Array>>) =>
  Array.from(lists.count, (_, index) => {
    const own = MOMENTS.map((name) => [name, lists[name][index]]);
    return Object.fromEntries(own) as unknown as Moments;
  });

/** A row for the moments of each part. */
export const parts = (name: string, given: unknown) =>
  inputs.records(name, given, ["an array of moments", "moments"], (part, own) =>
    MOMENTS.map((key) => inputs.number(`${own}.${key}`, part[key])),
  );

export function samplingCalls(run: Run) {
  const streamed = (options: unknown, args: inputs.Given = {}): StreamedScores => {
    const { counts, edges, ...moments } = run<Moments & Omit<StreamedScores, "moments">>(
      "scoreHistogram",
      { options, args },
    );
    return { counts, edges, moments };
  };
  return {
    sampleScores(options: inputs.Given) {
      const [query, key, all] = momentsOf(run("sampleScores", { options })) as [
        ...[Moments, Moments, Moments],
      ];
      const { min: _min, max: _max, ...scores } = all;
      if (options.bins === undefined && options.range === undefined) return { query, key, scores };
      const every = { from: 0, count: options.samples };
      const { moments, ...histogram } = streamed(options, every);
      return { query, key, scores: { ...scores, min: moments.min, max: moments.max }, histogram };
    },

    scoreHistogram: (options: unknown) => streamed(options),

    matrixMoments(matrix: unknown, options: unknown = {}) {
      const given = inputs.matrix("matrix", matrix);
      const lists = run("matrixMoments", { converted: { matrix: given }, options });
      const [all, ...others] = momentsOf(lists as never);
      return { all, rows: others.slice(0, given.rows), cols: others.slice(given.rows) };
    },
  };
}
