/** The heads of opened tensors: pictures and numbers of their weights, and the rules of their code. */

import { SIDES, type Side } from "../../attention/sides.js";
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
import type { State } from "../../state/state.js";

/** The most rows and columns of a large picture. */
export const MOST_CELLS = 64;

type BySide<T> = Readonly<Record<Side, T>>;

/** Means over the rows of weights: the entropy in nats, and the largest weight. */
export interface Saturation {
  readonly entropy: number;
  readonly largest: number;
}

/** The weights of a head, without the division or with it. */
export interface HeadSide extends Saturation {
  /** [n×m], or the largest of each square where that has more than MOST_CELLS rows or columns. */
  readonly picture: Matrix<Float32Array>;
}

export type HeadSides = BySide<HeadSide>;

/** The most rows and columns of a small picture. */
const MOST_SMALL_CELLS = 16;

/** The gradient ∂y/∂q of a head. */
export interface HeadGradient {
  /** The effective share of queries that supply it. */
  readonly share: number;
  /** The mean of its Frobenius norm over the queries. */
  readonly norm: number;
}

export interface ShownSide extends Saturation {
  readonly picture: Matrix;
  readonly small: Matrix;
  /** null without queries and keys. */
  readonly gradient: HeadGradient | null;
}

export interface HeadReport {
  /** Whether all is known; else the rule, the deviation and the gradients are not yet. */
  readonly complete: boolean;
  /** null where it cannot be measured: without queries, keys or weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or taken to be 1/√d_k. */
  readonly factor: number;
  /**
   * Of the weights as they were opened; without any, of those with the division. null: not known yet.
   */
  readonly opened: Saturation | null;
  readonly sides: BySide<ShownSide>;
  /** The standard deviation of all q·k; null without queries and keys. */
  readonly deviation: number | null;
}

