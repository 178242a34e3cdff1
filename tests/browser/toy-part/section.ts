/** Sums of odd numbers are squares: one control, one experiment, one figure with its table. */
import { html, type TemplateResult } from "lit";
import { dots, linear } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { controlRow, field } from "../../part-kit/controls.js";
import { empty, figure, progress } from "../../part-kit/figure.js";
import type { AnyStudy, PartView, Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/toy.js";
import { type SquaresResult, squares } from "./experiments.js";

type View = PartView<typeof en>;

function sumsFigure(
  view: View,
  study: AnyStudy | undefined,
  result: SquaresResult,
): TemplateResult {
  const { text } = view;
  const { sums } = result;
  const chart = ({ scaled }: Palette) => ({
    x: linear([0, sums.length + 1], text.corner),
    y: linear([0, Math.max(...sums) * 1.1], text.column),
    height: 150,
    marks: [
      dots(
        sums.map((sum, i) => [i + 1, sum] as const),
        scaled,
      ),
    ],
  });
  return figure(view, {
    title: text.title,
    drawing: view.chart("sums", text.label, [result], chart),
    tables: [
      view.table(text.label, [result], () => [
        text.corner,
        sums.map((_, i) => String(i + 1)),
        [text.column],
        [sums],
      ]),
    ],
    inputs: view.inputs(null, {}, study),
  });
}

function content(view: View): TemplateResult {
  const { terms } = view.state;
  const { result, study } = view.answer("squares", squares, { terms });
  return html`${controlRow(view, field(view, "terms", view.text.terms))}
    ${result === null ? empty() : sumsFigure(view, study, result)} ${progress(view, study)}`;
}

export const section: Section<typeof en> = { formulas: ["toySum"], content };
