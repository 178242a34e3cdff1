/** Over many draws most queries get almost no gradient: quantiles against d, single draws, and the sentence's own gradient. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Chart, ChartMaker } from "../../draw/marks.js";
import { atX, band, dots, errors, line, linear, log, stretches, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { DrawSummaries } from "../../engine/api.js";
import type { State } from "../../state/state.js";
import { coordinates } from "../../ui/matrix-table.js";
import { significant } from "../../ui/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { chooser, controlRow, field, sliderField, wordField } from "../controls.js";
import { dimAxis, empty, figure, folded, legend, progress } from "../figure.js";
import type { AnyStudy, PartView, Section } from "../part-view.js";
import { type DrawsResult, draws, type Quantity, SINGLES } from "./draws.js";
import { en } from "./en.js";
import { type SentenceResult, type SentenceSide, sentence } from "./sentence.js";
import { zh } from "./zh.js";

type View = PartView<typeof en>;

/** Side 0 is without the division, side 1 with it: the two exponents of the request. */
const SIDES = [0, 1] as const;

const cellOf = ({ request }: DrawsResult, dim: number, side: number) =>
  dim * request.exponents.length + side;

/** A statistic of a side for every d. */
const statisticOf = (result: DrawsResult, quantity: Quantity, side: number) => {
  const summaries = result.summaries[quantity];
  return (statistic: keyof DrawSummaries): number[] =>
    result.dims.map((_, i) => summaries[statistic][cellOf(result, i, side)] ?? 0);
};

/** The exponent of side 1. */
const exponentOf = ({ request }: DrawsResult): number => request.exponents[1] ?? 0;

/** The keys of the state in the request of a result. */
const askedOf = (result: DrawsResult): Partial<State> => {
  const { keys, draws, seed } = result.request;
  return { keys, draws, drawseed: seed, exponent: exponentOf(result) };
};

/** The octave of d nearest to the page's, as an index into `dims`. */
const nearestDim = (result: DrawsResult, dim: number): number =>
  Math.max(0, result.dims.indexOf(2 ** Math.round(Math.log2(dim))));

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
    const of = statisticOf(result, quantity, side);
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
  study: AnyStudy,
  result: DrawsResult,
  sentence: SentenceResult | null,
): TemplateResult[] {
  const { fans: text } = view.text;
  // Draws and sentence have the same colours, so the sentence is left out while its exponent is another one.
  const own = sentence?.request.attention.exponent === exponentOf(result) ? sentence : null;
  const inputs = view.inputs(own?.request.attention ?? null, askedOf(result), study);
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
            (["low", "median", "high", "mean"] as const).map(statisticOf(result, quantity, side)),
          ),
        ]),
      ],
      inputs,
    });
  });
}

// ---- single draws ----

/** Smaller gradients are drawn at the left edge. */
const LEAST_SHOWN = 1e-9;

function singles(view: View, study: AnyStudy, result: DrawsResult): TemplateResult {
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
    inputs: view.inputs(null, askedOf(result), partial ? study : undefined),
  });
}

/** The text says that queries starve where the unscaled median is below this share of the scaled one. */
const STARVING = 0.5;

function exploding(view: View, result: DrawsResult): TemplateResult {
  const { exploding: text, fans } = view.text;
  const dim = nearestDim(result, view.state.dim);
  const statistics = ["median", "mean", "largest"] as const;
  const at = (side: number, statistic: (typeof statistics)[number]) =>
    result.summaries.gradient[statistic][cellOf(result, dim, side)] ?? 0;
  const side = (index: number) => ({
    median: significant(at(index, "median"), 2),
    mean: significant(at(index, "mean"), 2),
    largest: significant(at(index, "largest"), 2),
  });
  const starving = at(0, "median") < STARVING * at(1, "median");
  const table = view.table(text.table, [result], () => [
    fans.x,
    result.dims.map(String),
    text.columns,
    SIDES.flatMap((index) => statistics.map(statisticOf(result, "gradient", index))),
  ]);
  return html`<div class="answer">
    <h3>${typeset(text.title)}</h3>
    <p class="caption">${richText(text.text(result.dims[dim] ?? 1, side(0), side(1), starving))}</p>
    ${folded(view, table)}
  </div>`;
}

// ---- the sentence's own gradient ----

const ownInputs = (view: View, { request }: SentenceResult) => {
  const { attention, loss, target } = request;
  return view.inputs(attention, { loss, target: target + 1 });
};

