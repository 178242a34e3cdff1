/** Sums of odd numbers are squares: one control, one experiment, one figure with its table. */
import type { TemplateResult } from "lit";
import { dots, linear, zip } from "../../draw/marks.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/toy.js";
import { squares } from "./experiments.js";

type View = PartView<typeof en>;

function sumsFigure(view: View, answer: Answered<typeof squares>): TemplateResult {
  const { text } = view;
  const { result: sums } = answer;
  const terms = sums.map((_, i) => i + 1);
  return view.figures.make({
    name: "sums",
    title: text.title,
    label: text.label,
    source: answer,
    chart: ({ scaled }) => ({
      x: linear([0, sums.length + 1], text.corner),
      y: linear([0, Math.max(...sums) * 1.1], text.column),
      height: 150,
      marks: [dots(zip(terms, sums), scaled)],
    }),
    tables: () => ({
      corner: text.corner,
      rows: terms.map(String),
      columns: [text.column],
      values: [sums],
    }),
  });
}

const content = (view: View): unknown[] => [
  view.controls.row(view.controls.field("terms", view.text.terms)),
  view.progress.answered(view.answers.to(squares), {}, (shown) => sumsFigure(view, shown)),
];

export const section: Section<typeof en> = { formulas: ["toySum"], content };
