/** Many draws of a query and its keys: the largest weight, the Jacobian and the gradient for many d and exponents. */
import type { DrawSummaries, GradientDraws, Matrix } from "../../engine/api.js";
import { type Experiment, pieces } from "../../lab/experiment.js";

/** The octaves from 1 to 1024. */
export const DIMS: readonly number[] = Array.from({ length: 11 }, (_, octave) => 2 ** octave);

export interface DrawsRequest {
  readonly seed: number;
  readonly keys: number;
  readonly draws: number;
  /** Scores are divided by d^exponent. */
  readonly exponents: readonly number[];
}

export type Quantity = keyof GradientDraws;
export const QUANTITIES = ["peak", "entropy", "jacobian", "gradient"] as const satisfies Quantity[];

export interface DrawsResult {
  readonly request: DrawsRequest;
  readonly dims: readonly number[];
  /** How many draws these summaries are of. */
  readonly draws: number;
  /** Of dims[i] and exponents[j] at i·exponents.length + j. */
  readonly summaries: Readonly<Record<Quantity, DrawSummaries>>;
  /** The gradient in the first draws, one by one [draws × dims·exponents]. */
  readonly singles: Matrix;
}

/** How many draws are kept one by one. */
export const SINGLES = 60;
/** Normal draws in a piece of a few dozen milliseconds. */
const PIECE = 1.2e6;

export const draws: Experiment<DrawsRequest, DrawsResult> = function* (engine, request) {
  const { seed, keys, draws: total, exponents } = request;
  const cells = DIMS.length * exponents.length;
  // A row a cell, so that each is summarised where it lies.
  const kept = QUANTITIES.map((quantity) => [quantity, new Float64Array(cells * total)] as const);
  const singles = new Float64Array(Math.min(SINGLES, total) * cells);

  const summariesOf = (rows: Float64Array, done: number): DrawSummaries => {
    const data = new Float64Array(cells * done);
    for (let cell = 0; cell < cells; cell += 1) {
      data.set(rows.subarray(cell * total, cell * total + done), cell * done);
    }
    return engine.drawSummaries({ rows: cells, cols: done, data });
  };

  const size = Math.max(1, Math.round(PIECE / (keys + 1) / 1024));
  for (const { from, count } of pieces(total, size)) {
    const part = engine.sampleGradients({ seed, keys, dims: DIMS, exponents, from, count });
    for (const [quantity, rows] of kept) {
      const { data } = part[quantity];
      for (let draw = 0; draw < count; draw += 1) {
        for (let cell = 0; cell < cells; cell += 1) {
          rows[cell * total + from + draw] = data[draw * cells + cell] ?? 0;
        }
      }
    }
    const first = part.gradient.data.subarray(0, Math.max(0, singles.length - from * cells));
    if (first.length > 0) singles.set(first, from * cells);
    const done = from + count;
    const result = () => ({
      request,
      dims: DIMS,
      draws: done,
      summaries: Object.fromEntries(
        kept.map(([quantity, rows]) => [quantity, summariesOf(rows, done)]),
      ) as Record<Quantity, DrawSummaries>,
      singles: { rows: Math.min(done, SINGLES), cols: cells, data: singles.slice(0, done * cells) },
    });
    yield { done, total, result };
  }
};
