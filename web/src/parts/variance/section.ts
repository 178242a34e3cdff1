/**
 * The variance of q·k grows with d: the sampling experiment with its histogram, and √d measured.
 */
import { html, nothing, type TemplateResult } from "lit";
import { memoFor } from "../../belonging.js";
import { chartPicture } from "../../draw/chart.js";
import type { Axis, Chart, ChartMaker, Mark } from "../../draw/marks.js";
import { atY, dots, errors, line, linear, log, note, stretches, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { Engine, Matrix } from "../../engine/api.js";
import { everyEntry } from "../../experiments/experiment.js";
import { paragraphs } from "../../page/prose.js";
import { DIMS } from "../../part-kit/axes.js";
import { drawnCurve, GUESS, padGroup } from "../../part-kit/pad/pad.js";
import type { Answer, Answered, PartView, Section } from "../../part-kit/part-view.js";
import { dimAxis, empty, many, tableRow } from "../../part-kit/part-view.js";
import { asFinding, hueLegend } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import { QUESTION_TEXTS } from "../../questions/texts.js";
import { START, type State } from "../../state/state.js";
import type { en } from "../../text/en/variance.js";
import { significant } from "../../text/numbers.js";
import { plainText, rich, say } from "../../text/rich.js";
import { choice } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { aligned, COSINES, SAMPLES, scores, spread } from "./experiments.js";

type View = PartView<typeof en>;

/** Quotients, entry by entry. */
const over = (values: ArrayLike<number>, by: ArrayLike<number>): number[] =>
  Array.from(values, (value, i) => value / (by[i] ?? 1));

const ROOTS = DIMS.map(Math.sqrt);

// ---- the size of scores against d: √d, measured with its error ----

function spreadAxes({ text: { spread: text }, state }: View): Record<"x" | "y", Axis> {
  const variance = state.sigma ** 2;
  const ticks = [0.5, 1, 2, 4, 8, 16, 32].map((tick) => tick * variance);
  return { x: dimAxis(), y: log([0.4 * variance, 48 * variance], text.y, { ticks }) };
}

type Spread = Answered<typeof spread>;

/** σ²√d for each of DIMS. */
const theoryOf = (sigma: number) => ROOTS.map((root) => root * sigma ** 2);

/** The experiments, divided by a number for each d: their mean ± the deviation between them. */
function measuredMarks(result: Spread["result"], by: readonly number[], color: string): Mark[] {
  const means = over(result.mean, by);
  const off = over(result.std, by);
  const [low = [], high = []] = [-1, 1].map((sign) =>
    means.map((y, i) => y + sign * (off[i] ?? 0)),
  );
  return [errors(stretches(DIMS, low, high), color), dots(zip(DIMS, means), color)];
}

function spreadFigure(view: View, answer: Answer<typeof spread>): TemplateResult {
  const { spread: text } = view.text;
  const { settled } = view.page.attention;
  if (answer.result === null) {
    return html`${empty({ wide: 424, narrow: 343 })} ${view.progress.of(answer.study)}`;
  }
  const { mean, std: between } = answer.result;
  const { sigma } = answer.request;
  const variance = sigma ** 2;
  const theory = theoryOf(sigma);
  const measured = (by: readonly number[], color: string): Mark[] =>
    measuredMarks(answer.result, by, color);
  // The sentence's entries have σ = 1, and one score has no deviation.
  const hasRings = sigma === 1 && (settled?.scores.data.length ?? 0) > 1;
  const ofSentence = (unscaled: string, scaled: string): Mark[] => {
    if (settled === null || view.engine === null || !hasRings) return [];
    const { dim } = settled.request;
    const { std } = view.engine.moments(settled.scores.data);
    const ring = (height: number, color: string) =>
      dots([[dim, height]], color, { hollow: true, radius: 5 });
    return [ring(std, unscaled), ring(std / Math.sqrt(dim), scaled)];
  };
  const theoryLine = (top: number, color: string, label: string) =>
    line(zip([1, 1024], [variance, top]), color, { width: 1.5, opacity: 0.7, label });
  const axes = spreadAxes(view);
  const guess = drawnCurve(view, { xs: DIMS, y: axes.y });
  const { you } = QUESTION_TEXTS[view.page.language].pad;
  const { sampledim } = view.state;
  const chart = ({ unscaled, scaled, ink, hairline }: Palette, waits: boolean): Chart => ({
    ...axes,
    height: 250,
    narrowHeight: 180,
    marks: [
      { kind: "rule", x: sampledim, color: hairline },
      theoryLine(variance, scaled, "$σ²$"),
      ...measured(ROOTS, scaled),
      ...(waits
        ? []
        : [
            theoryLine(32 * variance, unscaled, "$σ²√d$"),
            ...measured([], unscaled),
            ...ofSentence(unscaled, scaled),
          ]),
      guess && line(zip(DIMS, guess), ink, { ...GUESS, label: you }),
    ],
  });
  return view.figures.make({
    title: text.title,
    name: "spread",
    legend: legendOf(view),
    source: answer,
    attention: settled?.request,
    chart,
    deps: [answer.result, settled, sampledim, view.state.guess],
    after: view.progress.of(answer.study),
    note: hasRings && !view.waits ? `○ ${view.common.legend.sentence}` : undefined,
    tables: view.tables.make("spread", text.title, [answer.result], () => ({
      corner: "d",
      rows: DIMS,
      columns: [
        ...view.tables.columnNames(Object.values(view.tables.sideNames()), ["mean", "between"]),
        "$σ²√d$",
      ],
      values: [mean, between, over(mean, ROOTS), over(between, ROOTS), theory],
    })),
  });
}

/** What is measured, divided by the theory, where its errors can be seen. */
function ratioPicture(view: View, { request, result }: Spread): TemplateResult {
  const { spread: text } = view.text;
  const chart: ChartMaker = ({ scaled, ink }) => ({
    x: dimAxis(),
    y: linear([0.88, 1.12], text.ratio, { ticks: [0.9, 1, 1.1] }),
    height: 90,
    marks: [
      { kind: "rule", y: 1, color: scaled },
      ...measuredMarks(result, theoryOf(request.sigma), ink),
    ],
  });
  // Padded to two characters: the note keeps its number of lines from 1 to 24 experiments.
  const repeats = String(result.repeats).padStart(2, "\u2007");
  return html`${
    view.drawings.picture("spread-ratio", text.ratioTitle, [result], chartPicture(chart)).template
  }
    <p class="note">${say(text.note, { repeats, samples: SAMPLES })}</p>`;
}

// ---- vectors that line up ----

function alignedFigure(view: View, answer: Answered<typeof aligned>): TemplateResult {
  const { aligned: text } = view.text;
  const { draws, scores } = answer.result;
  // The size is the deviation for independent vectors, since their mean is 0, and the mean for the
  // others.
  const sizes = COSINES.map((cosine, i) => {
    const summaries = everyEntry(scores, DIMS.length, i, COSINES.length);
    return cosine === 0 ? summaries.std : summaries.mean;
  });
  const divided = sizes.map((list) => over(list, ROOTS));
  const names = COSINES.map((cosine) => (cosine === 0 ? text.independent : `$c$ = ${cosine}`));
  const side = (lists: readonly ArrayLike<number>[], color: string, by: number): Mark[] =>
    COSINES.flatMap((cosine, i) => {
      const law = DIMS.map((d) => (cosine === 0 ? Math.sqrt(d) : cosine * d) / d ** by);
      return [
        line(zip(DIMS, law), color, { width: 1.5, opacity: 0.7, label: names[i] ?? "" }),
        dots(zip(DIMS, lists[i] ?? []), color),
      ];
    });
  const chart: ChartMaker = ({ unscaled, scaled }) => ({
    x: dimAxis(),
    y: log([0.2, 900], "$q·k$", { ticks: [1, 4, 16, 64, 256] }),
    height: 280,
    marks: [...side(sizes, unscaled, 0), ...side(divided, scaled, 0.5)],
  });
  return view.figures.make({
    name: "aligned",
    legend: legendOf(view),
    title: text.title,
    source: answer,
    chart,
    before: html`<p class="caption-text">${richText(text.text)}</p>`,
    note: say(text.note, { draws }),
    tables: () => ({
      corner: "d",
      rows: DIMS,
      columns: [...names, ...names.map((name) => say(text.divided, { name }))],
      values: [...sizes, ...divided],
    }),
  });
}

// ---- the histogram ----

type Scores = Answered<typeof scores>;

/** The density of a normal distribution from −reach to reach, as a line. */
function normalCurve(view: View, reach: number, mean: number, std: number, color: string): Mark {
  const x = Array.from({ length: 161 }, (_, i) => (2 * reach * i) / 160 - reach);
  const density = view.engine?.normalDensity(x, { mean, std }) ?? [];
  return line(zip(x.slice(0, density.length), density), color, { width: 1.75 });
}

/**
 * The exponent of the root: what the figures of this part divide by, whatever the reader has set.
 */
const ROOT = 0.5;

const legendOf = (view: View) => view.figures.legend([], ROOT);

/** The numbers of the finding. */
function measuredValues({ request: { sampledim: dim }, result }: Scores) {
  const { std } = result.sample.scores;
  return { dim, before: significant(std * Math.sqrt(dim), 3), after: significant(std, 3) };
}

const saidOf = ({ text }: View, answer: Scores): string =>
  plainText(rich(text.finding, measuredValues(answer)));

/** Below this d a score is not yet bell-shaped. */
const SMALL_DIM = 4;

/**
 * Scaled and unscaled scores on one axis. Their counts are the same, between edges that differ by
 * the factor √d.
 */
function histogram(view: View, answer: Scores): TemplateResult {
  const { histogram: text } = view.text;
  const { settled } = view.page.attention;
  const { result } = answer;
  const { sampledim: dim, sigma } = answer.request;
  const { counts, edges, sample, streamed } = result;
  const title = say(text.title, { count: many(sample.scores.count) });
  const root = Math.sqrt(dim);
  const wide = edges.map((edge) => edge * root);
  const heights = (between: ArrayLike<number>) =>
    Array.from(counts, (count, bin) => {
      const width = (between[bin + 1] ?? 0) - (between[bin] ?? 0);
      return streamed === null ? 0 : count / streamed.count / width;
    });
  const chart = (palette: Palette, waits: boolean): Chart => {
    const std = sigma ** 2;
    const reach = 3.4 * std * Math.max(1.6, root);
    const peak = 1 / (std * Math.sqrt(2 * Math.PI));
    const scaled = heights(edges);
    const bars = { kind: "bars", opacity: 0.6 } as const;
    // For very small d the histogram is higher than the normal curve.
    const top = Math.min(4 * peak, Math.max(peak, ...scaled)) * 1.06;
    // How far undivided scores spread is what the part asks.
    const asked: Mark[] = [
      { ...bars, edges: wide, heights: heights(wide), color: palette.unscaled },
      normalCurve(view, reach, 0, std * root, palette.unscaled),
    ];
    const strokes = Array.from(settled?.scores.data ?? [], (x) => [x, 0, 0.036 * top] as const);
    return {
      x: linear([-reach, reach], text.x),
      y: linear([0, top], text.y),
      height: 250,
      marks: [
        ...(waits ? [] : asked),
        { ...bars, edges, heights: scaled, color: palette.scaled },
        normalCurve(view, 4.5 * std, 0, std, palette.scaled),
        !waits && errors(strokes, palette.ink, { plain: true, opacity: 0.7 }),
      ],
    };
  };
  const note = say(text.sentence, { dim: settled?.request.dim ?? 0 });
  return view.figures.make({
    name: "histogram",
    legend: legendOf(view),
    title,
    source: answer,
    deps: [result, settled],
    chart,
    attention: settled?.request,
    finding: view.waits ? undefined : saidOf(view, answer),
    // This d moves in larger steps than d of the sentence, since the scores of each take a while.
    moves: { key: "sampledim", name: "$d$", from: 0, to: 10, steps: 2, digits: 0 },
    note: dim < SMALL_DIM ? `${note} · ${text.small}` : note,
    tables: view.tables.make("histogram", title, [result], () => ({
      corner: text.x,
      rows: Array.from(counts, (_, bin) => bin + 1),
      columns: text.columns,
      values: [wide, wide.slice(1), edges, edges.subarray(1), counts],
    })),
  });
}

// ---- the numbers ----

/** The number with as many digits as agree with NumPy's. */
const twelve = (value: number) => value.toPrecision(12).replace("-", "−");

function samplingTable(view: View, { request, result }: Scores): TemplateResult {
  const { numbers: text } = view.text;
  const { query, key, scores } = result.sample;
  const values = [query, key, scores].flatMap(({ mean, std }) => [mean, std]);
  const numpys = Object.entries(request).every(([key, value]) => START[key as "law"] === value);
  const { streamed } = result;
  const names = view.tables.columnNames(text.rows, ["mean", "deviation"]);
  const rows = values.map((value, row) =>
    tableRow(names[row] ?? "", [{ value, written: twelve(value) }]),
  );
  return html`<div class="printed">
    <h3>${text.title}</h3>
    <table>
      <caption class="visually-hidden">${text.title}</caption>
      <thead class="visually-hidden">
      <tr><th scope="col">${text.corner}</th><th scope="col">${text.value}</th></tr>
    </thead>
      <tbody>${rows}</tbody>
    </table>
    <p class="note">
      ${numpys ? text.default : nothing} ${typeset(text.exact)}
      ${
        streamed === null
          ? nothing
          : say(text.streamed, {
              count: many(streamed.count),
              mean: significant(streamed.mean, 5),
              std: significant(streamed.std, 6),
            })
      }
      ${typeset(text.share)}
    </p>
  </div>`;
}

// ---- the entries ----

const ENTRY_BINS = 36;

/**
 * The histogram of entries that are not normal, as high as the normal curve of their σ would be.
 */
function entryBars({ engine }: View, entries: Float64Array, reach: number, color: string): Mark {
  const options = { bins: ENTRY_BINS, range: [-reach, reach] } as const;
  const { counts = [], edges = [] } = engine?.histogram(entries, options) ?? {};
  const most = Math.max(1, ...counts);
  const top = 0.36 / (reach / 3.6);
  const heights = Array.from(counts, (count) => (count / most) * top);
  return { kind: "bars", edges, heights, color, opacity: 0.35 };
}

function entriesFigure(view: View, answer: Scores): TemplateResult {
  const { entries: text } = view.text;
  const { request } = answer;
  const { entries, sample } = answer.result;
  const { mean, std } = sample.query;
  const normal = request.law === "normal";
  const chart: ChartMaker = ({ ink }) => {
    const reach = 3.6 * request.sigma;
    const law = normal
      ? { ...normalCurve(view, reach, mean, std, ink), width: 1.5 }
      : entryBars(view, entries, reach, ink);
    return {
      x: linear([-reach, reach], text.x),
      y: linear([0, 1.1 / (std * Math.sqrt(2 * Math.PI))], "", { bare: true }),
      height: 130,
      marks: [law, dots(atY(entries, 0), ink, { radius: 2.5, opacity: 0.28 })],
    };
  };
  const title = say(text.title, { count: entries.length });
  return view.figures.make({
    name: "entries",
    legend: legendOf(view),
    title,
    source: answer,
    complete: true,
    deps: [entries, sample],
    chart,
    attention: view.page.attention.settled?.request,
    note: normal
      ? say(text.note, { mean: significant(mean, 3), std: significant(std, 5) })
      : undefined,
    tables: () => ({
      corner: text.x,
      rows: Array.from(entries, (_, i) => i + 1),
      columns: [text.x],
      values: [entries],
    }),
  });
}

// ---- by rows and by columns ----

const momentsOf = memoFor((engine: Engine, scores: Matrix) => engine.matrixMoments(scores));

function rowsFigure(view: View): TemplateResult | typeof nothing {
  const { rows: text } = view.text;
  const { engine } = view;
  const { settled } = view.page.attention;
  if (settled === null || engine === null) return nothing;
  const { words } = settled.request;
  if (words.length === 1) {
    return html`<figure>
      <figcaption><h3>${text.title}</h3></figcaption>
      <p class="caption-text">${richText(text.text)} ${text.single}</p>
    </figure>`;
  }
  const { all, rows, cols } = momentsOf(view, engine, settled.scores);
  const levelsOf = (name: string) =>
    words.map((word) => `${name}${view.common.signs.colon}${word}`);
  const levels = [[all], rows, cols].map((list) => list.map(({ variance }) => variance));
  const variances = levels.flat();
  const chart: ChartMaker = ({ unscaled, muted, hairline }) => {
    const most = Math.max(...variances, 1e-9) * 1.08;
    return {
      x: linear([-0.02 * most, most], text.x),
      y: linear([-0.4, 2.6], "", { bare: true }),
      height: 150,
      marks: [text.all, text.row, text.column].flatMap((name, i): Mark[] => {
        const y = 2 - i;
        return [
          { kind: "rule", y, color: hairline },
          note(name, [0, y + 0.28], muted),
          dots(atY(levels[i] ?? [], y), i === 1 ? unscaled : muted, { radius: 5, opacity: 0.75 }),
        ];
      }),
    };
  };
  return view.figures.make({
    title: text.title,
    before: html`<p class="caption-text">${richText(text.text)}</p>`,
    name: "rows",
    legend: legendOf(view),
    deps: [settled],
    chart,
    tables: () => ({
      corner: text.corner,
      rows: [text.all, ...levelsOf(text.row), ...levelsOf(text.column)],
      columns: text.columns,
      values: [variances, variances.map((variance) => variance / settled.scaled.divisor ** 2)],
    }),
    inputs: view.answers.inputs(settled.request, {}),
  });
}

// ---- the assumption, and where it does not hold ----

/** BERT’s start: √768 · .02, and the width of a head. */
const PRESETS = { unit: { sigma: 1 }, bert: { sigma: 0.488, sampledim: 64 } } as const;

type PresetName = keyof typeof PRESETS;
const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** The name of the preset whose σ the state has; "" where none has it. */
const presetOf = ({ sigma }: State): PresetName | "" =>
  PRESET_NAMES.find((name) => PRESETS[name].sigma === sigma) ?? "";

function presets(view: View): TemplateResult {
  const { preset, presets: names } = view.text.controls;
  return choice({
    name: view.idOf("preset"),
    label: preset,
    value: presetOf(view.state),
    options: Object.entries(names) as [PresetName, string][],
    choose: (name) => name !== "" && view.page.set(PRESETS[name]),
  });
}

function finding(view: View, answer: Scores) {
  const { text, state } = view;
  const template = html`<p class="caption">${richText(text.finding, measuredValues(answer))}</p>
    ${presetOf(state) === "bert" ? html`<p class="note">${typeset(text.bert)}</p>` : nothing}`;
  return asFinding(template, saidOf(view, answer));
}

/** All scores of the experiment, the numbers that it prints, and what it is made with. */
function experimentFold(view: View, answer: Answer<typeof scores>): unknown[] {
  const { controls, histogram: text } = view.text;
  return [
    proseOf(view.page, paragraphs([text.text])),
    view.controls.row(
      view.controls.sliderField("samples", controls.samples, { step: 100, log: true }),
      view.controls.sliderField("sigma", controls.sigma, { step: 0.1, log: true, most: 4 }),
      presets(view),
      view.controls.chooser("law", controls.law, controls.laws),
      view.controls.field("sampleseed", controls.sampleseed),
    ),
    hueLegend(legendOf(view)),
    view.progress.answered(answer, { wide: 516, narrow: 558, chinese: 516 }, (drawn) =>
      histogram(view, drawn),
    ),
    answer.result === null
      ? nothing
      : html`<div class="pair-of-figures">${samplingTable(view, answer)} ${entriesFigure(view, answer)}</div>`,
  ];
}

function content(view: View): unknown[] {
  const { controls, folds } = view.text;
  const drawn = view.answers.to(scores);
  const measured = view.answers.to(spread);
  return [
    view.controls.row(
      view.controls.sliderField("sampledim", controls.sampledim, { step: 1, log: true }),
    ),
    spreadFigure(view, measured),
    drawn.result === null ? empty({ wide: 52, narrow: 57 }) : finding(view, drawn),
    view.figures.fold("variance-error", folds.error, () => [
      view.furtherWording,
      measured.result === null ? empty() : ratioPicture(view, measured),
    ]),
    view.figures.fold("variance-numbers", folds.numbers, () => experimentFold(view, drawn)),
    view.figures.fold("variance-rows", folds.rows, () => rowsFigure(view)),
    view.figures.fold("variance-aligned", folds.aligned, () =>
      view.progress.answered(view.answers.to(aligned), {}, (pairs) => alignedFigure(view, pairs)),
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["meanProductDisplay", "varianceProductDisplay", "varianceScoreDisplay"],
  question: {
    group(view, attach) {
      const { ask, why } = view.text.question;
      const measured = view.answers.to(spread).result?.mean ?? null;
      const place = (dim: number) => `$d$ = ${dim}`;
      const first = view.state.sigma ** 2;
      const curve = { ask, why, ...spreadAxes(view), xs: DIMS, first, measured, place };
      return padGroup(view, curve, attach);
    },
  },
  bar: ({ text }) => ({
    words: null,
    slider: { key: "sampledim", name: text.controls.sampledim, log: true },
    seed: "sampleseed",
  }),
  content,
};