/** The report of a head of which there are pictures, and measures later or never. */
export function reportOfHead(
  seen: BySide<HeadSide | ShownSide>,
  opened: Saturation | null,
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
      gradient: measures?.gradients[side] ?? null,
    };
  };
  return {
    complete,
    rule: measures?.rule ?? null,
    factor: measures?.factor ?? assumed,
    opened,
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

/** What decides what the divided side divides by. */
export interface Division {
  /** "exponent": d_k to the power of `exponent`. */
  readonly rule: State["ownrule"];
  readonly exponent: number;
  /** d_k: the coordinates of queries and keys. */
  readonly width: number;
  /** The heads of the layer. */
  readonly heads: number;
}

/**
 * What is divided by on each side.
 * @param factor what the scores of the weights were multiplied by
 */
export function divisorsOf(engine: Engine, division: Division, factor: number): BySide<number> {
  const { rule, exponent, width, heads } = division;
  switch (rule) {
    case "exponent":
      return { unscaled: 1, scaled: engine.scoreDivisor(width, exponent) };
    case "measured":
      return { unscaled: 1, scaled: 1 / factor };
    case "heads":
      return { unscaled: 1, scaled: engine.scoreDivisor(heads, 0.5) };
    case "model":
      return { unscaled: 1, scaled: engine.scoreDivisor(heads * width, 0.5) };
  }
}

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

// ---- scores before softmax, and queries and keys, without weights ----

/** Both sides of weights [n×m] in memory. */
function sidesOf(engine: Engine, weights: BySide<Matrix>, cells: number): HeadSides {
  const sideOf = (side: Side): HeadSide => {
    const { entropy, peak } = engine.rowStatistics(weights[side]);
    const { rows, cols, data } = pooled(weights[side], cells);
    return {
      picture: { rows, cols, data: Float32Array.from(data) },
      entropy: engine.moments(entropy).mean,
      largest: engine.moments(peak).mean,
    };
  };
  return { unscaled: sideOf("unscaled"), scaled: sideOf("scaled") };
}

export interface ScoresRequest {
  /** [n×m], of which masked ones are −∞. */
  readonly scores: Matrix;
  readonly powers: SidePowers;
  /** The most rows and columns of a picture. */
  readonly cells: number;
}

/** The sides, and what the weights of the scores themselves are. */
export const scorePictures = experiment<
  never,
  { readonly sides: HeadSides; readonly opened: Saturation },
  ScoresRequest
>(
  "opened/score-pictures",
  [],
  inOneStep((engine, { scores, powers, cells }) => {
    const weights = engine.softmax(scores);
    const tempered = {
      unscaled: engine.temperedWeights(weights, powers.unscaled),
      scaled: engine.temperedWeights(weights, powers.scaled),
    };
    const { entropy, peak } = engine.rowStatistics(weights);
    return {
      sides: sidesOf(engine, tempered, cells),
      opened: { entropy: engine.moments(entropy).mean, largest: engine.moments(peak).mean },
    };
  }),
);

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

export const vectorPictures = experiment<never, HeadSides, VectorsRequest>(
  "opened/vector-pictures",
  [],
  inOneStep((engine, { divisors, cells, ...vectors }) => {
    const weightsOf = (side: Side) => attentionOf(engine, vectors, 1 / divisors[side], "weights");
    return sidesOf(engine, { unscaled: weightsOf("unscaled"), scaled: weightsOf("scaled") }, cells);
  }),
);

// ---- what queries and keys tell ----

export interface MeasuresRequest extends Vectors {
  /** One matrix; null where the file has no weights. */
  readonly stored: StoredMatrices | null;
  /** [n×m], where the file has scores and no weights. */
  readonly scores: Matrix | null;
  readonly division: Division;
  /** What the scores of the weights were taken to be multiplied by. */
  readonly assumed: number;
  /** The sides of the squares of a picture, and the most rows and columns of one. */
  readonly block: number;
  readonly cells: number;
}

export interface HeadMeasures {
  /** null where it cannot be measured: without weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or assumed. */
  readonly factor: number;
  /** The sides under the measured factor; null where it is the assumed one. */
  readonly sides: HeadSides | null;
  readonly gradients: BySide<HeadGradient>;
  /** The standard deviation of all q·k. */
  readonly deviation: number;
}

/** The weights of the request in double precision; null where it has neither weights nor scores. */
function weightsOf(engine: FileEngine, { stored, scores }: MeasuresRequest): Matrix | null {
  if (stored === null) return scores === null ? null : engine.softmax(scores);
  const { bytes, format, bigEndian, rows, cols } = stored;
  const numbers = engine.decodeNumbers(bytes, format, bigEndian);
  const data = numbers instanceof Float64Array ? numbers : new Float64Array(numbers);
  return { rows, cols, data };
}

/** Both sides under the measured factor. */
function sidesAnew(
  engine: FileEngine,
  request: MeasuresRequest,
  powers: SidePowers,
  weights: Matrix,
): HeadSides | null {
  const { stored, block, cells } = request;
  if (stored !== null) return storedSides(engine, { stored, powers, block })[0] ?? null;
  const tempered = {
    unscaled: engine.temperedWeights(weights, powers.unscaled),
    scaled: engine.temperedWeights(weights, powers.scaled),
  };
  return sidesOf(engine, tempered, cells);
}

/** The rule comes first, then what takes longer. */
function* measures(
  engine: FileEngine,
  request: MeasuresRequest,
): Generator<Step<HeadMeasures>, void, void> {
  const { queries, keys, division, assumed } = request;
  const total = 4;
  const weights = weightsOf(engine, request);
  // The roots of one head and of its model have names already.
  const heads = division.heads === 1 ? undefined : division.heads;
  const rule = weights === null ? null : engine.measureRule({ queries, keys, weights, heads });
  const measured = rule?.factor ?? 0;
  // A factor that is not positive has no undivided side: softmax would prefer the smallest scores.
  const factor = measured > 0 ? measured : assumed;
  const divisors = divisorsOf(engine, division, factor);
  const sides =
    weights === null || factor === assumed
      ? null
      : sidesAnew(engine, request, powersOf(divisors, factor), weights);
  const gradientOf = (side: Side): HeadGradient => {
    const scale = 1 / divisors[side];
    const { share, gradient } = engine.ruleStatistics(queries, keys, { scale });
    return { share, norm: engine.moments(gradient).mean };
  };
  yield { done: 1, total, result: () => null };
  const unscaled = gradientOf("unscaled");
  yield { done: 2, total, result: () => null };
  const scaled = gradientOf("scaled");
  yield { done: 3, total, result: () => null };
  const scores = attentionOf(engine, { queries, keys }, 1, "scores");
  const result = {
    rule,
    factor,
    sides,
    gradients: { unscaled, scaled },
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
