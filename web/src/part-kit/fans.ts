/** Summaries of many draws: bands of a chart, and columns of a table. */
import { band, type Mark, type Marks, stretches } from "../draw/marks.js";
import type { DrawSummaries } from "../engine/api.js";
import type { PartView, Words } from "./part-view.js";

/** The band from the 10th to the 90th percentile. */
export const bandOf = (
  xs: readonly number[],
  { low, high }: DrawSummaries,
  color: string,
  style?: Pick<Marks["band"], "opacity">,
): Mark => band(stretches(xs, low, high), color, style);

type Statistics = PartView<Words>["common"]["statistics"];

/** The names of columns: for each of the names one a statistic. */
export const columnNames = (
  { common: { signs, statistics } }: PartView<Words>,
  names: readonly string[],
  of: readonly (keyof Statistics)[],
): string[] =>
  names.flatMap((name) => of.map((each) => `${name}${signs.colon}${statistics[each]}`));

/** For each of the names some statistics of its summaries: the names of the columns, and their numbers. */
export const summaryColumns = (
  view: PartView<Words>,
  names: readonly string[],
  of: readonly DrawSummaries[],
  wanted: readonly (keyof Statistics & keyof DrawSummaries)[],
): [names: string[], values: Float64Array[]] => [
  columnNames(view, names, wanted),
  of.flatMap((summaries) => wanted.map((one) => summaries[one])),
];
