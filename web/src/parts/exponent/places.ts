/** The sentence's logits in a reduced precision, for each of the four places of the division by √d. */

import { sentenceVectors } from "../../attention/sentence-attention.js";
import type { ReducedScores, RootPlace } from "../../engine/api.js";
import { experiment, type Step } from "../../experiments/experiment.js";
import { keys } from "./keys.js";

const PLACES = keys.place.words;

type Reduced = Partial<Record<RootPlace, ReducedScores>>;

export const places = experiment(
  "exponent/places",
  ["attention", "precision", "accumulate", "size"],
  function* (engine, { attention, ...options }): Generator<Step<Reduced>> {
    const { queries, keys: keyVectors } = sentenceVectors(engine, attention, 1);
    const found: Reduced = {};
    for (const [index, place] of PLACES.entries()) {
      found[place] = engine.reducedScores(queries, keyVectors, { ...options, place });
      yield { done: index + 1, total: PLACES.length, result: () => ({ ...found }) };
    }
  },
);
