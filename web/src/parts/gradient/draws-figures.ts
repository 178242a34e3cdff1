/** Distributions over many draws of one number of keys, against d, and single draws. */
import { html, type TemplateResult } from "lit";
import type { Chart, ChartMaker } from "../../draw/marks.js";
import { atX, band, dots, errors, line, linear, log, stretches, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { coordinates } from "../../draw/table.js";
import { controlRow, sliderField } from "../../part-kit/controls.js";
import { dimAxis, empty, figure, legend, progress } from "../../part-kit/figure.js";
import type { AnyStudy, PartView } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import { type DrawsResult, draws, type Quantity, SINGLES } from "./draws.js";
import type { en } from "./en.js";
import type { SentenceResult } from "./sentence.js";
import { LEAST_SHOWN } from "./sentence-figures.js";
import { cellOf, exponentOf, nearestDim, SIDES, statisticOf } from "./sides.js";

type View = PartView<typeof en>;

/** The keys of the state in the request of a result. */
const askedOf = (result: DrawsResult): Partial<State> => {
  const { keys, draws, seed } = result.request;
  return { keys, draws, drawseed: seed, exponent: exponentOf(result) };
};

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
  const colors = [palette.unscaled, palette.scaled] as const;
  const least = LEAST[quantity];
  const marks = SIDES.flatMap((side) => {
    const of = statisticOf(result, result.summaries[quantity], side);
    const color = colors[side];
    return [
      band(stretches(dims, of("low"), of("high")), color),
      line(zip(dims, of("mean")), color, { width: 1.5, dash: [4, 4] }),
      line(zip(dims, of("median")), color, { width: 2.5 }),
    ];
  });
  const rings = SIDES.flatMap((side) => {
    if (own === null) return [];
    const { dim } = own.request.attention;
    const values = [own.unscaled, own.scaled][side]?.reaching[quantity] ?? [];
    const shown = Array.from(values, (value) => Math.max(value, least));
    return [dots(atX(dim, shown), colors[side], { hollow: true, radius: 4.5 })];
  });
  const label = text.axes[quantity];
  const most = quantity === "jacobian" ? 2 : 30;
  const y = quantity === "peak" ? linear([0, 1.03], label) : log([least, most], label);
  return { x: dimAxis(text.x), y, height: 240, marks: [...marks, ...rings] };
}

function fans(
  view: View,
  study: AnyStudy | undefined,
  result: DrawsResult,
  sentence: SentenceResult | null,
): TemplateResult[] {
  const { fans: text } = view.text;
  // Draws and sentence have the same colours, so the sentence is left out while its exponent is another one.
  const own = sentence?.request.attention.exponent === exponentOf(result) ? sentence : null;
  const inputs = view.inputs(own?.request.attention ?? null, askedOf(result), study, ["sentence"]);
  return FANS.map((quantity) => {
    const label = text.label(text.axes[quantity]);
    return figure(view, {
      title: text[quantity],
      drawing: view.chart(`fan-${quantity}`, label, [result, own], (palette) =>
        fanChart(view, palette, result, own, quantity),
      ),
      tables: [
        view.table(label, [result], () => [
          text.x,
          result.dims.map(String),
          text.columns,
          SIDES.flatMap((side) =>
            (["low", "median", "high", "mean"] as const).map(
              statisticOf(result, result.summaries[quantity], side),
            ),
          ),
        ]),
      ],
      inputs,
    });
  });
}

// ---- single draws ----

function singles(view: View, study: AnyStudy | undefined, result: DrawsResult): TemplateResult {
  const { singles: text } = view.text;
  const dim = nearestDim(result, view.state.dim);
  const { rows, cols, data } = result.singles;
  const [unscaled, scaled] = view.memo("singles", [result, dim], () => {
    const of = (side: number) =>
      Array.from({ length: rows }, (_, draw) => data[draw * cols + cellOf(result, dim, side)] ?? 0);
    return [of(0), of(1)] as const;
  });
  const outside = unscaled.filter((value) => value < LEAST_SHOWN).length;
  const strip = (values: readonly number[], y: number, color: string) => {
    const points = values.map((value) => [Math.max(value, LEAST_SHOWN), y, y + 0.8] as const);
    return errors(points, color, { plain: true, opacity: 0.75 });
  };
  const chart: ChartMaker = (palette) => ({
    x: log([LEAST_SHOWN / 2, 30], text.x),
    y: linear([-0.1, 2], "", { bare: true }),
    height: 96,
    marks: [strip(unscaled, 1.1, palette.unscaled), strip(scaled, 0, palette.scaled)],
  });
  // Once the first draws are there, the progress of the others does not matter.
  const partial = rows < Math.min(SINGLES, result.request.draws);
  return figure(view, {
    title: text.title(rows, result.dims[dim] ?? 1),
    drawing: view.chart("singles", text.label, [unscaled], chart),
    note: outside > 0 ? text.zero(outside) : undefined,
    tables: view.table(text.label, [unscaled], () => [
      text.corner,
      coordinates(rows),
      text.columns,
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
  const { result, study } = view.answer("draws", draws, request);
  return html`${controlRow(view, sliderField(view, "keys", common.controls.keys, { step: 1, log: true }))}
    ${legend(view, [text.fans.legend(keys, words.length)])}
    ${
      result === null
        ? empty()
        : html`<div class="three-figures">${fans(view, study, result, own)}</div>`
    }
    ${progress(view, study)} ${result === null ? empty(160) : singles(view, study, result)}`;
}
