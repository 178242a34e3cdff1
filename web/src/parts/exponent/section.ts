/** Reason 5: why the exponent is a half. The map over exponent and d, longer sentences, and where the root goes. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf, type SentenceAttention } from "../../attention/sentence-attention.js";
import type { Axis, Chart, Mark, Point } from "../../draw/chart.js";
import type { Heatmap } from "../../draw/heatmap.js";
import type { Engine, ReducedScores, RootPlace } from "../../engine/api.js";
import type { Study } from "../../lab/study.js";
import { LIMITS } from "../../state/state.js";
import { clamp, rounded } from "../../ui/number-field.js";
import { fixed, significant } from "../../ui/numbers.js";
import { paragraphs } from "../../ui/prose.js";
import { displayFormula, displayFormulas, richText } from "../../ui/rich.js";
import { inputsAsked } from "../asked.js";
import { dimAxis } from "../axes.js";
import type { DrawsResult } from "../gradient/draws.js";
import { largestOf } from "../matrices/section.js";
import {
  chooser,
  controlRow,
  empty,
  figure,
  progress,
  reasonPart,
  runOf,
  sliderField,
} from "../pieces.js";
import type { Room } from "../room.js";
import type { GrowthResult } from "./growth.js";
import { keys, type MapQuantity } from "./keys.js";
import type { PlacesResult } from "./places.js";

/** 0, 0.05 … 1. */
const EXPONENTS: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);
/** The curves that are drawn of them. */
const CURVES: readonly number[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];

/** What a measure may be, and how it is spread over the ramp. */
const SCALES: Record<
  MapQuantity,
  { readonly domain: readonly [number, number]; readonly log: boolean }
> = {
  change: { domain: [-1, 1], log: false },
  gradient: { domain: [1e-3, 1], log: true },
  entropy: { domain: [0, 1], log: false },
  peak: { domain: [0, 1], log: false },
};

/** What the curves and the medians are of: a change is one of the gradient. */
const quantityOf = (measure: MapQuantity) => (measure === "change" ? "gradient" : measure);

/** The power of 2 by which the median gradient changes from one d to the next, for every exponent [exponents][dims − 1]. */
function changes(engine: Engine, result: DrawsResult): Float64Array[] {
  return result.request.exponents.map((_, j) =>
    engine.localExponents(
      [...result.dims],
      result.dims.map((__, i) => medianOf(result, "gradient", i, j)),
    ),
  );
}

const medianOf = (result: DrawsResult, measure: MapQuantity, dim: number, exponent: number) =>
  result.summaries[quantityOf(measure)].median[dim * result.request.exponents.length + exponent] ??
  0;

/** From 0 to 1 over the ramp: of the entropy as a share of ln n. */
function position(result: DrawsResult, measure: MapQuantity, value: number): number {
  const { domain, log } = SCALES[measure];
  const of = measure === "entropy" ? value / Math.log(result.request.keys) : value;
  if (!log) return of;
  const [least, most] = domain.map(Math.log) as [number, number];
  return (Math.log(Math.max(of, domain[0])) - least) / (most - least);
}

/** What the charts show, and where on them the page is. */
interface Shown {
  readonly measure: MapQuantity;
  readonly dim: number;
  readonly exponent: number;
}

