/** Everything the reader can set, its limits, and its form in the URL fragment: #key=value&key=value. */

export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const VIEWS = ["page", "matrices"] as const;
export type View = (typeof VIEWS)[number];
export const WORD_VECTORS = ["random", "example"] as const;
export type WordVectors = (typeof WORD_VECTORS)[number];
export const PROJECTIONS = ["random", "identity"] as const;
export type Projections = (typeof PROJECTIONS)[number];
export const PARTS = [
  "header",
  "footer",
  "text",
  "sentence",
  "dim",
  "seed",
  "vectors",
  "projections",
  "exponent",
  "share",
  "download",
] as const;
export type Part = (typeof PARTS)[number];
export const ANCHORS = [
  "matrices",
  "vectors",
  "scores",
  "softmax",
  "output",
  "why",
  "numbers",
] as const;
export type Anchor = (typeof ANCHORS)[number];

export const LIMITS = {
  dim: { least: 1, most: 1024 },
  seed: { least: 0, most: 2 ** 32 - 1 },
  exponent: { least: 0, most: 1 },
  /** Entries of the worked example: large enough to play, small enough that no product overflows. */
  entry: { least: -1000, most: 1000 },
} as const;

/** The worked example: a row for each of I, am, good. */
export const EXAMPLE_WORDS = ["I", "am", "good"] as const;
export const EXAMPLE_X: readonly (readonly number[])[] = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];

/** A cell of the attention matrices that the reader has locked. */
export interface Cell {
  readonly row: number;
  readonly col: number;
}

export interface State {
  readonly sentence: string;
  readonly dim: number;
  readonly seed: number;
  readonly vectors: WordVectors;
  readonly projections: Projections;
  readonly x: readonly (readonly number[])[];
  readonly exponent: number;
  readonly view: View;
  /** null: the browser's. */
  readonly lang: Language | null;
  readonly theme: Theme;
  readonly hide: ReadonlySet<Part>;
  readonly cell: Cell | null;
  /** The section to scroll to. */
  readonly at: Anchor | null;
}

export const START: State = {
  sentence: "I am good",
  dim: 64,
  seed: 13,
  vectors: "random",
  projections: "random",
  x: EXAMPLE_X,
  exponent: 0.5,
  view: "page",
  lang: null,
  theme: "auto",
  hide: new Set(),
  cell: null,
  at: null,
};

/** A key or value that was not understood. The page says so and goes on without it. */
export interface Junk {
  readonly key: string;
  readonly value: string;
  /** Whether the key is one of ours, so that only its value was wrong. */
  readonly known: boolean;
}

type Reader<T> = (text: string) => T | undefined;

/** A plain decimal number within limits. Not Number(): "" and " 0x10 " are no numbers to a reader. */
export function readNumber(
  text: string,
  limits: { least: number; most: number },
): number | undefined {
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return undefined;
  // "-0" is 0.
  const value = Number(text) + 0;
  return value >= limits.least && value <= limits.most ? value : undefined;
}

export function readWhole(
  text: string,
  limits: { least: number; most: number },
): number | undefined {
  const value = readNumber(text, limits);
  return Number.isInteger(value) ? value : undefined;
}

const oneOf =
  <T extends string>(allowed: readonly T[]): Reader<T> =>
  (text) =>
    allowed.find((word) => word === text);

function readX(text: string): readonly (readonly number[])[] | undefined {
  const rows = text
    .split(";")
    .map((row) => row.split(",").map((entry) => readNumber(entry, LIMITS.entry)));
  const fits =
    rows.length === EXAMPLE_X.length && rows.every((row) => row.length === EXAMPLE_X[0]?.length);
  if (!fits || rows.flat().includes(undefined)) return undefined;
  return rows as number[][];
}

function readHide(text: string): ReadonlySet<Part> | undefined {
  const words = text.split(",").filter((word) => word !== "");
  const parts = words.map(oneOf(PARTS));
  return parts.includes(undefined) ? undefined : new Set(parts as Part[]);
}

function readCell(text: string): Cell | undefined {
  const [row, col, ...more] = text
    .split(",")
    .map((part) => readWhole(part, { least: 0, most: 63 }));
  return row === undefined || col === undefined || more.length > 0 ? undefined : { row, col };
}

const READERS: { readonly [K in keyof State]: Reader<State[K]> } = {
  // A text field shows no line breaks: without this a word break would be unseen.
  sentence: (text) => text.replace(/[\r\n]+/g, " "),
  dim: (text) => readWhole(text, LIMITS.dim),
  seed: (text) => readWhole(text, LIMITS.seed),
  vectors: oneOf(WORD_VECTORS),
  projections: oneOf(PROJECTIONS),
  x: readX,
  exponent: (text) => readNumber(text, LIMITS.exponent),
  view: oneOf(VIEWS),
  lang: oneOf(LANGUAGES),
  theme: oneOf(THEMES),
  hide: readHide,
  cell: readCell,
  at: oneOf(ANCHORS),
};

export const KEYS = Object.keys(READERS) as (keyof State)[];

const isKey = (key: string): key is keyof State => Object.hasOwn(READERS, key);

/** How each value is written; what equals the start is left out of the fragment. */
function write(key: keyof State, state: State): string {
  switch (key) {
    case "x":
      return state.x.map((row) => row.join(",")).join(";");
    case "hide":
      return [...state.hide].join(",");
    case "cell":
      return state.cell === null ? "" : `${state.cell.row},${state.cell.col}`;
    default:
      return state[key] === null ? "" : String(state[key]);
  }
}

/** Reads one value, as an attribute or a fragment gives it; undefined where it is not allowed. */
export function readValue<K extends keyof State>(key: K, text: string): State[K] | undefined {
  return READERS[key](text);
}

/** The longest piece of junk that is repeated to the reader. */
const SHOWN_JUNK = 40;

function shorten(text: string): string {
  // In whole characters: half of an emoji is no text.
  const start = [...text.slice(0, 2 * SHOWN_JUNK)].slice(0, SHOWN_JUNK).join("");
  return text.length > start.length ? `${start}…` : text;
}

/** Reads a fragment, with or without its "#". Of a key given twice the last counts. Never throws. */
export function readFragment(fragment: string): { state: State; junk: Junk[] } {
  const junk: Junk[] = [];
  const read: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    // "#why" alone names a section, as anchors do.
    const anchor = value === "" ? oneOf(ANCHORS)(key) : undefined;
    const result = anchor ?? (isKey(key) ? READERS[key](value) : undefined);
    if (result === undefined) {
      junk.push({ key: shorten(key), value: shorten(value), known: isKey(key) });
    } else {
      read[anchor === undefined ? key : "at"] = result;
    }
  }
  return { state: { ...START, ...read }, junk };
}

/** The shortest fragment that recreates a state, without "#"; empty for the start. */
export function writeFragment(state: State): string {
  const params = new URLSearchParams();
  for (const key of KEYS) {
    const value = write(key, state);
    if (value !== write(key, START)) params.set(key, value);
  }
  return params.toString();
}
