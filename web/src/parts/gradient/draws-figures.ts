/**
 * Many draws against d: how many queries supply the gradient and where its median crosses that with the division, for several
 * numbers of keys; distributions for one number of keys, and single draws.
 */
import { html, type TemplateResult } from "lit";
import type { Axis, Chart, ChartMaker, Mark } from "../../draw/marks.js";
import { atX, dots, errors, line, linear, log, note, zip } from "../../draw/marks.js";
import { coordinates, rowsOf } from "../../draw/table.js";
import type { DrawSummaries } from "../../engine/api.js";
import { entriesOf } from "../../experiments/experiment.js";
import type { Answer, Palette, PartView, Shown } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, empty, many, SIDES, type Side } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/gradient.js";
import { percent, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { DIMS, draws, type Quantity, SINGLES } from "./draws.js";
import type { sentence } from "./sentence.js";
import { LEAST_SHOWN } from "./sentence-figures.js";
import { COUNTS, type shares } from "./shares.js";

type View = PartView<typeof en>;
type Draws = Shown<typeof draws>;
type Shares = Shown<typeof shares>;
type Sentence = Shown<typeof sentence>;
type Carried = Answer<typeof sentence>;

/** The index of an entry of a summary, which has one for each d and, within it, each side. @param dim as an index into DIMS */
const cellOf = (dim: number, side: Side): number => dim * SIDES.length + SIDES.indexOf(side);

/** The summaries of a side: an entry for every d. */
const ofSide = (summaries: DrawSummaries, side: Side): DrawSummaries =>
  entriesOf(summaries, DIMS.length, SIDES.indexOf(side), SIDES.length);

/** The statistics in the tables of the fans, and in that of the medians. */
const QUANTILES = ["low", "median", "high", "mean"] as const;
const LOCATIONS = ["median", "mean", "largest"] as const;

const bothSides = (summaries: DrawSummaries) => SIDES.map((side) => ofSide(summaries, side));

/** The names of the sides. */
const sidesOf = (view: View) => Object.values(view.sideNames());

/** The exponent of the divided side. */
const exponentOf = ({ request }: Draws): number => request.exponents[1] ?? 0;

/** The octave of d nearest to the page's, as an index into DIMS. */
const nearestDim = ({ state: { dim } }: View): number =>
  Math.max(0, DIMS.indexOf(2 ** Math.round(Math.log2(dim))));

// ---- several numbers of keys ----

/** A pattern of strokes for each number of keys, the same on both sides. */
const DASHES = [[2, 3], [5, 4], [11, 4], []] as const;

/** The figure of a statistic with its table. `more`: further marks below the lines. */
function sharesFigure(
  view: View,
  shown: Shares,
  statistic: "share" | "median",
  parts: { y: Axis; more?: (palette: Palette) => Mark[]; note?: string },
): TemplateResult {
  const { shares: text } = view.text;
  const dim = nearestDim(view);
  const series = SIDES.flatMap((side) =>
    shown.result.map(({ keys, gradient }, i) => ({
      ...{ side, keys, dash: DASHES[i] },
      values: ofSide(gradient, side)[statistic],
    })),
  );
  const chart: ChartMaker = (palette) => ({
    x: dimAxis(),
    y: parts.y,
    height: 270,
    marks: [
      { kind: "rule", x: DIMS[dim] ?? 1, color: palette.hairline },
      ...(parts.more?.(palette) ?? []),
      ...series.map(({ side, keys, dash, values }) =>
        line(zip(DIMS, values), palette[side], {
          width: 2.25,
          dash,
          label: `n = ${keys}`,
        }),
      ),
    ],
  });
  return view.figure({
    ...{ name: statistic, ...text[statistic], of: shown, deps: [shown.result, dim], chart },
    note: parts.note,
    tables: () => [
      "d",
      DIMS.map(String),
      series.map(({ keys, side }) => `n = ${keys}, ${view.sideNames()[side]}`),
      series.map(({ values }) => values),
    ],
  });
}

/** The main figure and what it shows at the page's d. */
export function sharesAgainstDim(view: View, shown: Shares): TemplateResult {
  const { shares: text } = view.text;
  const { result } = shown;
  const dim = nearestDim(view);
  const said = (side: Side) =>
    text.list(result.map(({ gradient }) => percent(gradient.share[cellOf(dim, side)] ?? 0)));
  const counts = text.list(result.map(({ keys }) => String(keys)));
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
    note: result.map(({ keys, draws }) => text.made(many(draws), keys)).join(" · "),
  });
  return html`${drawing}
    <p class="caption">${richText(text.finding(DIMS[dim] ?? 1, counts, said("unscaled"), said("scaled")))}</p>`;
}

/** The number of keys whose draws the answer tells of. */
const TOLD = 64;
const TOLD_AT = COUNTS.findIndex(({ keys }) => keys === TOLD);

