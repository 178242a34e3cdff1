/** Entropy against the number of keys: the root settles d, but not longer sentences. */

import { html, type TemplateResult } from "lit";
import type { ChartMaker } from "../../draw/marks.js";
import { atX, dots, line, linear, log, zip } from "../../draw/marks.js";
import { paragraphs } from "../../page/prose.js";
import { bandOf, type Palette, type PartView, type Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";
import { fixed } from "../../text/numbers.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import { COUNTS, DIM, growth, LANES, type Lane } from "./growth.js";

type View = PartView<typeof en>;

/** The statistics in the table. */
const DECILES = ["low", "median", "high"] as const;

const countAxis = (label: string) => log([1.8, 4600], label, { ticks: [2, 8, 32, 128, 512, 2048] });

function growthFigure(view: View, shown: Shown<typeof growth>): TemplateResult {
  const { growth: text } = view.text;
  const { settled } = view.page.attention;
  const { result: lanes } = shown;
  const uniform = COUNTS.map(Math.log);
  const n = settled?.request.words.length ?? 0;
  const ofSentence = n < 2 ? [] : atX(n, settled?.scaled.entropy ?? []);
  /** The medians, as they are or relative to ln n. */
  const medians = ({ scaled, ink }: Palette, of: (median: number, i: number) => number) =>
    LANES.map((lane) => {
      const color = lane === "root" ? scaled : ink;
      const style = { root: { width: 2.5 }, logarithmic: {}, level: { dash: [6, 3] } }[lane];
      const points = zip(COUNTS, lanes[lane].median.map(of));
      return line(points, color, { ...style, label: text[lane] });
    });
  const chart: ChartMaker = (palette) => ({
    x: countAxis(view.common.keys),
    y: linear([0, Math.log(4096) * 1.03], text.y),
    height: 270,
    marks: [
      line(zip(COUNTS, uniform), palette.muted, {
        ...{ width: 1.25, dash: [3, 3], label: text.uniform },
      }),
      bandOf(COUNTS, lanes.root, palette.scaled),
      bandOf(COUNTS, lanes.logarithmic, palette.ink),
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
  const ends = [COUNTS.indexOf(32), COUNTS.length - 1] as const;
  const [least = 0, most = 0] = ends.map((at) => COUNTS[at]);
  const grown = (lane: Lane) =>
    ends.map((at) => fixed(share(lanes[lane].median[at] ?? 0, at), 2)) as [string, string];
  const [root, logarithmic, level] = [grown("root"), grown("logarithmic"), grown("level")];
  const measured = text.measured(root, logarithmic, level, least, most);
  const called = LANES.map((lane) => text[lane]);
  const of = LANES.map((lane) => lanes[lane]);
  const [names, columns] = view.summaryColumns(called, of, DECILES);
  return view.figure({
    ...{ name: "growth", title: text.title, beside: `d = ${DIM}`, chart },
    ...{ of: shown, attention: settled?.request, deps: [lanes, settled] },
    after: view.chart("growth-share", text.share, [lanes], shareChart).template,
    note: html`${typeset(text.settled(settled?.request.dim ?? DIM))} ${richText(measured)}`,
    tables: () => [view.common.keys, COUNTS.map(String), [...names, "ln n"], [...columns, uniform]],
  });
}

export function growthOfEntropy(view: View): TemplateResult {
  const { growth: text } = view.text;
  return html`<div class="sub">
    <h3 class="on-paper">${text.heading}</h3>
    ${view.prose(paragraphs(text.text), displayFormulas("growthDisplay", "levelDisplay"))}
    ${view.answered(view.answer(growth), [], (shown) => growthFigure(view, shown))}
  </div>`;
}
