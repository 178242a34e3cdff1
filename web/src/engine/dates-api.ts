/**
 * The engine's calls about dates: a small Transformer of characters that learns to write `20 Nov 2026`, `November 20, 2026`,
 * `Nov 20 2026` and `2026年11月20日` as `2026-11-20`. Post-norm, ReLU, no biases in the attentions; sinusoidal positions.
 */
import type { Scored, Start, Steps, Trained, TrainingState } from "./training-api.js";
import type { Floats, Matrix } from "./types.js";

export interface DateModel {
  /** d, 16 to 256, a multiple of `heads`. */
  readonly dim: number;
  /** Of the encoder and of the decoder. Default 1. */
  readonly layers?: 1 | 2 | undefined;
  /** Default 1. */
  readonly heads?: number | undefined;
  /** The width of the feed-forward networks, 1 to 2048. Default 4·d. */
  readonly hidden?: number | undefined;
}

/** A parameter in the list of all: a matrix by rows, or a list as one row. */
export interface DateEntry {
  /** `sourceEmbedding`, `targetEmbedding`, `encoder.0.wq` …, `decoder.0.cq` …, `output.weight`, `output.bias`. */
  readonly name: string;
  /** Its first number. */
  readonly from: number;
  readonly rows: number;
  readonly cols: number;
}

export interface DateLayout {
  readonly size: number;
  readonly entries: readonly DateEntry[];
}

export interface DateStart extends DateModel, Start {}

/** 1 to 10,000 steps. */
export interface DateTraining<T extends Floats = Float32Array> extends DateModel, Steps<T> {
  /** Of the examples. */
  readonly seed: number;
  /** Examples of a step, 1 to 512. */
  readonly batch: number;
}

/** A trained model. */
export interface TrainedDates<T extends Floats = Float32Array> extends DateModel, Scored {
  readonly parameters: T;
}

export interface DateAnswer<T extends Floats = Float32Array> {
  readonly answer: string;
  /** What the answer should be. */
  readonly right: string;
  /** The cross-attention of each head of the last layer: a row for each written character, a column for each one read. */
  readonly weights: readonly Matrix<T>[];
  /** Mean entropy of these rows, in nats. */
  readonly entropy: number;
  /** Embeddings and positions of the characters of the source, as `encoder` takes them. */
  readonly sourceInput: Matrix<T>;
  /** Those of the start and of the first nine characters of the answer, as `decoder` takes them. */
  readonly targetInput: Matrix<T>;
}

export interface DateCalls {
  /** Where each parameter is in the list of all. */
  dateLayout(model: DateModel): DateLayout;

  /**
   * The parameters as training begins, drawn from `RandomState(seed)` in the order of the layout: embeddings from N(0, 1), then the
   * matrices; biases are 0, γ is 1, β is 0. No moments, step 0.
   */
  startDates(start: DateStart & { readonly dtype?: "float32" }): TrainingState<Float32Array>;
  startDates(start: DateStart & { readonly dtype: "float64" }): TrainingState<Float64Array>;

  /**
   * The state after up to `steps` more steps. Step s = 1, 2, … reads `dateExamples({ seed, step: s, count: batch })`, so the digits do not
   * depend on how the steps are divided among calls. Queries and weights of the records are those of the last cross-attention.
   */
  trainDates<T extends Floats>(training: DateTraining<T>): Trained<T>;

  /**
   * On `dateExamples({ seed, step: 0, count })`: the share of answers of which every character is right, and the loss. `count` is 1 to
   * 10,000.
   */
  testDates<T extends Floats>(
    test: TrainedDates<T> & { readonly seed: number; readonly count: number },
  ): { readonly exact: number; readonly loss: number };

  /**
   * What the model writes, character by character. Throws `"domain"` where `source` is not a day of 1950 to 2049 in one of the four
   * formats.
   */
  answerDate<T extends Floats>(
    question: TrainedDates<T> & { readonly source: string },
  ): DateAnswer<T>;

  /**
   * Made-up examples from `RandomState([seed, step])`: two uniform draws each, the day number ⌊36525·u⌋ from 1 January 1950 on, and
   * the number ⌊4·u⌋ of the format.
   */
  dateExamples(of: { readonly seed: number; readonly step: number; readonly count: number }): {
    readonly sources: readonly string[];
    readonly targets: readonly string[];
  };

  /**
   * The worst relative error, over all parameters of the layout, of the gradient at the start against central differences, in double
   * precision, on `batch` examples.
   */
  checkDates(check: DateStart & Scored & { readonly batch: number }): {
    readonly error: number;
  };
}
