/** Reason 1: the variance of q·k grows with d. The sampling experiment, its histogram, and √d measured. */
import { html, nothing, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import type { Chart, Mark, Point } from "../../draw/chart.js";
import { inputsOf } from "../../export/inputs.js";
import type { Study } from "../../lab/study.js";
import type { State } from "../../state/state.js";
import { significant } from "../../ui/numbers.js";
import { richText } from "../../ui/rich.js";
import { inputsAsked } from "../asked.js";
import { dimAxis } from "../axes.js";
import {
  chooser,
  controlRow,
  empty,
  field,
  figure,
  legend,
  many,
  progress,
  reasonPart,
  runOf,
  sliderField,
} from "../pieces.js";
import type { Room } from "../room.js";
import type { ScoresResult } from "./scores.js";
import type { SpreadResult } from "./spread.js";

const curve = (room: Room, x: readonly number[], mean: number, std: number): Point[] => {
  const density = room.engine?.normalDensity([...x], { mean, std }) ?? [];
  return Array.from(density, (value, i): Point => [x[i] ?? 0, value]);
};

const between = (least: number, most: number, count = 160): number[] =>
  Array.from({ length: count + 1 }, (_, i) => least + ((most - least) * i) / count);

/** The keys of the state that the experiment was asked with. */
const askedOf = ({ request }: ScoresResult): Partial<State> => {
  const { seed, samples, dim, std, law } = request;
  return { sampleseed: seed, samples, sampledim: dim, sigma: std, law };
};

// ---- the histogram ----

/** Scaled and unscaled scores on one axis: the same counts, between edges √d times as far. */
function histogramChart(room: Room, result: ScoresResult, sentence: ArrayLike<number>): Chart {
  const { palette, text } = room;
  const { request, counts, edges, streamed } = result;
  const root = Math.sqrt(request.dim);
  const scaledStd = request.std ** 2;
  const reach = 3.4 * scaledStd * Math.max(1.6, root);
  const total = streamed?.count ?? 0;
  const heights = (stretch: number) =>
    Array.from(counts, (count, bin) => {
      const width = ((edges[bin + 1] ?? 0) - (edges[bin] ?? 0)) * stretch;
      return total > 0 ? count / total / width : 0;
    });
  const wide = Array.from(edges, (edge) => edge * root);
  const peak = 1 / (scaledStd * Math.sqrt(2 * Math.PI));
  const scaledHeights = heights(1);
  const marks: Mark[] = [
    { kind: "bars", edges: wide, heights: heights(root), color: palette.unscaled, opacity: 0.6 },
    { kind: "bars", edges, heights: scaledHeights, color: palette.scaled, opacity: 0.6 },
    {
      kind: "line",
      points: curve(room, between(-reach, reach), 0, scaledStd * root),
      color: palette.unscaled,
      width: 1.75,
    },
    {
      kind: "line",
      points: curve(room, between(-4.5 * scaledStd, 4.5 * scaledStd), 0, scaledStd),
      color: palette.scaled,
      width: 1.75,
    },
    { kind: "strokes", at: sentence, color: palette.ink, height: 9 },
  ];
  return {
    x: { kind: "linear", domain: [-reach, reach], label: text.variance.histogram.x },
    // Of very small d the histogram is higher than the normal curve.
    y: {
      kind: "linear",
      domain: [0, Math.min(4 * peak, Math.max(peak, ...scaledHeights)) * 1.06],
      label: text.variance.histogram.y,
    },
    height: 250,
    marks,
  };
}

/** Below this d a score is not yet bell-shaped. */
const SMALL = 4;

function histogramFigure(room: Room, study: Study<"scores">, result: ScoresResult): TemplateResult {
  const { histogram: text } = room.text.variance;
  const { counts, edges, request, sample } = result;
  const count = many(sample.scores.count);
  const { settled } = room.page;
  const sentence = settled?.scores.data ?? new Float64Array();
  const root = Math.sqrt(request.dim);
  const label = text.label(count);
  const bins = Array.from(counts, (_, bin) => String(bin + 1));
  return figure(room, {
    title: text.title(count),
    picture: room.chart("histogram", label, [result, sentence], () =>
      histogramChart(room, result, sentence),
    ),
    note: html`${text.sentence(settled?.request.dim ?? 0)}${request.dim < SMALL ? html` · ${text.small}` : nothing}`,
    tables: [
      room.table(label, text.x, bins, text.columns, [
        Array.from(edges, (edge) => edge * root),
        Array.from(edges.subarray(1), (edge) => edge * root),
        edges,
        edges.subarray(1),
        counts,
      ]),
    ],
    inputs: inputsAsked(
      room.page,
      settled?.request ?? null,
      askedOf(result),
      runOf(room, "scores", study),
    ),
  });
}

// ---- the numbers ----

/** As many digits as agree with NumPy's. */
const twelve = (value: number) => value.toPrecision(12).replace("-", "−");

function numbers(room: Room, result: ScoresResult): TemplateResult {
  const { numbers: text } = room.text.variance;
  const { query, key, scores } = result.sample;
  const values = [query.mean, query.std, key.mean, key.std, scores.mean, scores.std];
  const { seed, samples, dim, std, law } = result.request;
  const numpys = seed === 0 && samples === 10000 && dim === 100 && std === 1 && law === "normal";
  const { streamed } = result;
  return html`<div class="printed">
    <h3>${text.title}</h3>
    <table>
      <caption class="visually-hidden">${text.title}</caption>
      <thead class="visually-hidden"><tr><th scope="col">${text.corner}</th><th scope="col">${text.value}</th></tr></thead>
      <tbody>
        ${values.map(
          (value, row) => html`<tr>
            <th scope="row">${text.rows[row]}</th>
            <td data-value=${String(value)}>${twelve(value)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="note">
      ${numpys ? text.default : nothing} ${text.exact}
      ${streamed === null ? nothing : text.streamed(many(streamed.count), significant(streamed.mean, 5), significant(streamed.std, 6))}
      ${text.share}
    </p>
  </div>`;
}

// ---- the entries ----

function entriesFigure(room: Room, result: ScoresResult): TemplateResult {
  const { entries: text } = room.text.variance;
  const { entries, request, sample } = result;
  const { mean, std } = sample.query;
  const normal = request.law === "normal";
  const make = (): Chart => {
    const reach = 3.6 * request.std;
    const peak = 1 / (std * Math.sqrt(2 * Math.PI));
    return {
      x: { kind: "linear", domain: [-reach, reach], label: text.x },
      y: { kind: "linear", domain: [0, peak * 1.1], label: "", bare: true },
      height: 130,
      marks: [
        ...(normal
          ? [
              {
                kind: "line",
                points: curve(room, between(-reach, reach), mean, std),
                color: room.palette.ink,
                width: 1.5,
              } satisfies Mark,
            ]
          : [entryBars(room, entries, reach)]),
        {
          kind: "dots",
          points: Array.from(entries, (entry): Point => [entry, 0]),
          color: room.palette.ink,
          radius: 2.5,
          opacity: 0.28,
        },
      ],
    };
  };
  return figure(room, {
    title: text.title(entries.length),
    picture: room.chart("entries", text.label, [result.entries, sample], make),
    note: normal ? text.note(significant(mean, 3), significant(std, 5)) : undefined,
    tables: [
      room.table(
        text.label,
        text.x,
        Array.from(entries, (_, i) => String(i + 1)),
        [text.x],
        [entries],
      ),
    ],
    inputs: inputsAsked(room.page, room.page.settled?.request ?? null, askedOf(result)),
  });
}

/** Entries of another law under their own histogram: the normal curve would not be theirs. */
function entryBars(room: Room, entries: Float64Array, reach: number): Mark {
  const histogram = room.engine?.histogram(entries, { bins: 36, range: [-reach, reach] });
  const { counts = [], edges = [] } = histogram ?? {};
  const width = (2 * reach) / 36;
  const heights = Array.from(counts, (count) => count / entries.length / width);
  // As high as the normal curve would be: the axis is its own.
  const most = Math.max(1e-9, ...heights);
  const top = 0.36 / (reach / 3.6);
  return {
    ...{ kind: "bars", edges, color: room.palette.ink, opacity: 0.35 },
    heights: heights.map((height) => (height / most) * top),
  };
}

// ---- √d, measured ----

function spreadChart(room: Room, result: SpreadResult, page: SentenceAttention | null): Chart {
  const { palette, text } = room;
  const { dims, mean, between: wobble, request } = result;
  const one = request.std ** 2;
  const raw = dims.map((d, i): Point => [d, mean[i] ?? 0]);
  const divided = dims.map((d, i): Point => [d, (mean[i] ?? 0) / Math.sqrt(d)]);
  const bars = (by: (d: number) => number) =>
    dims.map((d, i) => {
      const [m, w] = [(mean[i] ?? 0) / by(d), (wobble[i] ?? 0) / by(d)];
      return [d, m - w, m + w] as const;
    });
  const line = (top: number, color: string, label: string): Mark => ({
    kind: "line",
    points: [
      [1, one],
      [1024, top],
    ],
    color,
    width: 1.5,
    opacity: 0.7,
    label,
  });
  const own: Mark[] =
    // The sentence's entries have σ = 1.
    page === null || room.engine === null || page.scores.data.length < 2 || request.std !== 1
      ? []
      : [
          {
            kind: "dots",
            points: [[page.request.dim, room.engine.moments(page.scores.data).std]],
            color: palette.unscaled,
            hollow: true,
            radius: 5,
          },
          {
            kind: "dots",
            points: [
              [
                page.request.dim,
                room.engine.moments(page.scores.data).std / Math.sqrt(page.request.dim),
              ],
            ],
            color: palette.scaled,
            hollow: true,
            radius: 5,
          },
        ];
  return {
    x: dimAxis(text.variance.spread.x),
    y: {
      kind: "log",
      domain: [0.4 * one, 48 * one],
      ticks: [0.5, 1, 2, 4, 8, 16, 32].map((t) => t * one),
      label: text.variance.spread.y,
    },
    height: 250,
    marks: [
      line(32 * one, palette.unscaled, "√d σ²"),
      line(one, palette.scaled, "σ²"),
      { kind: "errors", points: bars(() => 1), color: palette.unscaled },
      { kind: "errors", points: bars(Math.sqrt), color: palette.scaled },
      { kind: "dots", points: raw, color: palette.unscaled },
      { kind: "dots", points: divided, color: palette.scaled },
      ...own,
    ],
  };
}

function spreadFigure(room: Room): TemplateResult {
  const { spread: text } = room.text.variance;
  const { sampleseed: seed, sigma: std, law } = room.state;
  const study = room.study("variance", "spread");
  study.ask({ seed, std, law });
  const { result } = study;
  const settled = room.page.settled;
  if (result === null) return html`<div>${empty()} ${progress(room, "spread", study)}</div>`;
  const { dims, mean, between: wobble, request, repeats, samples } = result;
  const roots = dims.map(Math.sqrt);
  const columns = [
    mean,
    wobble,
    roots.map((root, i) => (mean[i] ?? 0) / root),
    roots.map((root, i) => (wobble[i] ?? 0) / root),
    roots.map((root) => root * request.std ** 2),
  ];
  const ratios = room.chart("spread-ratio", text.ratioLabel, [result], () =>
    ratioChart(room, result),
  );
  return figure(room, {
    title: text.title,
    picture: room.chart("spread", text.label, [result, settled], () =>
      spreadChart(room, result, settled),
    ),
    after: html`${ratios.template} ${progress(room, "spread", study)}`,
    note: html`${text.note(repeats, samples)}${request.std === 1 ? html` · ○ ${room.text.legend.sentence}` : nothing}`,
    tables: [room.table(text.label, text.x, dims.map(String), text.columns, columns)],
    inputs: inputsAsked(
      room.page,
      settled?.request ?? null,
      { sampleseed: request.seed, sigma: request.std, law: request.law },
      runOf(room, "spread", study),
    ),
  });
}

/** The same points over what theory says, where their error can be seen. */
function ratioChart(room: Room, { dims, mean, between: wobble, request }: SpreadResult): Chart {
  const { palette, text } = room;
  const of = (values: Float64Array, i: number) =>
    (values[i] ?? 0) / (Math.sqrt(dims[i] ?? 1) * request.std ** 2);
  const points = dims.map((d, i): Point => [d, of(mean, i)]);
  const errors = dims.map(
    (d, i) => [d, of(mean, i) - of(wobble, i), of(mean, i) + of(wobble, i)] as const,
  );
  return {
    x: dimAxis(text.variance.spread.x),
    y: {
      kind: "linear",
      domain: [0.88, 1.12],
      ticks: [0.9, 1, 1.1],
      label: text.variance.spread.ratio,
    },
    height: 90,
    marks: [
      { kind: "rule", y: 1, color: palette.scaled },
      { kind: "errors", points: errors, color: palette.ink },
      { kind: "dots", points, color: palette.ink },
    ],
  };
}

// ---- by rows and by columns ----

function rowsFigure(room: Room): TemplateResult | typeof nothing {
  const { rows: text } = room.text.variance;
  const settled = room.page.settled;
  if (settled === null || room.engine === null) return nothing;
  const { words } = settled.request;
  if (words.length === 1) {
    return html`<figure><figcaption><h3>${text.title}</h3></figcaption><p class="caption-text">${richText(text.text)} ${text.single}</p></figure>`;
  }
  const { all, rows, cols } = room.engine.matrixMoments(settled.scores);
  const by = settled.scaled.divisor ** 2;
  const variances = [all, ...rows, ...cols].map(({ variance }) => variance);
  const make = (): Chart => {
    const most = Math.max(...variances, 1e-9) * 1.08;
    const dots = (list: typeof rows, y: number): Mark => ({
      kind: "dots",
      points: list.map(({ variance }): Point => [variance, y]),
      color: y === 1 ? room.palette.unscaled : room.palette.muted,
      radius: 5,
      opacity: 0.75,
    });
    const name = (label: string, y: number): Mark => ({
      kind: "note",
      x: 0,
      y: y + 0.28,
      text: label,
      color: room.palette.muted,
    });
    return {
      x: { kind: "linear", domain: [-0.02 * most, most], label: text.x },
      y: { kind: "linear", domain: [-0.4, 2.6], label: "", bare: true },
      height: 150,
      marks: [
        ...[0, 1, 2].map((y): Mark => ({ kind: "rule", y, color: room.palette.hairline })),
        name(text.all, 2),
        name(text.row, 1),
        name(text.column, 0),
        dots([all], 2),
        dots(rows, 1),
        dots(cols, 0),
      ],
    };
  };
  const labels = [text.allRow, ...words.map(text.ofRow), ...words.map(text.ofColumn)];
  return figure(room, {
    title: text.title,
    before: html`<p class="caption-text">${richText(text.text)}</p>`,
    picture: room.chart("rows", text.label, [settled], make),
    tables: [
      room.table(text.label, text.corner, labels, text.columns, [
        variances,
        variances.map((variance) => variance / by),
      ]),
    ],
    inputs: inputsOf(room.page, settled.request),
  });
}

export function variance(room: Room): TemplateResult {
  const text = room.text.variance;
  const { samples, sampledim: dim, sampleseed: seed, sigma: std, law } = room.state;
  const study = room.study("variance", "scores");
  study.ask({ seed, samples, dim, std, law });
  const { result } = study;
  return reasonPart(
    room,
    "variance",
    text,
    ["meanProductDisplay", "varianceProductDisplay", "varianceScoreDisplay"],
    controlRow(
      room,
      sliderField(room, "samples", text.controls.samples, { step: 100, log: true }),
      sliderField(room, "sampledim", text.controls.sampledim, { step: 1, log: true }),
      sliderField(room, "sigma", text.controls.sigma, { step: 0.1, log: true, most: 4 }),
      chooser(room, "law", text.controls.law, text.controls.laws),
      field(room, "sampleseed", text.controls.sampleseed),
    ),
    legend(room),
    html`<div class="wide-and-narrow">
      <div>
        ${result === null ? empty() : histogramFigure(room, study, result)}
        ${progress(room, "scores", study)}
      </div>
      ${result === null ? nothing : numbers(room, result)}
    </div>`,
    html`<div class="pair-of-figures">
      ${spreadFigure(room)}
      <div class="stack">${rowsFigure(room)} ${result === null ? nothing : entriesFigure(room, result)}</div>
    </div>`,
  );
}
