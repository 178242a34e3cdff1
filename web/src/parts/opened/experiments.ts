/** The heads of opened tensors: pictures and numbers of their weights, and the rules of their code. */
import { pooled } from "../../draw/sketch.js";
import type { Engine, Matrix, MeasuredRule } from "../../engine/api.js";
import type { FormatCalls, SidePowers, StoredMatrices } from "../../engine/number-formats.js";
import {
  experiment,
  type FileEngine,
  fileExperiment,
  inOneStep,
  type Step,
} from "../../experiments/experiment.js";
import { SIDES, type Side } from "../../part-kit/sides.js";

/** The most rows and columns of a large picture. */
export const MOST_CELLS = 64;

type BySide<T> = Readonly<Record<Side, T>>;

/** The weights of a head, without the division or with it. */
export interface HeadSide {
  /** [n×m], or the largest of each square where that has more than MOST_CELLS rows or columns. */
  readonly picture: Matrix<Float32Array>;
  /** Means over the rows: the entropy in nats, and the largest weight. */
  readonly entropy: number;
  readonly largest: number;
}

export type HeadSides = BySide<HeadSide>;

/** The most rows and columns of a small picture. */
const MOST_SMALL_CELLS = 16;

export interface ShownSide extends Omit<HeadSide, "picture"> {
  readonly picture: Matrix;
  readonly small: Matrix;
  /** The share of queries that supply the gradient ∂y/∂q; null without queries and keys. */
  readonly share: number | null;
}

export interface HeadReport {
  /** Whether all is known; else the rule, the deviation and the shares are not yet. */
  readonly complete: boolean;
  /** null where it cannot be measured: without queries, keys or weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or taken to be 1/√d_k. */
  readonly factor: number;
  readonly sides: BySide<ShownSide>;
  /** The standard deviation of all q·k; null without queries and keys. */
  readonly deviation: number | null;
}

/** The report of a head of which there are pictures, and measures later or never. */
export function reportOfHead(
  seen: BySide<HeadSide | ShownSide>,
  assumed: number,
  measures: HeadMeasures | null,
  complete: boolean,
): HeadReport {
  const sides = measures?.sides ?? seen;
  const shown = (side: Side): ShownSide => {
    const { picture, entropy, largest } = sides[side];
    const { rows, cols, data } = picture;
    return {
      picture: { rows, cols, data: new Float64Array(data) },
      small: pooled(picture, MOST_SMALL_CELLS),
      entropy,
      largest,
      share: measures?.shares[side] ?? null,
    };
  };
  return {
    complete,
    rule: measures?.rule ?? null,
    factor: measures?.factor ?? assumed,
    sides: { unscaled: shown("unscaled"), scaled: shown("scaled") },
    deviation: measures?.deviation ?? null,
  };
}

interface Vectors {
  readonly queries: Matrix;
  readonly keys: Matrix;
}

/** The sides of squares of weights that a picture shows as one cell. */
export const blockOf = (rows: number, cols: number, cells: number): number =>
  Math.ceil(Math.max(rows, cols) / cells);

/**
 * The powers that make the weights of both sides from weights whose scores were multiplied by
 * `factor`.
 */
export function powersOf(divisors: BySide<number>, factor: number): SidePowers {
  return {
    unscaled: 1 / divisors.unscaled / factor,
    scaled: 1 / divisors.scaled / factor,
  };
}

/** What is divided by on each side. */
export const divisorsOf = (engine: Engine, width: number, exponent: number): BySide<number> => ({
  unscaled: 1,
  scaled: engine.scoreDivisor(width, exponent),
});

// ---- weights of a file ----

export interface PicturesRequest {
  /** Matrices of weights. */
  readonly stored: StoredMatrices;
  readonly powers: SidePowers;
  readonly block: number;
}

/** Both sides of each matrix. */
export function storedSides(
  formats: FormatCalls,
  { stored, powers, block }: PicturesRequest,
): readonly HeadSides[] {
  const { pictures, entropies, largest } = formats.summariseWeights(stored, powers, block);
  const rows = Math.ceil(stored.rows / block);
  const cols = Math.ceil(stored.cols / block);
  const sideAt = (place: number): HeadSide => ({
    picture: {
      rows,
      cols,
      // Of its own memory, so that a head that is forgotten keeps no other's.
      data: pictures.data.slice(place * pictures.cols, (place + 1) * pictures.cols),
    },
    entropy: entropies[place] ?? 0,
    largest: largest[place] ?? 0,
  });
  return Array.from({ length: pictures.rows / SIDES.length }, (_, matrix) => ({
    unscaled: sideAt(matrix * SIDES.length),
    scaled: sideAt(matrix * SIDES.length + 1),
  }));
}