function mapChart(
  room: Room,
  engine: Engine,
  result: DrawsResult,
  { measure, dim, exponent }: Shown,
): Chart {
  const { palette, text } = room;
  const { map: words } = text.exponent;
  const half = Math.SQRT2;
  const change = measure === "change";
  const slopes = change ? changes(engine, result) : [];
  // A change is one between two dimensions, a median one at a dimension.
  const xEdges = change
    ? [...result.dims]
    : [...result.dims.map((d) => d / half), (result.dims.at(-1) ?? 1) * half];
  const yEdges = [...EXPONENTS.map((exponent) => exponent - 0.025), 1.025];
  // Paper on the dark ramp, teal on the pale one.
  const level = change ? palette.scaled : palette.paper;
  return {
    x: { ...dimAxis(words.x), domain: change ? [1, 1024] : [1 / half, 1024 * half] },
    y: { kind: "linear", domain: [-0.025, 1.025], ticks: [0, 0.25, 0.5, 0.75, 1], label: words.y },
    height: 340,
    marks: [
      {
        kind: "fields",
        xEdges,
        yEdges,
        fill: (column, row) =>
          change
            ? palette.scores.at(((slopes[row]?.[column] ?? 0) + 1) / 2)
            : palette.weights.at(position(result, measure, medianOf(result, measure, column, row))),
      },
      { kind: "rule", y: 0.475, color: level },
      { kind: "rule", y: 0.525, color: level },
      ...(change ? regions(room) : []),
      {
        kind: "dots",
        points: [[dim, exponent]],
        color: palette.unscaled,
        hollow: true,
        radius: 7,
      },
      { kind: "dots", points: [[dim, exponent]], color: palette.unscaled, radius: 3 },
    ],
  };
}

/** What happens to the median gradient in each part of the map. */
function regions(room: Room): Mark[] {
  const { map: words } = room.text.exponent;
  const { scores } = room.palette;
  const note = (x: number, y: number, text: string, t: number): Mark => ({
    ...{ kind: "note", x, y, text, color: scores.inkAt(t), align: "center", bold: true },
  });
  return [
    note(32, 0.78, words.fades, 0.3),
    note(12, 0.3, words.grows, 0.6),
    note(420, 0.06, words.collapses, 0),
  ];
}

function ramp(room: Room, result: DrawsResult): TemplateResult {
  const { measure } = room.state;
  const { weights, scores } = room.palette;
  const colors = measure === "change" ? scores : weights;
  const stops = Array.from({ length: 9 }, (_, i) => colors.at(i / 8)).join(", ");
  const ends = {
    change: ["≤ −1", "1"],
    gradient: ["≤ 10⁻³", "1"],
    entropy: ["0", `ln ${result.request.keys} = ${fixed(Math.log(result.request.keys), 2)}`],
    peak: ["0", "1"],
  }[measure];
  return html`<div class="legend">
    <span>${ends[0]}</span>
    <span class="ramp" aria-hidden="true" .style=${`background: linear-gradient(to right, ${stops})`}></span>
    <span>${ends[1]}</span>
    ${measure === "gradient" ? html`<span>${room.text.exponent.map.keeps}</span>` : nothing}<span>${measure === "change" ? room.text.exponent.map.doubling : room.text.exponent.controls.measures[measure]}</span>
  </div>`;
}

function curvesChart(
  room: Room,
  result: DrawsResult,
  { measure, dim, exponent: own }: Shown,
): Chart {
  const { palette, text } = room;
  // The page's own exponent is one of the curves, to the next twentieth.
  const chosen = Math.round(own * 20) / 20;
  const color = (exponent: number) =>
    exponent === 0.5
      ? palette.scaled
      : exponent === 0
        ? palette.unscaled
        : exponent === chosen
          ? palette.ink
          : palette.muted;
  const drawn = [...new Set([...CURVES, chosen])].sort((a, b) => a - b);
  const marks = drawn.map((exponent): Mark => {
    const index = EXPONENTS.indexOf(exponent);
    return {
      kind: "line",
      points: result.dims.map((d, i): Point => [d, medianOf(result, measure, i, index)]),
      color: color(exponent),
      width: exponent === 0.5 ? 3.5 : exponent === chosen ? 2.75 : 1.5,
      label: exponent === 0.5 ? "½" : String(exponent),
      bold: exponent === 0.5 || exponent === chosen,
    };
  });
  const name = text.exponent.controls.measures[quantityOf(measure)];
  const y: Axis =
    quantityOf(measure) === "gradient"
      ? { kind: "log", domain: [1e-4, 3], label: name }
      : {
          kind: "linear",
          domain: [0, measure === "peak" ? 1.03 : Math.log(result.request.keys) * 1.05],
          label: name,
        };
  return {
    x: dimAxis(text.exponent.map.x),
    y,
    height: 340,
    marks: [{ kind: "rule", x: dim, color: palette.hairline }, ...marks],
  };
}

