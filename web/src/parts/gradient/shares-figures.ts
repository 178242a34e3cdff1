/** How many queries supply the gradient, and where its median crosses that with the division, for several numbers of keys. */
import { html, type TemplateResult } from "lit";
import type { ChartMaker, Mark } from "../../draw/marks.js";
import { line, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { DrawSummaries } from "../../engine/api.js";
import { dimAxis, figure, folded, many } from "../../part-kit/figure.js";
import type { AnyStudy, PartView } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import { percent, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import type { en } from "./en.js";
import type { SharesResult } from "./shares.js";
import { cellOf, exponentOf, nearestDim, SIDES, statisticOf } from "./sides.js";

type View = PartView<typeof en>;

/** A pattern of strokes for each number of keys, the same on both sides. */
const DASHES = [[2, 3], [5, 4], [11, 4], []] as const;

const askedOf = (result: SharesResult): Partial<State> => {
  const { seed, draws } = result.request;
  return { drawseed: seed, draws, exponent: exponentOf(result) };
};

/** A line for each number of keys and each side, labelled at its end. */
const curves = (
  { text }: View,
  palette: Palette,
  result: SharesResult,
  statistic: keyof DrawSummaries,
): Mark[] =>
  SIDES.flatMap((side) =>
    result.of.map((of, i) =>
      line(
        zip(result.dims, statisticOf(result, of.gradient, side)(statistic)),
        [palette.unscaled, palette.scaled][side] ?? "",
        { width: 2.25, dash: DASHES[i] ?? [], label: text.shares.keys(of.keys) },
      ),
    ),
  );

/** The figure of a statistic with its table. `more`: further marks below the lines. */
function sharesFigure(
  view: View,
  study: AnyStudy | undefined,
  result: SharesResult,
  statistic: "share" | "median",
  parts: { y: ReturnType<typeof log>; more: (palette: Palette) => Mark[]; note?: string },
): TemplateResult {
  const { shares: text } = view.text;
  const { title, label } = text[statistic];
  const dim = nearestDim(result, view.state.dim);
  const chart: ChartMaker = (palette) => ({
    x: dimAxis(view.text.fans.x),
    y: parts.y,
    height: 270,
    marks: [
      { kind: "rule", x: result.dims[dim] ?? 1, color: palette.hairline },
      ...parts.more(palette),
      ...curves(view, palette, result, statistic),
    ],
  });
  return figure(view, {
    title,
    drawing: view.chart(statistic, label, [result, dim], chart),
    note: parts.note,
    tables: view.table(label, [result], () => [
      view.text.fans.x,
      result.dims.map(String),
      SIDES.flatMap((side) => result.of.map(({ keys }) => text.column(keys, side === 1))),
      SIDES.flatMap((side) =>
        result.of.map((of) => statisticOf(result, of.gradient, side)(statistic)),
      ),
    ]),
    inputs: view.inputs(null, askedOf(result), study),
  });
}

/** The main figure and what it shows at the page's d. */
export function sharesAgainstDim(
  view: View,
  study: AnyStudy | undefined,
  result: SharesResult,
): TemplateResult {
  const { shares: text } = view.text;
  const dim = nearestDim(result, view.state.dim);
  const said = (side: number) =>
    text.list(
      result.of.map(({ gradient }) => percent(gradient.share[cellOf(result, dim, side)] ?? 0)),
    );
  const counts = text.list(result.of.map(({ keys }) => String(keys)));
  const drawing = sharesFigure(view, study, result, "share", {
    y: log([0.02, 1.1], text.share.y, { ticks: [0.02, 0.05, 0.1, 0.2, 0.5, 1] }),
    more: ({ muted }) => [
      // d^(−½) from d = 4 to 1024.
      line(
        [
          [4, 1 / 2],
          [1024, 1 / 32],
        ],
        muted,
        { width: 1 },
      ),
      note(text.share.slope, [180, 0.045], muted, { align: "right" }),
    ],
    note: result.of.map(({ keys, draws }) => text.made(many(draws), keys)).join(" · "),
  });
  return html`${drawing}
    <p class="caption">${richText(text.finding(result.dims[dim] ?? 1, counts, said(0), said(1)))}</p>`;
}

/** The number of keys whose draws the answer tells of. */
const TOLD = 64;

/** The medians, and whether the gradient explodes or vanishes. */
export function mediansAgainstDim(
  view: View,
  study: AnyStudy | undefined,
  result: SharesResult,
): TemplateResult {
  const { shares, exploding: text, fans } = view.text;
  const dim = nearestDim(result, view.state.dim);
  const of = result.of.find(({ keys }) => keys === TOLD);
  const statistics = ["median", "mean", "largest"] as const;
  const side = (index: number) => {
    const [median = "", mean = "", largest = ""] = statistics.map((statistic) =>
      significant(of?.gradient[statistic][cellOf(result, dim, index)] ?? 0, 2),
    );
    return { median, mean, largest };
  };
  const table = view.table(text.table(TOLD), [result], () => [
    fans.x,
    result.dims.map(String),
    text.columns,
    of === undefined
      ? []
      : SIDES.flatMap((index) => statistics.map(statisticOf(result, of.gradient, index))),
  ]);
  const drawing = sharesFigure(view, study, result, "median", {
    y: log([1e-4, 5], shares.median.y),
    more: () => [],
  });
  return html`${drawing}
    <p class="caption">${richText(text.text(result.dims[dim] ?? 1, TOLD, side(0), side(1)))}</p>
    ${folded(view, table)}`;
}
