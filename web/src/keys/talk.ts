/**
 * Keys of the answers. The seed, and the exponent of the answer with the division, are those of the
 * page.
 */
import { decimal, text, whole } from "./key.js";

export const keys = {
  /**
   * What the model is asked; none: the first question that is proposed in the language of the page.
   */
  prompt: text(""),
  /** 0: the likeliest token. */
  temperature: decimal(0, 0, 2),
  /** Only so many of the likeliest tokens are drawn; 0: all. */
  topk: whole(0, 0, 100),
  /** Only the fewest likeliest tokens of at least this probability together are drawn; 1: all. */
  topp: decimal(1, 0, 1),
};

export const part = {
  chapter: "model",
  keys,
  folds: ["talk-settings", "talk-rivals", "talk-further"],
} as const;