function ownMaps(view: View, result: SentenceResult): TemplateResult[] {
  const { own: text } = view.text;
  const { words } = result.request.attention;
  const { corner } = view.page.text.matrices;
  return (["scores", "queries", "keys"] as const).flatMap((name) => {
    // One scale for both sides, so that they can be compared.
    const largest = largestOf(result.unscaled[name], result.scaled[name]);
    return (["unscaled", "scaled"] as const).map((kind) => {
      const matrix = result[kind][name];
      const colLabels = name === "scores" ? words : coordinates(matrix.cols);
      const label = text.label(text[name], text[kind]);
      return figure(view, {
        title: text[name],
        kind,
        beside: text[kind],
        drawing: view.heatmap(`own-${name}-${kind}`, label, [result], () => ({
          ...{ matrix, rowLabels: words, colLabels, largestPitch: 50 },
          scale: { kind: "signed", largest },
        })),
        tables: [
          { name: text.table(text[name], text[kind]), matrix, rowLabels: words, colLabels, corner },
        ],
        inputs: ownInputs(view, result),
      });
    });
  });
}

/** A row for each word: the gradient at its query without the division and with it. */
function reachingStrip(view: View, result: SentenceResult): TemplateResult {
  const { own: text } = view.text;
  const { unscaled, scaled, request } = result;
  const { words } = request.attention;
  const last = words.length - 1;
  const rows = words.map((_, i) => last - i);
  const side = ({ reaching }: SentenceSide, color: string) => {
    const shown = Array.from(reaching.gradient, (value) => Math.max(LEAST_SHOWN, value));
    return dots(zip(shown, rows), color, { radius: words.length > 24 ? 3 : 5 });
  };
  const chart: ChartMaker = (palette) => ({
    x: log([LEAST_SHOWN / 2, 30], text.x),
    y: linear([-0.6, last + 0.6], "", {
      ticks: rows,
      format: (y) => [...(words[last - y] ?? "")].slice(0, 14).join(""),
    }),
    height: Math.max(70, Math.min(640, words.length * 26)),
    marks: [side(unscaled, palette.unscaled), side(scaled, palette.scaled)],
  });
  const starved = unscaled.reaching.gradient.some((value) => value < LEAST_SHOWN);
  return figure(view, {
    title: text.strip,
    drawing: view.chart("reaching", text.stripLabel, [result], chart),
    note: starved ? text.zero : undefined,
    tables: view.table(text.rows, [result], () => [
      view.page.text.matrices.corner,
      words,
      text.columns,
      (["gradient", "jacobian"] as const).flatMap((quantity) => [
        unscaled.reaching[quantity],
        scaled.reaching[quantity],
      ]),
    ]),
    inputs: ownInputs(view, result),
  });
}

function own(view: View, study: AnyStudy, result: SentenceResult | null): TemplateResult {
  const { own: text, controls } = view.text;
  return html`<div class="own">
    <h3>${typeset(text.title)}</h3>
    <p class="caption-text">${richText(text.text)}</p>
    ${result === null ? empty(false) : reachingStrip(view, result)}
    <p class="caption-text chain">${richText(text.chain)}</p>
    ${controlRow(
      view,
      chooser(view, "loss", controls.loss, controls.losses),
      view.state.loss === "target" ? wordField(view, "target", controls.target) : nothing,
    )}
    ${
      result === null
        ? empty(false)
        : html`<div class="own-maps">${ownMaps(view, result)}</div>
          <p class="note">${typeset(text.loss(significant(result.unscaled.loss), significant(result.scaled.loss)))}</p>`
    }
    ${progress(view, study)}
  </div>`;
}

function content(view: View): unknown[] {
  const { text, state, common, sentence: words } = view;
  const { keys, draws: count, drawseed: seed, exponent, loss } = state;
  const study = view.study("draws", draws, { seed, keys, draws: count, exponents: [0, exponent] });
  const target = Math.min(state.target, words.length) - 1;
  const request =
    words.length === 0 ? undefined : { attention: requestOf(state, words), loss, target };
  const ofSentence = view.study("sentence", sentence, request);
  const { result } = study;
  return [
    controlRow(
      view,
      sliderField(view, "keys", common.controls.keys, { step: 1, log: true }),
      sliderField(view, "draws", common.controls.draws, { step: 100, log: true }),
      field(view, "drawseed", text.controls.drawseed),
    ),
    legend(view, [text.fans.legend(keys, words.length)]),
    result === null
      ? empty()
      : html`<div class="three-figures">${fans(view, study, result, ofSentence.result)}</div>`,
    progress(view, study),
    result === null ? nothing : html`${singles(view, study, result)} ${exploding(view, result)}`,
    own(view, ofSentence, ofSentence.result),
    view.page.shows("text") ? html`<p class="note">${typeset(text.limits)}</p>` : nothing,
  ];
}

export const section: Section<typeof en> = {
  words: { en, zh },
  formulas: ["chainDisplay"],
  content,
};