function mapAndCurves(
  room: Room,
  engine: Engine,
  study: Study<"map">,
  result: DrawsResult,
): TemplateResult {
  const { map, curves, controls } = room.text.exponent;
  const { measure } = room.state;
  const attention = room.page.result?.request ?? null;
  const { dim, exponent } = attention ?? room.state;
  const shown = { measure, dim, exponent };
  const { keys, draws, seed: drawseed } = result.request;
  const asked = { keys, draws, drawseed };
  const inputs = inputsAsked(room.page, attention, asked, runOf(room, "map", study));
  const name = controls.measures[measure];
  const deps = [result, measure, exponent, dim];
  const pick = ([x, y]: Point) =>
    room.page.set({
      // The worked example keeps its three coordinates.
      ...(room.state.vectors === "example" ? {} : { dim: Math.round(clamp(x, LIMITS.dim)) }),
      exponent: rounded(clamp(Math.round(y * 20) / 20, LIMITS.exponent)),
    });
  const labels = result.dims.map(String);
  const slopes = changes(engine, result);
  const exponents = EXPONENTS.map(String);
  const medians = room.table(
    map.table(controls.measures[quantityOf(measure)]),
    map.corner,
    exponents,
    labels,
    labels.map((_, i) => EXPONENTS.map((__, j) => medianOf(result, measure, i, j))),
  );
  const table =
    measure === "change"
      ? room.table(
          map.table(name),
          map.corner,
          exponents,
          labels.slice(1).map((label, i) => `${labels[i]} → ${label}`),
          labels.slice(1).map((_, i) => slopes.map((row) => row[i] ?? 0)),
        )
      : medians;
  return html`<div class="pair-of-figures">
    ${figure(room, {
      title: map.title,
      beside: name,
      picture: room.chart(
        "map",
        map.label(name),
        deps,
        () => mapChart(room, engine, result, shown),
        pick,
      ),
      after: ramp(room, result),
      tables: [table],
      inputs,
    })}
    ${figure(room, {
      title: curves.title,
      picture: room.chart(
        "curves",
        curves.label(controls.measures[quantityOf(measure)]),
        deps,
        () => curvesChart(room, result, shown),
      ),
      inputs,
      tables: [medians],
      tableElsewhere: measure !== "change",
    })}
  </div>`;
}

// ---- longer sentences ----

function growthChart(room: Room, result: GrowthResult, settled: SentenceAttention | null): Chart {
  const { palette, text } = room;
  const words = text.exponent.growth;
  const { counts, root, logarithmic } = result;
  const points = (values: ArrayLike<number>) => counts.map((n, i): Point => [n, values[i] ?? 0]);
  const band = ({ low, high }: typeof root, color: string): Mark => ({
    kind: "band",
    points: counts.map((n, i) => [n, low[i] ?? 0, high[i] ?? 0] as const),
    color,
  });
  return {
    x: { kind: "log", domain: [1.8, 4600], ticks: [2, 8, 32, 128, 512, 2048], label: words.x },
    y: { kind: "linear", domain: [0, Math.log(4096) * 1.03], label: words.y },
    height: 270,
    marks: [
      {
        kind: "line",
        points: points(counts.map(Math.log)),
        color: palette.muted,
        width: 1.25,
        dash: [3, 3],
        label: words.uniform,
      },
      band(root, palette.scaled),
      band(logarithmic, palette.ink),
      {
        kind: "line",
        points: points(root.median),
        color: palette.scaled,
        width: 2.5,
        label: words.root,
      },
      {
        kind: "line",
        points: points(logarithmic.median),
        color: palette.ink,
        width: 2,
        label: words.logarithmic,
      },
      ...(settled === null || settled.request.words.length < 2
        ? []
        : [
            {
              kind: "dots",
              points: Array.from(
                settled.scaled.entropy,
                (entropy): Point => [settled.request.words.length, entropy],
              ),
              color: palette.scaled,
              hollow: true,
              radius: 4.5,
            } satisfies Mark,
          ]),
    ],
  };
}

