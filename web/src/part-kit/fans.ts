/** Summaries of many draws: bands of a chart, and columns of a table. */
import { type Band, band, type Mark } from "../draw/marks.js";
import type { DrawSummaries } from "../engine/api.js";
import type { PartView, Words } from "./part-view.js";

/** The band from the 10th to the 90th percentile. */
export const bandOf = (
  xs: readonly number[],
  { low, high }: DrawSummaries,
  color: string,
  style?: Pick<Band, "opacity">,
): Mark =>
  band(
    xs.map((x, i) => [x, low[i] ?? 0, high[i] ?? 0]),
    color,
    style,
  );

type Statistics = PartView<Words>["common"]["statistics"];

/** For each of the names some statistics of its summaries: the names of the columns, and their numbers. */
export const summaryColumns = (
  { common: { signs, statistics } }: PartView<Words>,
  names: readonly string[],
  of: readonly DrawSummaries[],
  wanted: readonly (keyof Statistics)[],
): [names: string[], values: Float64Array[]] => [
  names.flatMap((name) => wanted.map((one) => `${name}${signs.colon}${statistics[one]}`)),
  of.flatMap((summaries) => wanted.map((one) => summaries[one])),
];
