/**
 * Factories of the state's keys. A key holds its start, its limits, and how a value is read from
 * text and written.
 */

export type Limits = Readonly<{ least: number; most: number }>;

/** What decides whether a value fits a sentence. */
export interface Sentence {
  readonly dim: number;
  readonly words: readonly string[];
}

export interface Key<T> {
  readonly start: T;
  /** Limits of every number in the value. */
  readonly limits?: Limits;
  /** Whether that number is a whole one. */
  readonly whole?: boolean;
  /** How many numbers the value may hold. */
  readonly count?: Limits;
  /** Whether a text may have several lines. */
  readonly lines?: true;
  /** The form of a text, and whether it is a list of lengths. */
  readonly pattern?: RegExp;
  readonly lengths?: boolean;
  /** The words that are allowed. */
  readonly words?: readonly string[];
  /** Whether the number is that of a word, from 1. */
  readonly ofWord?: true;
  /**
   * The value that a request about a sentence has in place of the reader's. Absent: the reader's
   * own.
   */
  fitting?(value: T, sentence: Sentence): T;
  /** The value that an attribute or a fragment gives; undefined where it is not allowed. */
  read(text: string): T | undefined;
  write(value: T): string;
}

const within = (value: number, { least, most }: Limits) => value >= least && value <= most;

/**
 * A plain decimal number within limits, if asked a whole one. `Number(text)` would also accept ""
 * and " 0x10 ".
 */
export function readNumber(text: string, limits: Limits, whole?: boolean): number | undefined {
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return undefined;
  // "-0" is 0.
  const value = Number(text) + 0;
  return within(value, limits) && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** The entries, or undefined where one of them was not understood. */
const allDefined = <T>(entries: readonly (T | undefined)[]): readonly T[] | undefined =>
  entries.includes(undefined) ? undefined : (entries as readonly T[]);

/**
 * Any text on one line. A text field shows no line breaks: one between two words would join them
 * unseen.
 */
export const text = (start: string): Key<string> => ({
  start,
  read: (text) => text.replace(/[\r\n]+/g, " "),
  write: String,
});

/**
 * Any text, with its line breaks, each of one sign whichever the link or the page around writes.
 */
export const lineText = (start: string): Key<string> => ({
  start,
  lines: true,
  read: (text) => text.replace(/\r\n?/g, "\n"),
  write: String,
});

/** A text of one form. */
export const formed = (pattern: RegExp): Key<string> => ({
  start: "",
  pattern,
  read: (text) => (pattern.test(text) ? text : undefined),
  write: String,
});

/** The lengths of words, with points between: see Reading in words.ts. */
export const cuts = (): Key<string> => {
  const key = formed(/^(?:[1-9]\d*(?:\.[1-9]\d*)*)?$/);
  return Object.assign(key, { lengths: true });
};

const number = (whole: boolean) => (start: number, least: number, most: number) => {
  const limits = { least, most };
  const read = (text: string) => readNumber(text, limits, whole);
  return { start, limits, whole, read, write: String };
};

/** A whole number from `least` to `most`. */
export const whole = number(true);

/** Any number from `least` to `most`. */
export const decimal = number(false);

/** The largest number of heads up to `heads` that divides d_model. */
export function fittingHeads(dim: number, heads: number): number {
  let fitting = heads;
  while (dim % fitting !== 0) fitting -= 1;
  return fitting;
}

/** A number of heads, up to 16. A request has as many of them as divide d. */
export const headCount = (start: number) => ({
  ...whole(start, 1, 16),
  fitting: (heads: number, { dim }: Sentence) => fittingHeads(dim, heads),
});

/** A word by its number from 1, of any text of the page. */
export const wordNumber = (start: number, most: number) => ({
  ...whole(start, 1, most),
  ofWord: true as const,
});

/** A word of the sentence by its number from 1. A request has the last one where it is shorter. */
export const sentenceWord = (start: number) => ({
  ...wordNumber(start, 64),
  fitting: (word: number, { words }: Sentence) => Math.min(word, words.length),
});

/**
 * One of a few words; null, written as no text and read from it, where none is given at the start.
 */
export const oneOf = <const W extends string, S extends W | null>(
  start: S,
  words: readonly W[],
) => ({
  start: start as W | Extract<S, null>,
  words,
  read(text: string): W | Extract<S, null> | undefined {
    if (start === null && text === "") return null as Extract<S, null>;
    return words.find((word) => word === text);
  },
  write: (value: W | S) => value ?? "",
});

/** Any number of a few words, separated by commas. */
export const someOf = <const W extends string>(words: readonly W[], start?: readonly W[]) => ({
  start: new Set(start) as ReadonlySet<W>,
  words,
  read(text: string): ReadonlySet<W> | undefined {
    const found = text.split(",").filter(Boolean) as W[];
    return found.every((word) => words.includes(word)) ? new Set(found) : undefined;
  },
  write: (value: ReadonlySet<W>) => [...value].join(),
});

/** A list of `fewest` to 16 numbers, separated by commas, spaces or semicolons. */
export const numbers = (start: readonly number[], limits: Limits, fewest: number) => {
  const count = { least: fewest, most: 16 };
  return {
    start,
    limits,
    count,
    read(text: string) {
      const entries = text
        .split(/[\s,;，；、]+/)
        .filter(Boolean)
        .map((entry) => readNumber(entry.replace("−", "-"), limits));
      return within(entries.length, count) ? allDefined(entries) : undefined;
    },
    write: String,
  };
};

type Rows = readonly (readonly number[])[];
const shapeOf = (matrix: Rows) => matrix.map(({ length }) => length).join();

/** A matrix of the start's shape: rows separated by semicolons, numbers by commas. */
export const rows = (start: Rows, limits: Limits): Key<Rows> => ({
  start,
  limits,
  read(text) {
    const entries = (line: string) =>
      allDefined(line.split(",").map((entry) => readNumber(entry, limits)));
    const found = allDefined(text.split(";").map(entries));
    return found && shapeOf(found) === shapeOf(start) ? found : undefined;
  },
  write: (value) => value.join(";"),
});

/** A cell of the attention matrices, counted from 0. */
export type Cell = Readonly<{ row: number; col: number }>;

/** `row,column` of a cell; none, written as no text, at the start. */
export const cell = (most: number): Key<Cell | null> => {
  const limits = { least: 0, most };
  return {
    start: null,
    limits,
    read(text) {
      if (text === "") return null;
      const found = allDefined(text.split(",").map((index) => readNumber(index, limits, true)));
      const [row = 0, col = 0] = found ?? [];
      return found?.length === 2 ? { row, col } : undefined;
    },
    write: (value) => (value ? `${value.row},${value.col}` : ""),
  };
};
