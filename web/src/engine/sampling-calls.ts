/** The calls of sampling-api.ts, and `moments`. */
import type { Engine, Matrix } from "./api.js";
import { plainCalls, type Run } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type { Histogram, SamplingCalls } from "./sampling-api.js";
import type { Moments } from "./types.js";

/** In the order in which moments cross. */
const MOMENTS = ["count", "mean", "variance", "std", "min", "max"] as const;

/** The moments of each row. */
const momentsOf = ({ rows, data }: Matrix) =>
  Array.from({ length: rows }, (_, row) => {
    const own = MOMENTS.map((name, index) => [name, data[row * MOMENTS.length + index]]);
    return Object.fromEntries(own) as unknown as Moments;
  });

type WithMoments = { readonly moments: Matrix };

/** A row for the moments of each part. */
function partsOf(parts: unknown): inputs.Input {
  if (!Array.isArray(parts)) inputs.wrongType("parts", parts, "it must be an array of moments");
  const numbers = inputs.list("parts", parts, (part, index) => {
    const name = `parts[${index}]`;
    if (!inputs.isObject(part)) inputs.wrongType(name, part, "it must be moments");
    return MOMENTS.map((key) => inputs.number(`${name}.${key}`, part[key]));
  });
  const data = Float64Array.from(numbers.flat());
  return { name: "parts", rows: numbers.length, cols: MOMENTS.length, data };
}

export function samplingCalls(run: Run) {
  const streamed = (options: unknown, args: inputs.Given = {}) => {
    const results = run<Histogram & WithMoments>("scoreHistogram", { options, args });
    return { ...results, moments: momentsOf(results.moments)[0] as Moments };
  };
  return {
    ...plainCalls(run, {
      drawScores: "options work",
      randomEntries: "options",
      scoreSpreads: "options",
      histogram: "data options",
      quantiles: "data probabilities",
      localExponents: "x y",
      drawSummaries: "draws",
      normalDensity: "x options",
      sampleGradients: "options",
      sampleEntropies: "options",
      moments: "data options?",
    }),

    sampleScores(options: inputs.Given) {
      const { moments } = run<WithMoments>("sampleScores", { options });
      const [query, key, all] = momentsOf(moments) as [Moments, Moments, Moments];
      const { min: _min, max: _max, ...scores } = all;
      if (options.bins === undefined && options.range === undefined) return { query, key, scores };
      const every = { from: 0, count: options.samples };
      const { moments: found, ...histogram } = streamed(options, every);
      return { query, key, scores: { ...scores, min: found.min, max: found.max }, histogram };
    },

    scoreHistogram: (options: unknown) => streamed(options),

    matrixMoments(matrix: unknown, options: unknown = {}) {
      const given = inputs.matrix("matrix", matrix);
      const converted = { matrix: given };
      const { moments } = run<WithMoments>("matrixMoments", { converted, options });
      const [all, ...others] = momentsOf(moments);
      return { all, rows: others.slice(0, given.rows), cols: others.slice(given.rows) };
    },

    combinedMoments(parts: unknown, options: unknown = {}) {
      return run("combinedMoments", { converted: { rows: partsOf(parts) }, options });
    },
  } satisfies Record<keyof SamplingCalls | (keyof Engine & "moments"), Call>;
}
