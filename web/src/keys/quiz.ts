/** Keys of the questions about published models. */
import { whole } from "./key.js";

export const keys = {
  /** The seed of the ten questions. */
  quizseed: whole(26, 0, 4_294_967_295),
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["quiz-questions", "quiz-models"],
  without: ["sentence", "dim", "seed", "vectors", "projections"],
} as const;
