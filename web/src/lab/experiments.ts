/** All experiments by name: what the worker is asked for. */

import { growth } from "../parts/exponent/growth.js";
import { places } from "../parts/exponent/places.js";
import { draws } from "../parts/gradient/draws.js";
import { sentence } from "../parts/gradient/sentence.js";
import { scores } from "../parts/variance/scores.js";
import { spread } from "../parts/variance/spread.js";
import type { Experiment } from "./experiment.js";

/** `map` is `draws` once more, for other exponents. */
export const EXPERIMENTS = { scores, spread, draws, map: draws, growth, sentence, places };

export type ExperimentName = keyof typeof EXPERIMENTS;

type Parts<N extends ExperimentName> =
  (typeof EXPERIMENTS)[N] extends Experiment<infer Request, infer Result>
    ? { request: Request; result: Result }
    : never;
export type RequestOf<N extends ExperimentName> = Parts<N>["request"];
export type ResultOf<N extends ExperimentName> = Parts<N>["result"];
