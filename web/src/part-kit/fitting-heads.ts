/** Numbers of heads that divide d_model, and the sentence about one that does not. */
import { nothing, type TemplateResult } from "lit";
import { problem } from "../ui/controls.js";
import type { PartView, Words } from "./part-view.js";

/** The largest number of heads up to `heads` that divides d_model. */
export function fittingHeads(dim: number, heads: number): number {
  let fitting = heads;
  while (dim % fitting !== 0) fitting -= 1;
  return fitting;
}

/** What fits, where a number of heads, usually that of the state, does not divide d_model. */
export function unfitHeads(
  view: PartView<Words>,
  dim: number,
  heads = view.state.heads,
): TemplateResult | typeof nothing {
  const fitting = fittingHeads(dim, heads);
  if (heads === fitting) return nothing;
  const all = Array.from({ length: 16 }, (_, i) => i + 1).filter((count) => dim % count === 0);
  return problem(view.idOf("fit"), view.common.unfit(dim, heads, all.join(", "), fitting));
}
