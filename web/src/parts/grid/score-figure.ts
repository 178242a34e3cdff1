/** How the score of a query and its own key grows with d once they are trained. */
import { html, nothing, type TemplateResult } from "lit";
import { type ChartMaker, dots, line, log, zip } from "../../draw/marks.js";
import type { Engine } from "../../engine/api.js";
import type { Inputs, PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/grid.js";
import type { en as race } from "../../text/en/training.js";
import { laneWord } from "../../text/lane-word.js";
import { fixed, significant, superscript } from "../../text/numbers.js";
import { rich } from "../../text/rich.js";
import { wordsOf } from "../../text/words.js";
import { richText } from "../../ui/rich.js";
import { laneStyle } from "../training/lane-style.js";
import { atBest, DIMS, type GridResult, type Side } from "./grid.js";

type View = PartView<typeof en>;

const RACE = wordsOf<typeof race>("training");
/** The words of the race that the grid shares. */
export const raceWords = ({ page }: View): typeof race => RACE[page.language];

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

/** @param columns those of d that all lanes have trained at every rate */
export function scoreFigure(
  view: View,
  lanes: readonly { readonly side: Side; readonly result: GridResult }[],
  columns: readonly number[],
  inputs: Inputs,
): TemplateResult {
  const { scores: text, lanes: names } = view.text;
  const { column } = raceWords(view);
  const results = lanes.map(({ result }) => result);
  const shown = columns.map((column) => DIMS[column] ?? 0);
  const of = (result: GridResult, quantity: "score" | "cosine") =>
    columns.map((column) => atBest(result, quantity, column));
  /** q·k of vectors of these cosines whose entries have mean square 1. */
  const sized = (result: GridResult) =>
    of(result, "cosine").map((cosine, i) => cosine * (shown[i] ?? 0));
  const chart: ChartMaker = (palette) => ({
    x: log([3.6, 570], "d", { ticks: [...DIMS] }),
    y: log([1, 1000], text.y),
    height: 260,
    marks: [
      line(zip(DIMS, DIMS), palette.muted, { width: 1.25, dash: [6, 3], label: text.same }),
      line(zip(DIMS, DIMS.map(Math.sqrt)), palette.muted, {
        ...{ width: 1.25, dash: [3, 3], label: text.independent },
      }),
      ...lanes.flatMap(({ side, result }) => {
        const { color, dash } = laneStyle(palette, side);
        // A logarithmic axis has no place for a score that is not positive.
        const points = zip(shown, sized(result)).filter(([, score]) => score > 0);
        return [
          line(points, color, { width: 2.5, dash, label: names[side] }),
          dots(points, color, { radius: 3 }),
        ];
      }),
    ],
  });
  const last = (list: readonly number[]) => list.at(-1) ?? 0;
  const most = last(shown);
  const found = lanes.map(({ side, result }) => {
    const cosine = fixed(last(of(result, "cosine")), 2);
    const called = { lane: side, name: names[side] };
    return richText(text.found(called, cosine, significant(last(sized(result)), 2)));
  });
  const powers = view.engine && growthOf(view.engine, shown, results.map(sized));
  const power = (value: number) => `d${superscript(Number(value.toFixed(2)))}`;
  const growth = powers
    ? html`${richText(text.growth(FROM, most))}${view.listed(
        powers.map((value, i) =>
          richText(rich`${laneWord({ lane: lanes[i]?.side ?? "scaled", name: power(value) })}`),
        ),
      )}${Math.max(...powers) < 1 ? text.falls : ""}${view.common.signs.stop}`
    : nothing;
  return view.figure({
    ...{ name: "scores", title: text.title, deps: results, chart, inputs },
    note:
      shown.length === 0
        ? text.wait
        : html`${richText(text.measured(most, significant(Math.sqrt(most), 2)))}${view.listed(found)}${view.common.signs.stop}${growth}`,
    tables: () => [
      "d",
      shown.map(String),
      text.columns.flatMap((name) => lanes.map(({ side }) => `${column[side]} ${name}`)),
      [
        ...results.map((result) => of(result, "cosine")),
        ...results.map(sized),
        ...results.map((result) => of(result, "score")),
      ],
    ],
  });
}
