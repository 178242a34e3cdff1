/** Where the root goes: the sentence's logits in fewer digits, for each of the four places. */

import { type AttentionRequest, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Precision, ReducedScores, RootPlace } from "../../engine/api.js";
import type { Experiment } from "../../lab/experiment.js";
import { DEFINITIONS, type State } from "../../state/state.js";

const PLACES = DEFINITIONS.place.words;

export interface PlacesRequest {
  readonly attention: AttentionRequest;
  readonly precision: Precision;
  readonly accumulate: State["accumulate"];
  /** Multiplies queries and keys. */
  readonly size: number;
}

export interface PlacesResult {
  readonly request: PlacesRequest;
  readonly places: Readonly<Partial<Record<RootPlace, ReducedScores>>>;
}

export const places: Experiment<PlacesRequest, PlacesResult> = function* (engine, request) {
  const { attention, precision, accumulate, size } = request;
  const { queries, keys } = sentenceVectors(engine, attention, 1);
  const found: Partial<Record<RootPlace, ReducedScores>> = {};
  for (const [index, place] of PLACES.entries()) {
    found[place] = engine.reducedScores(queries, keys, { precision, accumulate, size, place });
    yield {
      done: index + 1,
      total: PLACES.length,
      result: () => ({ request, places: { ...found } }),
    };
  }
};
