/** What the page asks of the trained model, which runs in a worker of its own. */
import type { HeadNumbers, ModelSizes } from "../engine/language.js";

/**
 * The exponent holds in this layer, or in this head of it, alone; the other heads divide by √d_k.
 */
export type Only = { readonly layer: number; readonly head?: number } | undefined;

/** How a lane's scores are divided. */
export interface LaneSettings {
  /** Scores are divided by d_k^exponent. */
  readonly exponent: number;
  readonly only?: Only;
  /**
   * What W^Q makes is divided by √d_k in every layer; with the exponent 0 nothing else is divided.
   */
  readonly insideWeights?: boolean | undefined;
}

/**
 * A token that may come next. Bytes that are no text on their own are written as numbers, as in ⟨E4
 * B8⟩.
 */
export interface Rival {
  readonly text: string;
  /** That of the model, at temperature 1. */
  readonly probability: number;
  /** The chance with which it is drawn; absent where tokens are not drawn. */
  readonly chance?: number;
}

export interface AnswerRequest {
  readonly prompt: string;
  readonly lanes: readonly [LaneSettings, LaneSettings];
  /** 0: the likeliest token. */
  readonly temperature: number;
  /** Only so many of the likeliest tokens are drawn; absent or 0: all. */
  readonly topK?: number;
  /** Only the fewest likeliest tokens of at least this probability are drawn; absent or 1: all. */
  readonly topP?: number;
  /** A whole number below 2³²; both lanes draw with it. */
  readonly seed: number;
}

/** One token of one lane. */
export interface AnswerStep {
  readonly lane: 0 | 1;
  readonly token: number;
  /** Its text, as that of a rival. The last token of an answer that has ended is <|im_end|>. */
  readonly text: string;
  /**
   * The whole answer so far, without special tokens and without an incomplete letter at its end.
   */
  readonly answer: string;
  /** The five likeliest tokens at this place, the taken one maybe among them. */
  readonly rivals: readonly Rival[];
}

/**
 * Why an answer has ended: at the stop token, at the last position, or by stop() and whatever else
 * restarts the model.
 */
export type Ended = "end" | "full" | "stopped";

/** Attention of every head of a lane on the T tokens that it has read. */
export interface LaneHeads extends HeadNumbers {
  /** Special ones as <|im_start|>, others as those of rivals. */
  readonly tokens: readonly string[];
  /**
   * [layers·heads·s·s], s = ⌈T/b⌉ ≤ THUMBNAIL: the largest weight of each block of b×b, 255 for 1.
   */
  readonly thumbnails: Uint8Array;
  /** The weights of the heads that were asked for, each [T·T]. */
  readonly weights: ReadonlyMap<number, Float32Array>;
}

export type CurvePoint = Readonly<{ exponent: number; perplexity: number }>;

/**
 * A text, read plain after the start token; or questions with answers, whose tokens alone count.
 */
export type CurveText =
  | { readonly text: string }
  | { readonly pairs: readonly { readonly question: string; readonly answer: string }[] };

/** Told of what has come; several at a time where the listener is slower. */
export type Tell<T> = (reported: readonly T[]) => unknown;

/** dist/model/model.json. */
export interface ModelIndex extends ModelSizes {
  /** The bytes of the weights; those behind them, up to `bytes`, are the table of tokens. */
  readonly weights: number;
  readonly bytes: number;
  readonly pieces: readonly {
    readonly file: string;
    readonly bytes: number;
    /** SHA-256, in hexadecimals. */
    readonly hash: string;
  }[];
}

/** Why a text is not read. */
export type TextProblem =
  | { readonly kind: "empty" }
  | { readonly kind: "long"; readonly tokens: number; readonly limit: number };

/** The last answer: of the model, or one that is recorded. An answer that comes grows. */
export interface Conversation {
  /** Whether it is one of those recorded with this engine. */
  readonly recorded: boolean;
  readonly request: AnswerRequest;
  /** The steps of each lane. */
  readonly steps: readonly [AnswerStep[], AnswerStep[]];
  /** Why each lane has ended; undefined while it goes on. */
  ended: readonly [Ended | undefined, Ended | undefined];
}

export interface PerplexityCurve {
  readonly recorded: boolean;
  readonly points: readonly CurvePoint[];
  readonly running: boolean;
  readonly only: Only;
  /** Why a text was not measured after it; absent where none was refused. */
  readonly problem?: TextProblem;
}
