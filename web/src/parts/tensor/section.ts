/** As frameworks hold it: two sentences of different length in one tensor, its mask, and the variance of its scores. */

import { html, nothing, type TemplateResult } from "lit";
import { firstColumns } from "../../attention/sentence-attention.js";
import { largestOf } from "../../draw/heatmap.js";
import { atY, dots, linear, note } from "../../draw/marks.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import { findingOf, type PartView, type Section, type Shown } from "../../part-kit/part-view.js";
import { SecondSentence, secondField } from "../../part-kit/second-sentence.js";
import type { en } from "../../text/en/tensor.js";
import { significant } from "../../text/numbers.js";
import { blocksPicture } from "./blocks-picture.js";
import { tensor as experiment } from "./experiments.js";
import type { Spread, TensorResult } from "./tensor.js";

type View = PartView<typeof en>;
type Tensor = Shown<typeof experiment>;

/** How many columns of the queries are drawn. */
const DRAWN = 16;

/** The matrices of all heads, of queries their first columns; and those of the first head one below the other. */
function matricesOf(result: TensorResult, kind: "queries" | "weights") {
  const { slices, size, length } = result;
  const shown = kind === "queries" ? Math.min(DRAWN, size) : length;
  const batch = slices.map((heads) => heads.map((one) => firstColumns(one[kind], shown)));
  const data = new Float64Array(batch.length * length * shown);
  for (const [b, [first]] of batch.entries()) data.set(first?.data ?? [], b * length * shown);
  const firstHead: Matrix = { rows: batch.length * length, cols: shown, data };
  return { batch, shown, firstHead, largest: largestOf(...batch.flat()) };
}

function tensor(view: View, of: Tensor, kind: "queries" | "weights"): TemplateResult {
  const { text, page } = view;
  const { result } = of;
  const { batch: sentences, length, size } = result;
  const { heads, division } = of.request;
  const { batch, shown, firstHead, largest } = view.memo(kind, [result], () =>
    matricesOf(result, kind),
  );
  const { axes } = text;
  const words = sentences.map((one) => one.words.length);
  const columns =
    kind === "weights" ? `n = ${length}` : `dₖ = ${size}${size > shown ? axes.first(shown) : ""}`;
  const rowsOf = (own: readonly string[], b: number) =>
    Array.from({ length }, (_, i) => text.row(b + 1, own[i] ?? text.padding));
  const sort = division === "with" ? "scaled" : "unscaled";
  return view.figure({
    ...{ name: kind, title: text[kind].title, label: text.alt(heads, length, shown), of },
    ...(kind === "weights"
      ? { kind: sort, beside: view.common.legend[sort] }
      : { beside: `[2, ${heads}, ${length}, ${size}]` }),
    picture: blocksPicture({
      ...{ batch, words, square: kind === "weights" },
      largest: kind === "weights" ? undefined : largest,
      axes: [axes.batch(2), axes.heads(heads), `n = ${length}`, columns],
      titles: words.map((count, b) => text.sentence(b + 1, count, length - count)),
    }),
    note: words[0] === words[1] ? text.equal : text[kind].note,
    tables: view.memo(`table ${kind}`, [result, page.language], () => ({
      ...{ name: text[kind].table, matrix: firstHead, corner: text.corner },
      rowLabels: sentences.flatMap((one, b) => rowsOf(one.words, b)),
      colLabels: coordinates(shown),
    })),
  });
}

/** What stands at the expected variance. */
const LINE = "dₖσ⁴";
const KINDS = ["all", "rows", "cols"] as const;

function variance(view: View, shown: Tensor): TemplateResult {
  const { variance: text } = view.text;
  const { heads, whole, expected, queries, keys } = shown.result;
  const known = KINDS.filter((kind) => whole[kind] !== null);
  const of = (spreads: readonly Spread[], kind: (typeof KINDS)[number]) =>
    spreads.flatMap((spread) => spread[kind] ?? []);
  const most = Math.max(expected, ...known.flatMap((kind) => of([...heads, whole], kind)));
  const top = known.length - 1;
  return view.figure({
    ...{ name: "variance", title: text.title, kind: "unscaled", beside: text.beside, of: shown },
    chart: ({ unscaled, ink }) => ({
      x: linear([0, 1.08 * most], text.x),
      y: linear([-0.6, top + 0.9], "", {
        ticks: known.map((_, i) => top - i),
        format: (y) => text.lines[top - y] ?? "",
      }),
      height: 60 + 34 * known.length,
      marks: [
        { kind: "rule", x: expected, color: ink },
        expected > most / 2
          ? note(LINE, [expected - 0.01 * most, top + 0.62], ink, { align: "right" })
          : note(LINE, [expected + 0.01 * most, top + 0.62], ink),
        ...known.flatMap((kind, i) => [
          dots(atY(of(heads, kind), top - i), unscaled, { radius: 3, opacity: 0.45 }),
          dots(atY(of([whole], kind), top - i), unscaled, { radius: 6 }),
        ]),
      ],
    }),
    note: text.note(significant(queries, 3), significant(keys, 3)),
    tables: () => [
      view.text.controls.heads,
      [text.whole, ...heads.map((_, i) => text.head(i + 1))],
      [...known.map((_, i) => text.lines[i] ?? ""), text.expected],
      [
        ...known.map((kind) => of([whole, ...heads], kind)),
        Array.from({ length: heads.length + 1 }, () => expected),
      ],
    ],
  });
}

function finding({ text }: View, { whole, expected, size }: TensorResult): TemplateResult {
  const [all, most] = [significant(whole.all, 3), significant(expected, 3)];
  const { rows, cols } = whole;
  const told =
    rows === null || cols === null
      ? text.single(all, most)
      : text.finding(size, {
          ...{ all, expected: most, rows: significant(rows, 3), cols: significant(cols, 3) },
        });
  return findingOf(told);
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, page, dim } = view;
  const second = view.shared("tensor", () => new SecondSentence());
  second.read(page);
  if (engine === null || sentence.length === 0) return [view.withoutEngine()];
  const asked = { heads: fittingHeads(dim, state.heads), second: second.words.join(" ") };
  const shown = view.answer(experiment, asked);
  return [
    view.controlRow(
      secondField(view, second.reading, text.controls.second),
      view.sliderField("heads", text.controls.heads, { step: 1 }),
      view.divisionField(),
    ),
    view.answered(shown, [], (drawn) => [
      html`<div class="wide-and-narrow">
        ${tensor(view, drawn, "weights")} ${variance(view, drawn)}
      </div>`,
      finding(view, drawn.result),
    ]),
    shown.result === null
      ? nothing
      : view.fold("tensor-queries", text.queries.fold, () => tensor(view, shown, "queries")),
    view.remark(text.copied),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["tensorDisplay", "tensorScoresDisplay", "tensorVarianceDisplay"],
  question: { right: 2 },
  always: true,
  content,
};
