/**
 * What a library's rule makes of the reader's sentence, beside this engine's. The rule is followed,
 * from what the library was seen to do: no library runs here.
 */
import { sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { StudyRequest } from "../../experiments/experiment.js";
import { experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { RELEASES, type Release, releaseNamed } from "./table.js";

/** Small, so that the cap is seen in a short sentence. */
export const CAP = 2;

export interface Followed {
  /** The number of the word that the first query is of. */
  readonly first: number;
  readonly ours: Matrix;
  /** NaN where the library has no number; null where it has nothing of the kind. */
  readonly theirs: Matrix | null;
}

type Request = Pick<StudyRequest, "attention" | "library" | "followed">;

/** Which keys take part, a row for each query. */
type Mask = readonly (readonly boolean[])[];

const maskOf = (n: number, m: number, open: (query: number, key: number) => boolean): Mask =>
  Array.from({ length: n }, (_, query) => Array.from({ length: m }, (_, key) => open(query, key)));

/** The last rows. */
function rowsFrom({ rows, cols, data }: Matrix, first: number): Matrix {
  return { rows: rows - first, cols, data: data.slice(first * cols) };
}

const transposed = ({ rows, cols, data }: Matrix): Matrix => ({
  rows: cols,
  cols: rows,
  data: Float64Array.from({ length: data.length }, (_, at) => {
    const row = Math.floor(at / rows);
    return data[(at % rows) * cols + row] ?? 0;
  }),
});

const filled = (matrix: Matrix, row: readonly number[]): Matrix => ({
  ...matrix,
  data: Float64Array.from([...row, ...matrix.data.subarray(matrix.cols)]),
});

/** The first query sees no key: the first word is padding, and hidden from all. */
function maskedRow(engine: Engine, [q, k, v]: readonly [Matrix, Matrix, Matrix], code: unknown) {
  const mask = maskOf(q.rows, k.rows, (query, key) => key > 0 && key <= query);
  const { weights: ours } = engine.attention(q, k, v, { mask, outputs: ["weights"] });
  const equal = engine.softmax(new Float64Array(k.rows));
  const { weights: open } = engine.attention(q, k, v, { outputs: ["weights"] });
  const rows: Readonly<Record<string, ArrayLike<number>>> = {
    zero: new Float64Array(k.rows),
    mean: equal,
    nan: new Float64Array(k.rows).fill(Number.NaN),
    unmasked: open.data.subarray(0, k.rows),
  };
  // Where it depends on a switch, the first is the default.
  const row = rows[String(code).split("-or-")[0] ?? ""];
  return { ours, theirs: row === undefined ? null : filled(ours, Array.from(row)) };
}

/** Fewer queries than keys. Ours with the mask that generation needs. */
function causal(
  engine: Engine,
  [q, k, v]: readonly [Matrix, Matrix, Matrix],
  first: number,
  code: unknown,
) {
  const weightsUnder = (open: (query: number, key: number) => boolean): Matrix => {
    const mask = maskOf(q.rows, k.rows, open);
    return engine.attention(q, k, v, { mask, outputs: ["weights"] }).weights;
  };
  const lowerRight = weightsUnder((query, key) => key <= query + first);
  const kinds: Readonly<Record<string, () => Matrix>> = {
    "lower-right": () => lowerRight,
    all: () => lowerRight,
    "upper-left": () => weightsUnder((query, key) => key <= query),
    first: () => weightsUnder((query, key) => key <= query),
    "last-all": () => weightsUnder((query, key) => key <= query || query === q.rows - 1),
  };
  return { ours: lowerRight, theirs: kinds[String(code)]?.() ?? null };
}

/** A causal sentence whose scores are capped. */
function capped(engine: Engine, [q, k, v]: readonly [Matrix, Matrix, Matrix], code: unknown) {
  const options = { softCap: CAP, outputs: ["weights"] } as const;
  const { weights: ours } = engine.attention(q, k, v, { ...options, mask: "causal" });
  if (code !== "mask-first") return { ours, theirs: code === "cap-first" ? ours : null };
  const { logits } = engine.attention(q, k, v, { softCap: CAP, outputs: ["logits"] });
  // The cap makes of −∞ what it makes of any low score.
  const data = logits.data.map((logit, at) =>
    at % k.rows > Math.floor(at / k.rows) ? -CAP : logit,
  );
  return { ours, theirs: engine.softmax({ ...logits, data }) };
}

/** Each column adds up to 1 in place of each row. */
function overQueries(engine: Engine, [q, k, v]: readonly [Matrix, Matrix, Matrix]) {
  const { weights: ours, logits } = engine.attention(q, k, v, { outputs: ["weights", "logits"] });
  return { ours, theirs: transposed(engine.softmax(transposed(logits))) };
}

/** The row of the table that the state names, or else the first one. */
export const chosenRelease = ({ library }: Pick<Request, "library">): Release =>
  releaseNamed(library) ?? (RELEASES[0] as Release);

/** Whether each column adds up to 1 in place of each row. */
export const isOverQueries = ({ cells }: Release): boolean => cells.factor === "over-queries";

export function followedOf(engine: Engine, { attention, library, followed }: Request): Followed {
  const release = chosenRelease({ library });
  const { queries, keys, values } = sentenceVectors(engine, attention, 1);
  const words = queries.rows;
  const shortened = { causal: Math.floor(words / 2), cached: words - 1 };
  const first = isOverQueries(release) ? 0 : (shortened[followed as "causal"] ?? 0);
  const three = [rowsFrom(queries, first), keys, values] as const;
  if (isOverQueries(release)) return { first, ...overQueries(engine, three) };
  const code = release.cells[followed];
  if (followed === "masked-row") return { first, ...maskedRow(engine, three, code) };
  if (followed === "cap-order") return { first, ...capped(engine, three, code) };
  return { first, ...causal(engine, three, first, code) };
}

export const followed = experiment(
  "libraries/followed",
  ["attention", "library", "followed"],
  inOneStep(followedOf),
  narrow,
);