/** The same as a share of ln n, where the two curves part. */
function shareChart(room: Room, { counts, root, logarithmic }: GrowthResult): Chart {
  const { palette, text } = room;
  const words = text.exponent.growth;
  const points = (values: ArrayLike<number>) =>
    counts.map((n, i): Point => [n, (values[i] ?? 0) / Math.log(n)]);
  return {
    x: { kind: "log", domain: [1.8, 4600], ticks: [2, 8, 32, 128, 512, 2048], label: words.x },
    y: { kind: "linear", domain: [0.6, 1.02], label: words.share },
    height: 150,
    marks: [
      { kind: "rule", x: 512, color: palette.hairline },
      {
        ...{ kind: "line", points: points(root.median), color: palette.scaled },
        width: 2.5,
        label: words.root,
      },
      {
        ...{ kind: "line", points: points(logarithmic.median), color: palette.ink },
        label: words.logarithmic,
      },
    ],
  };
}

function growth(room: Room): TemplateResult {
  const text = room.text.exponent.growth;
  const study = room.study("exponent", "growth");
  study.ask({ seed: room.state.drawseed, draws: room.state.draws });
  const { result } = study;
  const { settled } = room.page;
  const from = result?.counts.indexOf(32) ?? 0;
  const last = (result?.counts.length ?? 1) - 1;
  const grown = (median: Float64Array) => fixed((median[last] ?? 0) - (median[from] ?? 0), 2);
  const columns = (r: GrowthResult) => [
    ...[r.root, r.logarithmic].flatMap(({ low, median, high }) => [low, median, high]),
    r.counts.map(Math.log),
  ];
  return html`<div class="sub">
    <h3>${text.heading}</h3>
    ${room.page.shows("text") ? html`<div class="prose">${paragraphs(text.text)} ${displayFormula("growthDisplay")}</div>` : nothing}
    ${
      result === null
        ? empty()
        : figure(room, {
            title: text.title,
            beside: `d = ${result.dim}`,
            picture: room.chart("growth", text.label, [result, settled], () =>
              growthChart(room, result, settled),
            ),
            after: room.chart("growth-share", text.share, [result], () => shareChart(room, result))
              .template,
            note: html`○ ${room.text.legend.sentence}, d = ${settled?.request.dim ?? ""}. ${richText(text.measured(grown(result.root.median), grown(result.logarithmic.median), result.counts[from] ?? 0, result.counts[last] ?? 0))}`,
            tables: [
              room.table(
                text.label,
                text.x,
                result.counts.map(String),
                text.columns,
                columns(result),
              ),
            ],
            inputs: inputsAsked(
              room.page,
              settled?.request ?? null,
              { draws: result.request.draws, drawseed: result.request.seed },
              runOf(room, "growth", study),
            ),
          })
    }
    ${progress(room, "growth", study)}
  </div>`;
}

// ---- where the root goes ----

function reducedMap(
  words: readonly string[],
  { logits, difference, exact }: ReducedScores,
  which: "logits" | "difference",
): Heatmap {
  const matrix = which === "logits" ? logits : difference;
  const finite = Float64Array.from(matrix.data, (value) => (Number.isFinite(value) ? value : 0));
  const largest =
    which === "logits" ? largestOf(exact) : largestOf({ ...matrix, data: finite }) || 1;
  return {
    matrix,
    rowLabels: words,
    colLabels: words,
    scale: { kind: "signed", largest },
    largestPitch: 56,
  };
}

function placesFigures(room: Room, result: PlacesResult, chosen: ReducedScores): TemplateResult {
  const { places: text } = room.text.exponent;
  const { attention, precision, accumulate, size } = result.request;
  const { words } = attention;
  const inputs = inputsAsked(room.page, attention, { precision, accumulate, size });
  const deps = [result, room.state.place];
  const map = (which: "logits" | "difference", name: string) => {
    const label = text.label(name);
    return figure(room, {
      title: name,
      picture: room.heatmap(`places-${which}`, label, deps, () => reducedMap(words, chosen, which)),
      tables: [
        {
          name: label,
          matrix: chosen[which],
          rowLabels: words,
          colLabels: words,
          corner: room.page.text.matrices.corner,
        },
      ],
      inputs,
    });
  };
  return html`<div class="pair-of-figures">${map("logits", text.logits)} ${map("difference", text.difference)}</div>`;
}

