/** The sentence's logits in a reduced precision, for each of the four places of the division by √d. */

import { type AttentionRequest, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Precision, ReducedScores, RootPlace } from "../../engine/api.js";
import { experiment } from "../../experiments/experiment.js";
import type { State } from "../../state/state.js";
import { keys } from "./keys.js";

const PLACES = keys.place.words;

export interface PlacesRequest {
  readonly attention: AttentionRequest;
  readonly precision: Precision;
  readonly accumulate: State["accumulate"];
  /** Queries and keys are multiplied by it. */
  readonly size: number;
}

export interface PlacesResult {
  readonly request: PlacesRequest;
  readonly places: Readonly<Partial<Record<RootPlace, ReducedScores>>>;
}

export const places = experiment<PlacesRequest, PlacesResult>(
  "exponent/places",
  function* (engine, request) {
    const { attention, ...options } = request;
    const { queries, keys: keyVectors } = sentenceVectors(engine, attention, 1);
    const found: Partial<Record<RootPlace, ReducedScores>> = {};
    for (const [index, place] of PLACES.entries()) {
      found[place] = engine.reducedScores(queries, keyVectors, { ...options, place });
      const result = () => ({ request, places: { ...found } });
      yield { done: index + 1, total: PLACES.length, result };
    }
  },
);
