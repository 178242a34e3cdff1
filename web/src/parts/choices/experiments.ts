/** The experiments of the rules, for the worker. */
import { experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { rulesOf } from "./rules.js";

export { against } from "./draws.js";

/** The sentence under each rule, where that takes longer than a frame. */
export const rules = experiment(
  "choices/rules",
  ["attention", "ruleheads", "wsize", "gain", "cap", "neutral"],
  inOneStep(rulesOf),
  narrow,
);
