import type { Finding } from "../finding.js";
import { math, rich, scaled, strong, unscaled, word } from "../rich.js";

const list = (words: readonly string[]) => words.join(" ");

export const en = {
  title: rich`Why divide by `,
  titleEnd: rich`?`,
  /** The title of the first document, which ends those of the others. */
  site: "Why does attention divide by √dₖ?",

  chapters: {
    label: "Chapters",
    ends: "Previous and next chapter",
    previous: "Previous:",
    next: "Next:",
    page: {
      name: rich`Attention`,
      subtitle:
        "A score is a sum of dₖ products (here dₖ = d), so it grows as √dₖ. At large d softmax then gives one word nearly all, and few queries still learn.",
    },
    why: {
      name: rich`Why the root`,
      subtitle:
        "The variance of q·k grows with d, softmax saturates, its Jacobian vanishes, and few queries supply the gradient: in five parts.",
    },
    heads: {
      name: rich`Many heads`,
      subtitle:
        "Up to 16 heads side by side and one attention by hand, with and without the division.",
    },
    transformer: {
      name: rich`The Transformer`,
      subtitle:
        "Encoder and decoder on your words, without and with the division. Every box opens.",
    },
    race: {
      name: rich`Training`,
      subtitle:
        "Two identical models, the same start, the same data: one without the division, one with it.",
    },
    divisors: {
      name: rich`Which divisor`,
      subtitle:
        "Nine rules that models use today in place of the plain score, on your words and on up to 32,768 keys.",
    },
    model: {
      name: rich`A trained model`,
      subtitle:
        "A small chat model answers twice in your browser: without the division and with it.",
    },
    lessons: {
      name: rich`Lessons`,
      subtitle: "For a class: three lessons of 20 minutes.",
    },
  },
  nav: {
    label: "Page",
    language: "Language",
  },
  theme: { auto: "Theme: automatic", light: "Theme: light", dark: "Theme: dark" },

  controls: {
    label: "Settings",
    sentence: "Sentence",
    dim: "Dimension d",
    dimNumber: "d, as a number",
    seed: "Seed",
    resample: "Resample",
    reset: "Reset",
    share: "Share",
    vectors: "Word vectors",
    projections: "Projections",
    exponent: "Exponent",
    exponentHint: "the scores are divided by d to this power",
    exponentFormula: "α: scores divided by dᵅ",
    bar: "Settings bar",
    more: "More",
    wordsRead: "Words read",
    dropped: (dropped: readonly string[]) => `Not words, so left out: ${list(dropped)}`,
    repeated: (words: readonly string[]) =>
      rich`${strong(words.join(", "))} ${words.length === 1 ? "appears" : "appear"} more than once. The same word has the same vector wherever it stands, so its rows are equal, and so are its columns: without positions attention cannot tell the copies apart, and they share their weight equally.`,
    identity: rich`With Q = K = X a word’s query is its key, and q·q is a sum of squares, about d: from d of about 16 on the largest score of its row. Divided by √d it still leads by about √d. With random projections a sentence behaves as the theory says.`,
    example: rich`The worked example: three words of three numbers each, with Q = K = V = X. Change any number.`,
    computing: "Computing …",
    names: {
      vectors: { random: "Random", example: "Worked example" },
      projections: { random: "Random", identity: "Identity" },
    },
  },

  problems: {
    sentence: {
      empty: () =>
        "Type at least one word; up to 64 are allowed. The picture still shows the last sentence.",
      "no-words": () =>
        "There is no word in this: a word needs a letter or a digit. Type 1 to 64 words. The picture still shows the last sentence.",
      "too-many": (count: number) =>
        `That is ${count} words; up to 64 are allowed. The picture still shows the last sentence.`,
      "too-long": (count: number) =>
        `The longest of these words has ${count} characters; up to 100 are allowed. The picture still shows the last sentence.`,
    },
    junk: (key: string, value: string, known: boolean) =>
      known
        ? `${key}=${value} is not allowed; the page uses its default instead.`
        : `${key}${value === "" ? "" : `=${value}`} is unknown to this page; it is left out.`,
    dismiss: "Dismiss",
    compute: (reason: string) => `This could not be computed: ${reason}`,
    tryAgain: "Try again",
    whole: (least: number, most: number) => `It must be a whole number from ${least} to ${most}.`,
    decimal: (least: number | string, most: number) =>
      `It must be a number from ${least} to ${most}.`,
  },

  share: {
    title: "Link to this state",
    copied: "The link is copied.",
    copy: "Copy this link:",
    close: "Close",
  },

  export: {
    download: "Download",
    button: (title: string) => `Export “${title}”`,
    enlarge: "Full screen",
    failed: (reason: string) => `The menu could not be opened: ${reason}`,
  },

  /** Ends the label of a canvas in which keys move. */
  moving: "Arrow keys move, Enter holds, Escape releases.",

  matrices: {
    heading: "Attention without and with the division",
    corner: "word",
    scores: "Scores",
    scoresOf:
      "q·k of every pair, before softmax. What softmax makes of a row depends on how far apart its scores lie.",
    unscaled: "Without",
    scaled: (root: string) => `With ${root}`,
    entropy: "entropy ≈ words",
    words: "words",
    peak: "max",
    legendWeights: "attention weight, one scale for both; each row sums to 1",
    entropyNote: (count: number, most: string) =>
      `entropy H in nats, from 0 (one word takes all) to ln ${count} = ${most} (all weights equal); ≈ eᴴ words of equal weight`,
    part: (rows: string, cols: string, count: number) =>
      `rows ${rows}, columns ${cols} of ${count}: swipe`,
    picture: (name: string, rows: number, cols: number) => `${name}, ${rows} by ${cols}.`,
    weights: "weights",
    table: (name: string, rows: number, cols: number) => `As a table: ${name}, ${rows} × ${cols}`,
    tables: {
      x: "Word vectors X",
      scores: "Scores QKᵀ",
      unscaled: "Unscaled attention weights",
      scaled: "Scaled attention weights",
      unscaledOutput: "Unscaled output Z",
      scaledOutput: "Scaled output Z",
    },
    rowsTable: "Entropy and largest weight of each row",
    ofTable: (what: string, table: string) => `${what}: ${table}`,
    rowsColumns: ["entropy without", "entropy with", "largest without", "largest with"],
    caption: {
      single: () =>
        rich`With one word there is nothing to divide up: its weight is 1 with and without the division. Type a second word.`,
      "no-dimension": ({ divisor }: Finding) =>
        rich`Here the scores are divided by ${divisor}, which changes nothing: both matrices are the same. Raise the dimension and they differ.`,
      "no-division": ({ divisor }: Finding) =>
        rich`Here the scores are divided by ${divisor}, which changes nothing: both matrices are the same. Raise the exponent and they differ.`,
      flat: ({ query, key, before, after, divisor }: Finding) =>
        rich`Without the division, ${word(query)} gives ${unscaled(`${before}\u00A0%`)} of its attention to ${word(key)}. Divide the scores by ${divisor} and every word gets almost the same, ${scaled(`${after}\u00A0%`)}: the divisor is too large, and the scores hardly count any more.`,
      little: ({ query, key, before, after, divisor }: Finding) =>
        rich`Here the division by ${divisor} changes little: ${word(query)} gives ${unscaled(`${before}\u00A0%`)} of its attention to ${word(key)} without it and ${scaled(`${after}\u00A0%`)} with it.`,
      held: ({ query, key, before, after, divisor }: Finding) =>
        rich`${word(query)} → ${word(key)}: ${unscaled(`${before}\u00A0%`)} of the attention of ${word(query)} without the division, ${scaled(`${after}\u00A0%`)} once the scores are divided by ${divisor}.`,
      spread: ({ query, key, before, after, divisor }: Finding) =>
        rich`Without the division, ${word(query)} gives ${unscaled(`${before}\u00A0%`)} of its attention to ${word(key)}. Divide the scores by ${divisor} and it is ${scaled(`${after}\u00A0%`)}: the other words get weight again.`,
    },
    seed: rich`Seed 13 is a typical draw at d = 64: of the first hundred seeds the one nearest to the medians of a thousand.`,
    seedLink: "How it was chosen",
    hint: "Point at a cell, or tap it, to see its arithmetic; a click holds it.",
  },

  arithmetic: {
    label: "The arithmetic of one cell",
    arrows: {
      left: "Cell to the left",
      up: "Cell above",
      down: "Cell below",
      right: "Cell to the right",
    },
    unscaled: "without",
    scaled: "with",
    exponential: "exp(x − row’s largest)",
    sum: "sum of the row",
    weight: "weight",
    slope: "slope of softmax, y(1 − y)",
    terms: (count: number) => `… ${count} terms in all`,
    say: (query: string, key: string, before: string, after: string) =>
      `${query} to ${key}: weight ${before} without the division, ${after} with it`,
    locked: "held: Escape or another click releases it",
  },

  coordinates: (shown: number, dim: number) =>
    dim > shown ? `the first ${shown} of ${dim} coordinates` : "all coordinates",
  output: {
    heading: "The output is a weighted mix of values",
    text: [
      rich`Row i of the output ${math("Z")} is the sum of all values, each times its weight. A row with one weight near 1 copies that word’s value; a soft row mixes them.`,
    ],
    unscaled: "Z without",
    scaled: "Z with",
  },
  /** Where words are English for want of others. */
  untranslated: "This chapter is not fully translated yet: what is missing is in English.",
  reasons: {
    label: "The reason in five parts, measured",
    missing:
      "The parts of this chapter are not printed here: they had not loaded yet. “Print” in the Download menu waits for them.",
  },
  footer: {
    text: "Computed in your browser by C++ and Eigen, compiled to WebAssembly. What you type stays here: no tracker, no other server.",
    paper: "The formula is from “Attention Is All You Need” (Vaswani et al., 2017), section 3.2.1.",
  },
  fallback: {
    still:
      "A still picture of “I am good” at d = 64, seed 13: attention without and with the division.",
    failed: (reason: string) => `The page cannot compute here. ${reason}`,
    advice:
      "What to do: open it in a browser with WebAssembly (Chrome 111, Firefox 125, Safari 16.4 or newer). If a security policy of this site forbids WebAssembly, its owner can allow it with 'wasm-unsafe-eval'. If the network failed, try again. The picture below is still correct.",
  },
};

/** Every language has all of these. */
export type Text = typeof en;
