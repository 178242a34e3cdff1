/** Reason 2: softmax saturates. Bars of the logits and their weights, and what a growing scale does to them. */
import { html, type TemplateResult } from "lit";
import type { Chart, Mark, Point } from "../../draw/chart.js";
import type { Saturation } from "../../engine/api.js";
import { fixed, weight } from "../../ui/numbers.js";
import { figure, legend, reasonPart, withoutEngine } from "../pieces.js";
import type { Room } from "../room.js";
import { type Logits, logitControls, logitInputs, logitsOf } from "./logits.js";

/** From 1/64 to 64 in steps of a quarter of an octave. */
export const SCALES: readonly number[] = Array.from({ length: 49 }, (_, i) => 2 ** (i / 4 - 6));

const barChart = (
  labels: readonly string[],
  values: ArrayLike<number>,
  label: string,
  domain: readonly [number, number],
  color: string,
  write: (value: number) => string,
  paper: string,
): Chart => ({
  x: {
    kind: "linear",
    domain: [-0.6, labels.length - 0.4],
    label: "",
    ticks: labels.map((_, i) => i),
    format: (i) => labels[i] ?? "",
  },
  y: { kind: "linear", domain, label },
  height: 170,
  marks: [
    ...Array.from(
      values,
      (value, i): Mark => ({
        kind: "fields",
        xEdges: [i - 0.36, i + 0.36],
        yEdges: value < 0 ? [Math.max(value, domain[0]), 0] : [Math.min(0, domain[1]), value],
        fill: () => color,
      }),
    ),
    { kind: "rule", y: 0, color: paper },
    ...(labels.length > 16
      ? []
      : Array.from(
          values,
          (value, i): Mark => ({
            kind: "note",
            x: i,
            y: value + (domain[1] - domain[0]) * 0.03 * (value < 0 ? -3.2 : 1),
            text: write(value),
            color,
            align: "center",
          }),
        )),
  ],
});

function bars(room: Room, logits: Logits, weights: Float64Array): TemplateResult {
  const { values, labels } = logits;
  const inputs = logitInputs(room, logits);
  const { bars: text } = room.text.saturation;
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const room_ = Math.max(1, most - least) * 0.14;
  const domain = [least < 0 ? least - room_ : 0, most + room_] as const;
  const label = text.label(Array.from(weights, weight).join(", "));
  const tables = [room.table(label, text.corner, labels, text.columns, [values, weights])];
  return html`<div class="pair-of-figures">
    ${figure(room, {
      title: text.logits,
      picture: room.chart("logits", text.logits, [values.join(), labels.join()], () =>
        barChart(
          labels,
          values,
          "",
          domain,
          room.palette.muted,
          (value) => fixed(value, Math.abs(value) < 10 ? 2 : 1),
          room.palette.muted,
        ),
      ),
      tables,
      tableElsewhere: true,
      inputs,
    })}
    ${figure(room, {
      title: text.weights,
      picture: room.chart("weights", label, [weights.join(), labels.join()], () =>
        barChart(
          labels,
          weights,
          "",
          [0, 1.1],
          room.palette.weights.at(0.72),
          weight,
          room.palette.muted,
        ),
      ),
      tables,
      inputs,
    })}
  </div>`;
}

interface Rows {
  readonly spread: number[];
  readonly entropy: number[];
  readonly peak: number[];
}

/** Each row of the sentence, without the division and with it. */
function sentenceRows(room: Room): { unscaled: Rows; scaled: Rows } | null {
  const settled = room.page.settled;
  if (settled === null || room.engine === null) return null;
  const { rows } = room.engine.matrixMoments(settled.scores);
  const side = (
    by: number,
    { entropy, peak }: { entropy: Float64Array; peak: Float64Array },
  ): Rows => ({
    spread: rows.map(({ std }) => std / by),
    entropy: [...entropy],
    peak: [...peak],
  });
  return {
    unscaled: side(1, settled.unscaled),
    scaled: side(settled.scaled.divisor, settled.scaled),
  };
}

const SPREADS = [0.02, 60] as const;

function curveChart(
  room: Room,
  curve: Saturation,
  now: Saturation,
  rows: ReturnType<typeof sentenceRows>,
  quantity: "entropy" | "peak",
  count: number,
): Chart {
  const { palette, text } = room;
  // Rows of other lengths have other entropies at most: each is shown as a share of its own.
  const own = quantity === "entropy" ? Math.log(count) : 1;
  const theirs =
    quantity === "entropy" ? Math.log(Math.max(2, rows?.unscaled.spread.length ?? 2)) : 1;
  const line = Array.from(curve.spread, (x, i): Point => [x, (curve[quantity][i] ?? 0) / own]);
  const dots = (side: Rows, color: string): Mark => ({
    kind: "dots",
    points: side.spread.map((x, i): Point => [x, (side[quantity][i] ?? 0) / theirs]),
    color,
    hollow: true,
    radius: 4.5,
  });
  return {
    x: { kind: "log", domain: SPREADS, ticks: [0.1, 1, 10], label: text.saturation.curve.x },
    y: {
      kind: "linear",
      domain: [0, 1.06],
      label: text.saturation.curve[quantity === "entropy" ? "entropyAxis" : "peakAxis"],
    },
    height: 190,
    marks: [
      { kind: "line", points: line, color: palette.ink, width: 2 },
      ...(rows === null
        ? []
        : [dots(rows.unscaled, palette.unscaled), dots(rows.scaled, palette.scaled)]),
      {
        kind: "dots",
        points: [
          [
            Math.min(SPREADS[1], Math.max(SPREADS[0], now.spread[0] ?? 0)),
            (now[quantity][0] ?? 0) / own,
          ],
        ],
        color: palette.ink,
        radius: 5.5,
      },
    ],
  };
}

export function saturation(room: Room): TemplateResult {
  const text = room.text.saturation;
  const { engine } = room;
  const logits = logitsOf(room);
  const content = () => {
    if (engine === null) return withoutEngine(room);
    const weights = engine.softmax([...logits.values]);
    // A row of equal logits has no spread to scale.
    const flat = logits.base.every((logit) => logit === logits.base[0]);
    const base = flat ? logits.base.map(() => 0) : logits.base;
    const curve = engine.saturation(base, [...SCALES]);
    const now = engine.saturation(base, [room.state.factor]);
    const rows = sentenceRows(room);
    const inputs = logitInputs(room, logits);
    const deps = [logits.base.join(), room.state.factor, room.page.settled];
    const count = logits.base.length;
    const { curve: words } = text;
    const tables = [
      room.table(
        words.title,
        words.corner,
        SCALES.map((scale) => String(Math.round(scale * 1000) / 1000)),
        words.columns,
        [curve.spread, curve.entropy, curve.peak],
      ),
    ];
    return html`${bars(room, logits, weights)}
      ${legend(room, words.dots(room.words.length))}
      <div class="pair-of-figures">
        ${figure(room, {
          title: words.entropy,
          picture: room.chart("entropy-curve", words.entropyLabel, deps, () =>
            curveChart(room, curve, now, rows, "entropy", count),
          ),
          tables,
          inputs,
        })}
        ${figure(room, {
          title: words.peak,
          picture: room.chart("peak-curve", words.peakLabel, deps, () =>
            curveChart(room, curve, now, rows, "peak", count),
          ),
          tables,
          tableElsewhere: true,
          inputs,
        })}
      </div>`;
  };
  return reasonPart(
    room,
    "saturation",
    text,
    ["shiftDisplay", "scaleDisplay"],
    logitControls(room),
    html`${content()}`,
  );
}
