/** The map of a median over exponents and d, and the same medians as curves against d. */

import { html, type TemplateResult } from "lit";
import type { Chart, Point } from "../../draw/marks.js";
import { dots, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Engine } from "../../engine/api.js";
import { clamp, rounded } from "../../page/number-field.js";
import { dimAxis, type Palette, type PartView, type Shown } from "../../part-kit/part-view.js";
import { LIMITS } from "../../state/state.js";
import type { en } from "../../text/en/exponent.js";
import { fixed } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { DIMS, type draws } from "../gradient/draws.js";
import type { MapQuantity } from "./keys.js";

type View = PartView<typeof en>;
type Draws = Shown<typeof draws>;

/** 0, 0.05 … 1. */
export const EXPONENTS: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);
/** The exponents of the curves. */
const CURVES: readonly number[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];

/** The quantity whose medians are drawn: a change is one of the gradient. */
const quantityOf = (measure: MapQuantity) => (measure === "change" ? "gradient" : measure);

const medianOf = (
  { summaries }: Draws["result"],
  measure: MapQuantity,
  dim: number,
  exponent: number,
) => summaries[quantityOf(measure)].median[dim * EXPONENTS.length + exponent] ?? 0;

/** For each exponent the power of 2 by which the median gradient changes from one d to the next [exponents][dims − 1]. */
const changesOf = (engine: Engine, result: Draws["result"]): Float64Array[] =>
  EXPONENTS.map((_, j) =>
    engine.localExponents(
      [...DIMS],
      DIMS.map((__, i) => medianOf(result, "gradient", i, j)),
    ),
  );

/** The position of a median on its ramp, from 0 to 1: the entropy relative to ln n, the gradient from 10⁻³, logarithmic. */
function position(keys: number, measure: MapQuantity, value: number): number {
  if (measure === "entropy") return value / Math.log(keys);
  return measure === "gradient" ? 1 + Math.log10(Math.max(value, 1e-3)) / 3 : value;
}

/** The quantity of map and curves, and the page's exponent and d. */
interface Plotted {
  readonly result: Draws["result"];
  /** n of the draws. */
  readonly keys: number;
  readonly changes: readonly Float64Array[];
  readonly measure: MapQuantity;
  readonly dim: number;
  readonly exponent: number;
}

function mapChart({ text: { map: text } }: View, palette: Palette, plotted: Plotted): Chart {
  const { result, keys, changes, measure, dim, exponent } = plotted;
  const half = Math.SQRT2;
  const change = measure === "change";
  // A change is between two d, a median at one.
  const xEdges = change ? [...DIMS] : [...DIMS.map((d) => d / half), (DIMS.at(-1) ?? 1) * half];
  const fill = (column: number, row: number) =>
    change
      ? palette.scores.at(((changes[row]?.[column] ?? 0) + 1) / 2)
      : palette.weights.at(position(keys, measure, medianOf(result, measure, column, row)));
  // The row of ½ is framed in a colour that is visible on each ramp.
  const color = change ? palette.scaled : palette.paper;
  const region = (name: string, at: Point, t: number) =>
    note(name, at, palette.scores.inkAt(t), { align: "center", bold: true });
  return {
    x: dimAxis(change ? [1, 1024] : [1 / half, 1024 * half]),
    y: linear([-0.025, 1.025], text.y, { ticks: [0, 0.25, 0.5, 0.75, 1] }),
    height: 310,
    marks: [
      { kind: "fields", xEdges, yEdges: [...EXPONENTS.map((y) => y - 0.025), 1.025], fill },
      { kind: "rule", y: 0.475, color },
      { kind: "rule", y: 0.525, color },
      change && region(text.fades, [32, 0.78], 0.3),
      change && region(text.grows, [12, 0.3], 0.6),
      change && region(text.collapses, [420, 0.06], 0),
      dots([[dim, exponent]], palette.unscaled, { hollow: true, radius: 7 }),
      dots([[dim, exponent]], palette.unscaled, { radius: 3 }),
    ],
  };
}

