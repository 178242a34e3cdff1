/** Keys of one row of logits. The Jacobian's part shares them. */
import { decimal, numbers, oneOf, sentenceWord } from "./key.js";

/** Limits of a logit and of an entry of the upstream gradient. */
export const LOGIT = { least: -1000, most: 1000 };

export const keys = {
  /** Source of the logits: x = (a, a, 2a, 4a), typed, or a row of the sentence's scores. */
  source: oneOf("ladder", ["ladder", "typed", "word"]),
  a: decimal(1, 0, 20),
  logits: numbers([2, 1, 0, -1], LOGIT, 2),
  /** Row of the sentence, from 1. */
  word: sentenceWord(1),
  /** The logits are multiplied by `factor`, then `shift` is added. */
  factor: decimal(1, 0, 64),
  shift: decimal(0, -100, 100),
};

export const part = { chapter: "why", keys, folds: ["saturation-peak"] } as const;
