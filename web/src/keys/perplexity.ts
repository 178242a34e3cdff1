/** Keys of the curve of perplexity. */

import { keys as insideKeys } from "./inside.js";
import { lineText, oneOf } from "./key.js";

export const keys = {
  /** What is measured: twelve questions with their answers, or the reader's own text. */
  measured: oneOf("pairs", ["pairs", "own"]),
  passage: lineText(""),
  /** Where the exponent holds; the other heads divide by √d. */
  undivided: oneOf("all", ["all", "layer", "head"]),
  modellayer: insideKeys.modellayer,
  modelhead: insideKeys.modelhead,
};

export const part = {
  chapter: "model",
  keys,
  folds: ["perplexity-measure", "perplexity-alone", "perplexity-further"],
} as const;
