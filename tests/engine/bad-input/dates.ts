/** Bad calls about dates. */
import type { TrainingState } from "attention-scale";
import { e, nan, type Tables } from "./calls.js";

const model = { dim: 16, hidden: 4 };
const state = e.startDates({ ...model, seed: 1 }) as TrainingState;
const train = (options: object, ofState: object = {}) =>
  e.trainDates({
    ...{ ...model, scale: 1, optimiser: "adam", rate: 1e-3, seed: 1, batch: 1, steps: 1 },
    state: { ...state, ...ofState },
    ...options,
  });
const answer = (options: object) =>
  e.answerDate({
    ...model,
    scale: 1,
    parameters: state.parameters,
    source: "1 May 2000",
    ...options,
  });
const spoilt = state.parameters.slice().fill(nan, 0, 700);

// biome-ignore format: a table, whose rows would take six lines each
export const badDates: Tables = {
  "training on dates": [
    ["none", () => e.trainDates(), "type", /^options is undefined; .* \{ dim, /],
    ["no width", () => train({ dim: undefined }), "type", /^dim is undefined; .* a number/],
    ["a wide model", () => train({ dim: 512 }), "domain", /^dim is 512; .* from 16 to 256\.$/],
    ["half a step", () => train({ steps: 0.5 }), "domain", /^steps is 0.5; .* whole number from 1 to 10000\.$/],
    ["no rate", () => train({ rate: undefined }), "type", /^rate is undefined; .* a number/],
    ["an unknown optimiser", () => train({ optimiser: "lion" }), "type", /^optimiser must be one of sgd, momentum, adam, adamw\.$/],
    ["no scale", () => train({ scale: undefined }), "type", /^scale is undefined; .* a number/],
    ["a state of another model", () => train({ hidden: 5 }), "shape", /^parameters has \d+ entries; .* need \d+\.$/],
    ["no state", () => train({ state: null }), "type", /^state is null; .* \{ parameters, first/],
    ["parameters that are not numbers", () => train({}, { parameters: spoilt }), "domain", /^parameters.* NaN/],
    ["moments of a later step without entries", () => train({}, { step: 3 }), "shape", /^first has 0 entries/],
    ["step −1", () => train({}, { step: -1 }), "domain", /^state\.step is -1; .* from 0/],
  ],
  "a date": [
    ["text", () => answer({ source: "tomorrow" }), "domain", /1950 to 2049, written as 20 Nov 2026, /],
    ["30 February", () => answer({ source: "30 Feb 2026" }), "domain", /1950 to 2049/],
    ["a long text", () => answer({ source: "9".repeat(1e6) }), "domain", /1950 to 2049/],
    ["half a character", () => answer({ source: "\ud83d" }), "domain", /1950 to 2049/],
    ["a number", () => answer({ source: 20261120 }), "type", /^source is a number; it must be a string\.$/],
    ["parameters of another model", () => answer({ dim: 32 }), "shape", /^parameters is 1×\d+; .* 1×\d+\.$/],
    ["parameters that are not numbers", () => answer({ parameters: spoilt }), "domain", /NaN/],
    ["parameters in an array", () => answer({ parameters: [1, 2] }), "type", /^parameters is an array; /],
  ],
  "examples and tests of dates": [
    ["no examples", () => e.dateExamples({ seed: 1, step: 1, count: 0 }), "domain", /^count is 0; .* from 1 to 10000\.$/],
    ["a negative step", () => e.dateExamples({ seed: 1, step: -1, count: 1 }), "domain", /^step is -1; /],
    ["too many", () => e.testDates({ ...model, scale: 1, parameters: state.parameters, seed: 1, count: 1e6 }), "domain", /^count is 1000000; /],
    ["a factor that is not finite", () => e.startDates({ ...model, seed: 1, queryKeyFactor: nan }), "domain", /^queryKeyFactor is NaN; /],
    ["an unknown precision", () => e.startDates({ ...model, seed: 1, dtype: "half" }), "type", /^dtype must be one of float32, float64\.$/],
    ["an unknown start", () => e.startDates({ ...model, seed: 1, initialisation: "zero" }), "type", /^initialisation must be one of xavier, packed, normal\.$/],
    ["a check without examples", () => e.checkDates({ ...model, seed: 1, scale: 1, batch: 0 }), "domain", /^batch is 0; /],
  ],
};
