/** What the numbers of a figure were computed from. It may be older than the state of the page, whose answer is on its way. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { Reading } from "../attention/words.js";
import type { State } from "../state/state.js";

/** How far a run had come when it gave the numbers of a figure. */
export interface Run {
  readonly done: number;
  readonly total: number;
  /** What is counted, in the language of the page. */
  readonly what: string;
  /** Whether it went no further than that. */
  readonly stopped: boolean;
}

export interface Inputs {
  /** The page's state when the figure was made, with the keys of the experiments' requests as these had them. */
  readonly state: State;
  /** What was read from the sentence of that state. */
  readonly reading: Reading;
  /** What the numbers of the sentence answer; null where the figure holds none. */
  readonly attention: AttentionRequest | null;
  /** Of the experiment whose result the figure holds, unless it holds all of it. */
  readonly run?: Run | undefined;
}

/** The state that recreates the numbers, and the words of the sentence they are of, if of any. */
export function subjectOf({ state, reading, attention }: Inputs): {
  readonly state: State;
  readonly words: readonly string[];
} {
  if (attention === null) return { state, words: [] };
  const { words, dim, seed, projections, exponent, x } = attention;
  if (x !== null) return { state: { ...state, vectors: "example", x, exponent }, words };
  // The words of an older sentence, or of the last one that could be read, are a sentence with spaces between them.
  const { words: read } = reading;
  const same = words.length === read.length && words.every((word, i) => word === read[i]);
  const sentence = same ? state.sentence : words.join(" ");
  const vectors = "random";
  return { state: { ...state, sentence, dim, seed, vectors, projections, exponent }, words };
}
