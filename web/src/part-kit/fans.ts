/** Bands of a chart that show summaries of many draws. */
import { band, type Mark, type Marks, stretches } from "../draw/marks.js";
import type { DrawSummaries } from "../engine/api.js";

/** The band from the 10th to the 90th percentile. */
export const bandOf = (
  xs: readonly number[],
  { low, high }: DrawSummaries,
  color: string,
  style?: Pick<Marks["band"], "opacity">,
): Mark => band(stretches(xs, low, high), color, style);
