/**
 * What the worker computes of a lane: a round of steps and what the model then does, box by box
 * where that is asked, the check of its gradient, and a test among other numbers of keys.
 */
import type { Matrix, Matrix32 } from "../../engine/api.js";
import { EngineError } from "../../engine/errors.js";
import type { DecoderLayerParameters, EncoderLayerParameters } from "../../engine/layers-api.js";
import type { DateAnswer, DateEntry, Records, TrainingState } from "../../engine/training-api.js";
import type { WholeEngine } from "../../experiments/experiment.js";
import { batches, inOneStep, layerExperiment } from "../../experiments/experiment.js";
import { indexed } from "../../indexed.js";
import type { LaneName } from "../../keys/training.js";
import { embeddingOf, type FlowSide, Growing } from "../flow/flow.js";
import { type LaneArguments, laneArguments } from "./lane.js";
import type { Setup } from "./request.js";

interface RoundRequest {
  readonly setup: Setup;
  readonly lane: LaneName;
  /** null: the start. */
  readonly state: TrainingState | null;
  /** 0: only looks at the model. */
  readonly steps: number;
  /** Whether the model is tested on dates that are never trained. */
  readonly test: boolean;
  /** The date that the model is asked to translate. */
  readonly date: string;
  /** Whether every box of the model is to be computed, for dates. */
  readonly boxes: boolean;
  /** Whether the hand-written gradient is first compared with finite differences. */
  readonly check: boolean;
}

/** What the model does with the typed date, or with a sequence. */
export interface TestLook {
  /** The steps that it has taken. */
  readonly step: number;
  /** The date that it was asked to translate. */
  readonly date: string;
  /** The answer of the model; "" for recall. */
  readonly answer: string;
  /**
   * The cross-attention of the last layer [10×length] for dates, the mean of its heads; the weights
   * [n×n] for recall, with each token of a sequence as the query.
   */
  readonly weights: Matrix;
  /**
   * The mean cosine of a query and its right key, and their mean score before any division, for
   * recall.
   */
  readonly alignment: { readonly cosine: number; readonly score: number } | null;
  /** Every box of the model; null where they were not asked for. */
  readonly side: FlowSide | null;
}

export type RaceRecords = Records & { readonly right?: Float64Array };

/** Some steps of a lane. */
export interface Round {
  readonly state: TrainingState;
  /** null where no step was taken. */
  readonly records: RaceRecords | null;
  readonly diverged: boolean;
  /** Milliseconds that the steps took. */
  readonly took: number;
  /** The worst relative error of the gradient; null where it was not checked. */
  readonly error: number | null;
  /** Share of exact answers. */
  readonly exact: number | null;
  /** null where the numbers of the model are no longer finite. */
  readonly look: TestLook | null;
  /** Where each parameter is in the list of all. */
  readonly layout: readonly DateEntry[];
}

/** How many dates a test has. */
export const TESTED_DATES = 200;

const matrixMean = (matrices: readonly Matrix<Float32Array>[]): Matrix => {
  const [{ rows, cols } = { rows: 0, cols: 0 }] = matrices;
  const mean = (i: number) =>
    matrices.reduce((sum, { data }) => sum + (data[i] ?? 0), 0) / matrices.length;
  return { rows, cols, data: Float64Array.from({ length: rows * cols }, (_, i) => mean(i)) };
};

/** The sequence that is shown of recall: one that is never trained. */
const SHOWN_STEP = 0;

/** What `compute` returns; null where numbers overflow, as before a step that diverges. */
export function unlessOverflow<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof EngineError && error.code === "domain") return null;
    throw error;
  }
}

/** What the model does, and its share of exact answers where it is tested. */
function measured(
  engine: WholeEngine,
  { setup, date, steps, boxes, test }: RoundRequest,
  lane: LaneArguments,
  { step, parameters }: TrainingState,
): { readonly look: TestLook; readonly exact: number | null } {
  const model = { ...lane, parameters };
  const look = { step, date, answer: "", alignment: null, side: null };
  if (setup.task === "recall") {
    const weights = matrixMean([engine.recallWeights({ ...model, step: SHOWN_STEP })]);
    const alignment = steps === 0 ? engine.recallAlignment(model) : null;
    return { look: { ...look, weights, alignment }, exact: null };
  }
  const written = engine.answerDate({ ...model, source: date });
  const side = boxes ? trainedBoxes(engine, model, date, written) : null;
  const exact = test ? engine.testDates({ ...model, count: TESTED_DATES }).exact : null;
  const { answer } = written;
  return { look: { ...look, answer, weights: matrixMean(written.weights), side }, exact };
}

/** Examples of the check: its many passes are in double precision. */
const CHECKED = 4;

function roundOf(engine: WholeEngine, request: RoundRequest): Round {
  const { setup, steps } = request;
  const lane = laneArguments(engine, setup, request.lane);
  const dates = setup.task === "dates";
  const state = request.state ?? (dates ? engine.startDates(lane) : engine.startRecall(lane));
  const options = { ...lane, steps, state };
  const began = performance.now();
  const train = () => (dates ? engine.trainDates(options) : engine.trainRecall(options));
  const trained = steps > 0 ? train() : { state, records: null, diverged: false };
  const took = performance.now() - began;
  const checked = { ...lane, batch: Math.min(lane.batch, CHECKED) };
  const check = () => (dates ? engine.checkDates(checked) : engine.checkRecall(checked)).error;
  const look = unlessOverflow(() => measured(engine, request, lane, trained.state));
  const { dim } = setup;
  return {
    ...trained,
    diverged: trained.diverged || look === null,
    took,
    error: request.check ? check() : null,
    exact: look?.exact ?? null,
    look: look?.look ?? null,
    layout: dates
      ? engine.dateLayout(lane).entries
      : ["wq", "wk"].map((name, i) => ({ name, from: i * dim * dim, rows: dim, cols: dim })),
  };
}

