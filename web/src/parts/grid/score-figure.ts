/** How the score of a query and its own key grows with d once they are trained. */
import { html, nothing, type TemplateResult } from "lit";
import { type ChartMaker, dots, line, log, zip } from "../../draw/marks.js";
import type { Engine } from "../../engine/api.js";
import type { Inputs } from "../../page/inputs.js";
import { figure } from "../../part-kit/figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import { fixed, significant, superscript } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import type { en } from "./en.js";
import { atBest, type GridResult, SIDES, type Side } from "./grid.js";

type View = PartView<typeof en>;

/** The d from which the growth is told. */
const FROM = 64;

/** c·d of both sides at `FROM` and at the last d, as powers of d; null where there is no later d, or no positive score. */
export function growthOf(
  engine: Pick<Engine, "localExponents">,
  dims: readonly number[],
  sized: readonly (readonly number[])[],
): readonly number[] | null {
  const [first, last] = [dims.indexOf(FROM), dims.length - 1];
  if (first < 0 || first === last) return null;
  const ends = sized.map((scores) => [scores[first] ?? 0, scores[last] ?? 0]);
  if (!ends.flat().every((score) => score > 0)) return null;
  return ends.map((pair) => engine.localExponents([FROM, dims[last] ?? 0], pair)[0] ?? 0);
}

/** @param columns those of d that both lanes have trained at every rate */
export function scoreFigure(
  view: View,
  results: Readonly<Record<Side, GridResult>>,
  columns: readonly number[],
  inputs: Inputs,
): TemplateResult {
  const { scores: text } = view.text;
  const { dims } = results.scaled.request;
  const shown = columns.map((column) => dims[column] ?? 0);
  const of = (side: Side, quantity: "score" | "cosine") =>
    columns.map((column) => atBest(results[side], quantity, column));
  /** q·k of vectors of these cosines whose entries have mean square 1. */
  const sized = (side: Side) => of(side, "cosine").map((cosine, i) => cosine * (shown[i] ?? 0));
  const chart: ChartMaker = ({ muted, ...palette }) => ({
    x: log([3.6, 570], "d", { ticks: [...dims] }),
    y: log([1, 1000], text.y),
    height: 260,
    marks: [
      line(zip(dims, dims), muted, { width: 1.25, dash: [6, 3], label: text.same }),
      line(zip(dims, dims.map(Math.sqrt)), muted, {
        ...{ width: 1.25, dash: [3, 3], label: text.independent },
      }),
      ...SIDES.flatMap((side) => {
        // A logarithmic axis has no place for a score that is not positive.
        const points = zip(shown, sized(side)).filter(([, score]) => score > 0);
        return [
          line(points, palette[side], { width: 2.5, label: text.lanes[side] }),
          dots(points, palette[side], { radius: 3 }),
        ];
      }),
    ],
  });
  const last = (list: readonly number[]) => list.at(-1) ?? 0;
  const found = (side: Side) =>
    [fixed(last(of(side, "cosine")), 2), significant(last(sized(side)), 2)] as const;
  const most = last(shown);
  const powers = view.engine && growthOf(view.engine, shown, SIDES.map(sized));
  const power = (value: number) => `d${superscript(Number(value.toFixed(2)))}`;
  const [without = 0, withIt = 0] = powers ?? [];
  const growth = powers
    ? richText(
        text.growth(FROM, most, power(without), power(withIt), Math.max(without, withIt) < 1),
      )
    : nothing;
  return figure(view, {
    title: text.title,
    drawing: view.chart("scores", text.label, [results.unscaled, results.scaled], chart),
    note:
      shown.length === 0
        ? text.wait
        : html`${richText(text.measured(most, significant(Math.sqrt(most), 2), found("unscaled"), found("scaled")))}${growth}`,
    tables: view.table(text.label, [results.unscaled, results.scaled], () => [
      "d",
      shown.map(String),
      text.columns,
      [
        ...SIDES.map((side) => of(side, "cosine")),
        ...SIDES.map(sized),
        ...SIDES.map((side) => of(side, "score")),
      ],
    ]),
    inputs,
  });
}
