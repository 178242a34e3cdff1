/** Keys of the trained model's heads. */
import { whole, wordNumber } from "./key.js";
import { keys as talkKeys } from "./talk.js";

/** Layers of the trained model, and heads of a layer, as the figures show them. */
export const LAYERS = 8;
export const HEADS = 8;

export const keys = {
  ...talkKeys,
  /** The layer and the head that are held, from 1. */
  modellayer: whole(5, 1, LAYERS),
  modelhead: whole(2, 1, HEADS),
  /**
   * The token of prompt and answer whose attention is drawn strong, from 1; beyond the end: the
   * last one.
   */
  modelword: wordNumber(40, 256),
};

export const part = {
  chapter: "model",
  keys,
  folds: [
    "inside-lines",
    "inside-matrix",
    "inside-numbers",
    "inside-sinks",
    "inside-lens",
    "inside-further",
  ],
} as const;