function ramp(view: View, keys: number): TemplateResult {
  const { measure } = view.state;
  const { map, controls } = view.text;
  const { weights, scores } = view.page.palette;
  const colors = measure === "change" ? scores : weights;
  const uniform = `ln ${keys} = ${fixed(Math.log(keys), 2)}`;
  const ends = {
    change: ["≤ −1", "1"],
    gradient: ["≤ 10⁻³", "1"],
    entropy: ["0", uniform],
    peak: ["0", "1"],
  } as const;
  const name = measure === "change" ? map.doubling : controls.measures[measure];
  const before = measure === "gradient" ? [map.keeps] : [];
  return rampLegend(colors, "ramp", ends[measure], ...before, name);
}

function curvesChart({ text }: View, palette: Palette, plotted: Plotted): Chart {
  const { result, measure, dim } = plotted;
  // The page's own exponent, rounded to a twentieth, is one of the curves.
  const chosen = Math.round(plotted.exponent * 20) / 20;
  const color = (exponent: number) => {
    if (exponent === 0.5) return palette.scaled;
    if (exponent === 0) return palette.unscaled;
    return exponent === chosen ? palette.ink : palette.muted;
  };
  const drawn = [...new Set([...CURVES, chosen])].sort((a, b) => a - b);
  const curves = drawn.map((exponent) => {
    const index = EXPONENTS.indexOf(exponent);
    const medians = DIMS.map((_, i) => medianOf(result, measure, i, index));
    return line(zip(DIMS, medians), color(exponent), {
      width: exponent === 0.5 ? 3.5 : exponent === chosen ? 2.75 : 1.5,
      label: exponent === 0.5 ? "½" : String(exponent),
      bold: exponent === 0.5 || exponent === chosen,
    });
  });
  const name = text.controls.measures[quantityOf(measure)];
  const most = measure === "peak" ? 1.03 : Math.log(plotted.keys) * 1.05;
  return {
    x: dimAxis(),
    y: quantityOf(measure) === "gradient" ? log([1e-4, 3], name) : linear([0, most], name),
    height: 310,
    marks: [{ kind: "rule", x: dim, color: palette.hairline }, ...curves],
  };
}

export function mapAndCurves(view: View, engine: Engine, shown: Draws): TemplateResult {
  const { map, curves, controls } = view.text;
  const { page, state } = view;
  const { measure } = state;
  const { result } = shown;
  const { keys } = shown.request;
  const attention = page.attention.result?.request;
  const { dim, exponent } = attention ?? state;
  const changes = view.memo("changes", [result], () => changesOf(engine, result));
  const plotted = { result, keys, changes, measure, dim, exponent };
  const name = controls.measures[measure];
  const quantity = controls.measures[quantityOf(measure)];
  const deps = [result, measure, exponent, dim];
  const pick = ([x, y]: Point) =>
    page.set({
      // The worked example keeps its three coordinates.
      ...(state.vectors === "example" ? {} : { dim: Math.round(clamp(x, LIMITS.dim)) }),
      exponent: rounded(clamp(Math.round(y * 20) / 20, LIMITS.exponent)),
    });
  const labels = DIMS.map(String);
  const rows = EXPONENTS.map(String);
  const medians = view.table(map.table(quantity), [result, measure], () => [
    map.corner,
    rows,
    labels,
    labels.map((_, i) => rows.map((__, j) => medianOf(result, measure, i, j))),
  ]);
  const changeTable = () =>
    view.table(map.table(name), [changes], () => [
      map.corner,
      rows,
      labels.slice(1).map((label, i) => `${labels[i]} → ${label}`),
      labels.slice(1).map((_, i) => changes.map((row) => row[i] ?? 0)),
    ]);
  return html`${view.figure({
    ...{ name: "map", title: map.title, label: map.table(name), beside: name },
    ...{ of: shown, attention, deps, pick },
    chart: (palette) => mapChart(view, palette, plotted),
    after: ramp(view, keys),
    tables: measure === "change" ? changeTable() : medians,
  })}
    ${view.progress(shown.study)}
    ${view.fold("exponent-curves", curves, () =>
      view.figure({
        ...{ name: "curves", title: quantity, label: map.table(quantity) },
        ...{ of: shown, attention, deps },
        chart: (palette) => curvesChart(view, palette, plotted),
        tables: medians,
        tableElsewhere: measure !== "change",
      }),
    )}`;
}
