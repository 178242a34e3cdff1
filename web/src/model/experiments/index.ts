/** All experiments by name: what the worker is asked for. */
import { draws } from "./draws.js";
import type { Experiment } from "./experiment.js";
import { growth } from "./growth.js";
import { places } from "./places.js";
import { scores } from "./scores.js";
import { sentence } from "./sentence.js";
import { spread } from "./spread.js";

/** `map` is `draws` once more, for other exponents. */
export const EXPERIMENTS = { scores, spread, draws, map: draws, growth, sentence, places };

export type ExperimentName = keyof typeof EXPERIMENTS;

type Parts<N extends ExperimentName> =
  (typeof EXPERIMENTS)[N] extends Experiment<infer Request, infer Result>
    ? { request: Request; result: Result }
    : never;
export type RequestOf<N extends ExperimentName> = Parts<N>["request"];
export type ResultOf<N extends ExperimentName> = Parts<N>["result"];
