/** The experiments of the rules, for the worker. */
import { experiment, inOneStep } from "../../experiments/experiment.js";
import { type Calls, type RulesRequest, rulesOf } from "./rules.js";

export { against } from "./draws.js";

/** The sentence under each rule, where that takes longer than a frame. */
export const rules = experiment(
  "choices/rules",
  inOneStep((engine, request: RulesRequest) => rulesOf(engine as Calls, request)),
);
