/** Everything the reader can set, its limits, and its form in the URL fragment: #key=value&key=value. */
import type { EntryLaw } from "../engine/sampling-api.js";
import type { OutputLoss, Precision, RootPlace } from "../engine/saturation-api.js";

export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
/** The parts that tell why, in the order of the argument. */
export const REASONS = ["variance", "saturation", "jacobian", "gradient", "exponent"] as const;
export type Reason = (typeof REASONS)[number];
export const VIEWS = ["page", "matrices", ...REASONS] as const;
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
  "controls",
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
  ...REASONS,
] as const;
export type Anchor = (typeof ANCHORS)[number];

export const LAWS = ["normal", "uniform", "sign"] as const satisfies EntryLaw[];
/** Where the logits of the parts on softmax come from: x = (a, a, 2a, 4a), typed, or a row of the sentence. */
export const SOURCES = ["ladder", "typed", "word"] as const;
export type Source = (typeof SOURCES)[number];
export const LOSSES = ["squares", "sum", "target"] as const satisfies OutputLoss[];
/** What the map of exponents shows. */
export const MEASURES = ["change", "gradient", "entropy", "peak"] as const;
export type Measure = (typeof MEASURES)[number];
export const PRECISIONS = ["double", "float", "half", "bfloat16"] as const satisfies Precision[];
export const ACCUMULATIONS = ["same", "float"] as const;
export type Accumulation = (typeof ACCUMULATIONS)[number];
export const PLACES = ["scores", "queries", "keys", "both"] as const satisfies RootPlace[];

export const LIMITS = {
  dim: { least: 1, most: 1024 },
  seed: { least: 0, most: 2 ** 32 - 1 },
  exponent: { least: 0, most: 1 },
  /** Entries of the worked example: large enough to play, small enough that no product overflows. */
  entry: { least: -1000, most: 1000 },
  samples: { least: 2, most: 20000 },
  sampledim: { least: 1, most: 1024 },
  sampleseed: { least: 0, most: 2 ** 32 - 1 },
  sigma: { least: 0.1, most: 10 },
  a: { least: 0, most: 20 },
  /** Row of the sentence, from 1. */
  word: { least: 1, most: 64 },
  /** What the logits are multiplied by, and what is added to them. */
  factor: { least: 0, most: 64 },
  shift: { least: -100, most: 100 },
  logit: { least: -1000, most: 1000 },
  keys: { least: 2, most: 64 },
  draws: { least: 10, most: 20000 },
  drawseed: { least: 0, most: 2 ** 32 - 1 },
  target: { least: 1, most: 64 },
  size: { least: 0.001, most: 1000 },
} as const;

/** How many logits, or entries of an upstream gradient, can be typed. */
export const LIST = { least: 2, most: 16 } as const;

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

  // ---- variance: the sampling experiment ----
  readonly samples: number;
  readonly sampledim: number;
  readonly sampleseed: number;
  readonly sigma: number;
  readonly law: EntryLaw;

  // ---- saturation and jacobian: one row of logits ----
  readonly source: Source;
  readonly a: number;
  readonly logits: readonly number[];
  readonly word: number;
  readonly factor: number;
  readonly shift: number;
  /** The upstream gradient g; entries that are not given count as 0. */
  readonly upstream: readonly number[];

  // ---- gradient and exponent: many draws ----
  readonly keys: number;
  readonly draws: number;
  readonly drawseed: number;
  readonly loss: OutputLoss;
  readonly target: number;
  readonly measure: Measure;

  // ---- exponent: where the root goes ----
  readonly precision: Precision;
  readonly accumulate: Accumulation;
  readonly place: RootPlace;
  readonly size: number;
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
  samples: 10000,
  sampledim: 100,
  sampleseed: 0,
  sigma: 1,
  law: "normal",
  source: "ladder",
  a: 1,
  logits: [2, 1, 0, -1],
  word: 1,
  factor: 1,
  shift: 0,
  upstream: [1, -1, 1, -1],
  keys: 3,
  draws: 2000,
  drawseed: 0,
  loss: "squares",
  target: 1,
  measure: "change",
  precision: "half",
  accumulate: "same",
  place: "scores",
  size: 96,
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

/** Numbers separated by commas, spaces or semicolons, LIST of them. */
export function readList(
  text: string,
  limits: { least: number; most: number },
  fewest: number = LIST.least,
): readonly number[] | undefined {
  const entries = text
    .split(/[\s,;，；、]+/)
    .filter((entry) => entry !== "")
    .map((entry) => readNumber(entry.replace("−", "-"), limits));
  const fits = entries.length >= fewest && entries.length <= LIST.most;
  return fits && !entries.includes(undefined) ? (entries as number[]) : undefined;
}

const whole =
  (key: keyof typeof LIMITS): Reader<number> =>
  (text) =>
    readWhole(text, LIMITS[key]);
const decimal =
  (key: keyof typeof LIMITS): Reader<number> =>
  (text) =>
    readNumber(text, LIMITS[key]);

const READERS: { readonly [K in keyof State]: Reader<State[K]> } = {
  // A text field shows no line breaks: without this a word break would be unseen.
  sentence: (text) => text.replace(/[\r\n]+/g, " "),
  dim: whole("dim"),
  seed: whole("seed"),
  vectors: oneOf(WORD_VECTORS),
  projections: oneOf(PROJECTIONS),
  x: readX,
  exponent: decimal("exponent"),
  view: oneOf(VIEWS),
  lang: oneOf(LANGUAGES),
  theme: oneOf(THEMES),
  hide: readHide,
  cell: readCell,
  at: oneOf(ANCHORS),
  samples: whole("samples"),
  sampledim: whole("sampledim"),
  sampleseed: whole("sampleseed"),
  sigma: decimal("sigma"),
  law: oneOf(LAWS),
  source: oneOf(SOURCES),
  a: decimal("a"),
  logits: (text) => readList(text, LIMITS.logit),
  word: whole("word"),
  factor: decimal("factor"),
  shift: decimal("shift"),
  upstream: (text) => readList(text, LIMITS.logit, 1),
  keys: whole("keys"),
  draws: whole("draws"),
  drawseed: whole("drawseed"),
  loss: oneOf(LOSSES),
  target: whole("target"),
  measure: oneOf(MEASURES),
  precision: oneOf(PRECISIONS),
  accumulate: oneOf(ACCUMULATIONS),
  place: oneOf(PLACES),
  size: decimal("size"),
};

/** Keys that hold one number. */
export type NumberKey = {
  [K in keyof State]: State[K] extends number ? K : never;
}[keyof State];

export const KEYS = Object.keys(READERS) as (keyof State)[];

const isKey = (key: string): key is keyof State => Object.hasOwn(READERS, key);

/** How each value is written; what equals the start is left out of the fragment. */
function write(key: keyof State, state: State): string {
  switch (key) {
    case "x":
      return state.x.map((row) => row.join(",")).join(";");
    case "hide":
      return [...state.hide].join(",");
    case "logits":
    case "upstream":
      return state[key].join(",");
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
