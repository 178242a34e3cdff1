/** All heads of a sentence, computed by the worker where that takes longer than a frame. */
import { experiment, inOneStep } from "../../experiments/experiment.js";
import { headsOf } from "./heads.js";

export const heads = experiment("many/heads", inOneStep(headsOf));