/** The medians, and whether the gradient explodes or vanishes. */
export function mediansAgainstDim(view: View, shown: Shares): TemplateResult {
  const { shares, exploding: text } = view.text;
  const { result } = shown;
  const dim = nearestDim(view);
  const { gradient } = result[TOLD_AT] as Shares["result"][number];
  const told = (side: Side) => {
    const [median = "", mean = "", largest = ""] = LOCATIONS.map((statistic) =>
      significant(gradient[statistic][cellOf(dim, side)] ?? 0, 2),
    );
    return { median, mean, largest };
  };
  const table = view.table(text.table(TOLD), [result], () => [
    "d",
    DIMS.map(String),
    ...view.summaryColumns(sidesOf(view), bothSides(gradient), LOCATIONS),
  ]);
  const drawing = sharesFigure(view, shown, "median", {
    y: log([1e-4, 5], shares.median.y),
  });
  return html`${drawing}
    <p class="caption">${richText(text.text(DIMS[dim] ?? 1, TOLD, told("unscaled"), told("scaled")))}</p>
    ${view.folded(table)}`;
}

// ---- quantiles against d ----

const FANS = ["peak", "jacobian", "gradient"] as const satisfies Quantity[];
/** The lower ends of the axes: gradients extend over many powers of ten. */
const LEAST = { peak: 0, jacobian: 1e-8, gradient: 1e-8 };

function fanChart(
  { text: { fans: text } }: View,
  palette: Palette,
  result: Draws["result"],
  own: Sentence | null,
  quantity: (typeof FANS)[number],
): Chart {
  const least = LEAST[quantity];
  const marks = SIDES.flatMap((side) => {
    const of = ofSide(result.summaries[quantity], side);
    const color = palette[side];
    return [
      bandOf(DIMS, of, color),
      line(zip(DIMS, of.mean), color, { width: 1.5, dash: [4, 4] }),
      line(zip(DIMS, of.median), color, { width: 2.5 }),
    ];
  });
  const rings = SIDES.flatMap((side) => {
    if (own === null) return [];
    const { dim } = own.request.attention;
    const shown = Array.from(own.result[side].reaching[quantity], (value) =>
      Math.max(value, least),
    );
    return [dots(atX(dim, shown), palette[side], { hollow: true, radius: 4.5 })];
  });
  const label = text.axes[quantity];
  const most = quantity === "jacobian" ? 2 : 30;
  const y = quantity === "peak" ? linear([0, 1.03], label) : log([least, most], label);
  return { x: dimAxis(), y, height: 240, marks: [...marks, ...rings] };
}

function fans(view: View, shown: Draws, carried: Carried): TemplateResult[] {
  const { fans: text } = view.text;
  const { result } = shown;
  const exponent = exponentOf(shown);
  // Draws and sentence have the same colours, so the sentence is left out while its exponent is another one.
  const known = carried.result === null ? null : carried;
  const own = known?.request.attention.exponent === exponent ? known : null;
  return FANS.map((quantity) =>
    view.figure({
      ...{
        name: `fan-${quantity}`,
        title: text[quantity],
        label: view.common.against(text.axes[quantity], "d"),
      },
      ...{ of: shown, asked: { exponent }, attention: own?.request.attention },
      others: ["sentence"],
      deps: [result, own?.result],
      chart: (palette) => fanChart(view, palette, result, own, quantity),
      tables: () => [
        "d",
        DIMS.map(String),
        ...view.summaryColumns(sidesOf(view), bothSides(result.summaries[quantity]), QUANTILES),
      ],
    }),
  );
}

// ---- single draws ----

function singles(view: View, shown: Draws): TemplateResult {
  const { singles: text } = view.text;
  const { result } = shown;
  const dim = nearestDim(view);
  const { rows } = result.singles;
  const [unscaled = [], scaled = []] = view.memo("singles", [result, dim], () =>
    SIDES.map((side) => rowsOf(result.singles).map((of) => of[cellOf(dim, side)] ?? 0)),
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
  const complete = rows === Math.min(SINGLES, shown.request.draws);
  return view.figure({
    ...{ name: "singles", title: text.title(rows, DIMS[dim] ?? 1), chart },
    ...{ of: shown, asked: { exponent: exponentOf(shown) }, complete, deps: [unscaled] },
    note: outside > 0 ? text.zero(outside) : undefined,
    tables: () => [text.corner, coordinates(rows), sidesOf(view), [unscaled, scaled]],
  });
}

/** The draws with the reader's number of keys. */
export function drawsOfKeys(view: View, own: Carried): TemplateResult {
  const { text, state, common, sentence: words } = view;
  const { keys, exponent } = state;
  const shown = view.answer(draws, { exponents: [0, exponent] });
  return html`${view.controlRow(view.sliderField("keys", common.controls.keys, { step: 1, log: true }))}
    ${view.legend([text.fans.legend(keys, words.length)])}
    ${view.answered(shown, [], (drawn) => html`<div class="three-figures">${fans(view, drawn, own)}</div>`)}
    ${shown.result === null ? empty(160) : singles(view, shown)}`;
}
