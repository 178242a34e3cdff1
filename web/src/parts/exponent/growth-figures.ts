/** Entropy against the number of keys: the root settles d, but not longer sentences. */
import { html, nothing, type TemplateResult } from "lit";
import type { ChartMaker } from "../../draw/marks.js";
import { atX, band, dots, line, linear, log, stretches, zip } from "../../draw/marks.js";
import { paragraphs } from "../../page/prose.js";
import { empty, figure, progress } from "../../part-kit/figure.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import { fixed } from "../../text/numbers.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import type { en } from "./en.js";
import { type GrowthResult, growth } from "./growth.js";

type View = PartView<typeof en>;

const countAxis = (label: string) => log([1.8, 4600], label, { ticks: [2, 8, 32, 128, 512, 2048] });

function growthFigure(view: View, { result, study }: Shown<GrowthResult>): TemplateResult {
  const { growth: text } = view.text;
  const { settled } = view.page.attention;
  const { counts, root, logarithmic, level } = result;
  const { draws, seed: drawseed } = result.request;
  const uniform = counts.map(Math.log);
  const between = ({ low, high }: typeof root, color: string) =>
    band(stretches(counts, low, high), color);
  const n = settled?.request.words.length ?? 0;
  const ofSentence = n < 2 ? [] : atX(n, settled?.scaled.entropy ?? []);
  const chart: ChartMaker = ({ muted, scaled, ink }) => ({
    x: countAxis(text.x),
    y: linear([0, Math.log(4096) * 1.03], text.y),
    height: 270,
    marks: [
      line(zip(counts, uniform), muted, { width: 1.25, dash: [3, 3], label: text.uniform }),
      between(root, scaled),
      between(logarithmic, ink),
      line(zip(counts, root.median), scaled, { width: 2.5, label: text.root }),
      line(zip(counts, logarithmic.median), ink, { label: text.logarithmic }),
      line(zip(counts, level.median), ink, { dash: [6, 3], label: text.level }),
      dots(ofSentence, scaled, { hollow: true, radius: 4.5 }),
    ],
  });
  /** The same relative to ln n, where the difference between the curves can be seen. */
  const shareChart: ChartMaker = ({ scaled, ink, hairline }) => {
    const shares = (medians: Float64Array) =>
      zip(
        counts,
        medians.map((median, i) => median / (uniform[i] ?? 1)),
      );
    return {
      x: countAxis(text.x),
      y: linear([0.6, 1.02], text.share),
      height: 150,
      marks: [
        { kind: "rule", x: 512, color: hairline },
        line(shares(root.median), scaled, { width: 2.5, label: text.root }),
        line(shares(logarithmic.median), ink, { label: text.logarithmic }),
        line(shares(level.median), ink, { dash: [6, 3], label: text.level }),
      ],
    };
  };
  const from = counts.indexOf(32);
  const last = counts.length - 1;
  const [least = 0, most = 0] = [counts[from], counts[last]];
  const shareAt = ({ median }: typeof root, at: number) =>
    fixed((median[at] ?? 0) / (uniform[at] ?? 1), 2);
  const grown = (lane: typeof root) => [shareAt(lane, from), shareAt(lane, last)] as const;
  const measured = text.measured(grown(root), grown(logarithmic), grown(level), least, most);
  return figure(view, {
    title: text.title,
    beside: `d = ${result.dim}`,
    drawing: view.chart("growth", text.label, [result, settled], chart),
    after: view.chart("growth-share", text.share, [result], shareChart).template,
    note: html`${typeset(text.settled(settled?.request.dim ?? result.dim))} ${richText(measured)}`,
    tables: view.table(text.label, [result], () => [
      text.x,
      counts.map(String),
      text.columns,
      [
        ...[root, logarithmic, level].flatMap(({ low, median, high }) => [low, median, high]),
        uniform,
      ],
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
