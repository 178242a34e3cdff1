/** All heads of a sentence, computed by the worker where that takes longer than a frame. */
import { experiment } from "../../lab/experiment.js";
import { type HeadsRequest, type HeadsResult, headsOf } from "./heads.js";

export const heads = experiment<HeadsRequest, HeadsResult>(
  "many/heads",
  function* (engine, request) {
    const result = headsOf(engine, request);
    yield { done: 1, total: 1, result: () => result };
  },
);
