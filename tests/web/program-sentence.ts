/** What the expected numbers of several parts are made of: the engine, and the attention of the sentence. */
import { loadEngine } from "attention-scale";
import { requestOf, sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { startLayers } from "../../web/src/engine/layers-inside.js";
import type { Experiment } from "../../web/src/experiments/experiment.js";
import { largest } from "../engine/close.js";
import { block, exponentialOf, found, SUMS } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

export const engine = await loadEngine();

/** How much of a figure's run the program makes, if it is this figure that asks. */
export const doneOf = ({ figure, done }: Case, asked: string) =>
  figure === asked ? done : undefined;

/** The sentence's numbers; null where there are no words. */
export function pictureOf({ state, words }: Case) {
  return words.length === 0 ? null : sentenceAttention(engine, requestOf(state, words));
}
export type Picture = NonNullable<ReturnType<typeof pictureOf>>;

/** A score is a sum; a number computed of it is off by so many units for each unit of the largest score. */
export const unitsOf = ({ scores }: Picture) => exponentialOf(scores.data, SUMS);

export const ofSentence = (picture: Picture, heading: string, numbers: ArrayLike<number>) =>
  block(heading, numbers, unitsOf(picture), largest(numbers));

export const SIDES = ["unscaled", "scaled"] as const;

export const layers = await startLayers();

const results = new Map<string, unknown>();
/** The result of an experiment at its end, or when it had done `until`, computed once for all cases that ask for it. */
export function resultOf<Request, R>(
  experiment: Experiment<Request, R>,
  request: Request,
  until?: number,
): R {
  const key = JSON.stringify([experiment.name, request, until]);
  const all = { ...engine, ...layers };
  if (!results.has(key)) results.set(key, found(experiment.run(all, request), until));
  return results.get(key) as R;
}
