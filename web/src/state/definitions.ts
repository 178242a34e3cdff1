/**
 * All keys of the state: those of the whole page, then those of the parts in the order of the page.
 */
import { PARTS } from "../keys/index.js";
import { cell, cuts, decimal, formed, oneOf, rows, someOf, text, whole } from "../keys/key.js";
import { CHAPTERS } from "../keys/part.js";
import { LANGUAGES } from "./language.js";

export type PartName = (typeof PARTS)[number]["name"];
/** A part whose section is loaded after the first screen, which draws `matrices` itself. */
export type LaterPart = Exclude<PartName, "matrices">;

type Fold = (typeof PARTS)[number]["folds"][number];

const names: readonly PartName[] = PARTS.map(({ name }) => name);
export const LATER_PARTS = names.filter((name): name is LaterPart => name !== "matrices");

/** The worked example: a row for each of I, am, good. */
export const EXAMPLE_WORDS = ["I", "am", "good"] as const;

/** Keys of the sentence: every part's figures depend on them. */
export const sentenceKeys = {
  sentence: text("I am good"),
  /** Where a dictionary has divided the sentence; none where it has not: see words.ts. */
  cuts: cuts(),
  dim: whole(64, 1, 1024),
  seed: whole(13, 0, 2 ** 32 - 1),
  vectors: oneOf("random", ["random", "example"]),
  projections: oneOf("random", ["random", "identity"]),
  /** Word vectors of the worked example. No product of numbers within the limits overflows. */
  x: rows(
    [
      [1, 3, 2],
      [1, 1, 3],
      [1, 2, 1],
    ],
    { least: -1000, most: 1000 },
  ),
  exponent: decimal(0.5, 0, 1),
};

/** The settings at the top of the page, each for the key of its name. */
export const SETTINGS = ["sentence", "dim", "seed", "vectors", "projections", "exponent"] as const;

/** A part, and the reader's answer to its question: see questions/guesses.ts. */
const answer = `(?:${names.join("|")})-[0-9a-z]{1,16}`;

/** Keys of the whole page. A part has none of their names. */
export const pageKeys = {
  ...sentenceKeys,
  /** A chapter, or a part alone. */
  view: oneOf("page", [...CHAPTERS.map(({ view }) => view), ...names]),
  /** The id of one figure, which is shown alone in place of the view; none. */
  figure: text(""),
  /** null: the browser's. */
  lang: oneOf(null, LANGUAGES),
  /** "host": as the page around the element or the frame; "auto" where there is none. */
  theme: oneOf("auto", ["auto", "light", "dark", "host"]),
  hide: someOf([
    "header",
    "footer",
    "text",
    ...SETTINGS,
    "share",
    "download",
    "controls",
    "contents",
    "bar",
  ]),
  /** The cell that the reader has locked. */
  cell: cell(63),
  /** The folds that are open. */
  open: someOf(PARTS.flatMap(({ folds }) => folds as readonly Fold[])),
  /** Whether the parts ask the reader questions; null: as the page is opened. */
  asked: oneOf(null, ["on", "off"]),
  /** The answers given, each of its part. */
  guess: formed(new RegExp(`^(?:${answer}(?:\\.${answer})*)?$`)),
  /** Whether the figure fills the screen, as for a projector. */
  present: oneOf("off", ["off", "on"]),
  /** Whether five screens for three minutes stand in place of the first chapter: see path/index.ts. */
  path: oneOf("off", ["off", "short"]),
  /** The item of the lessons whose slide the screen shows. */
  lesson: oneOf(null, [
    "matrices",
    "variance",
    "saturation",
    "jacobian",
    "gradient",
    "exponent",
    "steps",
    "many",
    "cross",
    "widths",
    "flow",
    "depth",
    "race",
    "rates",
    "grid",
    "talk",
    "inside",
    "perplexity",
    "atlas",
    "card",
    "libraries",
    "mistake",
    "yours",
    "memory",
  ]),
  /** The answers picked on the slides of a lesson: see lessons/picked.ts. Without any nothing is to pick. */
  picked: formed(/^(?:none|[a-z]+-\d(?:\.[a-z]+-\d)*)?$/),
  /** Whether the lessons show their answers. */
  solutions: oneOf("off", ["off", "on"]),
  /** The section to scroll to. */
  at: oneOf(null, ["vectors", "scores", "softmax", "output", "why", "numbers", ...names]),
};

type PartKeys = (typeof PARTS)[number]["keys"];
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer A,
) => void
  ? A
  : never;
type Keys = typeof pageKeys & Intersection<PartKeys>;

export type Values = { [K in keyof Keys]: Keys[K]["start"] };

export const DEFINITIONS: Keys = Object.assign({}, pageKeys, ...PARTS.map(({ keys }) => keys));
