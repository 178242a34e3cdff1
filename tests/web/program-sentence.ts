/** What the expected numbers of several parts are made of: the attention of the sentence. */
import { requestOf, sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { SIDES, type Side } from "../../web/src/attention/sides.js";
import { rowsOf } from "../../web/src/draw/table.js";
import type { Experiment } from "../../web/src/experiments/experiment.js";
import { engine } from "../loaded-engine.js";
import { type Expected, found } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

/** What is expected of each side, one after the other. */
export const ofSides = (expected: (side: Side) => Expected): Expected =>
  Object.assign({}, ...SIDES.map(expected));

/** The sentence's numbers; null where there are no words. */
export function pictureOf({ state, words }: Case) {
  return words.length === 0 ? null : sentenceAttention(engine, requestOf(state, words));
}

/** Each row of the sentence's scores, unscaled and scaled; none where there are no words. */
export const scoresOf = (picture: ReturnType<typeof pictureOf>): number[][] =>
  picture === null
    ? []
    : rowsOf(picture.scores).flatMap((row) =>
        [1, picture.scaled.divisor].map((by) => [...row].map((score) => score / by)),
      );

const results = new Map<string, unknown>();
/**
 * The result of an experiment for the state of a case at its end, or where the program is asked for
 * by `figure`, when it had done what that figure holds; computed once for all cases that ask for
 * it.
 */
export function resultOf<Request, R>(
  own: Case,
  experiment: Experiment<Request, R>,
  more: Partial<Request> = {},
  figure?: string,
): R {
  const asked = { ...own.state, attention: requestOf(own.state, own.words) };
  const request = {
    ...Object.fromEntries(experiment.keys.map((key) => [key, asked[key]])),
    ...more,
  } as Request;
  const until = own.figure === figure ? own.done : undefined;
  const key = JSON.stringify([experiment.name, request, until]);
  if (!results.has(key)) results.set(key, found(experiment.run(engine, request), until));
  return results.get(key) as R;
}
