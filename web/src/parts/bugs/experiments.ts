/** The experiments of the mistakes, for the worker. */
import { experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { bugOf } from "./bugs.js";

export { race } from "./race.js";

/** The sentence with a mistake and without, where that takes longer than a frame. */
export const bugs = experiment("bugs/bugs", ["attention", "bug"], inOneStep(bugOf), narrow);
