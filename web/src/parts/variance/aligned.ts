/** Scores of a query and a key that line up: k = c q + √(1 − c²) u, for independent normal vectors q and u. */
import { matrixOfRows } from "../../attention/matrices.js";
import { firstColumns } from "../../attention/sentence-attention.js";
import type { Matrix } from "../../engine/api.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "../gradient/draws.js";

/** c and √(1 − c²): the cosine of q and k, on average. */
const MIXES = [
  [0, 1],
  [0.28, 0.96],
  [0.6, 0.8],
] as const;
export const COSINES: readonly number[] = MIXES.map(([cosine]) => cosine);

const DRAWS = 200;
const BATCH = 50;

/** Summaries of q·k [DIMS × COSINES]. */
export const aligned = experiment("variance/aligned", ["sampleseed"], (engine, { sampleseed }) => {
  /** The products of the rows of two matrices: scores before softmax. */
  const products = (a: Matrix, b: Matrix) =>
    engine.attention(a, b, b, { scale: 1, outputs: ["scores"] }).scores;
  const mixes = matrixOfRows(MIXES);
  const draw = ({ from, count }: Batch) => {
    // q·q and q·u, of which q·k is a mix.
    const parts = Array.from({ length: count }, (_, i) => {
      const both = engine.randomNormal({ seed: [sampleseed, from + i], rows: 2, cols: 1024 });
      return DIMS.map((d) => {
        const first = firstColumns(both, d);
        const query = { ...first, rows: 1, data: first.data.subarray(0, d) };
        return [...products(query, first).data];
      });
    });
    const { data } = products(matrixOfRows(parts.flat()), mixes);
    return { scores: { rows: count, cols: DIMS.length * COSINES.length, data } };
  };
  return overDraws(engine, DRAWS, BATCH, draw, ({ scores }, draws) => ({ draws, scores }));
});
