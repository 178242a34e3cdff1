/** The size of scores against d: √d, measured with its error, and vectors that line up. */
import { html, nothing, type TemplateResult } from "lit";
import type { Axis, ChartMaker, Mark } from "../../draw/marks.js";
import { dots, errors, line, linear, log, zip } from "../../draw/marks.js";
import { drawnCurve, GUESS } from "../../part-kit/pad/pad.js";
import type { Palette, PartView, Shown } from "../../part-kit/part-view.js";
import { dimAxis, empty } from "../../part-kit/part-view.js";
import { QUESTION_TEXTS } from "../../questions/texts.js";
import type { en } from "../../text/en/variance.js";
import { richText } from "../../ui/rich.js";
import { DIMS } from "../gradient/draws.js";
import { aligned, COSINES } from "./aligned.js";
import { SAMPLES, spread } from "./spread.js";

type View = PartView<typeof en>;

/** Quotients, entry by entry. */
const over = (values: ArrayLike<number>, by: ArrayLike<number>): number[] =>
  Array.from(values, (value, i) => value / (by[i] ?? 1));

/** For each d: the mean and the standard deviation of the experiments, the same divided by √d, and σ²√d. */
function spreadColumns({ result: { mean, between }, request }: Shown<typeof spread>) {
  const roots = DIMS.map(Math.sqrt);
  const theory = roots.map((root) => root * request.sigma ** 2);
  return {
    mean,
    between,
    scaledMean: over(mean, roots),
    scaledBetween: over(between, roots),
    theory,
  };
}

/** The intervals of ± `by` around `centers`. */
const around = (xs: readonly number[], centers: ArrayLike<number>, by: ArrayLike<number>) =>
  zip(xs, centers).map(([x, y], i) => [x, y - (by[i] ?? 0), y + (by[i] ?? 0)] as const);

export function spreadAxes({ text: { spread: text }, state }: View): Record<"x" | "y", Axis> {
  const one = state.sigma ** 2;
  const ticks = [0.5, 1, 2, 4, 8, 16, 32].map((tick) => tick * one);
  return { x: dimAxis(), y: log([0.4 * one, 48 * one], text.y, { ticks }) };
}