export const trainingRound = layerExperiment("training/round", [], inOneStep(roundOf));

// ---- what a trained model of dates computes, box by box; parameters are only sliced here: the
// engine computes ----

/** The start of every answer among the words of the decoder: U+0002, start of text. */
export const START_SIGN = "\u0002";

/** What all models of dates are, whatever their size. */
export const TRAINED = { norm: "post", activation: "relu", causal: "on" } as const;

/**
 * The characters in the order of the rows of the two embeddings. Row 0 of the first one is padding.
 */
const CHARACTERS = {
  sourceEmbedding: "\0 ,0123456789ADFJMNOSabceghilmnoprstuvy年月日",
  targetEmbedding: `0123456789-${START_SIGN}`,
} as const;

const double = ({ data, ...size }: Matrix32) => ({ ...size, data: Float64Array.from(data) });

/** @param answer what the model writes for the date `source` */
function trainedBoxes(
  engine: WholeEngine,
  model: LaneArguments & Pick<TrainingState, "parameters">,
  source: string,
  { answer, sourceInput, targetInput }: DateAnswer<Float32Array>,
): FlowSide {
  const { layers, heads, scale, parameters } = model;
  const { entries } = engine.dateLayout(model);
  const matrixOf = ({ from, rows, cols }: DateEntry): Matrix32 => ({
    rows,
    cols,
    data: parameters.subarray(from, from + rows * cols),
  });
  /**
   * The parameters of a layer as `encoder` and `decoder` take them: by their last names; matrices
   * of one row as lists.
   */
  const layer = (stack: "encoder" | "decoder", index: number) => {
    const layerEntries = entries.filter(({ name }) => name.startsWith(`${stack}.${index}.`));
    const named = layerEntries.map((entry) => {
      const matrix = matrixOf(entry);
      return [entry.name.split(".")[2], matrix.rows === 1 ? matrix.data : matrix];
    });
    return Object.fromEntries(named) as DecoderLayerParameters & EncoderLayerParameters;
  };
  /** The rows of the embedding matrix that belong to the characters. */
  const embedding = (
    alphabet: keyof typeof CHARACTERS,
    words: readonly string[],
    sum: Matrix32,
  ) => {
    const { rows, cols } = sum;
    const { data } = matrixOf(entries.find(({ name }) => name === alphabet) as DateEntry);
    const vectors = words.flatMap((word) => {
      const from = CHARACTERS[alphabet].indexOf(word) * cols;
      return [...data.subarray(from, from + cols)];
    });
    return embeddingOf(words, {
      vectors: { rows, cols, data: Float64Array.from(vectors) },
      positions: engine.positions({ rows, cols }),
      sum: double(sum),
    });
  };
  const read = [START_SIGN, ...answer].slice(0, targetInput.rows);
  const rows = { encoder: double(sourceInput), decoder: double(targetInput) };
  const side = new Growing(engine, { heads, layers, ...TRAINED }, 1 / scale, rows);
  for (const stack of ["encoder", "decoder"] as const) {
    for (let i = 0; i < layers; i += 1) side.add(stack, layer(stack, i));
  }
  return side.side(
    embedding("sourceEmbedding", [...source], sourceInput),
    embedding("targetEmbedding", read, targetInput),
  );
}

// ---- a trained head of recall among other numbers of keys than it was trained on ----

/** The numbers of keys, and the sequences of each. */
export const TEST_COUNTS: readonly number[] = [16, 64, 256, 1024, 4096];
const SEQUENCES = 32;
/** Numbers that are drawn between two reports: some dozen milliseconds. */
const NUMBERS_PER_REPORT = 2 ** 20;

type KeyTestRequest = Pick<RoundRequest, "setup" | "lane"> & { readonly parameters: Float32Array };

/**
 * The mean weight on the right key for each number of keys; nothing where the scores overflow.
 * "grown": with logits that are multiplied by ln n/ln n₀, n₀ the number of keys in training.
 */
export type KeyTestResult = Readonly<Record<"plain" | "grown", readonly number[]>>;

export const keyTest = layerExperiment<never, KeyTestResult, KeyTestRequest>(
  "training/keyTest",
  [],
  function* (engine, { setup, lane, parameters }) {
    const { dim, tokens } = setup;
    const model = { ...laneArguments(engine, setup, lane), parameters };
    const total = 2 * TEST_COUNTS.length * SEQUENCES;
    const plain = TEST_COUNTS.map(() => 0);
    const grown = TEST_COUNTS.map(() => 0);
    const factors = [[plain, undefined] as const, [grown, 1 / Math.log(tokens)] as const];
    let done = 0;
    for (const [index, n] of indexed(TEST_COUNTS)) {
      for (const [means, lengthFactor] of factors) {
        for (const { from, count } of batches(
          SEQUENCES,
          Math.ceil(NUMBERS_PER_REPORT / (n * dim)),
        )) {
          const head = { ...model, n, batch: count, from, lengthFactor };
          const weights = unlessOverflow(() => engine.testRecallKeys(head));
          if (weights === null) {
            yield { done: total, total, result: () => ({ plain: [], grown: [] }) };
            return;
          }
          means[index] = weights.reduce((sum, one) => sum + one / SEQUENCES, means[index] ?? 0);
          done += count;
          yield { done, total, result: () => (done < total ? null : { plain, grown }) };
        }
      }
    }
  },
);
