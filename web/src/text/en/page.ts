import type { Typography } from "../typography.js";

export const en = {
  typography: null as Typography | null,
  title: "Why divide by ",
  titleEnd: "?",
  /** The title of the first document, which ends those of the others. */
  site: "Why does attention divide by $√dₖ$?",

  chapters: {
    label: "Chapters",
    ends: "Previous and next chapter",
    previous: "Previous:",
    next: "Next:",
    whole: "All of",
    page: {
      name: "Attention",
      subtitle:
        "A score is a sum of $dₖ$ products (here $dₖ = d$), so it grows as $√dₖ$. At large $d$ softmax then gives one word nearly all, and few queries still learn.",
    },
    why: {
      name: "Why the root",
      subtitle:
        "The variance of $q·k$ grows with $d$, softmax saturates, its Jacobian vanishes, and few queries supply the gradient: part by part.",
    },
    heads: {
      name: "Many heads",
      subtitle:
        "Up to 16 heads side by side and one attention by hand, with and without the division.",
    },
    transformer: {
      name: "The Transformer",
      subtitle:
        "Encoder and decoder on your words, without and with the division. Every box opens.",
    },
    race: {
      name: "Training",
      subtitle:
        "Two identical models, the same start, the same data: one without the division, one with it.",
    },
    divisors: {
      name: "Which divisor",
      subtitle:
        "What 110 published models divide by, and a dozen libraries do; nine rules on your words and on up to 32,768 keys.",
    },
    own: {
      name: "Your own attention",
      subtitle:
        "Open queries, keys and weights of your model: the page measures what your code multiplied the scores by, and shows every head without the division and with it.",
    },
    model: {
      name: "A trained model",
      subtitle:
        "A small chat model answers twice in your browser: without the division and with it.",
    },
    lessons: { name: "Lessons", subtitle: "For a class: four lessons of 20 minutes." },
  },
  nav: { label: "Page", language: "Language" },
  theme: { auto: "Theme: automatic", light: "Theme: light", dark: "Theme: dark" },

  controlRows: {
    label: "Settings",
    sentence: "Sentence",
    dim: "Dimension $d$",
    dimNumber: "$d$, as a number",
    seed: "Seed",
    resample: "Resample",
    reset: "Reset",
    share: "Share",
    vectors: "Word vectors",
    projections: "Projections",
    exponent: "Exponent",
    exponentHint: "the scores are divided by $d$ to this power",
    exponentFormula: "$α$: scores divided by $dᵅ$",
    bar: "Settings bar",
    more: "More",
    wordsRead: "Words read",
    dropped: `Not words, so left out: {dropped} (a word has a letter or a digit)`,
    comma: ", ",
    repeated: `**{words}** {appear} more than once. The same word has the same vector wherever it stands, so its rows are equal, and so are its columns: without positions attention cannot tell the copies apart, and they share their weight equally.`,
    appear: { one: "appears", more: "appear" },
    identity: `With $Q = K = X$ a word’s query is its key, and $q·q$ is a sum of squares, about $d$: from $d$ of about 16 on the largest score of its row. Divided by $√d$ it still leads by about $√d$. With random projections a sentence behaves as the theory says.`,
    example: `The worked example: three words of three numbers each, with $Q = K = V = X$. Change any number.`,
    computing: "Computing …",
    names: {
      vectors: { random: "Random", example: "Worked example" },
      projections: { random: "Random", identity: "Identity" },
    },
  },

  problems: {
    sentence: {
      empty: `Type at least one word; up to 64 are allowed. The picture still shows the last sentence.`,
      "no-words": `There is no word in this: a word needs a letter or a digit. Type 1 to 64 words. The picture still shows the last sentence.`,
      "too-many": `That is {count} words; up to 64 are allowed. The picture still shows the last sentence.`,
      "too-long": `The longest of these words has {count} characters; up to 100 are allowed. The picture still shows the last sentence.`,
    },
    known: `{given} is not allowed; the page uses its default instead.`,
    allowed: "Allowed: {allowed}.",
    unknown: `{given} is unknown to this page; it is left out.`,
    dismiss: "Dismiss",
    compute: `This could not be computed: {reason}`,
    tryAgain: "Try again",
    printed:
      "This figure was not computed yet when the page was printed: scroll to it, then print again.",
    whole: `It must be a whole number from {least} to {most}.`,
    decimal: `It must be a number from {least} to {most}.`,
  },

  share: {
    title: "Link to this state",
    copied: "The link is copied.",
    copy: "Copy this link:",
    close: "Close",
  },

  export: {
    download: "Download",
    button: `Export “{title}”`,
    enlarge: "Full screen",
    failed: `The menu could not be opened: {reason}`,
  },

  /** Ends the label of a canvas in which keys move. */
  moving: "Arrow keys move, Enter holds, Escape releases.",

  matrices: {
    heading: "Attention without and with the division",
    corner: "word",
    scores: "Scores",
    scoresOf:
      "$q·k$ of every pair, before softmax. What softmax makes of a row depends on how far apart its scores lie.",
    unscaled: "Without",
    scaled: `With {root}`,
    entropy: "entropy ≈ words",
    words: "words",
    peak: "max",
    legendWeights: "attention weight, one scale for both; each row sums to 1",
    entropyNote: `entropy H in nats, from 0 (one word takes all) to ln {count} = {most} (all weights equal); ≈ $eᴴ$ words of equal weight`,
    part: `rows {rows}, columns {cols} of {count}: swipe`,
    picture: `{name}, {rows} by {cols}.`,
    weights: "weights",
    table: `As a table: {name}, {rows} × {cols}`,
    tableSize: `Table: {rows} × {cols}`,
    tables: {
      x: "Word vectors $X$",
      scores: "Scores $QKᵀ$",
      unscaled: "Unscaled attention weights",
      scaled: "Scaled attention weights",
      unscaledOutput: "Unscaled output $Z$",
      scaledOutput: "Scaled output $Z$",
    },
    rowsTable: "Entropy and largest weight of each row",
    ofTable: `{what}: {table}`,
    rowsColumns: ["entropy without", "entropy with", "largest without", "largest with"],
    caption: {
      /** One word, whose weight is 1. */
      single: `With one word there is nothing to divide up: its weight is 1 with and without the division. Type a second word.`,
      /** d is 1 and so is every power of it. */
      "no-dimension": `Here the scores are divided by {divisor}, which changes nothing: both matrices are the same. Raise the dimension and they differ.`,
      /** The exponent is 0: nothing is divided, whatever d is. */
      "no-division": `Here the scores are divided by {divisor}, which changes nothing: both matrices are the same. Raise the exponent and they differ.`,
      /** The divisor is so large that all weights are nearly equal. */
      flat: `Without the division, [={query}=] gives [-{before}\u00A0%-] of its attention to [={key}=]. Divide the scores by {divisor} and every word gets almost the same, [+{after}\u00A0%+]: the divisor is too large, and the scores hardly count any more.`,
      /** The weights hardly change. */
      little: `Here the division by {divisor} changes little: [={query}=] gives [-{before}\u00A0%-] of its attention to [={key}=] without it and [+{after}\u00A0%+] with it.`,
      /** A cell that the reader holds. */
      held: `[={query}=] → [={key}=]: [-{before}\u00A0%-] of the attention of [={query}=] without the division, [+{after}\u00A0%+] once the scores are divided by {divisor}.`,
      /** The weights of some row change, and its largest weight falls. */
      spread: `Without the division, [={query}=] gives [-{before}\u00A0%-] of its attention to [={key}=]. Divide the scores by {divisor} and it is [+{after}\u00A0%+]: the other words get weight again.`,
    },
    seed: `Seed 13 is a typical draw at $d$ = 64: of the first hundred seeds the one nearest to the medians of a thousand.`,
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
    exponential: "exp($x$ − row’s largest)",
    sum: "sum of the row",
    weight: "weight",
    slope: "slope of softmax, $y(1 − y)$",
    terms: `… {count} terms in all`,
    say: `{query} to {key}: weight {before} without the division, {after} with it`,
    locked: "held: Escape or another click releases it",
  },

  coordinates: { first: `the first {shown} of {dim} coordinates`, all: "all coordinates" },
  output: {
    heading: "The output is a weighted mix of values",
    text: `Row $i$ of the output $Z$ is the sum of all values, each times its weight. A row with one weight near 1 copies that word’s value; a soft row mixes them.`,
    unscaled: "$Z$ without",
    scaled: "$Z$ with",
  },
  /** Where words are English for want of others. */
  untranslated: "This chapter is not fully translated yet: what is missing is in English.",
  reasons: {
    label: "The reason part by part, measured",
    missing:
      "The parts of this chapter are not printed here: they had not loaded yet. “Print” in the Download menu waits for them.",
  },
  footer: {
    text: "Computed in your browser by C++ and Eigen, compiled to WebAssembly. What you type stays here: no tracker, no other server.",
    paper: "The formula is from “Attention Is All You Need” (Vaswani et al., 2017), section 3.2.1.",
  },
  fallback: {
    still:
      "A still picture of “I am good” at $d$ = 64, seed 13: attention without and with the division.",
    failed: `The page cannot compute here. {reason}`,
    advice: {
      webassembly:
        "What to do: open it in a browser with WebAssembly (Chrome 111, Firefox 125, Safari 16.4 or newer), or allow WebAssembly in this one: some protect their users by switching it off.",
      simd: "What to do: open it on a computer whose processor has SSE4.1 (most since 2008), or in a newer browser (Chrome 111, Firefox 125, Safari 16.4 or newer).",
      version:
        "What to do: open it in a newer browser (Chrome 111, Firefox 125, Safari 16.4 or newer).",
      permission:
        "What to do: a security policy forbids WebAssembly here; the owner of this site can allow it with 'wasm-unsafe-eval'.",
      memory:
        "What to do: close other tabs and programs, and try again: there is too little memory left.",
      file: "What to do: try again; the network or the server has not delivered a file.",
    },
    picture: "The picture below is still correct.",
  },
} as const;

/** Every language has all of these. */
export type Text = typeof en;
