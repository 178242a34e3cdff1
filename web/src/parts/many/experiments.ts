/** All heads of a sentence, computed by the worker where that takes longer than a frame. */
import { experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { headsOf } from "./heads.js";

export const heads = experiment("many/heads", ["attention", "heads"], inOneStep(headsOf), narrow);
