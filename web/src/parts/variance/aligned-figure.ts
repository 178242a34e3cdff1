/** Independent vectors beside such that line up: the size of their score against d. */
import { html, type TemplateResult } from "lit";
import type { ChartMaker, Mark } from "../../draw/marks.js";
import { dots, line, log, zip } from "../../draw/marks.js";
import { dimAxis, empty, figure, progress } from "../../part-kit/figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import { richText } from "../../ui/rich.js";
import { type AlignedResult, aligned, COSINES } from "./aligned.js";
import type { en } from "./en.js";
import { over } from "./spread-figure.js";

/** For each cosine the size of q·k by d: the deviation of independent vectors, whose mean is 0, and the mean of the others. */
const sizesOf = ({ dims, scores }: AlignedResult): number[][] =>
  COSINES.map((cosine, i) =>
    dims.map((_, dim) => {
      const cell = dim * COSINES.length + i;
      return (cosine === 0 ? scores.std : scores.mean)[cell] ?? 0;
    }),
  );

export function alignedFigure(view: PartView<typeof en>): TemplateResult {
  const { aligned: text } = view.text;
  const { result, study } = view.answer("aligned", aligned, { seed: view.state.sampleseed });
  if (result === null) return html`${empty()} ${progress(view, study)}`;
  const { dims } = result;
  const roots = dims.map(Math.sqrt);
  const sizes = view.memo("sizes", [result], () => sizesOf(result));
  const divided = sizes.map((list) => over(list, roots));
  const names = COSINES.map(text.name);
  const side = (lists: number[][], color: string, by: readonly number[]): Mark[] =>
    COSINES.flatMap((cosine, i) => {
      const law = dims.map((d, at) => (cosine === 0 ? Math.sqrt(d) : cosine * d) / (by[at] ?? 1));
      const label = names[i] ?? "";
      return [
        line(zip(dims, law), color, { width: 1.5, opacity: 0.7, label }),
        dots(zip(dims, lists[i] ?? []), color),
      ];
    });
  const chart: ChartMaker = ({ unscaled, scaled }) => ({
    x: dimAxis(text.x),
    y: log([0.2, 900], text.y, { ticks: [1, 4, 16, 64, 256] }),
    height: 280,
    marks: [
      ...side(
        sizes,
        unscaled,
        dims.map(() => 1),
      ),
      ...side(divided, scaled, roots),
    ],
  });
  return html`${figure(view, {
    title: text.title,
    before: html`<p class="caption-text">${richText(text.text)}</p>`,
    drawing: view.chart("aligned", text.label, [result], chart),
    note: text.note(result.draws),
    tables: view.table(text.label, [result], () => [
      text.x,
      dims.map(String),
      [...names, ...names.map(text.divided)],
      [...sizes, ...divided],
    ]),
    inputs: view.inputs(null, { sampleseed: result.request.seed }, study),
  })}
  ${progress(view, study)}`;
}
