/** The names of the rules; some are the same in every language. */
import type { en } from "../../text/en/choices.js";
import type { RuleName } from "./experiments.js";

export const ruleNames = (names: (typeof en)["names"]): Readonly<Record<RuleName, string>> => ({
  head: "$√dₖ$",
  d: "$dₖ$",
  "qk-norm": "QK-norm",
  "soft-cap": "soft-cap",
  "log-n": "a·ln $n$",
  "off-by-one": "1 + Σ",
  ...names,
});
