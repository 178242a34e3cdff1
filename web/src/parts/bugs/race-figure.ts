/** Recall trained with the mistake and without: the loss, step by step. */
import { html, type TemplateResult } from "lit";
import { type ChartMaker, line, linear, log, zip } from "../../draw/marks.js";
import { empty, figure, progress } from "../../part-kit/figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/bugs.js";
import { fixed, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { RACED, race, rateOf, TASK } from "./race.js";

const SIDES = ["wrong", "right"] as const;

export function raceOf(view: PartView<typeof en>): TemplateResult {
  const { text, state } = view;
  const { race: words } = text;
  const { bug, seed } = state;
  // Without a race of its own: that of the root taken twice.
  const raced = RACED.includes(bug) ? bug : "twice";
  const { result, study } = view.answer("race", race, { bug: raced, seed });
  const told = progress(view, study);
  if (result === null) return html`${empty(320)} ${told}`;
  const steps = Array.from(result.right.loss, (_, i) => i + 1);
  const losses = SIDES.flatMap((side) => [...result[side].loss]);
  // Single steps may come near 0, where a logarithmic axis has no end.
  const least = Math.max(1e-4, Math.min(...losses));
  const drawn = (loss: Float64Array) => loss.map((value) => Math.max(value, least));
  const chart: ChartMaker = (palette) => ({
    x: linear([0, TASK.steps], words.step),
    y: log([least / 1.2, Math.max(...losses) * 1.2], words.loss),
    height: 230,
    marks: SIDES.map((side) => {
      const color = side === "wrong" ? palette.unscaled : palette.scaled;
      return line(zip(steps, drawn(result[side].loss)), color, {
        width: 2,
        label: text.sides[side],
      });
    }),
  });
  const end = (side: (typeof SIDES)[number]) => {
    const { loss, right } = result[side];
    return [significant(loss.at(-1) ?? 0, 2), fixed(right.at(-1) ?? 0, 2)] as const;
  };
  const finding = words.finding(steps.length, String(rateOf(raced)), end("wrong"), end("right"));
  return html`${figure(view, {
    title: words.title,
    beside: words.beside(TASK.dim, TASK.n),
    drawing: view.chart("race", words.alt, [result], chart),
    note: html`${richText(finding)} ${richText((raced === bug ? words.honest[raced] : undefined) ?? words.other)}`,
    tables: view.table(words.title, [result], () => [
      words.step,
      steps.map(String),
      words.columns,
      SIDES.flatMap((side) => [result[side].loss, result[side].right]),
    ]),
    inputs: view.inputs(null, { seed: result.request.seed, bug: result.request.bug }, study),
  })}
  ${told}`;
}
