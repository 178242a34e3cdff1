/**
 * A figure in the Download menu, and the request that its numbers answer, written down when it is
 * made: the page's state may change.
 */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { FigureExport } from "../draw/figure-export.js";
import { same } from "../memo.js";
import type { NumberKey, PartName, State } from "../state/state.js";
import { cutsBetween, type Reading } from "../state/words.js";
import type { Rich } from "../text/rich.js";

/** How far a run had come when it gave the numbers of a figure. */
export interface FigureRun {
  readonly done: number;
  /** null for a run that has no end of its own. */
  readonly total: number | null;
  /** The unit of `done` and `total`, in the language of the page. */
  readonly unit: string;
  /** Whether the reader stopped it there. */
  readonly stopped: boolean;
}

/** The values of a key of the state that a figure goes through: powers of 2. */
export interface Powers {
  readonly key: NumberKey;
  /** What the key is called beside the title. */
  readonly name: string;
  /** The exponents of the first value and the last. */
  readonly from: number;
  readonly to: number;
  /** How many values there are from one power of 2 to the next. */
  readonly steps: number;
  /** The digits of a value after the point. */
  readonly digits: number;
}

/** The steps of a moving picture that do not follow a key of the state alone. */
export interface FigureSteps {
  readonly names: readonly string[];
  /** Shows one of them; null: what was shown before. */
  show(index: number | null): void;
  reached(index: number): boolean;
}

/**
 * All that a file says about a figure is made of these. None of them changes after the figure was
 * made.
 */
export interface Inputs {
  /** The state that recreates the numbers. */
  readonly state: State;
  /** The words of the sentence in the figure; none where it shows nothing of the sentence. */
  readonly words: readonly string[];
  /** The study of the part that gives the numbers, if one does. */
  readonly study?: string | undefined;
  /** Further studies of the part whose numbers it shows, by name. Their progress is not told. */
  readonly otherStudies?: readonly string[];
  /** The run that gave the numbers, if it was not complete. */
  readonly run?: FigureRun | undefined;
  /**
   * What a moving picture of the figure goes through; null: nothing. Absent: d, where it shows the
   * sentence.
   */
  readonly moves?: Powers | FigureSteps | null | undefined;
}

/**
 * `attention`: the request of the sentence's numbers, null where the figure has none.
 * `requestedState`: keys of the state as they stand in the experiment's request. The other keys are
 * the page's at this moment.
 */
export function inputsOf(
  page: { readonly state: State; readonly answers: { readonly reading: Reading } },
  attention: AttentionRequest | null,
  requestedState: Partial<State> = {},
  run?: FigureRun,
): Inputs {
  const state = { ...page.state, ...requestedState };
  // A request holds the words of the second sentence with spaces between them.
  if (requestedState.second !== undefined) {
    state.secondcuts = cutsBetween(requestedState.second.split(" "));
  }
  if (attention === null) return { state, words: [], run };
  const { words, dim, seed, projections, exponent, x } = attention;
  if (x !== null) return { state: { ...state, vectors: "example", x, exponent }, words, run };
  // The words of an earlier sentence become a sentence with spaces between them.
  const typed = same(words, page.answers.reading.words);
  const sentence = typed ? state.sentence : words.join(" ");
  const cuts = typed ? state.cuts : cutsBetween(words);
  const drawn = { sentence, cuts, dim, seed, vectors: "random", projections, exponent } as const;
  return { state: { ...state, ...drawn }, words, run };
}

/** The text of a part above its figures, as files quote it. */
export interface PartText {
  readonly heading: string;
  readonly text: readonly Rich[];
  /** The names of its formulas. */
  readonly formulas: readonly string[];
}

/**
 * A figure in the Download menu: its part of the page, its picture and tables, and the inputs they
 * were computed from.
 */
export interface Offered {
  readonly id: string;
  readonly part: PartName;
  readonly exported: FigureExport;
  readonly inputs: Inputs;
  readonly partText: PartText;
}