export function spreadFigure(view: View): TemplateResult {
  const { spread: text } = view.text;
  const shown = view.answer(spread);
  const { settled } = view.page.attention;
  if (shown.result === null)
    return html`<div>${empty(509, 563, 527)} ${view.progress(shown.study)}</div>`;
  const { repeats } = shown.result;
  // As wide for 1 as for 24 experiments: the note keeps its number of lines while they come.
  const count = String(repeats).padStart(2, "\u2007");
  const columns = view.memo("spread", [shown.result], () => spreadColumns(shown));
  const { mean, between, scaledMean, scaledBetween, theory } = columns;
  const { sigma } = shown.request;
  const one = sigma ** 2;
  const ofSentence = (unscaled: string, scaled: string): Mark[] => {
    // The sentence's entries have σ = 1.
    if (settled === null || view.engine === null || sigma !== 1) return [];
    const { data } = settled.scores;
    if (data.length < 2) return [];
    const { dim } = settled.request;
    const { std } = view.engine.moments(data);
    const ring = (height: number, color: string) =>
      dots([[dim, height]], color, { hollow: true, radius: 5 });
    return [ring(std, unscaled), ring(std / Math.sqrt(dim), scaled)];
  };
  const theoryLine = (top: number, color: string, label: string) =>
    line(zip([1, 1024], [one, top]), color, { width: 1.5, opacity: 0.7, label });
  const axes = spreadAxes(view);
  const guess = drawnCurve(view, { xs: DIMS, y: axes.y });
  const chart = ({ unscaled, scaled, ink }: Palette, waits: boolean) => ({
    ...axes,
    height: 250,
    marks: [
      theoryLine(one, scaled, "σ²"),
      errors(around(DIMS, scaledMean, scaledBetween), scaled),
      dots(zip(DIMS, scaledMean), scaled),
      ...(waits
        ? []
        : [
            theoryLine(32 * one, unscaled, "σ²√d"),
            errors(around(DIMS, mean, between), unscaled),
            dots(zip(DIMS, mean), unscaled),
            ...ofSentence(unscaled, scaled),
          ]),
      guess &&
        line(zip(DIMS, guess), ink, {
          ...GUESS,
          label: QUESTION_TEXTS[view.page.language].pad.you,
        }),
    ],
  });
  /** The same points divided by the theory, where their errors can be seen. */
  const ratioChart: ChartMaker = ({ scaled, ink }) => ({
    x: dimAxis(),
    y: linear([0.88, 1.12], text.ratio, { ticks: [0.9, 1, 1.1] }),
    height: 90,
    marks: [
      { kind: "rule", y: 1, color: scaled },
      errors(around(DIMS, over(mean, theory), over(between, theory)), ink),
      dots(zip(DIMS, over(mean, theory)), ink),
    ],
  });
  const main = view.figure({
    title: text.title,
    ...{ name: "spread", of: shown, attention: settled?.request, chart },
    deps: [shown.result, settled, view.state.guess],
    after: view.progress(shown.study),
    note: html`${text.note(count, SAMPLES)}${sigma === 1 ? html` · ○ ${view.common.legend.sentence}` : nothing}`,
    tables: () => [
      "d",
      DIMS.map(String),
      [...view.columnNames(Object.values(view.sideNames()), ["mean", "between"]), "σ²√d"],
      Object.values(columns),
    ],
  });
  return html`<div>
    ${main}
    ${view.fold("variance-error", text.ratioFold, () => view.chart("spread-ratio", text.ratioFold, [shown.result], ratioChart).template)}
  </div>`;
}

// ---- vectors that line up ----

/** For each cosine the size of q·k by d: the deviation of independent vectors, whose mean is 0, and the mean of the others. */
const sizesOf = ({ scores }: Shown<typeof aligned>["result"]): number[][] =>
  COSINES.map((cosine, i) =>
    DIMS.map((_, dim) => {
      const cell = dim * COSINES.length + i;
      return (cosine === 0 ? scores.std : scores.mean)[cell] ?? 0;
    }),
  );

function alignedFigure(view: View, shown: Shown<typeof aligned>): TemplateResult {
  const { aligned: text } = view.text;
  const { result } = shown;
  const roots = DIMS.map(Math.sqrt);
  const sizes = view.memo("sizes", [result], () => sizesOf(result));
  const divided = sizes.map((list) => over(list, roots));
  const names = COSINES.map(text.name);
  const side = (lists: number[][], color: string, by: number): Mark[] =>
    COSINES.flatMap((cosine, i) => {
      const law = DIMS.map((d) => (cosine === 0 ? Math.sqrt(d) : cosine * d) / d ** by);
      const label = names[i] ?? "";
      return [
        line(zip(DIMS, law), color, { width: 1.5, opacity: 0.7, label }),
        dots(zip(DIMS, lists[i] ?? []), color),
      ];
    });
  const chart: ChartMaker = ({ unscaled, scaled }) => ({
    x: dimAxis(),
    y: log([0.2, 900], "q·k", { ticks: [1, 4, 16, 64, 256] }),
    height: 280,
    marks: [...side(sizes, unscaled, 0), ...side(divided, scaled, 0.5)],
  });
  return view.figure({
    ...{ name: "aligned", title: text.title, of: shown, chart },
    before: html`<p class="caption-text">${richText(text.text)}</p>`,
    note: text.note(result.draws),
    tables: () => [
      "d",
      DIMS.map(String),
      [...names, ...names.map(text.divided)],
      [...sizes, ...divided],
    ],
  });
}

export const alignedVectors = (view: View): unknown =>
  view.answered(view.answer(aligned), [], (shown) => alignedFigure(view, shown));