export const storedPictures = fileExperiment<never, readonly HeadSides[], PicturesRequest>(
  "opened/stored-pictures",
  [],
  inOneStep((engine: FileEngine, request: PicturesRequest) => storedSides(engine, request)),
);

// ---- queries and keys without weights ----

export interface VectorsRequest extends Vectors {
  readonly divisors: BySide<number>;
  /** The most rows and columns of a picture. */
  readonly cells: number;
}

/** Scores or weights, of which the values are no part: the keys take their place. */
const attentionOf = (
  engine: Engine,
  { queries, keys }: Vectors,
  scale: number,
  output: "scores" | "weights",
): Matrix => engine.attention(queries, keys, keys, { scale, outputs: [output] })[output];

function sideOfVectors(engine: Engine, vectors: Vectors, divisor: number, cells: number): HeadSide {
  const weights = attentionOf(engine, vectors, 1 / divisor, "weights");
  const { entropy, peak } = engine.rowStatistics(weights);
  const { rows, cols, data } = pooled(weights, cells);
  return {
    picture: { rows, cols, data: Float32Array.from(data) },
    entropy: engine.moments(entropy).mean,
    largest: engine.moments(peak).mean,
  };
}

export const vectorPictures = experiment<never, HeadSides, VectorsRequest>(
  "opened/vector-pictures",
  [],
  inOneStep((engine, { divisors, cells, ...vectors }) => ({
    unscaled: sideOfVectors(engine, vectors, divisors.unscaled, cells),
    scaled: sideOfVectors(engine, vectors, divisors.scaled, cells),
  })),
);

// ---- what queries and keys tell ----

export interface MeasuresRequest extends Vectors {
  /** One matrix; null where the file has no weights. */
  readonly stored: StoredMatrices | null;
  /** The heads of the layer. */
  readonly heads: number;
  readonly divisors: BySide<number>;
  /** What the scores of the weights were taken to be multiplied by. */
  readonly assumed: number;
  readonly block: number;
}

export interface HeadMeasures {
  /** null where it cannot be measured: without weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or assumed. */
  readonly factor: number;
  /** The sides under the measured factor; null where it is the assumed one. */
  readonly sides: HeadSides | null;
  /** The share of queries that supply the gradient ∂y/∂q on each side. */
  readonly shares: BySide<number>;
  /** The standard deviation of all q·k. */
  readonly deviation: number;
}

function measuredRule(engine: FileEngine, request: MeasuresRequest): MeasuredRule | null {
  const { queries, keys, stored, heads } = request;
  if (stored === null) return null;
  const { bytes, format, bigEndian, rows, cols } = stored;
  const numbers = engine.decodeNumbers(bytes, format, bigEndian);
  const data = numbers instanceof Float64Array ? numbers : new Float64Array(numbers);
  return engine.measureRule({ queries, keys, weights: { rows, cols, data }, heads });
}

/** The rule comes first, then what takes longer. */
function* measures(
  engine: FileEngine,
  request: MeasuresRequest,
): Generator<Step<HeadMeasures>, void, void> {
  const { queries, keys, stored, divisors, assumed, block } = request;
  const total = 4;
  const rule = measuredRule(engine, request);
  const measured = rule?.factor ?? 0;
  // A factor that is not positive has no undivided side: softmax would prefer the smallest scores.
  const factor = measured > 0 ? measured : assumed;
  const anew =
    stored === null || factor === assumed
      ? []
      : storedSides(engine, { stored, powers: powersOf(divisors, factor), block });
  const shareOf = (side: Side) =>
    engine.ruleStatistics(queries, keys, { scale: 1 / divisors[side] }).share;
  yield { done: 1, total, result: () => null };
  const unscaled = shareOf("unscaled");
  yield { done: 2, total, result: () => null };
  const scaled = shareOf("scaled");
  yield { done: 3, total, result: () => null };
  const scores = attentionOf(engine, { queries, keys }, 1, "scores");
  const result = {
    rule,
    factor,
    sides: anew[0] ?? null,
    shares: { unscaled, scaled },
    deviation: engine.moments(scores.data).std,
  };
  yield { done: total, total, result: () => result };
}

/** Its request holds numbers of a file, which no key of the state has. */
export const headMeasures = fileExperiment<never, HeadMeasures, MeasuresRequest>(
  "opened/measures",
  [],
  measures,
);
