/** Entropy against the number of keys: the root settles d, but not longer sentences. */
import { html, nothing, type TemplateResult } from "lit";
import type { ChartMaker } from "../../draw/marks.js";
import { atX, band, dots, line, linear, log, stretches, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { DrawSummaries } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import { columnNames, empty, figure, progress } from "../../part-kit/figure.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";
import { fixed } from "../../text/numbers.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import { type GrowthResult, growth, LANES, type Lane } from "./growth.js";

type View = PartView<typeof en>;

/** The statistics in the table. */
const DECILES = ["low", "median", "high"] as const;

const countAxis = (label: string) => log([1.8, 4600], label, { ticks: [2, 8, 32, 128, 512, 2048] });

function growthFigure(view: View, { result, study }: Shown<GrowthResult>): TemplateResult {
  const { growth: text } = view.text;
  const { settled } = view.page.attention;
  const { counts, lanes } = result;
  const { draws, seed: drawseed } = result.request;
  const uniform = counts.map(Math.log);
  const n = settled?.request.words.length ?? 0;
  const ofSentence = n < 2 ? [] : atX(n, settled?.scaled.entropy ?? []);
  /** The medians, as they are or relative to ln n. */
  const medians = ({ scaled, ink }: Palette, of: (median: number, i: number) => number) =>
    LANES.map((lane) => {
      const color = lane === "root" ? scaled : ink;
      const style = { root: { width: 2.5 }, logarithmic: {}, level: { dash: [6, 3] } }[lane];
      const points = zip(counts, lanes[lane].median.map(of));
      return line(points, color, { ...style, label: text[lane] });
    });
  const between = ({ low, high }: DrawSummaries, color: string) =>
    band(stretches(counts, low, high), color);
  const chart: ChartMaker = (palette) => ({
    x: countAxis(view.common.keys),
    y: linear([0, Math.log(4096) * 1.03], text.y),
    height: 270,
    marks: [
      line(zip(counts, uniform), palette.muted, {
        ...{ width: 1.25, dash: [3, 3], label: text.uniform },
      }),
      between(lanes.root, palette.scaled),
      between(lanes.logarithmic, palette.ink),
      ...medians(palette, (median) => median),
      dots(ofSentence, palette.scaled, { hollow: true, radius: 4.5 }),
    ],
  });
  const share = (median: number, i: number) => median / (uniform[i] ?? 1);
  /** The same relative to ln n, where the difference between the curves can be seen. */
  const shareChart: ChartMaker = (palette) => ({
    x: countAxis(view.common.keys),
    y: linear([0.6, 1.02], text.share),
    height: 150,
    marks: [{ kind: "rule", x: 512, color: palette.hairline }, ...medians(palette, share)],
  });
  const ends = [counts.indexOf(32), counts.length - 1] as const;
  const [least = 0, most = 0] = ends.map((at) => counts[at]);
  const grown = (lane: Lane) =>
    ends.map((at) => fixed(share(lanes[lane].median[at] ?? 0, at), 2)) as [string, string];
  const [root, logarithmic, level] = [grown("root"), grown("logarithmic"), grown("level")];
  const measured = text.measured(root, logarithmic, level, least, most);
  return figure(view, {
    title: text.title,
    beside: `d = ${result.dim}`,
    drawing: view.chart("growth", text.title, [result, settled], chart),
    after: view.chart("growth-share", text.share, [result], shareChart).template,
    note: html`${typeset(text.settled(settled?.request.dim ?? result.dim))} ${richText(measured)}`,
    tables: view.table(text.title, [result], () => [
      view.common.keys,
      counts.map(String),
      [
        ...columnNames(
          view,
          LANES.map((lane) => text[lane]),
          DECILES,
        ),
        "ln n",
      ],
      [...LANES.flatMap((lane) => DECILES.map((each) => lanes[lane][each])), uniform],
    ]),
    inputs: view.inputs(settled?.request ?? null, { draws, drawseed }, study),
  });
}

export function growthOfEntropy(view: View): TemplateResult {
  const { growth: text } = view.text;
  const { drawseed: seed, draws } = view.state;
  const shown = view.answer("growth", growth, { seed, draws });
  return html`<div class="sub">
    <h3 class="on-paper">${text.heading}</h3>
    ${view.page.shows("text") ? html`<div class="prose">${paragraphs(text.text)} ${displayFormulas("growthDisplay", "levelDisplay")}</div>` : nothing}
    ${shown.result === null ? empty() : growthFigure(view, shown)}
    ${progress(view, shown.study)}
  </div>`;
}
