/** What the page asks of the trained model, which runs in a worker of its own. */
import type { HeadNumbers, ModelSizes } from "../engine/language.js";

/** How a lane's scores are divided. */
export interface LaneSettings {
  /** Scores are divided by d_k^exponent. */
  readonly exponent: number;
  /** The exponent holds in this layer, or in this head of it, alone; the other heads divide by √d_k. */
  readonly only?: { readonly layer: number; readonly head?: number } | undefined;
  /** What W^Q makes is divided by √d_k in every layer; with the exponent 0 nothing else is divided. */
  readonly insideWeights?: boolean | undefined;
}

/** A token that may come next. Bytes that are no text on their own are written as numbers, as in ⟨E4 B8⟩. */
export interface Rival {
  readonly text: string;
  readonly probability: number;
}

export interface AnswerRequest {
  readonly prompt: string;
  readonly lanes: readonly [LaneSettings, LaneSettings];
  /** 0: the likeliest token. */
  readonly temperature: number;
  /** A whole number below 2³²; both lanes draw with it. */
  readonly seed: number;
}

/** One token of one lane. */
export interface AnswerStep {
  readonly lane: 0 | 1;
  readonly token: number;
  /** As that of a rival. The last token of an answer that has ended is <|im_end|>. */
  readonly text: string;
  /** The whole answer so far, without special tokens and without an incomplete letter at its end. */
  readonly answer: string;
  /** The five likeliest tokens at this place, the taken one maybe among them. */
  readonly rivals: readonly Rival[];
}

/** By the stop token, by the last of the positions, or by stop() and whatever else has the model begin anew. */
export type Ended = "end" | "full" | "stopped";

/** Attention of every head of a lane on the T tokens that it has read. */
export interface LaneHeads extends HeadNumbers {
  /** Special ones as <|im_start|>, others as those of rivals. */
  readonly tokens: readonly string[];
  /** [layers·heads·s·s], s = ⌈T/b⌉ ≤ THUMBNAIL: the largest weight of each block of b×b, 255 for 1. */
  readonly thumbnails: Uint8Array;
  /** Of the heads that were asked for, each [T·T]. */
  readonly weights: ReadonlyMap<number, Float32Array>;
}

export interface CurvePoint {
  readonly exponent: number;
  readonly perplexity: number;
}

/** A text, read plain after the start token; or questions with answers, whose tokens alone count. */
export type CurveText =
  | { readonly text: string }
  | { readonly pairs: readonly { readonly question: string; readonly answer: string }[] };

/** Told of what has come; several at a time where the listener is slower. */
export type Tell<T> = (reported: readonly T[]) => unknown;

/** dist/model/model.json. */
export interface ModelIndex extends ModelSizes {
  /** Of the data: the weights, and the tokens behind them. */
  readonly weights: number;
  readonly bytes: number;
  readonly pieces: readonly {
    readonly file: string;
    readonly bytes: number;
    /** SHA-256, in hexadecimals. */
    readonly hash: string;
  }[];
}