function placesSummary(room: Room, result: PlacesResult): TemplateResult {
  const { places: text } = room.text.exponent;
  const row = (place: RootPlace) => {
    const reduced = result.places[place];
    if (reduced === undefined) return nothing;
    const { overflowed, largestDifference, largestRelative } = reduced;
    const finite = reduced.logits.data.length - overflowed;
    const of = (value: string) =>
      finite === 0 ? text.none : overflowed > 0 ? text.finiteOnly(value, finite) : value;
    return html`<tr data-chosen=${place === room.state.place}>
      <th scope="row">${text.controls.places[place]}</th>
      <td data-value=${overflowed}>${overflowed}</td>
      <td data-value=${String(largestDifference)}>${of(significant(largestDifference, 3))}</td>
      <td data-value=${String(largestRelative)}>${of(significant(largestRelative, 2))}</td>
    </tr>`;
  };
  return html`<table class="small-table">
    <caption>${text.summary}</caption>
    <thead><tr><th><span class="visually-hidden">${text.corner}</span></th>${text.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${keys.place.words.map(row)}</tbody>
  </table>`;
}

function whereTheRootGoes(room: Room): TemplateResult {
  const { places: text } = room.text.exponent;
  const { controls } = text;
  const { state, words } = room;
  const study = room.study("exponent", "places");
  const { precision, accumulate, size, place } = state;
  if (words.length > 0)
    study.ask({ attention: requestOf(state, words), precision, accumulate, size });
  const { result } = study;
  const chosen = result?.places[place];
  const said = (reduced: ReducedScores) => {
    const { data } = reduced.logits;
    const name = controls.places[place];
    return reduced.overflowed > 0
      ? text.overflow(reduced.overflowed, data.length, name)
      : text.finite(
          name,
          significant(reduced.largestDifference, 2),
          significant(reduced.largestRelative, 2),
        );
  };
  return html`<div class="sub">
    <h3>${text.heading}</h3>
    ${room.page.shows("text") ? html`<div class="prose">${paragraphs(text.text)} ${displayFormulas("placesDisplay", "bothPlacesDisplay")}</div>` : nothing}
    ${controlRow(
      room,
      chooser(room, "precision", controls.precision, controls.precisions),
      chooser(room, "place", controls.place, controls.places),
      precision === "double"
        ? nothing
        : chooser(room, "accumulate", controls.accumulate, controls.accumulations),
      sliderField(room, "size", controls.size, { step: 1, log: true }),
    )}
    ${
      result === null || chosen === undefined
        ? empty(false)
        : html`<p class="caption">${richText(said(chosen))}${precision === "double" ? html` ${text.exact}` : nothing}</p>
          ${placesFigures(room, result, chosen)} ${placesSummary(room, result)}`
    }
    ${progress(room, "places", study)}
  </div>`;
}

export function exponent(room: Room): TemplateResult {
  const text = room.text.exponent;
  const { keys, draws, drawseed: seed } = room.state;
  const study = room.study("exponent", "map");
  study.ask({ seed, keys, draws, exponents: EXPONENTS });
  const { result } = study;
  return reasonPart(
    room,
    "exponent",
    text,
    ["fadingDisplay"],
    controlRow(
      room,
      chooser(room, "measure", text.controls.measure, text.controls.measures),
      sliderField(room, "keys", room.text.gradient.controls.keys, { step: 1, log: true }),
      sliderField(room, "draws", room.text.gradient.controls.draws, { step: 100, log: true }),
    ),
    result === null || room.engine === null
      ? empty()
      : mapAndCurves(room, room.engine, study, result),
    progress(room, "map", study),
    growth(room),
    whereTheRootGoes(room),
  );
}
