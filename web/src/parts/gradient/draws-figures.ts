/**
 * Many draws against d: how many queries supply the gradient and where its median crosses that with the division, for several
 * numbers of keys; distributions for one number of keys, and single draws.
 */
import { html, type TemplateResult } from "lit";
import type { Axis, Chart, ChartMaker, Mark } from "../../draw/marks.js";
import {
  atX,
  band,
  dots,
  errors,
  line,
  linear,
  log,
  note,
  stretches,
  zip,
} from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { coordinates, rowsOf } from "../../draw/table.js";
import type { DrawSummaries } from "../../engine/api.js";
import { controlRow, sliderField } from "../../part-kit/controls.js";
import {
  columnNames,
  dimAxis,
  empty,
  figure,
  folded,
  legend,
  many,
  progress,
} from "../../part-kit/figure.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import { SIDES, type Side, sideNames } from "../../part-kit/sides.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/gradient.js";
import { percent, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { type DrawsResult, draws, type Quantity, SINGLES } from "./draws.js";
import type { SentenceResult } from "./sentence.js";
import { LEAST_SHOWN } from "./sentence-figures.js";
import type { SharesResult } from "./shares.js";

type View = PartView<typeof en>;

/** A result whose summaries have an entry for each d and, within it, each of the two exponents, one a side. */
interface BySide {
  readonly request: { readonly exponents: readonly number[] };
  readonly dims: readonly number[];
}

/** The index of an entry. @param dim as an index into `dims` */
const cellOf = ({ request }: BySide, dim: number, side: Side): number =>
  dim * request.exponents.length + SIDES.indexOf(side);

/** Of a side: a function that gives a statistic for every d. */
const statisticOf =
  (result: BySide, summaries: DrawSummaries, side: Side) =>
  (statistic: keyof DrawSummaries): number[] =>
    result.dims.map((_, i) => summaries[statistic][cellOf(result, i, side)] ?? 0);

/** The statistics in the tables of the fans, and in that of the medians. */
const QUANTILES = ["low", "median", "high", "mean"] as const;
const LOCATIONS = ["median", "mean", "largest"] as const;

/** The names of the sides. */
const sidesOf = (view: View) => Object.values(sideNames(view));

/** The exponent of the divided side. */
const exponentOf = ({ request }: BySide): number => request.exponents[1] ?? 0;

/** The octave of d nearest to the page's, as an index into `dims`. */
const nearestDim = ({ dims }: BySide, dim: number): number =>
  Math.max(0, dims.indexOf(2 ** Math.round(Math.log2(dim))));

/** The keys of the state in the request of a result. */
const askedOf = (result: SharesResult | DrawsResult): Partial<State> => {
  const { seed, exponents, ...same } = result.request;
  return { ...same, drawseed: seed, exponent: exponentOf(result) };
};

// ---- several numbers of keys ----

/** A pattern of strokes for each number of keys, the same on both sides. */
const DASHES = [[2, 3], [5, 4], [11, 4], []] as const;

/** The figure of a statistic with its table. `more`: further marks below the lines. */
function sharesFigure(
  view: View,
  { result, study }: Shown<SharesResult>,
  statistic: "share" | "median",
  parts: { y: Axis; more?: (palette: Palette) => Mark[]; note?: string },
): TemplateResult {
  const { shares: text } = view.text;
  const { title, y } = text[statistic];
  const label = view.common.against(y, "d");
  const dim = nearestDim(result, view.state.dim);
  const series = SIDES.flatMap((side) =>
    result.of.map(({ keys, gradient }, i) => ({
      ...{ side, keys, dash: DASHES[i] },
      values: statisticOf(result, gradient, side)(statistic),
    })),
  );
  const chart: ChartMaker = (palette) => ({
    x: dimAxis(),
    y: parts.y,
    height: 270,
    marks: [
      { kind: "rule", x: result.dims[dim] ?? 1, color: palette.hairline },
      ...(parts.more?.(palette) ?? []),
      ...series.map(({ side, keys, dash, values }) =>
        line(zip(result.dims, values), palette[side], {
          width: 2.25,
          dash,
          label: `n = ${keys}`,
        }),
      ),
    ],
  });
  return figure(view, {
    title,
    drawing: view.chart(statistic, label, [result, dim], chart),
    note: parts.note,
    tables: view.table(label, [result], () => [
      "d",
      result.dims.map(String),
      series.map(({ keys, side }) => `n = ${keys}, ${sideNames(view)[side]}`),
      series.map(({ values }) => values),
    ]),
    inputs: view.inputs(null, askedOf(result), study),
  });
}

/** The main figure and what it shows at the page's d. */
export function sharesAgainstDim(view: View, shown: Shown<SharesResult>): TemplateResult {
  const { shares: text } = view.text;
  const { result } = shown;
  const dim = nearestDim(result, view.state.dim);
  const said = (side: Side) =>
    text.list(
      result.of.map(({ gradient }) => percent(gradient.share[cellOf(result, dim, side)] ?? 0)),
    );
  const counts = text.list(result.of.map(({ keys }) => String(keys)));
  const drawing = sharesFigure(view, shown, "share", {
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
    <p class="caption">${richText(text.finding(result.dims[dim] ?? 1, counts, said("unscaled"), said("scaled")))}</p>`;
}

/** The number of keys whose draws the answer tells of. */
const TOLD = 64;

/** The medians, and whether the gradient explodes or vanishes. */
export function mediansAgainstDim(view: View, shown: Shown<SharesResult>): TemplateResult {
  const { shares, exploding: text } = view.text;
  const { result } = shown;
  const dim = nearestDim(result, view.state.dim);
  const of = result.of.find(({ keys }) => keys === TOLD);
  const told = (side: Side) => {
    const [median = "", mean = "", largest = ""] = LOCATIONS.map((statistic) =>
      significant(of?.gradient[statistic][cellOf(result, dim, side)] ?? 0, 2),
    );
    return { median, mean, largest };
  };
  const table = view.table(text.table(TOLD), [result], () => [
    "d",
    result.dims.map(String),
    columnNames(view, sidesOf(view), LOCATIONS),
    of === undefined
      ? []
      : SIDES.flatMap((side) => LOCATIONS.map(statisticOf(result, of.gradient, side))),
  ]);
  const drawing = sharesFigure(view, shown, "median", {
    y: log([1e-4, 5], shares.median.y),
  });
  return html`${drawing}
    <p class="caption">${richText(text.text(result.dims[dim] ?? 1, TOLD, told("unscaled"), told("scaled")))}</p>
    ${folded(view, table)}`;
}

// ---- quantiles against d ----

const FANS = ["peak", "jacobian", "gradient"] as const satisfies Quantity[];
/** The lower ends of the axes: gradients extend over many powers of ten. */
const LEAST = { peak: 0, jacobian: 1e-8, gradient: 1e-8 };

function fanChart(
  { text: { fans: text } }: View,
  palette: Palette,
  result: DrawsResult,
  own: SentenceResult | null,
  quantity: (typeof FANS)[number],
): Chart {
  const { dims } = result;
  const least = LEAST[quantity];
  const marks = SIDES.flatMap((side) => {
    const of = statisticOf(result, result.summaries[quantity], side);
    const color = palette[side];
    return [
      band(stretches(dims, of("low"), of("high")), color),
      line(zip(dims, of("mean")), color, { width: 1.5, dash: [4, 4] }),
      line(zip(dims, of("median")), color, { width: 2.5 }),
    ];
  });
  const rings = SIDES.flatMap((side) => {
    if (own === null) return [];
    const { dim } = own.request.attention;
    const shown = Array.from(own[side].reaching[quantity], (value) => Math.max(value, least));
    return [dots(atX(dim, shown), palette[side], { hollow: true, radius: 4.5 })];
  });
  const label = text.axes[quantity];
  const most = quantity === "jacobian" ? 2 : 30;
  const y = quantity === "peak" ? linear([0, 1.03], label) : log([least, most], label);
  return { x: dimAxis(), y, height: 240, marks: [...marks, ...rings] };
}

function fans(view: View, { result, study }: Shown<DrawsResult>, sentence: SentenceResult | null) {
  const { fans: text } = view.text;
  // Draws and sentence have the same colours, so the sentence is left out while its exponent is another one.
  const own = sentence?.request.attention.exponent === exponentOf(result) ? sentence : null;
  const inputs = view.inputs(own?.request.attention ?? null, askedOf(result), study, ["sentence"]);
  return FANS.map((quantity) => {
    const label = view.common.against(text.axes[quantity], "d");
    return figure(view, {
      title: text[quantity],
      drawing: view.chart(`fan-${quantity}`, label, [result, own], (palette) =>
        fanChart(view, palette, result, own, quantity),
      ),
      tables: view.table(label, [result], () => [
        "d",
        result.dims.map(String),
        columnNames(view, sidesOf(view), QUANTILES),
        SIDES.flatMap((side) =>
          QUANTILES.map(statisticOf(result, result.summaries[quantity], side)),
        ),
      ]),
      inputs,
    });
  });
}

// ---- single draws ----

function singles(view: View, { result, study }: Shown<DrawsResult>): TemplateResult {
  const { singles: text } = view.text;
  const dim = nearestDim(result, view.state.dim);
  const { rows } = result.singles;
  const [unscaled = [], scaled = []] = view.memo("singles", [result, dim], () =>
    SIDES.map((side) => rowsOf(result.singles).map((of) => of[cellOf(result, dim, side)] ?? 0)),
  );
  const outside = unscaled.filter((value) => value < LEAST_SHOWN).length;
  const strip = (values: readonly number[], y: number, color: string) => {
    const points = values.map((value) => [Math.max(value, LEAST_SHOWN), y, y + 0.8] as const);
    return errors(points, color, { plain: true, opacity: 0.75 });
  };
  const chart: ChartMaker = (palette) => ({
    x: log([LEAST_SHOWN / 2, 30], view.text.fans.axes.gradient),
    y: linear([-0.1, 2], "", { bare: true }),
    height: 96,
    marks: [strip(unscaled, 1.1, palette.unscaled), strip(scaled, 0, palette.scaled)],
  });
  // Once the first draws are there, the progress of the others does not matter.
  const partial = rows < Math.min(SINGLES, result.request.draws);
  const title = text.title(rows, result.dims[dim] ?? 1);
  return figure(view, {
    title,
    drawing: view.chart("singles", title, [unscaled], chart),
    note: outside > 0 ? text.zero(outside) : undefined,
    tables: view.table(title, [unscaled], () => [
      text.corner,
      coordinates(rows),
      sidesOf(view),
      [unscaled, scaled],
    ]),
    inputs: view.inputs(null, askedOf(result), partial ? study : undefined, ["draws"]),
  });
}

/** The draws with the reader's number of keys. */
export function drawsOfKeys(view: View, own: SentenceResult | null): TemplateResult {
  const { text, state, common, sentence: words } = view;
  const { keys, draws: count, drawseed: seed, exponent } = state;
  const request = { seed, keys, draws: count, exponents: [0, exponent] };
  const shown = view.answer("draws", draws, request);
  return html`${controlRow(view, sliderField(view, "keys", common.controls.keys, { step: 1, log: true }))}
    ${legend(view, [text.fans.legend(keys, words.length)])}
    ${
      shown.result === null
        ? empty()
        : html`<div class="three-figures">${fans(view, shown, own)}</div>`
    }
    ${progress(view, shown.study)} ${shown.result === null ? empty(160) : singles(view, shown)}`;
}
